import type { SyntaxExtensions } from './extensions.ts';
import { createMarkdownDocument } from './markdown-document.ts';
import type { Block } from './tree.ts';

/** Read a whole text at once. */
export function parseMarkdown(text: string, extensions: SyntaxExtensions | null = null): readonly Block[] {
  const document = createMarkdownDocument(extensions);
  document.append(text);
  document.finish();
  return document.blocks;
}
