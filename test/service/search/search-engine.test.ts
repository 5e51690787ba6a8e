import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createRankedIndex,
  type FoundSection,
  type IndexContent,
  type IndexedSection,
  type SearchEngine,
  type SearchIndex,
  type SectionIndex,
  type StoredIndex,
  type WordExpression,
} from '../../../src/service.ts';
import { ENGLISH, question, startService, find, collect, ADMIN_KEY } from '../http-service.ts';

/** An engine as small as an adapter can be: it looks words up one after the other. */
class ListEngine implements SearchEngine {
  readonly name = 'list';
  readonly stored = new Map<string, IndexedSection[]>();
  isBroken = false;

  async store({ hash }: StoredIndex, content: IndexContent): Promise<void> {
    this.stored.set(hash, [...content.sections()]);
  }

  async open({ hash, projectId }: StoredIndex): Promise<SearchIndex> {
    const rows = this.stored.get(hash);
    if (rows === undefined) throw new Error(`There is no index of ${projectId}`);
    return createRankedIndex(createListIndex(rows, () => this.isBroken));
  }

  async prune(_: string, kept: readonly string[]): Promise<void> {
    for (const hash of this.stored.keys()) if (!kept.includes(hash)) this.stored.delete(hash);
  }

  async close(): Promise<void> {}
}

function createListIndex(rows: readonly IndexedSection[], isBroken: () => boolean): SectionIndex {
  const last = rows.length;
  const texts = rows.map(({ columns }) => ` ${Object.values(columns).join(' ').toLowerCase()} `);
  const has = (text: string, expression: WordExpression): boolean => {
    if ('phrase' in expression) return text.includes(` ${expression.phrase} `);
    if ('prefix' in expression) return text.includes(` ${expression.prefix}`);
    if ('anyOf' in expression) return expression.anyOf.some((one) => has(text, one));
    return expression.allOf.every((one) => has(text, one));
  };
  const toFound = ({ page, isFirst }: IndexedSection, at: number): FoundSection => ({
    section: at + 1,
    page,
    isFirst,
    score: 1,
  });
  return {
    facts: {
      pages: new Set(rows.map(({ page }) => page)).size,
      sections: last,
      vectors: 0,
      space: null,
      calibrations: {},
      isPreliminary: false,
      scopes: [{ version: null, language: null, first: 1, last }],
      commonWords: [],
      problems: [],
    },
    vocabulary: async () => ({
      has: (word) => texts.some((text) => has(text, { phrase: word })),
      hasPrefix: (prefix) => texts.some((text) => has(text, { prefix })),
      isCommon: () => false,
      words: () => ({ words: [], counts: new Uint32Array() }),
    }),
    async matches(expression, { limit }) {
      if (isBroken()) throw new Error('the list is lost');
      return rows
        .map(toFound)
        .filter((_, at) => has(texts[at]!, expression))
        .slice(0, limit);
    },
    count: async (expression) => texts.filter((text) => has(text, expression)).length,
    nearest: async () => [],
    cosines: async () => new Map(),
    sections: async (numbers) => new Map(numbers.map((number) => [number, rows[number - 1]!.section])),
    async findPages(keys) {
      const paths = new Map(rows.map(({ pageKey, section }) => [pageKey, section.path]));
      return new Map(keys.flatMap((key) => (paths.has(key) ? [[key, paths.get(key)!]] : [])));
    },
    pagePaths: async () => [...new Set(rows.map(({ section }) => section.path))],
    async close() {},
  };
}

test('searches and answers come from the engine that a service is given', async () => {
  const engine = new ListEngine();
  await using service = await startService({ engine });
  await service.service.ready;
  assert.equal(engine.stored.size, 1);
  const [rows] = engine.stored.values();
  const { section } = rows!.find(({ section: { anchor } }) => anchor !== undefined)!;
  const query = section.headings.at(-1)!.toLowerCase();
  const response = await service.post('/v1/search/lighthouse', { query, filter: ENGLISH });
  assert.equal(response.status, 200);
  const results = (await response.json()) as { metadata: { href: string } }[];
  assert.ok(results.some(({ metadata }) => metadata.href === section.href));
  const events = await collect(service.client.answer(question(query)));
  assert.equal(find(events, 'source')!.source.url, section.href);
});

test('a search that the engine fails is refused as unavailable, and the operator gets the reason', async () => {
  const engine = new ListEngine();
  await using service = await startService({ engine });
  await service.service.ready;
  engine.isBroken = true;
  const response = await service.post('/v1/search/lighthouse', { query: 'lamp' });
  assert.equal(response.status, 503);
  const body = (await response.json()) as { code: string };
  assert.equal(body.code, 'unavailable');
  assert.ok(!JSON.stringify(body).includes('the list is lost'));
  assert.match(String(service.failures.at(-1)), /The search engine failed: the list is lost/);
  engine.isBroken = false;
  assert.equal((await service.post('/v1/search/lighthouse', { query: 'lamp' })).status, 200);
});

test('an index that the engine has lost is stored again by the next update, although nothing has changed', async () => {
  const engine = new ListEngine();
  await using service = await startService({ engine });
  await service.service.ready;
  engine.stored.clear();
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const { statusId } = (await (await service.post('/v1/project/update/project-1', {}, headers)).json()) as {
    statusId: string;
  };
  assert.ok(statusId);
  while (engine.stored.size === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(engine.stored.size, 1);
});
