import { expect } from '@open-wc/testing';
import { refusal, SearchHarness } from '../../support/search-harness.ts';

const MODULE = '/src/elements/search/parts/no-results.ts';

// A file of its own: a page loads the words for failures once.
describe('<docs-search> without a network to load the words for failures from', () => {
  afterEach(() => SearchHarness.reset());

  it('says that the search failed, and offers to search again', async () => {
    // Takes it out of the browser's cache, where a test before this one may have left it. Then it fails twice: once more
    // for what the first failure has changed.
    await refuse();
    await fetch(MODULE, { cache: 'reload' });
    await refuse();
    await refuse();
    const search = await SearchHarness.open({ replies: [refusal(500)] });
    search.type('middleware');
    await search.until(() => search.find('[part=retry]') !== null);
    expect(search.text('[part=error]')).to.equal('The search could not be reached Search again');
    expect(await search.said()).to.equal('The search could not be reached');
    // Firefox does not try again: leaves nothing refused for the next file.
    await fetch(MODULE, { cache: 'reload' });
  });
});

async function refuse(): Promise<void> {
  await fetch('/__replies/refuse', { method: 'PUT', body: JSON.stringify(MODULE) });
}
