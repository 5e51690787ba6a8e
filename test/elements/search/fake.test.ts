import { expect } from '@open-wc/testing';
import { SearchHarness } from '../../support/search-harness.ts';

const ATTRIBUTES = { endpoint: '/__fake' };

/** What the panel says of the scenarios in which nothing is found. */
const SAID = {
  unknown: /unknown/,
  'rate-limited': /Too many searches at once/,
  unauthorized: /The search refused access/,
  'not-found': /There is no search for this documentation/,
  internal: /The search has a problem/,
  html: /The search has a problem/,
};

describe('<docs-search> and docs-assistant fake', () => {
  afterEach(() => SearchHarness.reset());

  it('shows the recorded results, with their headings and texts', async () => {
    const search = await SearchHarness.open({ attributes: ATTRIBUTES });
    await search.search('install');
    expect(search.options.length).to.equal(7);
    expect(search.text('[role=option]')).to.match(
      /^Install guides Getting started Install the package with one command/,
    );
  });

  for (const [name, sentence] of Object.entries(SAID)) {
    it(`shows the scenario ${name}`, async () => {
      const search = await SearchHarness.open({ attributes: ATTRIBUTES });
      search.type(name);
      await search.until(() => sentence.test(search.text('.panel')));
      expect(search.options.length).to.equal(0);
    });
  }
});
