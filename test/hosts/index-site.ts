import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from '../cli/command.ts';

/** A section that was found. */
export interface Result {
  path: string;
  content: string;
  metadata: { title: string; headings: string[]; anchor?: string; version?: string; language?: string };
}

/** Version and language of pages, as readers filter by them. */
export type Edition = Pick<Result['metadata'], 'version' | 'language'>;

/** Sections of a site, all of them and those that each filter leaves. */
export interface IndexedSite {
  results: Result[];
  filtered: { edition: Edition; results: Result[] }[];
}

/** Words of which every section of every site has one. */
const QUERIES = [
  ...['kiln', 'clay', 'kaolin', 'porcelain', 'potter', 'settings', 'birch', 'chimney', 'embers', 'raku'],
  ...['thermostat', 'temperature', 'celadon', 'lever', 'damper', 'celsius', 'teapot', 'melted', 'wheel'],
  ...['foot', 'bellows', 'pyrometer', 'thermocouple', 'read', 'scroll', 'hourglass'],
  ...['Porzellan', 'Lehm', 'Hauptbuch', 'Schwungrad'],
];

/** Indexes a folder by words, and returns every section of it. */
export async function indexSite(
  dir: string,
  editions: readonly Edition[],
  options: readonly string[] = [],
): Promise<IndexedSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  const args = ['serve', dir, '--no-model', '--port', '0', '--domain', 'docs', '--data', dataDir];
  const service = startCommand([...args, ...options]);
  try {
    const [url] = await Promise.all([service.url, service.told('"phase":"ready"')]);
    const filtered: IndexedSite['filtered'] = [];
    for (const edition of editions) filtered.push({ edition, results: await findAll(url, edition) });
    // Without a filter, one translation of each page is found.
    const found = [...(await findAll(url)), ...filtered.flatMap((one) => one.results)];
    const results = [
      ...new Map(
        found.map((one) => [JSON.stringify([one.path, one.metadata.anchor, one.content]), one]),
      ).values(),
    ];
    service.signal('SIGINT');
    const { stderr } = await service.outcome;
    const [, sections] = /"phase":"ready".*?"sections":(\d+)/.exec(stderr)!;
    assert.equal(results.length, Number(sections), 'every section is found');
    return { results, filtered };
  } finally {
    await service[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true });
  }
}

async function findAll(url: string, filter?: Edition): Promise<Result[]> {
  const results = new Map<string, Result>();
  for (const query of QUERIES) {
    const response = await fetch(`${url}/docs-api/v1/search/docs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ query, pageSize: 50, filter }),
    });
    assert.equal(response.status, 200);
    for (const result of (await response.json()) as Result[]) {
      const { headings, anchor } = result.metadata;
      results.set([result.path, ...headings, anchor].join('#'), result);
    }
  }
  return [...results.values()];
}
