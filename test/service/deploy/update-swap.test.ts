import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createRepository } from './git-repository.ts';
import { serveProject } from './update-service.ts';

const PAGES = 20;
const SWAPS = 5;
const SEARCHES = 200;
/** Milliseconds between two looks whether an edition was found: the searches want the machine. */
const LOOK_INTERVAL = 10;

/** Every page tells which edition it belongs to; together they are one edition. */
function edition(number: number): Record<string, string> {
  const pages = Array.from({ length: PAGES }, (_, page) => [
    `page-${page}.md`,
    `# Page ${page}\n\nlighthouse edition${number}`,
  ]);
  return Object.fromEntries(pages) as Record<string, string>;
}

it('a search sees the old index or the new one: never none, never both', async (test) => {
  await using repository = await createRepository(edition(0));
  await using service = await serveProject({ source: { repository: repository.path } });
  const seen = new Map<string, number>();
  let searches = 0;
  let swaps = 0;
  let isSearching = true;

  async function searchOn(): Promise<void> {
    try {
      while (searches < SEARCHES || swaps < SWAPS) {
        searches++;
        const results = await service.client.search({ query: 'lighthouse', pageSize: PAGES });
        const editions = new Set(results.map(({ content }) => /edition\d+/.exec(content)?.[0]));
        assert.equal(results.length, PAGES);
        assert.equal(editions.size, 1, `of two editions: ${[...editions].join()}`);
        const [name] = editions;
        seen.set(name!, (seen.get(name!) ?? 0) + 1);
      }
    } finally {
      isSearching = false;
    }
  }

  /** Resolves once an edition was found, however long a search takes here. */
  async function found(number: number): Promise<void> {
    while (isSearching && !seen.has(`edition${number}`)) await wait(LOOK_INTERVAL);
  }

  async function swapOn(): Promise<void> {
    await found(0);
    for (let number = 1; number <= SWAPS; number++) {
      await repository.commit(edition(number));
      assert.equal((await service.update()).status, 'success');
      // What has ended well is what is searched.
      assert.match((await service.search('lighthouse'))[0]!, new RegExp(`edition${number}$`));
      await found(number);
      swaps++;
    }
  }

  await Promise.all([searchOn(), swapOn()]);
  assert.equal(seen.size, SWAPS + 1);
  assert.deepEqual(service.failures, []);
  test.diagnostic(`${searches} searches over ${swaps} swaps`);
});
