import { expect } from '@open-wc/testing';
import type { FollowedLink } from '../../../src/protocol/api.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { moduleAddress } from '../../support/module-address.ts';
import type { ReceivedRequest, ScriptedReply } from '../../support/reply-server.ts';
import { SearchHarness, SECTIONS } from '../../support/search-harness.ts';
import { until } from '../../support/until.ts';

const MODULE = moduleAddress('/src/elements/shared/report-follows.ts');
const KEPT: ScriptedReply = { status: 204 };
const REFUSED: ScriptedReply = { status: 500 };
// A page keeps 250 entries, fewer than the modules of a test from the sources.
performance.setResourceTimingBufferSize(10_000);
const FILTER = { version: 'v6', language: 'en' };

/** Reports that the server has received. */
async function reports(endpoint: string): Promise<{ path: string; body: FollowedLink }[]> {
  const requests = (await (await fetch(`${endpoint}/requests`)).json()) as ReceivedRequest[];
  return requests
    .filter(({ path }) => path.includes('insights'))
    .map(({ path, body }) => ({ path, body: body as FollowedLink }));
}

/** Reports, once the server has received so many. */
async function received(endpoint: string, count: number): ReturnType<typeof reports> {
  await until(async () => (await reports(endpoint)).length >= count);
  return reports(endpoint);
}

/** Whether the piece that reports has been asked for, by any element. */
const isLoaded = (): boolean =>
  performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === MODULE);

/** Clicks, and stays on the page. */
function follow(link: HTMLElement, init: MouseEventInit = {}): void {
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ...init }));
}

/** Follows a link until its element, which loads what reports, has sent a report: exactly one. */
async function followReported(link: HTMLElement, init?: MouseEventInit): Promise<void> {
  const { fetch } = window;
  let sent = 0;
  window.fetch = (input, request) => {
    if (typeof input === 'string' && input.includes('insights')) sent += 1;
    return fetch(input, request);
  };
  await until(async () => {
    follow(link, init);
    await Promise.resolve();
    return sent > 0;
  });
  window.fetch = fetch;
}

async function openSearch(
  attributes: Record<string, string>,
  ...more: ScriptedReply[]
): Promise<SearchHarness> {
  const search = await SearchHarness.open({
    attributes: { ...FILTER, ...attributes },
    replies: [SECTIONS, ...more],
  });
  await search.search('middleware');
  return search;
}

const openAnswer = (
  attributes: Record<string, string>,
  ...more: ScriptedReply[]
): Promise<AssistantHarness> =>
  AssistantHarness.answered({
    attributes: { ...FILTER, ...attributes },
    replies: [answer('Use middleware [1].', { sources: [{ path: '/guide', title: 'Guide' }] }), ...more],
  });

describe('the attribute insights', () => {
  afterEach(() => {
    AssistantHarness.reset();
    SearchHarness.reset();
  });

  it('is needed: without it nothing is loaded and nothing is sent', async () => {
    const search = await openSearch({}, KEPT);
    follow(search.options[0]!);
    const assistant = await openAnswer({}, KEPT);
    await assistant.until(() => assistant.find('[part=source]') !== null);
    follow(assistant.find('[part=source]')!);
    // A request of the same page to each server afterwards: one before it would have arrived.
    expect(await reports(search.endpoint)).to.deep.equal([]);
    expect(await reports(assistant.endpoint)).to.deep.equal([]);
    expect(isLoaded()).to.equal(false);
  });

  it('reports a result that is followed, with its path and nothing else', async () => {
    const search = await openSearch({ insights: '' }, KEPT);
    await followReported(search.options[0]!, { ctrlKey: true });
    const [first] = await received(search.endpoint, 1);
    expect(first).to.deep.equal({
      path: '/v1/insights/docs/follow',
      body: { path: 'v6/en/guides/middleware' },
    });
  });

  it('reports no result whose link the page cancels, and none once the attribute is gone', async () => {
    const search = await openSearch({ insights: '' }, KEPT, KEPT);
    await followReported(search.options[0]!, { ctrlKey: true });
    await received(search.endpoint, 1);
    search.element.addEventListener('docs-search-select', (event) => event.preventDefault(), { once: true });
    follow(search.options[0]!, { ctrlKey: true });
    search.element.removeAttribute('insights');
    follow(search.options[0]!, { ctrlKey: true });
    await search.element.updateComplete;
    // A request of the same page afterwards: one before it would have arrived.
    expect(await reports(search.endpoint)).to.have.length(1);
  });

  it('reports a source that is followed; a refusal of the server is nobody’s concern', async () => {
    const assistant = await openAnswer({ insights: '' }, REFUSED, KEPT);
    await assistant.until(() => assistant.find('[part=source]') !== null);
    let problem: unknown = null;
    const note = (event: Event): void => void (problem = event);
    window.addEventListener('unhandledrejection', note);
    await followReported(assistant.find('[part=source]')!);
    await received(assistant.endpoint, 1);
    follow(assistant.find('[part=source]')!);
    await received(assistant.endpoint, 2);
    window.removeEventListener('unhandledrejection', note);
    const [first] = await reports(assistant.endpoint);
    expect(first).to.deep.equal({
      path: '/v1/insights/docs/follow',
      body: { path: '/guide' },
    });
    expect(problem).to.equal(null);
  });
});
