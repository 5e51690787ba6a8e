import { createMarkdownDocument } from '../../markdown/markdown-document.ts';
import type { Lazy } from './lazy.ts';
import { lazyMarkdownExtensions, type MarkdownExtensions } from './markdown-extensions-loader.ts';
import { MARKDOWN_LABELS, type LiveOptions, type RenderOptions } from './markdown-options.ts';
import { createMarkdownRenderer } from './markdown-renderer.ts';

export interface MarkdownViewOptions extends RenderOptions, LiveOptions {
  /** Loads the extensions for all texts that share it. Default: a loader of its own. */
  readonly extensions?: Lazy<MarkdownExtensions> | undefined;
}

/** Length of the end of the earlier text that is compared to see whether the text continues; of a final one, all of it. */
const COMPARED_LENGTH = 256;

/** A growing Markdown text in an element. */
export interface MarkdownView {
  /** Draw the text as it is now, of a very long one the rest in the next frames. The caller decides how often. */
  update(text: string, done: boolean, options: MarkdownViewOptions): void;
}

export function createMarkdownView(root: Element): MarkdownView {
  let text = '';
  let done = false;
  let options: MarkdownViewOptions = {};
  let ownExtensions: Lazy<MarkdownExtensions> | undefined;
  /** The extensions that the text was read with. */
  let extensions: MarkdownExtensions | null = null;
  /** Whether the text was done at the last attempt to load the extensions; there is one more when it is. */
  let triedWhenDone: boolean | undefined;
  /** Content of the element. */
  let shown = createMarkdownDocument();
  let shownText = '';
  let drawTree: ReturnType<typeof createMarkdownRenderer> | null = null;
  let rendererKey = '';
  /** Request to draw the rest of a long text. */
  let frame = 0;

  return {
    update(...now) {
      [text, done, options] = now;
      draw();
    },
  };

  function draw(): void {
    cancelAnimationFrame(frame);
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
    if (!drawTree!(blocks)) frame = requestAnimationFrame(draw);
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

  /** Append the new text to the document, or start over with another text. */
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

  /** Draw everything anew with other options. */
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
