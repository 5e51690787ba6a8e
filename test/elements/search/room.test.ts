import { expect } from '@open-wc/testing';
import type { SearchResult } from '../../../src/protocol/api.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { holdModule } from '../../support/late-module.ts';
import { emulatePreferences, setViewport } from '../../support/page-commands.ts';
import { ReaderFrame } from '../../support/reader-frame.ts';
import { openReplies, place, SearchHarness, section, SECTIONS } from '../../support/search-harness.ts';

const AFTER_RESULTS = '/src/elements/search/after-results/after-results.ts';
/** More results than a screen has room for. */
const MANY = Array.from({ length: 40 }, (_, index) =>
  section(`page-${index}`, `Page ${index}`, null, 'A middleware.'),
);

describe('<docs-search>: room', () => {
  afterEach(async () => {
    SearchHarness.reset();
    await ReaderFrame.reset();
    await emulatePreferences({});
    await setViewport({ width: 800, height: 600 });
  });

  for (const theme of ['light', 'dark']) {
    it(`has lines and text of full strength for those who want more contrast, ${theme}`, async () => {
      await emulatePreferences({ contrast: 'more' });
      const search = await SearchHarness.open({ attributes: { theme }, replies: [SECTIONS] });
      await search.search('middleware');
      const style = (selector: string): CSSStyleDeclaration => getComputedStyle(search.find(selector)!);
      const strong = style('.panel').color;
      const isWanted = matchMedia('(prefers-contrast: more)').matches;
      const seen = [style('.second').color, style('.footer').borderBlockStartColor];
      expect(seen.map((colour) => colour === strong)).to.deep.equal(seen.map(() => isWanted));
      await expectAccessible(search.element);
    });
  }

  it('ends below “Nothing found”, with an assistant to ask, too', async () => {
    const search = await openBesideAssistant([]);
    await search.search('zebra');
    await search.until(() => search.text('[part=empty]').includes('fewer or other words'));
    await search.until(() => search.find('[part=ask]') !== null);
    expect(heightOf(search, '.footer')).to.equal(0);
  });

  it('scrolls with bars in its own colours, also where the page has set others', async () => {
    document.documentElement.style.scrollbarColor = 'red white';
    const search = await SearchHarness.open({ replies: [MANY] });
    await search.search('middleware');
    const bars = getComputedStyle(search.find('[role=listbox]')!).scrollbarColor;
    document.documentElement.style.removeProperty('scrollbar-color');
    // WebKitGTK has no such property.
    if (CSS.supports('scrollbar-color', 'auto')) expect(bars).to.match(/^(?!auto).* rgba\(0, 0, 0, 0\)$/);
  });

  it('has no row for keys that are not shown', async () => {
    const search = await openWithRecent();
    // Afterwards, because WebKit does not evaluate the media queries of a sheet again that one more element adopts.
    await setViewport({ width: 500, height: 700 });
    await search.until(() => !search.isVisible('.keys'));
    expect(heightOf(search, '.footer')).to.equal(0);
  });

  it('says that a search is slow without keeping room for it before', async () => {
    const search = await SearchHarness.open({ replies: [[], { pieces: ['['], held: true }] });
    await search.search('zebra');
    search.type('zebras');
    await search.until(() => search.find('[data-loading]') !== null);
    expect(heightOf(search, '.footer')).to.equal(0);
    await search.until(() => search.text('.status') === 'Still searching …');
    expect(heightOf(search, '.footer')).to.be.greaterThan(30);
  });

  for (const { height, least, most } of [
    { height: 1100, least: 880, most: 960 },
    { height: 1700, least: 959, most: 960 },
    { height: 500, least: 390, most: 408 },
  ]) {
    it(`uses the height there is in the dialog, within bounds: window of ${height}`, async () => {
      await setViewport({ width: 1000, height });
      const search = await SearchHarness.open({
        attributes: { variant: 'dialog', 'page-size': '40' },
        replies: [MANY],
      });
      await open(search);
      await search.search('middleware');
      // The units of the window follow it a moment later in WebKit.
      const boxOf = (part: string): DOMRect => search.find(part)!.getBoundingClientRect();
      let [dialog, panel] = [boxOf('dialog'), boxOf('.panel')];
      await search.until(() => {
        [dialog, panel] = [boxOf('dialog'), boxOf('.panel')];
        return dialog.height >= least && dialog.height <= most;
      });
      const { top, bottom } = dialog;
      expect(top).to.be.greaterThan(20);
      expect(bottom).to.be.at.most(height - 32);
      expect(Math.round(panel.bottom)).to.equal(Math.round(bottom));
    });
  }

  for (const size of [
    { width: 360, height: 640 },
    { width: 320, height: 420 },
    { width: 700, height: 360 },
    { width: 1000, height: 420 },
  ]) {
    it(`lays filters and keys over no result: window of ${size.width} × ${size.height}`, async () => {
      await setViewport(size);
      document.documentElement.lang = 'de';
      const found = MANY.map((one, index) => ({
        ...one,
        metadata: { ...one.metadata, version: `version-${index % 9}`, language: index % 2 ? 'de' : 'en' },
      }));
      const search = await SearchHarness.open({
        attributes: { variant: 'dialog', version: 'version-1', language: 'de' },
        replies: [found],
      });
      await open(search);
      await search.search('middleware');
      await search.until(() => search.find('.filter') !== null);
      const [filters, list, footer] = ['.filters', '.list', '.footer'].map((part) => search.find(part)!);
      const chips = search.findAll('.filters > *').map((chip) => chip.getBoundingClientRect());
      const { top, bottom } = list!.getBoundingClientRect();
      for (const chip of chips) expect(chip.bottom).to.be.at.most(top);
      expect(filters!.scrollHeight).to.be.at.most(filters!.clientHeight);
      // Firefox computes in fractions of a pixel.
      expect(footer!.getBoundingClientRect().top).to.be.at.least(bottom - 0.01);
      expect(footer!.scrollHeight).to.be.at.most(footer!.clientHeight + 1);
      expect(bottom - top).to.be.greaterThan(80);
    });
  }

  it('fills a narrow window with the dialog, and no other, also when the window changes while it is open', async () => {
    // Several elements, because what WebKit forgets depends on the style sheets of the one before.
    for (const [before, after] of [
      [1000, 500],
      [500, 820],
      [500, 820],
      [820, 500],
    ] as const) {
      await setViewport({ width: before, height: 700 });
      const search = await SearchHarness.open({ attributes: { variant: 'dialog' }, replies: [SECTIONS] });
      await open(search);
      await search.search('middleware');
      const fills = (): boolean => search.find('dialog')!.offsetWidth === innerWidth;
      await search.until(() => fills() === (before === 500));
      await setViewport({ width: after, height: 700 });
      await search.until(() => fills() === (after === 500));
      SearchHarness.reset();
    }
  });

  it('shows the folders of a page only where there is room in the list, also when the window changes', async () => {
    await setViewport({ width: 800, height: 700 });
    const search = await SearchHarness.open({ attributes: { variant: 'dialog' }, replies: [SECTIONS] });
    await open(search);
    await search.search('middleware');
    const hasFolders = (): boolean => search.find('.folders')!.checkVisibility();
    // No window of WebKitGTK is narrower than 447 px.
    for (const width of [800, 450, 800]) {
      await setViewport({ width, height: 700 });
      await search.until(() => hasFolders() === (width === 800));
    }
  });

  it('has no ring round the field of the dialog, which would cut it, but a line below', async () => {
    const search = await SearchHarness.open({ attributes: { variant: 'dialog' } });
    await open(search);
    const style = getComputedStyle(search.find('dialog .box')!);
    // The accent as it is drawn: a tone of it that can be read.
    const probe = document.createElement('i');
    probe.style.color = 'var(--_accent)';
    search.find('dialog .box')!.append(probe);
    const { color } = getComputedStyle(probe);
    if (document.hasFocus()) await search.until(() => style.borderBottomColor === color);
    else
      console.log(
        'Not tested here: the colour of the line, because a page without the focus has none inside.',
      );
    const { outlineStyle, borderBottomStyle } = style;
    expect(outlineStyle).to.equal('none');
    expect(borderBottomStyle).to.equal('solid');
    const accent = getComputedStyle(search.find('.docs')!).getPropertyValue('--_accent');
    expect(accent).to.include('#3a50c0');
  });

  it('keeps a limit that the page sets for the list, in the dialog', async () => {
    await setViewport({ width: 1000, height: 900 });
    const search = await SearchHarness.open({
      attributes: { variant: 'dialog', 'page-size': '40' },
      replies: [MANY],
      prepare: ({ style }) => style.setProperty('--docs-search-results-height', '200px'),
    });
    await open(search);
    await search.search('middleware');
    expect(heightOf(search, '.list')).to.equal(200);
  });

  it('keeps results in place while the filters load', async () => {
    const letGo = await holdModule(AFTER_RESULTS);
    const { search, shifts } = await openFrame([mix(SECTIONS)]);
    await search.search('middleware');
    const before = topOf(search, '[part=result]');
    await letGo();
    await search.until(() => search.isVisible('[part=filters-open]'));
    await search.painted();
    expect(topOf(search, '[part=result]')).to.equal(before);
    expect(shifts()).to.deep.equal([]);
  });

  it('keeps results in place when a later answer brings something to filter by', async () => {
    const { search } = await openFrame([SECTIONS, mix(SECTIONS)]);
    await search.search('middle');
    const before = topOf(search, '[part=result]');
    await search.search('middleware');
    await search.said();
    await search.until(() => search.isVisible('[part=filters-open]'));
    expect(topOf(search, '[part=result]')).to.equal(before);
  });

  it('draws filters and recent searches, which come with them, where there was room for them', async () => {
    const letGo = await holdModule(AFTER_RESULTS);
    const { search } = await openFrame([], { versions: 'v6,v5' }, ['middleware']);
    await search.element.show();
    await search.until(() => search.find('.skeleton') !== null);
    const before = topOf(search, '.skeleton');
    await letGo();
    await search.until(() => search.find('[part=recent]') !== null);
    expect(search.isVisible('[part=filters-open]')).to.equal(true);
    expect(topOf(search, '.message')).to.be.at.most(before);
  });

  it('does not draw for a start what recent searches would push away', async () => {
    const letGo = await holdModule(AFTER_RESULTS);
    const { search } = await openFrame([], {}, ['middleware']);
    await search.element.show();
    await search.until(() => search.isOpen);
    expect(search.find('slot[name=empty]') === null).to.equal(true);
    await letGo();
    await search.until(() => search.find('[part=recent]') !== null);
    expect(search.find('slot[name=empty]') !== null).to.equal(true);
  });

  it('hints at no keys on a screen that is touched', async function () {
    await emulatePreferences({ touch: true });
    if (!matchMedia('(hover: none) and (pointer: coarse)').matches) {
      console.log('Not tested here: only Chromium can be a touch screen.');
      return this.skip();
    }
    const search = await openBesideAssistant([], { variant: 'dialog' });
    expect(search.isVisible('.trigger kbd')).to.equal(false);
    await open(search);
    await search.search('zebra');
    await search.until(() => search.find('[part=ask]') !== null);
    expect(search.isVisible('[part=ask] kbd')).to.equal(false);
    expect(search.isVisible('[part=close] .key')).to.equal(false);
    expect(search.isVisible('[part=close] .word')).to.equal(true);
    for (const part of ['close', 'clear']) {
      const { width, height } = search.find(`[part=${part}]`)!.getBoundingClientRect();
      expect(Math.min(width, height), part).to.be.at.least(44);
    }
    await search.press('ArrowDown');
    await search.until(() => search.find('.keys') !== null);
    expect(search.isVisible('.keys')).to.equal(false);
    expect(heightOf(search, '.footer')).to.equal(0);
  });

  it('is the whole window up to 640 px in the dialog', async () => {
    for (const [width, isWhole] of [
      [640, true],
      [700, false],
    ] as const) {
      await setViewport({ width, height: 700 });
      const search = await SearchHarness.open({ attributes: { variant: 'dialog' } });
      await open(search);
      const dialog = search.find('dialog')!.getBoundingClientRect();
      expect(dialog.width === width && dialog.height === 700).to.equal(isWhole);
      search.element.hide();
      search.element.remove();
    }
  });

  it('hints at keys where there is a mouse', async () => {
    await emulatePreferences({ touch: false });
    const search = await openBesideAssistant([]);
    expect(search.isVisible('.box kbd')).to.equal(true);
    await search.search('zebra');
    await search.until(() => search.isVisible('[part=ask] kbd'));
  });
});

async function open(search: SearchHarness): Promise<void> {
  await search.element.show();
  await search.until(() => search.isOpen);
}

function heightOf(search: SearchHarness, selector: string): number {
  return search.find(selector)!.getBoundingClientRect().height;
}

function topOf(search: SearchHarness, selector: string): number {
  return search.find(selector)!.getBoundingClientRect().top;
}

/** The same sections, of two versions. */
function mix([first, ...others]: readonly SearchResult[]): SearchResult[] {
  return [{ ...first!, metadata: { ...first!.metadata, version: 'v5' } }, ...others];
}

async function openWithRecent(): Promise<SearchHarness> {
  const search = await SearchHarness.open({
    prepare: ({ endpoint }) =>
      localStorage.setItem(`docs-assistant:${endpoint}|docs:recent`, '["middleware"]'),
  });
  await search.element.show();
  await search.until(() => search.find('[part=recent]') !== null && search.find('.keys') !== null);
  return search;
}

/** Open a search beside an element that takes questions. */
async function openBesideAssistant(
  results: readonly SearchResult[],
  attributes: Readonly<Record<string, string>> = {},
): Promise<SearchHarness> {
  const assistant = document.createElement('div');
  assistant.id = 'assistant';
  Object.assign(assistant, { show() {}, ask() {} });
  place(assistant);
  return SearchHarness.open({ attributes: { assistant: 'assistant', ...attributes }, replies: [results] });
}

/** Open a page of its own, because a page loads each module once, and watch what moves on it where the browser tells. */
async function openFrame(
  replies: readonly (readonly SearchResult[])[],
  attributes: Readonly<Record<string, string>> = {},
  recent: readonly string[] = [],
): Promise<{ search: SearchHarness; shifts: () => number[] }> {
  const endpoint = await openReplies(replies);
  const frame = await ReaderFrame.open({
    search: { endpoint, domain: 'docs', debounce: '0', ...attributes },
  });
  if (recent.length > 0)
    localStorage.setItem(`docs-assistant:${endpoint}|docs:recent`, JSON.stringify(recent));
  // There is room for the panel below it, whatever is in it.
  for (const [name, value] of Object.entries({ position: 'fixed', top: '8px' }))
    frame.search.style.setProperty(name, value);
  const { PerformanceObserver } = frame.window;
  const observer = new PerformanceObserver(() => {});
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
    observer.observe({ type: 'layout-shift', buffered: true });
  const shifts = (): number[] =>
    observer.takeRecords().map((entry) => (entry as PerformanceEntry & { value: number }).value);
  return { search: SearchHarness.of(frame.search), shifts };
}
