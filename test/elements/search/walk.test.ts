import { expect } from '@open-wc/testing';
import { focusPage, pressKeys, setViewport } from '../../support/page-commands.ts';
import { refusal, SearchHarness, SECTIONS } from '../../support/search-harness.ts';

describe('<docs-search>: with the keyboard alone', () => {
  before(() => setViewport({ width: 1200, height: 800 }));
  // Tab leads out of the page in Firefox, where the list of keys is one stop more.
  beforeEach(focusPage);
  afterEach(() => {
    SearchHarness.reset();
    document.documentElement.lang = 'en';
  });

  it('is opened, asked, filtered, moved through, kept, left and closed', async () => {
    const search = await SearchHarness.open({
      attributes: { variant: 'dialog', versions: 'v6,v5' },
      replies: [refusal(500), SECTIONS, SECTIONS.slice(0, 2), SECTIONS],
    });
    const opened: string[] = [];
    search.element.addEventListener('docs-search-select', (event) => {
      event.preventDefault();
      opened.push(event.detail.result.path);
    });
    const focused = (): string => search.root.activeElement?.getAttribute('part') ?? '';

    // Opened by its key; what is typed goes into the box.
    await pressKeys('/');
    await search.until(() => search.isOpen && focused() === 'input');
    const failed = search.heard('docs-search-error');
    for (const key of 'mi') await pressKeys(key);
    await failed;

    // Out of trouble: the button that searches again is on the way of Tab, behind the filter.
    await search.until(() => search.find('[part=retry]') !== null);
    await tabTo(search, 'retry');
    let answered = search.heard('docs-search-results');
    await pressKeys('Enter');
    await answered;

    // That button is gone: the focus is in the box. A letter typed outside of it goes on in it.
    expect(focused()).to.equal('input');
    await tabTo(search, 'clear');
    answered = search.heard('docs-search-results');
    await pressKeys('d');
    await answered;
    expect(search.input.value).to.equal('mid');
    expect(focused()).to.equal('input');

    // Through the list, around its end, and a result is kept.
    await pressKeys('ArrowUp');
    expect(search.active?.id).to.equal(search.options.at(-1)?.id);
    await pressKeys('Home');
    expect(search.active?.id).to.equal(search.options[0]?.id);
    await pressKeys('Shift', 'Enter');
    await search.until(() => search.find('.star.kept') !== null);
    await pressKeys('Enter');
    expect(opened).to.deep.equal(['v6/en/guides/middleware']);

    // A filter is chosen as in any list of choices.
    await tabTo(search, 'filters-open');
    await pressKeys('Enter');
    await search.until(() => focused().includes('filter-version'));
    answered = search.heard('docs-search-results');
    await pressKeys('v');
    await answered;
    expect((await search.requests()).at(-1)?.body.filter).to.deep.equal({ version: 'v6', language: 'en' });

    await pressKeys('Escape');
    expect(focused()).to.equal('filters-open');

    // Back to the box; Escape in two steps, and the focus is where it was.
    await tabTo(search, 'input');
    await pressKeys('Escape');
    await search.until(() => search.input.value === '');
    await search.until(() => search.find('[part=favourite]') !== null);
    await pressKeys('Escape');
    await search.until(() => !search.isOpen);
    expect(['', 'trigger']).to.include(focused());
  });

  for (const part of ['input', 'clear', 'filters-open', 'filter-version', 'filters-reset']) {
    it(`shows where the focus is: ${part}`, async () => {
      const search = await SearchHarness.open({
        attributes: { versions: 'v6,v5', languages: 'en,de' },
        prepare: ({ endpoint }) =>
          localStorage.setItem(`docs-assistant:${endpoint}|docs:filter`, '{"version":"v5"}'),
        replies: [SECTIONS],
      });
      await search.element.show();
      await search.until(() => search.isOpen);
      await search.search('middleware');
      await search.until(() => search.isVisible('[part=filters-open]'));
      if (part === 'filter-version' || part === 'filters-reset') {
        await tabTo(search, 'filters-open');
        await pressKeys('Enter');
        await search.until(() => search.root.activeElement instanceof HTMLSelectElement);
      }
      await tabTo(search, part);
      const outlined = part === 'input' ? search.find('.box')! : search.root.activeElement!;
      expect(getComputedStyle(outlined).outlineStyle).not.to.equal('none');
    });
  }
});

/** Goes with Tab, or else back with Shift and Tab, to an element: browsers differ in what comes after the last one. */
async function tabTo(search: SearchHarness, part: string): Promise<void> {
  const isThere = (): boolean =>
    search.root.activeElement?.getAttribute('part')?.split(' ').includes(part) ?? false;
  for (let press = 0; press < 16 && !isThere(); press += 1)
    await (press < 8 ? pressKeys('Tab') : pressKeys('Shift', 'Tab'));
  expect(isThere()).to.equal(true, part);
}

describe('<docs-search>: a rate limit of the server', () => {
  const { now } = Date;
  afterEach(() => {
    SearchHarness.reset();
    Date.now = now;
  });

  it('stops requests while the reader types on, and ends with a search', async () => {
    const search = await SearchHarness.open({
      replies: [refusal(429, { 'retry-after': '60' }), SECTIONS],
    });
    const failed = search.heard('docs-search-error');
    search.type('middle');
    await failed;
    const answered = search.heard('docs-search-results');
    search.type('middleware');
    await search.until(() => search.text('[part=retry]').includes('seconds'));
    expect((await search.requests()).length).to.equal(1);
    Date.now = () => now() + 60_000;
    await answered;
    expect((await search.requests()).map(({ body }) => body.query)).to.deep.equal(['middle', 'middleware']);
  });
});

describe('<docs-search>: a box with little room below', () => {
  before(() => setViewport({ width: 800, height: 600 }));
  afterEach(() => SearchHarness.reset());

  for (const dir of ['ltr', 'rtl']) {
    it(`has its results above, within the window, ${dir}`, async () => {
      document.documentElement.dir = dir;
      const many = Array.from({ length: 20 }, (_, index) => ({ ...SECTIONS[0]!, path: `page-${index}` }));
      const search = await SearchHarness.open({
        replies: [many],
        prepare: ({ style }) => {
          style.setProperty('position', 'fixed');
          style.setProperty('inset-block-end', '40px');
          style.setProperty('inset-inline-start', '20px');
        },
      });
      await search.search('middleware');
      const panel = search.find('.panel')!;
      const box = search.find('.box')!.getBoundingClientRect();
      const place = (): DOMRect => panel.getBoundingClientRect();
      await search.until(() => Math.abs(place().bottom - (box.top - 8)) <= 1 && place().top >= 7);
      expect(place().left >= 7 && place().right <= innerWidth - 7).to.equal(true);
      const start = dir === 'ltr' ? place().left - box.left : place().right - box.right;
      expect(Math.abs(start) <= 1).to.equal(true);
    });
  }
});
