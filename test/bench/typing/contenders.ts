/** What is measured runs in a page: a box each, over the same instant answers. */
import docsearch from '@docsearch/js/docsearch';
import docsearchStyles from '@docsearch/css/dist/style.css';
import { PagefindUI } from '@pagefind/default-ui';
import pagefindStyles from '@pagefind/default-ui/css/ui.css';
import { css } from 'lit';
import { DocsSearch } from '../../../src/search.ts';
import { MAX_PAGE_SIZE, type SearchResult } from '../../../src/protocol/api.ts';

export interface TypingBench {
  readonly names: readonly string[];
  /** Puts a box that answers with so many results onto the page, and the cursor into it. */
  prepare(name: string, size: number): void;
  /** Milliseconds from the last key to the frame that shows its results. */
  painted(): Promise<number>;
}

/** Calls back when the results of a query are in the document. */
type Contender = (onResults: (query: string) => void) => void;

const WORDS =
  'dynamic routes middleware content collections render static pages server endpoint layout component image'.split(
    ' ',
  );

/** Sections as a server of this project sends them, others for every query. */
function createResults(query: string, size: number): SearchResult[] {
  const pick = (seed: number): string => WORDS[(seed + query.length) % WORDS.length]!;
  return Array.from({ length: size }, (_, index) => ({
    path: `v6/en/guides/${pick(index >> 1)}-${index >> 1}`,
    content: `${Array.from({ length: 60 }, (_, word) => pick(index * 7 + word)).join(' ')}. See \`${pick(index)}()\` and [${pick(index + 1)}](/a).`,
    metadata: {
      title: `${pick(index >> 1)} ${index >> 1}`,
      headings: [`${pick(index)} and ${pick(index + 3)}`],
      anchor: `section-${index}`,
      version: 'v6',
      language: 'en',
    },
  }));
}

let resultSize = 10;
globalThis.fetch = async (_input, init) => {
  const { query } = JSON.parse(init!.body as string) as { query: string };
  return Response.json(createResults(query, resultSize));
};

const floor: Contender = (onResults) => {
  const page = document.createElement('div');
  page.innerHTML = '<input><ul></ul>';
  const [input, list] = page.children as unknown as [HTMLInputElement, HTMLUListElement];
  const styles = css`
    ul {
      position: fixed;
      top: 60px;
      left: 8px;
      width: 600px;
      height: 480px;
      overflow: auto;
    }
    a {
      display: block;
      padding: 8px 12px;
    }
    p {
      margin: 0;
    }
  `;
  document.adoptedStyleSheets = [styles.styleSheet!];
  let last = '';
  input.addEventListener('input', async () => {
    const value = input.value.trim();
    if (value === last) return;
    last = value;
    const response = await fetch('/', { method: 'POST', body: JSON.stringify({ query: value }) });
    const results = (await response.json()) as SearchResult[];
    const pattern = new RegExp(value.split(/\s+/).join('|'), 'gi');
    const markUp = (text: string): string => escapeHtml(text).replace(pattern, '<mark>$&</mark>');
    list.innerHTML = results
      .map(
        ({ path, content, metadata }) =>
          `<li><a href="/${escapeHtml(path)}#${escapeHtml(metadata.anchor!)}"><b>${markUp(metadata.headings![0]!)}</b> <small>${escapeHtml(metadata.title!)}</small><p>${markUp(content.slice(0, 240))}</p></a></li>`,
      )
      .join('');
    onResults(value);
  });
  document.body.append(page);
  input.focus();
};

/** Adopts the style sheet of another search, which has it in a file. */
function adopt(text: string): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(text);
  document.adoptedStyleSheets = [styles];
}

/** Names the query in the first title, so that its results are known when they stand in the document. */
function mark(query: string): string {
  return `<${query.length}>`;
}

/** Tells when the results of the last query stand in the document, for a search that does not tell. */
function watch(selector: string, readQuery: () => string, onResults: (query: string) => void): void {
  let told = '';
  new MutationObserver(() => {
    const query = readQuery();
    if (query === told || !document.querySelector(selector)?.textContent?.includes(mark(query))) return;
    told = query;
    onResults(query);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The words of the query marked, as both have them from their index: as HTML. */
function highlight(text: string, query: string, tag: string): string {
  const pattern = new RegExp(query.trim().split(/\s+/).join('|'), 'gi');
  return escapeHtml(text).replace(pattern, `<${tag}>$&</${tag.split(' ')[0]}>`);
}

const algoliaDocSearch: Contender = (onResults) => {
  adopt(docsearchStyles);
  const container = document.createElement('div');
  document.body.append(container);
  let last = '';
  const search = async ({ requests }: { requests: readonly { query: string }[] }) => {
    last = requests[0]!.query;
    const hits = createResults(last, resultSize).map(({ path, content, metadata }, index) => {
      const title = `${index === 0 ? mark(last) : ''} ${metadata.headings![0]!}`;
      const value = highlight(content.slice(0, 240), last, 'mark');
      const hierarchy = { lvl0: metadata.title!, lvl1: metadata.title!, lvl2: title };
      const levels = Object.entries(hierarchy).map(([level, text]) => [
        level,
        { value: highlight(text, last, 'mark'), matchLevel: 'full' },
      ]);
      return {
        objectID: `${last}-${index}`,
        url: `https://example.com/${path}#${metadata.anchor!}`,
        type: 'content',
        content,
        hierarchy,
        _highlightResult: { hierarchy: Object.fromEntries(levels), content: { value, matchLevel: 'full' } },
        _snippetResult: { hierarchy: Object.fromEntries(levels), content: { value, matchLevel: 'full' } },
      };
    });
    return { results: [{ hits, nbHits: hits.length, index: 'docs', query: last }] };
  };
  // Its types are those of a CommonJS module.
  (docsearch as unknown as (options: object) => void)({
    container,
    appId: 'APP',
    apiKey: 'key',
    indices: ['docs'],
    maxResultsPerGroup: resultSize,
    transformSearchClient: (client: object) => ({ ...client, search, searchForHits: search }),
  });
  watch('.DocSearch-Hits', () => last, onResults);
  const open = (): void => {
    const button = container.querySelector<HTMLElement>('.DocSearch-Button');
    if (button) button.click();
    else requestAnimationFrame(open);
  };
  open();
};

const pagefind: Contender = (onResults) => {
  adopt(pagefindStyles);
  const container = document.createElement('div');
  container.id = 'search';
  document.body.append(container);
  let last = '';
  // What its UI imports as its index.
  Object.assign(globalThis, {
    pagefindSearch: (query: string) => {
      last = query;
      const results = createResults(query, resultSize).map(({ path, content, metadata }, index) => ({
        id: `${index}`,
        data: async () => ({
          url: `/${path}#${metadata.anchor!}`,
          meta: { title: `${index === 0 ? mark(query) : ''} ${metadata.headings![0]!}` },
          excerpt: highlight(content.slice(0, 240), query, 'mark'),
          sub_results: [],
        }),
      }));
      return { results, unfilteredResultCount: results.length, filters: {}, totalFilters: {} };
    },
  });
  new PagefindUI({
    element: '#search',
    bundlePath: '/pagefind/',
    debounceTimeoutMs: 0,
    pageSize: resultSize,
    showImages: false,
    showSubResults: false,
  });
  watch('.pagefind-ui__results', () => last, onResults);
  container.querySelector('input')!.focus();
};

function docsSearch(variant: 'inline' | 'dialog'): Contender {
  return (onResults) => {
    const element = new DocsSearch();
    Object.assign(element, {
      endpoint: '/',
      domain: 'docs',
      variant,
      debounce: 0,
      pageSize: Math.min(resultSize, MAX_PAGE_SIZE),
    });
    element.addEventListener('docs-search-results', ({ detail }) => onResults(detail.query));
    document.body.append(element);
    void element.show();
  };
}

const contenders: Readonly<Record<string, Contender>> = {
  'floor: input + innerHTML': floor,
  'docs-search, inline': docsSearch('inline'),
  'docs-search, dialog': docsSearch('dialog'),
  'Pagefind default UI': pagefind,
  DocSearch: algoliaDocSearch,
};

let typed = '';
let pressedAt = 0;
let tellPainted: (milliseconds: number) => void = () => {};
let nextPaint: Promise<number>;

addEventListener(
  'keydown',
  (event) => {
    pressedAt = event.timeStamp;
    typed += event.key;
    nextPaint = new Promise((resolve) => (tellPainted = resolve));
  },
  { capture: true },
);

/** A frame that was asked for now shows what is in the document now; the task after it runs once it is painted. */
function handleResults(query: string): void {
  if (query.trim() !== typed) return;
  const tell = tellPainted;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => tell(performance.now() - pressedAt));
    port1.start();
    port2.postMessage(null);
  });
}

const bench: TypingBench = {
  names: Object.keys(contenders),
  prepare(name, size) {
    resultSize = size;
    contenders[name]!(handleResults);
  },
  painted: () => nextPaint,
};
Object.assign(globalThis, { bench });
