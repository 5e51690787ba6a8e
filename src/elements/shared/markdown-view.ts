import { createMarkdownDocument } from '../../markdown/markdown-document.ts';
import type { Lazy } from './lazy.ts';
import { lazyMarkdownExtensions, type MarkdownExtensions } from './markdown-extensions-loader.ts';
import { MARKDOWN_LABELS, type LiveOptions, type RenderOptions } from './markdown-options.ts';
import { createMarkdownRenderer } from './markdown-renderer.ts';

export interface MarkdownViewOptions extends RenderOptions, LiveOptions {
  /** Loads the extensions for all texts that share it. Default: a loader of its own. */
  readonly extensions?: Lazy<MarkdownExtensions> | undefined;
}

/** How much of the text before the new is compared to see that it is the same one; when it is done, all of it is. */
const COMPARED_LENGTH = 256;

/** Shows a growing Markdown text in an element. */
export interface MarkdownView {
  /** Takes the text as it is now. Draws at once what is new or done, and what still grows with the next frame. */
  update(text: string, done: boolean, options: MarkdownViewOptions): void;
}

export function createMarkdownView(root: Element): MarkdownView {
  let text = '';
  let done = false;
  let options: MarkdownViewOptions = {};
  let ownExtensions: Lazy<MarkdownExtensions> | undefined;
  /** The extensions that the text was read with. */
  let extensions: MarkdownExtensions | null = null;
  /** For which state of the text the extensions were asked for: it is the last attempt of a text that is done. */
  let triedWhenDone: boolean | undefined;
  /** What stands in the element now. */
  let shown = createMarkdownDocument();
  let shownText = '';
  let drawTree: ReturnType<typeof createMarkdownRenderer> | null = null;
  let rendererKey = '';
  /** The next drawing; 0 for none. */
  let frame = 0;

  return {
    update(...now) {
      [text, done, options] = now;
      if (done || drawTree === null) draw();
      else schedule();
    },
  };

  function schedule(): void {
    frame ||= requestAnimationFrame(draw);
  }

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    readText();
    prepareRenderer();
    let { blocks } = shown;
    if (shown.needsExtensions) {
      // What is drawn already stays meanwhile: raw syntax that turns into a table would be a flicker.
      if (isLoadingExtensions()) return;
      if (extensionsLoader().value) {
        startOver();
        readText();
        ({ blocks } = shown);
      }
    }
    if (!drawTree!(blocks)) schedule();
  }

  /** Load the extensions, with a second attempt when the text is done. @returns whether they are on their way */
  function isLoadingExtensions(): boolean {
    const loader = extensionsLoader();
    if (loader.value === undefined && triedWhenDone !== done) {
      triedWhenDone = done;
      void loader.load().then(draw);
    }
    return loader.loading !== undefined;
  }

  function extensionsLoader(): Lazy<MarkdownExtensions> {
    return options.extensions ?? (ownExtensions ??= lazyMarkdownExtensions());
  }

  function startOver(): void {
    extensions = extensionsLoader().value ?? null;
    shown = createMarkdownDocument(extensions);
    shownText = '';
  }

  /** Gives the document what it does not have yet, or starts over when the text is another one. */
  function readText(): void {
    const compared = done ? shownText : shownText.slice(-COMPARED_LENGTH);
    const continues = text.startsWith(compared, shownText.length - compared.length);
    const reopened = shown.isFinished && !(done && text === shownText);
    if (!continues || reopened) startOver();
    shown.citations = options.citations?.length ?? 0;
    if (shown.isFinished) return;
    shown.append(text.slice(shownText.length));
    shownText = text;
    if (done) shown.finish();
  }

  /** Other options draw everything anew. */
  function prepareRenderer(): void {
    const { linkBase, linkTarget, imagePrefixes, headingOffset, text: word } = options;
    const words = MARKDOWN_LABELS.map((label) => word?.(label));
    const key = JSON.stringify([linkBase, linkTarget, imagePrefixes, headingOffset, words]);
    if (key === rendererKey) return;
    rendererKey = key;
    drawTree = createMarkdownRenderer(
      root,
      options,
      () => options,
      () => extensions,
    );
  }
}
