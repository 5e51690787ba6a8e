import { expect } from '@open-wc/testing';
import { PageFeedbackHarness } from '../../support/page-feedback-harness.ts';
import { openReplies, SearchHarness, SECTIONS } from '../../support/search-harness.ts';
import { nextEvent } from '../../support/until.ts';

/** Open a page that loads the script of the search and that of the page feedback, under the policy of the documentation. */
async function openPage(): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.className = 'test';
  Object.assign(frame, { width: '800', height: '500', src: '/test/support/search-and-feedback.html' });
  document.body.append(frame);
  await nextEvent(frame, 'load');
  return frame.contentDocument!;
}

async function openSearch(page: Document, endpoint: string): Promise<SearchHarness> {
  const element = page.createElement('docs-search');
  for (const [name, value] of Object.entries({ endpoint, domain: 'docs', debounce: '0' }))
    element.setAttribute(name, value);
  page.body.append(element);
  await element.updateComplete;
  return SearchHarness.of(element);
}

describe('<docs-page-feedback>: beside the script of the search', () => {
  afterEach(() => {
    PageFeedbackHarness.reset();
    SearchHarness.reset();
  });

  it('draws its form where the search draws results and messages, under one policy for Trusted Types', async () => {
    const page = await openPage();
    const search = await openSearch(page, await openReplies([SECTIONS, []]));
    const feedback = await PageFeedbackHarness.open({ 'feedback-endpoint': await openReplies([]) }, page);
    await search.search('middleware');
    expect(search.options.length).to.be.greaterThan(0);
    // What draws this message, and the form below, creates the policy: a second one would be refused.
    await search.search('nothing');
    await search.until(() => search.texts('strong').some((text) => text.includes('nothing')));
    await feedback.rate('positive');
    await feedback.until(() => feedback.find('[part=feedback-form]') !== null);
  });
});
