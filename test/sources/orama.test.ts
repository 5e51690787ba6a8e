import assert from 'node:assert/strict';
import { test } from 'node:test';
import { create, insertMultiple, search } from '@orama/orama';
import { createOramaSource, type OramaOptions } from '../../src/sources.ts';

const GUIDE = {
  url: '/v2/guide#setup',
  title: 'Guide',
  headings: ['Setup'],
  content: 'Install the program.',
  version: 'v2',
  language: 'en',
};
const OLD = { ...GUIDE, url: '/v1/guide#setup', version: 'v1' };
const GERMAN = { ...GUIDE, url: '/v2/de/guide#setup', content: 'Install: das Programm.', language: 'de' };

test('sections are found, with everything that the database has of them', async () => {
  const source = await open();
  const { url, content, ...metadata } = GUIDE;
  const results = await source.search({ query: 'install', filter: { version: 'v2', language: 'en' } });
  assert.deepEqual(results, [{ path: url, content, metadata }]);
});

test('version and language are filters of their own, and absent ones are none', async () => {
  const source = await open();
  const paths = async (filter: object): Promise<string[]> =>
    (await source.search({ query: 'install', filter })).map(({ path }) => path).toSorted();
  assert.deepEqual(await paths({ version: 'v1' }), [OLD.url]);
  assert.deepEqual(await paths({ language: 'de' }), [GERMAN.url]);
  assert.equal((await paths({})).length, 3);
  assert.deepEqual(await paths({ version: 'v9' }), []);
});

test('the page size is the limit, and fields may have other names', async () => {
  const source = await open({ titleField: 'language', versionField: '' });
  const results = await source.search({ query: 'install', pageSize: 2, filter: { version: 'v9' } });
  assert.equal(results.length, 2);
  assert.match(results[0]!.metadata.title!, /^(?:en|de)$/);
});

test('what is no answer of Orama is bad content', async () => {
  const source = createOramaSource({ search: () => ({ count: 0 }) });
  await assert.rejects(source.search({ query: 'install' }), { code: 'bad-content' });
});

async function open(options: Partial<OramaOptions> = {}) {
  const db = create({
    schema: {
      url: 'string',
      title: 'string',
      headings: 'string[]',
      content: 'string',
      version: 'enum',
      language: 'enum',
    } as const,
  });
  await insertMultiple(db, [GUIDE, OLD, GERMAN]);
  return createOramaSource({ search: (parameters) => search(db, parameters), ...options });
}
