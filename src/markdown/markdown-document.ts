import { createBlockParser } from './block-parser.ts';
import { toChildren, type TreeContext } from './block-trees.ts';
import type { SyntaxExtensions } from './extensions.ts';
import { MAX_TEXT_LENGTH } from './limits.ts';
import { References } from './references.ts';
import type { Block } from './tree.ts';

/** A Markdown text that arrives piece by piece, as a tree. */
export interface MarkdownDocument {
  /** How many characters were taken: all that were appended, up to the limit of 1,000,000. */
  readonly length: number;
  readonly isFinished: boolean;
  /** Whether syntax was left as text that only the extensions read, which this document does not have. Known once `blocks` was read. */
  readonly needsExtensions: boolean;
  /**
   * The blocks of the text so far. A block that is finished keeps its identity from one time to the next, and so do the
   * finished parts of the block that is still open. What is half-written at the end is left out or taken as what it is
   * becoming. After `finish()` the tree is that of the whole text, however it was cut into pieces.
   */
  readonly blocks: readonly Block[];
  /** Where the link reference definitions so far lead. */
  readonly definedUrls: readonly string[];
  /** How many lines belong to blocks before the last two: later lines change none of them, except by definitions. */
  readonly settledLines: number;
  /** How many sources are known: `[1]` to this one are links to them. More can become known at any time, never fewer. */
  citations: number;
  /** Append text. Must not be called after `finish()`. */
  append(text: string): void;
  /** End the text. */
  finish(): void;
}

/** @param extensions read the syntax that most texts do without; without them that syntax stays text */
export function createMarkdownDocument(extensions: SyntaxExtensions | null = null): MarkdownDocument {
  return new GrowingDocument(extensions);
}

class GrowingDocument implements MarkdownDocument, TreeContext {
  length = 0;
  isFinished = false;
  needsExtensions = false;
  readonly references = new References();
  readonly #extensions: SyntaxExtensions | null;
  readonly #parser;
  /** The last line, as far as it has come. */
  #lastLine = '';
  #endsWithCarriageReturn = false;
  /** `null` after each change. */
  #blocks: readonly Block[] | null = [];

  constructor(extensions: SyntaxExtensions | null) {
    this.#extensions = extensions;
    this.#parser = createBlockParser(this.useExtensions, (label, definition) =>
      this.references.define(label, definition),
    );
  }

  readonly useExtensions = (): SyntaxExtensions | null => {
    this.needsExtensions ||= this.#extensions === null;
    return this.#extensions;
  };

  get definedUrls(): readonly string[] {
    return this.references.urls;
  }

  get settledLines(): number {
    return (this.#parser.root.children.at(-2)?.startLine ?? 1) - 1;
  }

  get citations(): number {
    return this.references.citations;
  }

  set citations(count) {
    if (this.citations < count) this.#takeBack();
    this.references.citations = count;
  }

  get blocks(): readonly Block[] {
    if (this.#blocks === null) {
      // Half of a surrogate pair is no character yet.
      if (!this.isFinished) this.#parser.tryLine(this.#lastLine.replace(/[\ud800-\udbff]$/, ''));
      this.#blocks = toChildren(this.#parser.root, this);
    }
    return this.#blocks;
  }

  append(text: string): void {
    if (this.isFinished) throw new Error('The document is finished.');
    const piece = text.slice(0, MAX_TEXT_LENGTH - this.length);
    if (piece === '') return;
    this.length += piece.length;
    this.#takeBack();
    const joined = this.#endsWithCarriageReturn && piece[0] === '\n' ? piece.slice(1) : piece;
    this.#endsWithCarriageReturn = piece.endsWith('\r');
    const lines = joined.replaceAll('\0', '\ufffd').split(/\r\n|\n|\r/);
    for (const line of lines.slice(0, -1)) {
      this.#parser.readLine(this.#lastLine + line);
      this.#lastLine = '';
    }
    this.#lastLine += lines.at(-1)!;
  }

  finish(): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.#takeBack();
    if (this.#lastLine !== '') this.#parser.readLine(this.#lastLine);
    this.#parser.end();
    this.references.end();
  }

  /** Undo the guess at the last line, before the text changes. */
  #takeBack(): void {
    this.#blocks = null;
    this.#parser.takeBack();
  }
}
