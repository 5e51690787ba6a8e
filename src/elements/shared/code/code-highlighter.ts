import { css } from '../styles/css.ts';
import type { Groups } from '../groups.ts';
import { lazy, type Lazy } from '../lazy.ts';
import { addStyles } from '../styles/add-styles.ts';
import { languageOf, loadReader, type CodeToken, type ReadTokens } from './code-languages.ts';

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
const inSight = new Set<HighlightedCode>();
/** What reads each language, for all elements of the page. */
const readers = new Map<string, Lazy<ReadTokens | null>>();

function readerOf(name: string): Lazy<ReadTokens | null> {
  const language = languageOf(name);
  const known = readers.get(language);
  if (known) return known;
  const reader: Lazy<ReadTokens | null> = lazy(() => loadReader(language), {
    onChange: () => {
      for (const code of inSight) if (code.reader === reader) code.paint();
    },
  });
  readers.set(language, reader);
  return reader;
}

/**
 * Highlight a code block while it is in sight, by the CSS Custom Highlight API: without elements around the tokens, a
 * selection stays and text can be appended. Needs `CSS.highlights`.
 *
 * @param groups those of the element, which says what did not load
 */
export function highlightCode(code: HTMLElement, groups: Pick<Groups, 'report'>): void {
  if (codes.has(code)) return;
  codes.set(code, new HighlightedCode(code, groups));
  observer ??= new IntersectionObserver(handleSight);
  observer.observe(code);
}

class HighlightedCode {
  readonly reader: Lazy<ReadTokens | null>;
  readonly #code: HTMLElement;
  readonly #groups: Pick<Groups, 'report'>;
  readonly #growth = new MutationObserver(() => this.#schedule());
  #ranges: (readonly [Highlight, StaticRange])[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rest = 0;
  #hasAsked = false;

  constructor(code: HTMLElement, groups: Pick<Groups, 'report'>) {
    this.#code = code;
    this.#groups = groups;
    this.reader = readerOf(/language-(\S+)/.exec(code.className)?.[1]?.toLowerCase() ?? '');
  }

  start(): void {
    if (inSight.has(this)) return;
    inSight.add(this);
    addStyles(this.#code.getRootNode(), codeHighlighterStyles);
    this.#growth.observe(this.#code, { characterData: true, subtree: true });
    if (this.reader.value !== undefined) this.paint();
    else void this.#load();
  }

  stop(): void {
    inSight.delete(this);
    this.#growth.disconnect();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#clear();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.paint();
    }, this.#rest);
  }

  /** Load what reads the language, once: what comes into sight again is not another use. */
  async #load(): Promise<void> {
    if (this.#hasAsked) return;
    this.#hasAsked = true;
    await this.reader.load();
    this.#groups.report(this.reader);
  }

  /** Paint the code as it is now, if what reads its language is there. */
  paint(): void {
    this.#clear();
    const read = this.reader.value;
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
