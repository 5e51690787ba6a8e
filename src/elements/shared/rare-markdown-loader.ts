import { loadRareSyntax } from '../../markdown/rare-syntax.ts';
import type * as RareMarkdown from './rare-markdown.ts';

/** What draws rare Markdown: there wherever some has been read. */
export let rareMarkdown: typeof RareMarkdown | undefined;

/** Loads what reads and draws Markdown that few texts have, once. Never rejects. */
export function loadRareMarkdown(): Promise<void> {
  return loadRareSyntax(async () => (rareMarkdown = await import('./rare-markdown.ts')));
}
