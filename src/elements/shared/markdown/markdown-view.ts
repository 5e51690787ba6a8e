import { createMarkdownDocument } from '../../../markdown/markdown-document.ts';
import type { Lazy } from '../lazy.ts';
import { ForeignChanges } from './foreign-changes.ts';
import { lazyMarkdownExtensions, type MarkdownExtensions } from './markdown-extensions-loader.ts';
import { MARKDOWN_LABELS, type LiveOptions, type RenderOptions } from './markdown-options.ts';
import { createMarkdownRenderer, SHORT_LENGTH } from './markdown-renderer.ts';

export interface MarkdownViewOptions extends RenderOptions, LiveOptions {
  /** Loads the extensions for all texts that share it. Default: a loader of its own. */
  readonly extensions?: Lazy<MarkdownExtensions> | undefined;
}

/** Length of the end of the earlier text that is compared to see whether the text continues; of a final one, all of it. */
const COMPARED_LENGTH = 256;

/** A growing Markdown text in an element. */
export class MarkdownView {
  readonly #root: Element;
  readonly #foreign: ForeignChanges;
  #text = '';
  #isDone = false;
  #options: MarkdownViewOptions = {};
  #ownExtensions: Lazy<MarkdownExtensions> | undefined;
  /** The extensions that the text was read with. */
  #extensions: MarkdownExtensions | null = null;
  /** Whether the text was done at the last attempt to load the extensions; there is one more when it is. */
  #triedWhenDone: boolean | undefined;
  /** Content of the element. */
  #shown = createMarkdownDocument();
  #shownText = '';
  #drawTree: ReturnType<typeof createMarkdownRenderer> | undefined;
  #rendererKey = '';
  /** Request to draw the rest of a long text. */
  #frame = 0;

  constructor(root: Element) {
    this.#root = root;
    this.#foreign = new ForeignChanges(root);
  }

  /** Draw the text as it is now, of a very long one the rest in the next frames. The caller decides how often. */
  update(text: string, isDone: boolean, options: MarkdownViewOptions): void {
    this.#text = text;
    this.#isDone = isDone;
    this.#options = options;
    this.#draw();
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#readText();
    this.#prepareRenderer();
    // Read first: the text of a block is parsed when its tree is asked for.
    let { blocks } = this.#shown;
    if (this.#needsExtensions) {
      // What is drawn already stays meanwhile: raw syntax that turns into a table would be a flicker.
      if (this.#isLoadingExtensions()) return;
      if (this.#loader.value) {
        this.#startOver();
        this.#readText();
        ({ blocks } = this.#shown);
      }
    }
    if (!this.#drawTree!(blocks)) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Whether the text has syntax of the extensions, is drawn in portions, or has marks that may leave the site. */
  get #needsExtensions(): boolean {
    const { needsExtensions, length } = this.#shown;
    if (needsExtensions || this.#extensions) return needsExtensions;
    const site = `${location.origin}/`;
    return (
      length > SHORT_LENGTH || !!this.#options.citations?.some((page) => page && !page.href.startsWith(site))
    );
  }

  /** Load the extensions, with a second attempt when the text is done. @returns whether they are loading */
  #isLoadingExtensions(): boolean {
    const loader = this.#loader;
    if (loader.value === undefined && this.#triedWhenDone !== this.#isDone) {
      this.#triedWhenDone = this.#isDone;
      void loader.load().then(() => this.#draw());
    }
    return loader.loading !== undefined;
  }

  get #loader(): Lazy<MarkdownExtensions> {
    return this.#options.extensions ?? (this.#ownExtensions ??= lazyMarkdownExtensions());
  }

  #startOver(): void {
    this.#extensions = this.#loader.value ?? null;
    this.#shown = createMarkdownDocument(this.#extensions);
    this.#shownText = '';
  }

  /** Append the new text to the document, or start over with another text. */
  #readText(): void {
    const text = this.#text;
    const compared = this.#isDone ? this.#shownText : this.#shownText.slice(-COMPARED_LENGTH);
    const continues = text.startsWith(compared, this.#shownText.length - compared.length);
    const reopened = this.#shown.isFinished && !(this.#isDone && text === this.#shownText);
    if (!continues || reopened) this.#startOver();
    this.#shown.citations = this.#options.citations?.length ?? 0;
    if (this.#shown.isFinished) return;
    this.#shown.append(text.slice(this.#shownText.length));
    this.#shownText = text;
    if (this.#isDone) this.#shown.finish();
  }

  /** Draw everything anew with other options. */
  #prepareRenderer(): void {
    const { linkBase, linkTarget, headingOffset, text } = this.#options;
    const words = MARKDOWN_LABELS.map((label) => text?.(label));
    const key = JSON.stringify([linkBase, linkTarget, headingOffset, words]);
    if (key === this.#rendererKey) return;
    this.#rendererKey = key;
    this.#drawTree = createMarkdownRenderer(
      this.#root,
      this.#options,
      () => this.#options,
      () => this.#extensions,
      this.#foreign,
    );
  }
}
