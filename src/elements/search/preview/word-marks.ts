import { createTerms, findMatches, type Term } from '../../../protocol/excerpt/matches.ts';

/** Name of the highlight in style sheets. */
const NAME = 'docs-search-word';
/** Maximum number of marks in a text. */
const MAX_MARKS = 500;

/** One highlight for all searches of the page, because names of highlights are global. */
let highlight: Highlight | undefined;

/** Return the highlight; `undefined` without browser support, and in forced colours, which hide its text in some browsers. */
function findHighlight(): Highlight | undefined {
  if (!('highlights' in CSS) || matchMedia('(forced-colors: active)').matches) return undefined;
  if (!highlight) CSS.highlights.set(NAME, (highlight = new Highlight()));
  return highlight;
}

/**
 * Marks the words of a query in a text by the CSS Custom Highlight API, which does not change the nodes of the renderer. Text
 * that is drawn later, as in a long section, is marked as well.
 */
export class WordMarks {
  readonly #text: Element;
  readonly #observer = new MutationObserver(() => this.#update());
  #terms: readonly Term[] = [];
  #ranges: readonly Range[] = [];

  constructor(text: Element) {
    this.#text = text;
    this.#observer.observe(text, { childList: true, characterData: true, subtree: true });
  }

  /** Replace the marks by those of a query. @returns the first one */
  mark(query: string): Range | undefined {
    this.#terms = createTerms(query);
    this.#update();
    return this.#ranges[0];
  }

  clear(): void {
    this.#observer.disconnect();
    this.mark('');
  }

  #update(): void {
    const words = findHighlight();
    if (!words) return;
    for (const range of this.#ranges) words.delete(range);
    this.#ranges = findWords(this.#text, this.#terms);
    for (const range of this.#ranges) words.add(range);
  }
}

function findWords(text: Element, terms: readonly Term[]): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode() && ranges.length < MAX_MARKS) {
    const node = nodes.currentNode as Text;
    // Skip the head of a code block, which has labels of the interface.
    if (node.parentElement?.closest('.code-head')) continue;
    for (const [start, end] of findMatches(node.data, terms)) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges.slice(0, MAX_MARKS);
}
