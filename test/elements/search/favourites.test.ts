import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { SearchHarness, SECTIONS, section } from '../../support/search-harness.ts';

const KEY = ({ endpoint }: { endpoint: string }, name = 'favourites'): string =>
  `docs-assistant:${endpoint}|docs:${name}`;
const KEPT = [
  { path: 'v6/en/guides/routing#dynamic-routes', title: 'Dynamic routes', page: 'Routing' },
  { path: 'v6/en/install', title: 'Install' },
];

describe('<docs-search>: favourites', () => {
  afterEach(() => SearchHarness.reset());

  it('adds the active result with Shift+Enter, removes it likewise, and announces both', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    expect(await search.press('Enter', { shiftKey: true })).to.equal(true);
    await search.until(() => search.text('.panel [role=status]').includes('was added'));
    expect(search.text('.panel [role=status]')).to.equal('“Basic usage” was added to your favourites.');
    expect(JSON.parse(localStorage.getItem(KEY(search))!)).to.deep.equal([
      { path: 'v6/en/guides/middleware#basic-usage', title: 'Basic usage', page: 'Middleware' },
    ]);
    await search.press('Enter', { shiftKey: true });
    await search.until(() => search.text('.panel [role=status]').includes('was removed'));
    expect(localStorage.getItem(KEY(search))).to.equal(null);
  });

  it('leaves the key of bookmarks to the browser', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    expect(await search.press('d', { ctrlKey: true })).to.equal(false);
    expect(await search.press('d', { metaKey: true })).to.equal(false);
  });

  it('adds the hovered result with its star, without opening it', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    pointAt(search.options[2]!);
    await search.until(() => search.find('[part~=favourite-toggle]') !== null);
    expect(search.findAll('[part~=favourite-toggle]').length).to.equal(1);
    expect(search.find('[part~=favourite-toggle]')?.closest('a')?.id).to.equal(search.options[2]?.id);
    search.find('[part~=favourite-toggle]')?.click();
    await search.until(() => search.find('.star.kept') !== null);
    expect(localStorage.getItem(KEY(search))).to.include('Dynamic routes');
    expect(search.isOpen).to.equal(true);
    await expectAccessible(search.element);
  });

  it('lists them below the recent searches, as links', async () => {
    const search = await open();
    expect(search.options.map((option) => option.getAttribute('part'))).to.deep.equal([
      'recent',
      'favourite',
      'favourite',
    ]);
    expect(search.find('[role=group]')?.getAttribute('aria-label')).to.equal('Favourites');
    const link = search.options[1] as HTMLAnchorElement;
    expect(link.pathname + link.hash).to.equal('/v6/en/guides/routing#dynamic-routes');
    await expectAccessible(search.element);
  });

  it('dispatches a cancelable event before one opens', async () => {
    const search = await open();
    const selected = new Promise<CustomEvent>((resolve) => {
      search.element.addEventListener('docs-search-select', (event) => {
        event.preventDefault();
        resolve(event);
      });
    });
    for (let presses = 0; presses < 2; presses += 1) await search.press('ArrowDown');
    await search.press('Enter');
    expect((await selected).detail).to.deep.equal({
      result: { path: KEPT[0]!.path, content: '', metadata: { title: 'Routing' } },
      index: 1,
      query: '',
    });
  });

  it('removes one with Delete and with its button', async () => {
    const search = await open();
    for (let presses = 0; presses < 2; presses += 1) await search.press('ArrowDown');
    await search.press('Delete');
    await search.until(() => search.findAll('[part=favourite]').length === 1);
    search.find('[part=favourite] .forget')?.click();
    await search.until(() => search.findAll('[part=favourite]').length === 0);
    expect(localStorage.getItem(KEY(search))).to.equal(null);
  });

  it('removes searches and favourites from the device with one press', async () => {
    const search = await open();
    search.find('[part=forget]')?.click();
    await search.until(() => search.options.length === 0);
    expect(localStorage.length).to.equal(0);
  });

  it('forgets everything when a script says so, before anything was opened', async () => {
    const search = await SearchHarness.open({ prepare: keep });
    localStorage.setItem(KEY(search, 'filter'), '{"version":"v5"}');
    await search.element.forget();
    expect(localStorage.length).to.equal(0);
  });

  it('writes nothing while only memory is allowed', async () => {
    const search = await SearchHarness.open({ attributes: { storage: 'memory' }, replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    await search.press('Enter', { shiftKey: true });
    await search.until(() => search.find('.star.kept') !== null);
    expect(localStorage.length).to.equal(0);
  });

  it('offers the recent searches that begin like a text that is too short', async () => {
    const search = await SearchHarness.open({
      prepare: (element) => localStorage.setItem(KEY(element, 'recent'), '["Middleware","routing"]'),
      replies: [SECTIONS],
    });
    await search.element.show();
    await search.until(() => search.options.length === 2);
    search.type('m');
    await search.until(() => search.options.length === 1);
    const answered = search.heard('docs-search-results');
    await search.press('ArrowDown');
    await search.press('Enter');
    await answered;
    expect(search.input.value).to.equal('Middleware');
  });
});

describe('<docs-search>: the way to a result', () => {
  afterEach(() => SearchHarness.reset());

  it('leads to the passage, highlighted, in browsers that can find one', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    const link = search.options[1] as HTMLAnchorElement;
    expect(link.hash).to.equal('#basic-usage');
    await search.press('ArrowDown');
    await search.until(() => search.find('.star') !== null);
    const directive = 'fragmentDirective' in document ? ':~:text=named%20onRequest%20from%20middleware' : '';
    expect(link.hash).to.equal(`#basic-usage${directive}`);
  });

  it('leads to the section without a passage for another query', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS, SECTIONS.slice(1)] });
    await search.search('middle');
    await search.until(() => search.options[0]!.querySelector('.star') !== null);
    await search.search('middleware');
    expect(search.texts('[part=result-title]')).to.deep.equal(['Dynamic routes', 'Middleware']);
    expect((search.options[1] as HTMLAnchorElement).hash).to.equal('');
  });

  it('prefetches the page of the hovered or active result, where the host allows it', async () => {
    const search = await SearchHarness.open({
      attributes: { prefetch: '' },
      replies: [
        [
          section('/test/elements/a', 'A', null, 'x'),
          section('https://elsewhere.example/b', 'B', null, 'x'),
          section('/test/elements/c', 'C', 'Two', 'x'),
        ],
      ],
    });
    await search.search('xx');
    const fetched = nextFetched('/test/elements/a');
    await search.press('ArrowDown');
    await search.press('ArrowUp');
    await fetched;
    const next = nextFetched('/test/elements/c');
    pointAt(search.options[1]!);
    pointAt(search.options[2]!);
    await next;
    const pages = performance.getEntriesByType('resource').map(({ name }) => name);
    expect(pages.filter((name) => /elsewhere[.]example|[/]elements[/]c$/.test(name)).length).to.equal(1);
  });
});

/** Opens a box whose reader has searched and kept something before. */
async function open(): Promise<SearchHarness> {
  const search = await SearchHarness.open({ prepare: keep });
  await search.element.show();
  await search.until(() => search.options.length === 3);
  return search;
}

function keep(element: { endpoint: string }): void {
  localStorage.setItem(KEY(element, 'recent'), '["middleware"]');
  localStorage.setItem(KEY(element), JSON.stringify(KEPT));
}

function pointAt(element: Element): void {
  element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true }));
}

/** Waits until a page has been fetched. */
function nextFetched(path: string): Promise<void> {
  const { href } = new URL(path, location.href);
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntriesByName(href).length) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'resource', buffered: true });
  });
}
