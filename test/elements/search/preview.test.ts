import { expect } from '@open-wc/testing';
import type { SearchResult } from '../../../src/protocol/api.ts';
import { isAnswered } from '../../support/late-module.ts';
import { focusPage, setViewport } from '../../support/page-commands.ts';
import { ReaderFrame } from '../../support/reader-frame.ts';
import { openReplies, SearchHarness, section } from '../../support/search-harness.ts';

const PREVIEW = '/src/elements/search/preview/preview.ts';
const ROUTING = section(
  'guides/routing',
  'Routing',
  'Dynamic routes',
  'A middleware runs **before** `next()`.',
);
const CACHING = section('guides/caching', 'Caching', 'Fresh pages', 'A middleware keeps pages fresh.');
const ORDER = section('guides/order', 'Order', 'Sequence', 'The order of a middleware.');
const THREE = [ROUTING, CACHING, ORDER];

describe('<docs-search>: preview of a result', () => {
  beforeEach(async () => {
    await focusPage();
    await setViewport({ width: 1200, height: 800 });
  });
  afterEach(async () => {
    SearchHarness.reset();
    await ReaderFrame.reset();
    await setViewport({ width: 800, height: 600 });
  });

  it('shows the section that Enter would open: its place, its heading, its address, its text as Markdown', async () => {
    const search = await open();
    expect(search.text('[part=preview-path]')).to.equal('Routing');
    expect(search.text('[part=preview-title]')).to.equal('Dynamic routes');
    expect(search.text('[part=preview-address]')).to.equal('/guides/routing#dynamic-routes');
    expect(search.text('.preview-text strong')).to.equal('before');
    expect(search.text('.preview-text code')).to.equal('next()');
  });

  it('names the headings on the way to a section', async () => {
    const deep = { ...ROUTING, metadata: { ...ROUTING.metadata, headings: ['Pages', 'Params', 'Rest'] } };
    const search = await open([deep]);
    expect(search.text('[part=preview-path]')).to.equal('Routing › Pages › Params');
    expect(search.text('[part=preview-title]')).to.equal('Rest');
  });

  it('follows the keys, without another request', async () => {
    const search = await open();
    await search.press('ArrowDown');
    await shows(search, 'Fresh pages');
    await search.press('End');
    await shows(search, 'Sequence');
    expect((await search.requests()).length).to.equal(1);
  });

  it('follows the pointer, and stays when the pointer goes over to it', async () => {
    const search = await open();
    point(search.options[2]!, 10);
    await shows(search, 'Sequence');
    point(search.find('.preview-text')!, 20);
    await search.press('ArrowDown');
    await shows(search, 'Fresh pages');
  });

  it('shows no result that the pointer only crosses', async () => {
    const search = await open();
    const seen: string[] = [];
    new MutationObserver(() => seen.push(search.text('[part=preview-title]'))).observe(
      search.find('.preview')!,
      { childList: true, characterData: true, subtree: true },
    );
    point(search.options[1]!, 10);
    point(search.options[2]!, 20);
    await shows(search, 'Sequence');
    expect(seen).to.not.include('Fresh pages');
  });

  it('stays with the keys while the list moves below a pointer at rest', async () => {
    const search = await open();
    point(search.options[2]!, 10);
    await shows(search, 'Sequence');
    await search.press('ArrowDown');
    point(search.options[0]!, 10);
    await shows(search, 'Fresh pages');
  });

  it('shows the results of another query at once', async () => {
    const search = await open(THREE, {}, [[CACHING]]);
    await search.search('fresh');
    expect(search.text('[part=preview-title]')).to.equal('Fresh pages');
  });

  it('shows nothing beside an option that is no result', async () => {
    const search = await open(THREE, { 'page-size': '3' });
    await search.press('ArrowUp');
    await search.until(() => !search.isVisible('.preview'));
  });

  it('is not there for a result without a text, and the list stays as wide', async () => {
    for (const content of [' ', '***']) {
      const search = await open([ROUTING, { ...CACHING, content }]);
      const { width } = search.find('.list')!.getBoundingClientRect();
      await search.press('ArrowUp');
      await search.until(() => !search.isVisible('.preview'));
      expect(search.find('.list')!.getBoundingClientRect().width).to.equal(width);
      SearchHarness.reset();
    }
  });

  it('leaves the list the whole room when no result has a text', async () => {
    const search = await openSearch([{ ...ROUTING, content: '' }]);
    await search.search('middleware');
    expect(widthOf(search, '.panel')).to.equal(widthOf(search, 'dialog'));
  });

  for (const [where, attributes, width] of [
    ['in a narrow window', {}, 800],
    ['below the box', { variant: 'inline' }, 1200],
    ['where the page wants none', { 'without-preview': '' }, 1200],
  ] as const) {
    it(`is neither there nor loaded ${where}`, async () => {
      const endpoint = await openReplies([THREE]);
      const site = { endpoint, domain: 'docs', debounce: '0', variant: 'dialog', ...attributes };
      const { search: element } = await ReaderFrame.open({ search: site }, { width, height: 700 });
      const search = SearchHarness.of(element);
      await element.show();
      await search.until(() => search.isOpen);
      await search.search('middleware');
      await search.press('ArrowDown');
      await search.until(() => search.isVisible('.keys'));
      expect(search.find('.preview') === null).to.equal(true);
      expect(isAnswered(element.ownerDocument.defaultView!, PREVIEW)).to.equal(false);
    });
  }

  it('opens the result by its address, as a click on the result does', async () => {
    const search = await open();
    await search.press('ArrowUp');
    await shows(search, 'Sequence');
    const selected = search.heard('docs-search-select');
    search.element.addEventListener('docs-search-select', (event) => event.preventDefault());
    search.find('[part=preview-address]')!.click();
    const { detail } = await selected;
    expect([detail.index, detail.result.path, detail.query]).to.deep.equal([2, 'guides/order', 'middleware']);
  });

  it('resolves links of the text against the page of the result', async () => {
    const search = await open([
      { ...ROUTING, content: 'A middleware: [rest](#rest), [order](guides/order).' },
    ]);
    const [rest, order] = search.findAll('.preview-text a') as HTMLAnchorElement[];
    rest!.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    expect(new URL(rest!.href).pathname + new URL(rest!.href).hash).to.equal('/guides/routing#rest');
    expect(new URL(order!.href).pathname).to.equal('/guides/order');
  });

  it('creates no element, link or image from hostile text', async () => {
    const content =
      'A middleware <img src=x onerror=alert(1)> <b>bold</b> [run](javascript:alert(1)) ![i](https://else.example/i.png)';
    const search = await open([{ ...ROUTING, content }]);
    expect(search.findAll('.preview :is(img, b, script)').length).to.equal(0);
    expect(
      (search.findAll('.preview-text a') as HTMLAnchorElement[]).map(({ protocol }) => protocol),
    ).to.deep.equal(['https:']);
  });

  it('marks the words of the query', async () => {
    const search = await open();
    if (!('highlights' in CSS)) return expect(search.findAll('.preview-text mark').length).to.equal(0);
    expect(markedWords()).to.deep.equal(['middleware']);
    search.element.remove();
    await search.until(() => markedWords().length === 0);
  });

  it('has the font of code in its code, within a line, too', async () => {
    const content = 'A `middleware` runs:\n\n```js\nconst middleware = 1;\n```\n';
    const search = await open([{ ...ROUTING, content }]);
    for (const code of search.findAll('.preview-text code'))
      expect(getComputedStyle(code).fontFamily).to.include('monospace');
    expect(search.findAll('.preview-text code').length).to.equal(2);
  });

  it('has colours in its code, beside the marks of the words', async () => {
    const content = 'A middleware:\n\n```js\nconst middleware = 1;\n```\n';
    const search = await open([{ ...ROUTING, content }]);
    expect(search.text('.preview-text pre')).to.equal('const middleware = 1;');
    if (!('highlights' in CSS)) return;
    await search.until(() => coloured('keyword').join() === 'const');
    expect(markedWords()).to.deep.equal(['middleware', 'middleware']);
  });

  it('is as high as the list, scrolls by itself, and begins where the query matches', async () => {
    const content = `${'Other words.\n\n'.repeat(100)}A middleware.\n\n${'Other words.\n\n'.repeat(20)}`;
    const search = await open([{ ...ROUTING, content }, CACHING]);
    const text = search.find('.preview-text')!;
    expect(text.scrollHeight).to.be.greaterThan(text.clientHeight + 1000);
    expect(search.find('dialog')!.offsetHeight).to.be.lessThan(700);
    expect(text.tabIndex).to.equal(0);
    if ('highlights' in CSS) expect(text.scrollTop).to.be.greaterThan(1000);
    await search.press('ArrowUp');
    await shows(search, 'Fresh pages');
    expect(text.scrollTop).to.equal(0);
  });

  it('is not announced', async () => {
    const search = await open();
    await search.press('ArrowDown');
    expect(search.find('.preview')!.closest('[aria-live], [role=status]') === null).to.equal(true);
    expect(await search.said()).to.equal('3 results');
    expect(search.find('.preview')!.getAttribute('aria-label')).to.equal('Preview');
  });

  it('stands after the list in the direction of reading', async () => {
    document.documentElement.dir = 'rtl';
    const search = await open();
    const [list, preview] = ['.list', '.preview'].map((part) => search.find(part)!.getBoundingClientRect());
    expect(preview!.right).to.be.at.most(list!.left);
  });

  it('has the arrow after the address in the direction of reading, and pointing there', async () => {
    document.documentElement.dir = 'rtl';
    const search = await open();
    const [address, arrow] = ['span', 'svg'].map((part) => search.find(`.preview-address ${part}`)!);
    expect(arrow!.getBoundingClientRect().right).to.be.at.most(address!.getBoundingClientRect().left);
    expect(getComputedStyle(arrow!).scale).to.equal('-1 1');
    expect(getComputedStyle(address!).direction).to.equal('ltr');
  });

  it('goes with a window that becomes narrow, and comes back with a wide one', async () => {
    const search = await open();
    await setViewport({ width: 700, height: 800 });
    await search.until(() => !search.isVisible('.preview'));
    expect(widthOf(search, '.panel')).to.equal(widthOf(search, 'dialog'));
    await setViewport({ width: 1200, height: 800 });
    await search.until(() => search.isVisible('.preview'));
  });
});

async function openSearch(
  results: readonly SearchResult[],
  attributes: Readonly<Record<string, string>> = {},
  more: readonly (readonly SearchResult[])[] = [],
): Promise<SearchHarness> {
  const search = await SearchHarness.open({
    attributes: { variant: 'dialog', ...attributes },
    replies: [results, ...more],
  });
  await search.element.show();
  await search.until(() => search.isVisible('dialog'));
  return search;
}

/** Open a search with its results and the preview of the first one. */
async function open(...setup: Partial<Parameters<typeof openSearch>>): Promise<SearchHarness> {
  const [results = THREE, ...rest] = setup;
  const search = await openSearch(results, ...rest);
  await search.search('middleware');
  await search.until(() => search.isVisible('.preview'));
  return search;
}

function shows(search: SearchHarness, title: string): Promise<void> {
  return search.until(() => search.text('[part=preview-title]') === title);
}

/** Move the pointer onto an element. */
function point(element: Element, clientX: number): void {
  element.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, pointerType: 'mouse' }));
}

function widthOf(search: SearchHarness, selector: string): number {
  return search.find(selector)!.getBoundingClientRect().width;
}

function markedWords(): string[] {
  return [...(CSS.highlights.get('docs-search-word') ?? [])].map((range) => (range as Range).toString());
}

/** The code that is in a colour. */
function coloured(colour: string): string[] {
  return [...(CSS.highlights.get(`docs-code-${colour}`) ?? [])].map(
    ({ startContainer, startOffset, endOffset }) => startContainer.textContent!.slice(startOffset, endOffset),
  );
}
