import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { HostedPlatform } from '../../support/hosted-platform.ts';
import { SearchHarness } from '../../support/search-harness.ts';

const name = fc.stringMatching(/^[a-z][\w.-]{0,20}$/);

afterEach(async () => {
  SearchHarness.reset();
  await HostedPlatform.closeAll();
});

describe('<docs-search> on the hosted platform', () => {
  it('has every field that it is given arrive as it was set', async () => {
    const platform = new HostedPlatform();
    let run = 0;
    const fields = fc.record(
      {
        version: name,
        language: name,
        pageSize: fc.integer({ min: 1, max: 50 }),
        filter: fc.record({ version: name, language: name }, { requiredKeys: [] }),
        added: fc.record({ tag: name, groups: fc.array(name, { maxLength: 3 }) }, { requiredKeys: [] }),
        scoreThreshold: fc.double({ min: 0, max: 1, noNaN: true }).map((score) => score + 0),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, async ({ filter, added, scoreThreshold, ...set }) => {
        const search = await SearchHarness.open({
          attributes: { endpoint: platform.endpoint, storage: 'memory' },
          prepare: (element) => void Object.assign(element, set),
        });
        search.element.addEventListener('docs-search-query', ({ detail }) => {
          Object.assign(detail.filter, added);
          if (scoreThreshold !== undefined) detail.scoreThreshold = scoreThreshold;
        });
        // Of its own for each run, because a search without results may be followed by others.
        const query = `install ${++run}`;
        const sent = async () => (await platform.received()).find(({ body }) => body?.['query'] === query);
        void search.element.search(query, filter && { filter });
        await search.until(async () => (await sent()) !== undefined);
        const { path, body } = (await sent())!;
        const own = { ...(filter ?? { version: set.version, language: set.language ?? 'en' }), ...added };
        const filtered = Object.keys(own).length > 0 ? own : undefined;
        expect(path).to.equal('/discovery/v1/search/docs');
        const expected = { query, pageSize: set.pageSize ?? 10, scoreThreshold, filter: filtered };
        expect(body).to.deep.equal(JSON.parse(JSON.stringify(expected)));
        search.element.remove();
      }),
      { numRuns: 12, includeErrorInReport: true },
    );
  });
});
