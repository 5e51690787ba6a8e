import { createMarkdownDocument } from '../../markdown/markdown-document.ts';
import { lacksRareSyntax } from '../../markdown/rare-syntax.ts';
import {
  MARKDOWN_LABELS,
  createMarkdownRenderer,
  type LiveOptions,
  type RenderOptions,
} from './markdown-renderer.ts';
import { loadRareMarkdown } from './rare-markdown-loader.ts';

export interface MarkdownViewOptions extends RenderOptions, LiveOptions {}

/** Milliseconds between drawings in a hidden tab, where no frames come. */
const HIDDEN_INTERVAL = 250;

/** How much of the text before the new is compared to see that it is the same one; when it is done, all of it is. */
const COMPARED_LENGTH = 256;

/** Shows a growing Markdown text in an element. */
export class MarkdownView {
  readonly #root: Element;
  #text = '';
  #done = false;
  #options: MarkdownViewOptions = {};

  /** What stands in the element now. */
  #document = createMarkdownDocument();
  #renderer: ReturnType<typeof createMarkdownRenderer> | null = null;
  #rendererKey = '';
  #drawnText = '';
  #readingAgain: Promise<void> | undefined;

  /** What the next drawing waits for; 0 for nothing. */
  #frame = 0;
  #timer = 0;

  constructor(root: Element) {
    this.#root = root;
  }

  /** Takes the text as it is now. Draws at once what is new or done, and what still grows with the next frame. */
  update(text: string, done: boolean, options: MarkdownViewOptions): void {
    this.#text = text;
    this.#done = done;
    this.#options = options;
    if (done || this.#renderer === null) this.#draw();
    else this.#schedule();
  }

  #schedule(): void {
    if (document.hidden) this.#timer ||= window.setTimeout(this.#draw, HIDDEN_INTERVAL);
    else this.#frame ||= requestAnimationFrame(this.#draw);
  }

  readonly #draw = (): void => {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = 0;
    this.#readText();
    const draw = this.#prepareRenderer();
    const { blocks } = this.#document;
    if (lacksRareSyntax()) void (this.#readingAgain ??= this.#readAgain());
    else if (!draw(blocks)) this.#schedule();
  };

  /** Waits for what few texts need rather than show their raw syntax first. */
  async #readAgain(): Promise<void> {
    await loadRareMarkdown();
    this.#document = createMarkdownDocument();
    this.#drawnText = '';
    this.#draw();
  }

  /** Gives the document what it does not have yet, or starts over when the text is another one. */
  #readText(): void {
    const compared = this.#done ? this.#drawnText : this.#drawnText.slice(-COMPARED_LENGTH);
    const continues = this.#text.startsWith(compared, this.#drawnText.length - compared.length);
    const reopened = this.#document.isFinished && !(this.#done && this.#text === this.#drawnText);
    if (!continues || reopened) {
      this.#document = createMarkdownDocument();
      this.#drawnText = '';
    }
    this.#document.citations = this.#options.citations?.length ?? 0;
    if (this.#document.isFinished) return;
    this.#document.append(this.#text.slice(this.#drawnText.length));
    this.#drawnText = this.#text;
    if (this.#done) this.#document.finish();
  }

  /** Other options draw everything anew. */
  #prepareRenderer(): ReturnType<typeof createMarkdownRenderer> {
    const options = this.#options;
    const words = MARKDOWN_LABELS.map((label) => options.text?.(label));
    const key = JSON.stringify([{ ...options, citations: 0 }, words]);
    if (this.#renderer === null || key !== this.#rendererKey) {
      this.#rendererKey = key;
      this.#renderer = createMarkdownRenderer(this.#root, options, () => this.#options);
    }
    return this.#renderer;
  }
}
