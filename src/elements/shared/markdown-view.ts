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
  /** What stands in the element now. */
  let shown = createMarkdownDocument();
  let shownText = '';
  let drawTree: ReturnType<typeof createMarkdownRenderer> | null = null;
  let rendererKey = '';
  let readingAgain: Promise<void> | undefined;
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
    const { blocks } = shown;
    if (lacksRareSyntax()) void (readingAgain ??= readAgain());
    else if (!drawTree!(blocks)) schedule();
  }

  /** Waits for what few texts need rather than show their raw syntax first. */
  async function readAgain(): Promise<void> {
    await loadRareMarkdown();
    startOver();
    draw();
  }

  function startOver(): void {
    shown = createMarkdownDocument();
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
    const words = MARKDOWN_LABELS.map((label) => options.text?.(label));
    const key = JSON.stringify([{ ...options, citations: 0 }, words]);
    if (key === rendererKey) return;
    rendererKey = key;
    drawTree = createMarkdownRenderer(root, options, () => options);
  }
}
