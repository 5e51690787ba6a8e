import type { SyntaxExtensions } from './extensions.ts';
import { createMarkdownDocument } from './markdown-document.ts';
import { speakBlocks, withoutLast, type SpokenWords } from './spoken-text.ts';
import type { Block, BlockTree } from './tree.ts';

/** A growing Markdown text whose sentences are taken in turn, each once and as soon as it will not change any more. */
export class SpokenDocument {
  readonly #words: SpokenWords;
  readonly #document;
  /** Sentences that were taken. */
  #taken: number;

  /**
   * @param taken how many sentences were taken of the text before: those are not taken again
   * @param extensions as of the document that is drawn
   */
  constructor(words: SpokenWords, extensions: SyntaxExtensions | null = null, taken = 0) {
    this.#words = words;
    this.#document = createMarkdownDocument(extensions);
    this.#taken = taken;
  }

  /** How many sentences were taken. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Take the sentences that are new and finished, each with its iteration.
   *
   * @param text the text so far, which continues that of the call before
   * @param options `isDone`: whether it is whole; `citations`: how many sources are known
   * @returns `null` while syntax waits for the extensions: nothing is taken then
   */
  take(
    text: string,
    { isDone, citations }: { readonly isDone: boolean; readonly citations: number },
  ): Iterable<string> | null {
    const document = this.#document;
    // Half a line may look like another block than the whole one.
    const settled = isDone ? text : text.slice(0, text.lastIndexOf('\n') + 1);
    if (!isDone && settled.length === document.length) return [];
    document.citations = citations;
    if (!document.isFinished) document.append(settled.slice(document.length));
    if (isDone) document.finish();
    const { blocks } = document;
    if (document.needsExtensions) return null;
    const isLastFinished = isDone || (/\n[ \t]*\n$/.test(settled) && endsAtBlankLine(blocks.at(-1)));
    return this.#next(blocks, isLastFinished);
  }

  /** Take the same although no extensions can be had: their syntax is read as text. */
  takePlain(): Iterable<string> {
    return this.#next(this.#document.blocks, true);
  }

  *#next(blocks: readonly Block[], isLastFinished: boolean): Generator<string> {
    const sentences = speakBlocks(blocks, this.#words);
    let count = 0;
    for (const sentence of isLastFinished ? sentences : withoutLast(sentences)) {
      count++;
      if (count <= this.#taken) continue;
      this.#taken = count;
      yield sentence;
    }
  }
}

/** Whether a blank line after a block has ended its last paragraph, heading or table. Code goes on after one. */
function endsAtBlankLine(block: BlockTree | undefined): boolean {
  if (block === undefined || block.type === 'code' || block.type === 'html') return false;
  switch (block.type) {
    case 'math':
      return block.isClosed;
    case 'blockquote':
    case 'list':
    case 'listItem':
    case 'tabGroup':
    case 'callout':
    case 'footnote':
    case 'tab':
      return endsAtBlankLine(block.children.at(-1));
    default:
      return true;
  }
}
