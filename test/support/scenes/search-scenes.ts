import type { DocsSearch } from '../../../src/search.ts';
import {
  answer,
  place,
  refusal,
  SearchHarness,
  section,
  SECTIONS,
  type SearchSetup,
} from '../search-harness.ts';
import type { Scene } from './scene.ts';
import { loadSearchText, type SearchText } from './search-text.ts';

/** A state of the search, and how to get there. */
export interface SearchScene extends Scene<SearchHarness> {
  /** What the reader types, or nothing. */
  readonly query: string;
  /** What the reader is told, in the language of the page. */
  readonly says: (text: SearchText) => readonly string[];
}

interface SearchSceneSetup extends SearchSetup {
  readonly query?: string;
  readonly says: SearchScene['says'];
  /** What the reader does then. */
  readonly act?: (search: SearchHarness) => Promise<void>;
}

const FILTERS = { versions: 'v6,v5', languages: 'en,de' };

function keepRecent({ endpoint }: DocsSearch): void {
  localStorage.setItem(`docs-assistant:${endpoint}|docs:recent`, '["middleware","how do I deploy"]');
}

/** Put an element that takes questions beside the search. */
function placeAssistant(): void {
  const assistant = place('');
  assistant.id = 'assistant';
  Object.assign(assistant, { show() {}, ask() {} });
}

const SETUPS: Readonly<Record<string, SearchSceneSetup>> = {
  start: { says: (text) => [text('start')] },
  'recent searches': { prepare: keepRecent, says: (text) => [text('recent'), 'how do I deploy'] },
  'not set up': {
    attributes: { domain: '' },
    says: (text) => [text('notConfigured'), text('notConfiguredHint', { missing: 'domain' })],
  },
  'too short': { query: 'm', says: (text) => [text('tooShort', { count: 2 })] },
  waiting: { query: 'middleware', replies: [answer([], true)], says: (text) => [text('slow')] },
  results: {
    query: 'middleware',
    replies: [SECTIONS],
    attributes: FILTERS,
    says: (text) => [text('count', { count: 3 })],
  },
  'filters, opened': {
    query: 'middleware',
    replies: [SECTIONS],
    attributes: { ...FILTERS, version: 'v6' },
    says: (text) => [text('count', { count: 3 }), text('clearFilters')],
    async act(search) {
      await search.until(() => search.isVisible('[part=filters-open]'));
      search.find('[part=filters-open]')!.click();
      await search.until(() => search.root.activeElement instanceof HTMLSelectElement);
    },
  },
  'many results, beside an assistant': {
    query: 'middleware',
    replies: [
      Array.from({ length: 10 }, (_, index) =>
        SECTIONS.map((result) => ({
          ...result,
          path: `${result.path}-${index}`,
          metadata: { ...result.metadata, version: `v${index % 2}` },
        })),
      ).flat(),
    ],
    attributes: { assistant: 'assistant', 'page-size': '30' },
    prepare: placeAssistant,
    says: (text) => [text('count', { count: 30 })],
  },
  'a question, beside an assistant': {
    query: 'how do I deploy?',
    replies: [SECTIONS],
    attributes: { assistant: 'assistant' },
    prepare: placeAssistant,
    says: (text) => [text('count', { count: 3 }), text('ask')],
  },
  'related pages, beside an assistant': {
    query: 'throttling',
    replies: [SECTIONS.map((result) => ({ ...result, metadata: { ...result.metadata, isRelated: true } }))],
    attributes: { assistant: 'assistant' },
    prepare: placeAssistant,
    says: (text) => [text('related'), text('count', { count: 3 }), text('ask')],
  },
  'nothing, beside an assistant': {
    query: 'zebra',
    replies: [[]],
    attributes: { assistant: 'assistant' },
    prepare: placeAssistant,
    says: (text) => [text('nothing', { query: 'zebra' }), text('ask')],
  },
  'keyboard shortcuts': {
    query: 'middleware',
    replies: [SECTIONS],
    says: (text) => [text('count', { count: 3 })],
    async act(search) {
      search.find('[part=clear]')!.focus();
      await search.press('?');
      await search.until(() => search.find('[part=shortcuts]') !== null);
    },
  },
  'results that the page draws': {
    query: 'middleware',
    replies: [SECTIONS],
    prepare: (element) => {
      element.renderResult = (result, { heading, excerpt }) => {
        const line = document.createElement('span');
        line.append('★ ', heading(), ` (${result.metadata.version}): `, excerpt());
        return line;
      };
    },
    says: (text) => [text('count', { count: 3 })],
    act: (search) => search.press('ArrowDown').then(() => {}),
  },
  nothing: {
    query: 'zebra',
    replies: [[]],
    says: (text) => [text('nothing', { query: 'zebra' }), text('nothingHint'), text('unfilter')],
  },
  'a problem of the server': {
    query: 'middleware',
    replies: [refusal(500)],
    says: (text) => [text('broken'), text('brokenHint'), text('retry')],
  },
  'no access': {
    query: 'middleware',
    replies: [refusal(401)],
    says: (text) => [text('refused'), text('refusedHint')],
  },
  'unknown documentation': {
    query: 'middleware',
    replies: [refusal(404)],
    says: (text) => [text('unknownSite'), text('unknownSiteHint')],
  },
  'too many searches': {
    query: 'middleware',
    replies: [refusal(429, { 'retry-after': '30' })],
    says: (text) => [text('limited'), text('limitedHint'), beginningOf(text('retryIn'))],
  },
  'too long': { query: 'm'.repeat(1001), says: (text) => [text('tooLarge'), text('tooLargeHint')] },
  'an answer that is none': {
    query: 'middleware',
    replies: [{ pieces: ['<html>'] }],
    says: (text) => [text('broken')],
  },
  'a broken connection': {
    query: 'middleware',
    replies: [{ pieces: ['['], broken: true }],
    says: (text) => [text('network')],
  },
};

/** A section with everything that Markdown has. */
const GUIDE = section(
  'v6/en/guides/middleware',
  'Middleware',
  'Chaining middleware',
  `Middleware runs **before** every request. Several of them run in the order of the
[sequence](#sequence), and \`next()\` calls the one after.

\`\`\`ts title="src/middleware.ts"
import { sequence } from 'framework:middleware';

export const onRequest = sequence(validate, authenticate, greet);
\`\`\`

1. The first middleware sees the request before all others.
2. The last one is the first to see the response, see [HTTP](https://developer.example/http).

| Function | Returns |
| --- | --- |
| \`next()\` | the response of the next middleware |
| \`rewrite(path)\` | the response of another page |

> A middleware without a response ends the request.

${'What a middleware stores in its context is there for the page, too. '.repeat(12)}`,
);

const PREVIEW_SETUPS: Readonly<Record<string, SearchSceneSetup>> = {
  'a preview of the first result': {
    query: 'middleware',
    replies: [[GUIDE, ...SECTIONS.slice(0, 2)]],
    says: (text) => [text('count', { count: 3 })],
    act: seePreview,
  },
  'a preview of the active result, with filters': {
    query: 'middleware',
    replies: [
      Array.from({ length: 4 }, (_, index) =>
        [...SECTIONS, GUIDE].map((result) => ({ ...result, path: `${result.path}-${index}` })),
      ).flat(),
    ],
    attributes: { ...FILTERS, 'page-size': '30' },
    says: (text) => [text('count', { count: 16 })],
    async act(search) {
      for (let step = 0; step < 3; step++) await search.press('ArrowDown');
      await seePreview(search);
    },
  },
  'a result without a text to preview': {
    query: 'middleware',
    replies: [[{ ...GUIDE, content: '' }, ...SECTIONS.slice(0, 2)]],
    says: (text) => [text('count', { count: 3 })],
  },
};

/** Wait for the preview where the window is wide enough for one. */
async function seePreview(search: SearchHarness): Promise<void> {
  if (search.element.variant === 'dialog' && innerWidth >= 944)
    await search.until(() => search.isVisible('[part=preview]'));
}

/** The words before the time that a server has named. */
function beginningOf(sentence: string): string {
  return sentence.replace(/\{.*/, '').trim();
}

function createScene([name, setup]: [string, SearchSceneSetup]): SearchScene {
  const { query = '', says, act, ...rest } = setup;
  return {
    name,
    query,
    says,
    async open(attributes) {
      const search = await SearchHarness.open({
        ...rest,
        attributes: { ...rest.attributes, ...attributes },
      });
      await search.element.show();
      await search.until(() => search.isOpen);
      if (query) search.type(query);
      const sentences = says(await loadSearchText());
      await search.until(() => sentences.every((sentence) => search.text('.panel').includes(sentence)));
      await act?.(search);
      return search;
    },
  };
}

export const SEARCH_SCENES: readonly SearchScene[] = Object.entries(SETUPS).map(createScene);

/** States of the preview, which a wide dialog has. */
export const PREVIEW_SCENES: readonly SearchScene[] = Object.entries(PREVIEW_SETUPS).map(createScene);
