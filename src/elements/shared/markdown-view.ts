import { MarkdownDocument } from '../../markdown/markdown-document.ts';
import { MarkdownRenderer, type RenderOptions } from './markdown-renderer.ts';

export interface MarkdownViewOptions extends RenderOptions {
  /** Told what a live region should say, such as "Copied". */
  readonly announce?: ((message: string) => void) | undefined;
}

/** Frames do not come in hidden tabs; after so many milliseconds without one, drawing happens all the same. */
const LONGEST_WAIT = 250;

/** Shows a growing Markdown text in an element. */
export class MarkdownView {
  readonly #root: Element;
  #text = '';
  #done = false;
  #options: MarkdownViewOptions = {};

  /** What stands in the element now. */
  #document = new MarkdownDocument();
  #renderer: MarkdownRenderer | null = null;
  #rendererKey = '';
  #drawnText = '';

  #frame: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

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

  /** Stops drawing until `resume`. */
  pause(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    clearTimeout(this.#timer);
  }

  /** Draws what came since `pause`. */
  resume(): void {
    this.#schedule();
  }

  #schedule(): void {
    if (this.#frame !== null) return;
    this.#frame = requestAnimationFrame(this.#draw);
    this.#timer = setTimeout(this.#draw, LONGEST_WAIT);
  }

  readonly #draw = (): void => {
    this.pause();
    this.#readText();
    this.#prepareRenderer().draw(this.#document.blocks);
  };

  /** Gives the document what it does not have yet, or starts over when the text is another one. */
  #readText(): void {
    const continues = this.#text.startsWith(this.#drawnText);
    const reopened = this.#document.isFinished && !(this.#done && this.#text === this.#drawnText);
    if (!continues || reopened) {
      this.#document = new MarkdownDocument();
      this.#drawnText = '';
    }
    if (this.#document.isFinished) return;
    this.#document.append(this.#text.slice(this.#drawnText.length));
    this.#drawnText = this.#text;
    if (this.#done) this.#document.finish();
  }

  /** Other options draw everything anew. */
  #prepareRenderer(): MarkdownRenderer {
    const { announce: _, ...options } = this.#options;
    const key = JSON.stringify(options);
    if (this.#renderer === null || key !== this.#rendererKey) {
      this.#rendererKey = key;
      this.#renderer = new MarkdownRenderer(this.#root, options, (message) =>
        this.#options.announce?.(message),
      );
    }
    return this.#renderer;
  }
}
