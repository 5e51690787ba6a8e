import { css } from 'lit';
import { addStyles } from '../styles/add-styles.ts';
import { loadReader, type CodeToken } from './code-languages.ts';

/** Maximum length of code that is highlighted, in UTF-16 units: parsing it takes some 10 ms at that length. */
export const MAX_HIGHLIGHTED_LENGTH = 20_000;
/** Delay before growing code is parsed again, as a multiple of the time that parsing took. */
const REST = 10;
/** Minimum such delay, in milliseconds. */
const MIN_REST = 100;

/**
 * The colours, with their scopes of highlight.js up to the first dot. The innermost decides. A tag of HTML has none: its name, its
 * attributes and their values have.
 */
const COLOURS: Readonly<Record<string, readonly string[]>> = {
  comment: ['comment', 'quote', 'doctag'],
  keyword: ['keyword', 'literal', 'selector-tag', 'selector-pseudo', 'operator'],
  string: ['string', 'regexp', 'char', 'link', 'code'],
  number: [
    'number',
    'symbol',
    'attr',
    'attribute',
    'property',
    'variable',
    'template-variable',
    'meta',
    'bullet',
  ],
  title: ['title', 'section', 'selector-id', 'selector-class', 'selector-attr'],
  type: ['type', 'built_in', 'class'],
  name: ['name', 'addition'],
  deletion: ['deletion'],
};

const colourOf = new Map(
  Object.entries(COLOURS).flatMap(([colour, scopes]) => scopes.map((scope) => [scope, colour] as const)),
);

/** One highlight for each colour, for the whole page, because their names are global. Created with the first code. */
let highlights: ReadonlyMap<string, Highlight> | undefined;

function createHighlights(): ReadonlyMap<string, Highlight> {
  const created = new Map(Object.keys(COLOURS).map((colour) => [colour, new Highlight()] as const));
  const forcedColours = matchMedia('(forced-colors: active)');
  forcedColours.addEventListener('change', () => register(created, !forcedColours.matches));
  register(created, !forcedColours.matches);
  return created;
}

/** Register or remove the highlights: with forced colours, a browser paints the background of a selection behind them. */
function register(created: ReadonlyMap<string, Highlight>, isPainted: boolean): void {
  for (const [colour, highlight] of created) {
    if (isPainted) CSS.highlights.set(`docs-code-${colour}`, highlight);
    else CSS.highlights.delete(`docs-code-${colour}`);
  }
}

/** Highlights only code in sight, so that a long thread costs little and removed code can be garbage-collected. */
let observer: IntersectionObserver | undefined;

function handleSight(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) codes.get(target)?.start();
    else codes.get(target)?.stop();
  }
}

const codes = new WeakMap<Element, HighlightedCode>();

/**
 * Highlight a code block while it is in sight, by the CSS Custom Highlight API: without elements around the tokens, a
 * selection stays and text can be appended. Needs `CSS.highlights`.
 */
export function highlightCode(code: HTMLElement): void {
  if (codes.has(code)) return;
  codes.set(code, new HighlightedCode(code));
  observer ??= new IntersectionObserver(handleSight);
  observer.observe(code);
}

class HighlightedCode {
  readonly #code: HTMLElement;
  readonly #language: string;
  readonly #growth = new MutationObserver(() => this.#schedule());
  #ranges: (readonly [Highlight, StaticRange])[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rest = 0;
  #started = false;

  constructor(code: HTMLElement) {
    this.#code = code;
    this.#language = /language-(\S+)/.exec(code.className)?.[1]?.toLowerCase() ?? '';
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    addStyles(this.#code.getRootNode(), codeHighlighterStyles);
    this.#growth.observe(this.#code, { characterData: true, subtree: true });
    void this.#paint();
  }

  stop(): void {
    this.#started = false;
    this.#growth.disconnect();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#clear();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#paint();
    }, this.#rest);
  }

  async #paint(): Promise<void> {
    const read = await loadReader(this.#language);
    if (!this.#started) return;
    this.#clear();
    const text = this.#code.firstChild;
    if (!read || !(text instanceof Text) || text.length > MAX_HIGHLIGHTED_LENGTH) return;
    const begun = performance.now();
    this.#ranges = read(text.data).flatMap((token) => toRange(token, text));
    for (const [highlight, range] of this.#ranges) highlight.add(range);
    // The time of parsing only, because the language is loaded once.
    this.#rest = Math.max(MIN_REST, REST * (performance.now() - begun));
  }

  #clear(): void {
    for (const [highlight, range] of this.#ranges.splice(0)) highlight.delete(range);
  }
}

/** Return the colour of a token: that of its innermost scope that has one, up to code within a string. */
function findColour(scopes: readonly string[]): string {
  const kinds = scopes.map((scope) => scope.split('.')[0]!);
  const known = kinds.findLast((kind) => kind === 'subst' || colourOf.has(kind));
  return colourOf.get(known ?? '') ?? '';
}

function toRange({ start, end, scopes }: CodeToken, text: Text): [Highlight, StaticRange][] {
  const highlight = (highlights ??= createHighlights()).get(findColour(scopes));
  if (!highlight || end > text.length) return [];
  const place = { startContainer: text, startOffset: start, endContainer: text, endOffset: end };
  return [[highlight, new StaticRange(place)]];
}

/** Colours of code: each at least 4.5 : 1 on the ground of a code block, in both themes. */
const codeHighlighterStyles = css`
  ::highlight(docs-code-comment) {
    color: light-dark(#59636e, #9ba4ae);
  }
  ::highlight(docs-code-keyword) {
    color: light-dark(#b3202c, #ff8a80);
  }
  ::highlight(docs-code-string) {
    color: light-dark(#0a3069, #a5d6ff);
  }
  ::highlight(docs-code-number) {
    color: light-dark(#0550ae, #79c0ff);
  }
  ::highlight(docs-code-title) {
    color: light-dark(#6639ba, #d2a8ff);
  }
  ::highlight(docs-code-type) {
    color: light-dark(#8a3a00, #ffb070);
  }
  ::highlight(docs-code-name) {
    color: light-dark(#116329, #7ee787);
  }
  ::highlight(docs-code-deletion) {
    color: light-dark(#82071e, #ffb3ad);
  }
`;
