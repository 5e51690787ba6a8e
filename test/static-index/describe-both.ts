import { after, before, describe } from 'node:test';
import { LanguageFallback } from '../../src/engine/ranking/language-fallback.ts';
import { toSearchResult } from '../../src/engine/ranking/search-result.ts';
import type { DocsFilter, SearchResult } from '../../src/protocol/api.ts';
import type { ReadingOptions } from '../../src/service/docs/reading-options.ts';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { hostIndex, type IndexHost } from './index-host.ts';

/** Returns the titles of the pages found, best first. */
export type Find = (query: string, filter?: DocsFilter, pageSize?: number) => Promise<string[]>;
/** Returns the results themselves. */
export type FindResults = (query: string, filter?: DocsFilter, pageSize?: number) => Promise<SearchResult[]>;

/** Describe a documentation for the search of the service and for that of a static index. */
export function describeBoth(
  name: string,
  files: Record<string, string>,
  tests: (find: Find, findResults: FindResults) => void,
  reading: ReadingOptions = {},
): void {
  for (const kind of ['service', 'static index']) {
    describe(`${name}, in the ${kind}`, () => {
      let folder: TemporaryFolder;
      let host: IndexHost;
      before(async () => {
        folder = await temporaryFolder(files);
        host = await hostIndex(folder.path, undefined, null, reading);
      });
      after(async () => {
        await host[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
      });
      const findResults: FindResults = async (query, filter, pageSize = 10) => {
        const request = { query, pageSize, ...(filter && { filter }) };
        if (kind === 'static index') return createStaticSource({ index: host.index }).search(request);
        const hits = await new LanguageFallback(host.service, []).search(request, () => null);
        return hits.map((hit) => toSearchResult(hit));
      };
      tests(
        async (...search) => (await findResults(...search)).map(({ metadata }) => metadata.title!),
        findResults,
      );
    });
  }
}

export const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;
