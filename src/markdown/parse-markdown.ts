import { createMarkdownDocument } from './markdown-document.ts';
import type { Block } from './tree.ts';

/** Reads a whole text at once. */
export function parseMarkdown(text: string): readonly Block[] {
  const document = createMarkdownDocument();
  document.append(text);
  document.finish();
  return document.blocks;
}
