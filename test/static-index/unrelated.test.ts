import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { SearchResultMetadata } from '../../src/protocol/api.ts';
import { toSearchResult } from '../../src/engine/ranking/search-result.ts';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import {
  MODEL,
  openEngine,
  temporaryFolder,
  type FolderEngine,
  type TemporaryFolder,
} from '../service/docs-folder.ts';
import { hostIndex, type IndexHost } from './index-host.ts';

const PAGES = [
  'search',
  'docs-search',
  'proxy',
  'privacy',
  'accessibility',
  'theming',
  'configuration',
  'service',
];
const NONSENSE = [
  'flibbertigibbet',
  'blorp snarf',
  'hjklhjkl',
  'zxcvbnm',
  'lorem',
  'foo bar baz',
  'wombat habitat',
  'quantum entanglement',
];
/** Words that these pages do not have, and a page about what they mean. */
const OTHER_WORDS = { keystrokes: 'accessibility', throttling: 'proxy', hotkeys: 'accessibility' };

for (const kind of ['service', 'static index']) {
  describe(`a search by meaning in the ${kind}`, () => {
    let folder: TemporaryFolder;
    let engine: FolderEngine | undefined;
    let host: IndexHost | undefined;
    before(async () => {
      const read = async (name: string): Promise<[string, string]> => [
        `${name}.md`,
        await readFile(new URL(`../../demo/docs/v2/en/${name}.md`, import.meta.url), 'utf8'),
      ];
      folder = await temporaryFolder(Object.fromEntries(await Promise.all(PAGES.map(read))));
      if (kind === 'service') {
        engine = await openEngine({ dir: folder.path, model: { folder: MODEL } });
        await engine.ready;
      } else host = await hostIndex(folder.path, undefined, MODEL);
    });
    after(async () => {
      await engine?.[Symbol.asyncDispose]();
      await host?.[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });
    const find = async (query: string): Promise<SearchResultMetadata[]> => {
      const found = engine
        ? (await engine.search({ query })).map((hit) => toSearchResult(hit))
        : await createStaticSource({ index: host!.index }).search({ query });
      return found.map(({ metadata }) => metadata);
    };

    test('finds nothing for nonsense', async () => {
      for (const query of NONSENSE) assert.deepEqual(await find(query), [], query);
    });

    // A static index knows the meaning of the words that it has, and finds nothing by others.
    if (kind === 'static index') return;
    test('says of what it finds without any of the words that it is related', async () => {
      for (const [query, page] of Object.entries(OTHER_WORDS)) {
        const found = await find(query);
        assert.ok(
          found.some(({ href }) => href!.startsWith(page)),
          query,
        );
        assert.ok(
          found.every(({ isRelated }) => isRelated),
          query,
        );
      }
      assert.ok((await find('keyboard')).every(({ isRelated }) => isRelated === undefined));
    });
  });
}
