import type { DocsSearch } from '../../../src/search.ts';
import { answer, place, refusal, SearchHarness, SECTIONS, type SearchSetup } from '../search-harness.ts';
import type { Scene } from './scene.ts';

/** A state of the search, how to get there, and the words it has. */
export interface SearchScene extends Scene<SearchHarness> {
  /** What the reader types, or nothing. */
  readonly query: string;
  /** Matches what the reader is told. */
  readonly says: RegExp;
}

interface SearchSceneSetup extends SearchSetup {
  readonly query?: string;
  readonly says: RegExp;
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
  start: { says: /Type to search the documentation/ },
  'recent searches': { prepare: keepRecent, says: /Recent searches.*how do I deploy/ },
  'not set up': { attributes: { domain: '' }, says: /not set up.*domain/ },
  'too short': { query: 'm', says: /at least 2 characters/ },
  waiting: { query: 'middleware', replies: [answer([], true)], says: /Still searching/ },
  results: { query: 'middleware', replies: [SECTIONS], attributes: FILTERS, says: /3 results/ },
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
    says: /30 results/,
  },
  'nothing, beside an assistant': {
    query: 'zebra',
    replies: [[]],
    attributes: { assistant: 'assistant' },
    prepare: placeAssistant,
    says: /Nothing found for “zebra”.*Ask the assistant/,
  },
  'keyboard shortcuts': {
    query: 'middleware',
    replies: [SECTIONS],
    says: /3 results/,
    async act(search) {
      search.find('[part=clear]')!.focus();
      await search.press('?');
      await search.until(() => search.find('[part=shortcuts]') !== null);
    },
  },
  nothing: {
    query: 'zebra',
    replies: [[]],
    says: /Nothing found for “zebra”.*fewer or other words.*Search everywhere/,
  },
  'a problem of the server': {
    query: 'middleware',
    replies: [refusal(500)],
    says: /has a problem.*Search again/,
  },
  'no access': { query: 'middleware', replies: [refusal(401)], says: /refused access/ },
  'unknown documentation': {
    query: 'middleware',
    replies: [refusal(404)],
    says: /no search for this documentation/,
  },
  'too many searches': {
    query: 'middleware',
    replies: [refusal(429, { 'retry-after': '30' })],
    says: /Too many searches.*is kept.*Search again in \d+ seconds/,
  },
  'too long': { query: 'm'.repeat(1001), says: /too long.*fewer words/ },
  'an answer that is none': { query: 'middleware', replies: [{ pieces: ['<html>'] }], says: /has a problem/ },
  'a broken connection': {
    query: 'middleware',
    replies: [{ pieces: ['['], broken: true }],
    says: /could not be reached/,
  },
};

export const SEARCH_SCENES: readonly SearchScene[] = Object.entries(SETUPS).map(
  ([name, { query = '', says, act, ...setup }]) => ({
    name,
    query,
    says,
    async open(attributes) {
      const search = await SearchHarness.open({
        ...setup,
        attributes: { ...setup.attributes, ...attributes },
      });
      await search.element.show();
      await search.until(() => search.isOpen);
      if (query) search.type(query);
      await search.until(() => says.test(search.text('.panel')));
      await act?.(search);
      return search;
    },
  }),
);
