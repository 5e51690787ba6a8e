/** What is measured runs in a page: a box each, over the same instant answers. */
import { css } from 'lit';
import { DocsSearch } from '../../../src/search.ts';
import type { SearchResult } from '../../../src/protocol/api.ts';

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
  const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  let last = '';
  input.addEventListener('input', async () => {
    const value = input.value.trim();
    if (value === last) return;
    last = value;
    const response = await fetch('/', { method: 'POST', body: JSON.stringify({ query: value }) });
    const results = (await response.json()) as SearchResult[];
    const pattern = new RegExp(value.split(/\s+/).join('|'), 'gi');
    const mark = (text: string): string => escape(text).replace(pattern, '<mark>$&</mark>');
    list.innerHTML = results
      .map(
        ({ path, content, metadata }) =>
          `<li><a href="/${escape(path)}#${escape(metadata.anchor!)}"><b>${mark(metadata.headings![0]!)}</b> <small>${escape(metadata.title!)}</small><p>${mark(content.slice(0, 240))}</p></a></li>`,
      )
      .join('');
    onResults(value);
  });
  document.body.append(page);
  input.focus();
};

function docsSearch(variant: 'inline' | 'dialog'): Contender {
  return (onResults) => {
    const element = new DocsSearch();
    Object.assign(element, { endpoint: '/', domain: 'docs', variant, debounce: 0, pageSize: resultSize });
    element.addEventListener('docs-search-results', ({ detail }) => onResults(detail.query));
    document.body.append(element);
    void element.show();
  };
}

const contenders: Readonly<Record<string, Contender>> = {
  'floor: input + innerHTML': floor,
  'docs-search, inline': docsSearch('inline'),
  'docs-search, dialog': docsSearch('dialog'),
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
