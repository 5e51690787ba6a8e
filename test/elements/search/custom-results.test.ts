import { expect } from '@open-wc/testing';
import type { ResultRenderer } from '../../../src/search.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { SearchHarness, section, SECTIONS } from '../../support/search-harness.ts';

describe('<docs-search>: results that the page draws', () => {
  const { warn } = console;
  let warnings: unknown[][] = [];
  beforeEach(() => {
    warnings = [];
    console.warn = (...words) => warnings.push(words);
  });
  afterEach(() => {
    console.warn = warn;
    SearchHarness.reset();
  });

  it('puts what the page draws into its own option, which stays a link', async () => {
    const search = await open((result, { page, trail, query, index, heading, excerpt }) => {
      const line = document.createElement('b');
      line.part.add('line');
      line.append(`${index} ${page} ${trail}${result.metadata.version} ${query} `, heading(), excerpt());
      return line;
    });
    expect(search.texts('[part=line]')[1]).to.equal(
      '1 Middleware v6 middleware Basic usageExport a function named onRequest from middleware.',
    );
    expect(search.texts('[part=line] [part=mark]')).to.include('middleware');
    const option = search.options[1]!;
    expect([option.role, option.getAttribute('part'), option.getAttribute('aria-selected')]).to.deep.equal([
      'option',
      'result',
      'false',
    ]);
    expect(new URL((option as HTMLAnchorElement).href).pathname).to.equal('/v6/en/guides/middleware');
    expect(search.findAll('[part=result-title]').length).to.equal(0);
    await expectAccessible(search.element);
  });

  it('keeps keys, pointer and events', async () => {
    const search = await open(({ metadata: { title = '' } }) => title);
    const selected = search.heard('docs-search-select');
    search.element.addEventListener('docs-search-select', (event) => event.preventDefault());
    await search.press('ArrowDown');
    expect(search.active?.textContent).to.equal('Middleware');
    await search.press('Enter');
    const { detail } = await selected;
    expect([detail.index, detail.result.metadata.headings]).to.deep.equal([1, ['Basic usage']]);
  });

  it('shows a string as text', async () => {
    const search = await open(({ metadata: { title } }) => `<img src=x onerror=alert(1)> ${title}`);
    expect(search.options[2]!.textContent).to.equal('<img src=x onerror=alert(1)> Routing');
    expect(search.findAll('.list img').length).to.equal(0);
  });

  it('creates no element from markup in a heading', async () => {
    const search = await open(
      (_, { heading }) => heading(),
      [section('a', 'A', '<b>Bold</b> middleware', 'A middleware.')],
    );
    expect(search.texts('[part=result]')).to.deep.equal(['<b>Bold</b> middleware']);
  });

  it('shows its own drawing for null, and beside something of the page', async () => {
    const search = await open((_, { index, standard }) => {
      if (index > 0) return null;
      const both = document.createElement('span');
      both.append('New! ', standard());
      return both;
    });
    expect(search.texts('[part=result-title]')).to.deep.equal([
      'Middleware',
      'Basic usage',
      'Dynamic routes',
    ]);
    expect(search.options[0]!.textContent).to.match(/^New! .*Middleware/);
  });

  const link = document.createElement('span');
  link.append(Object.assign(document.createElement('a'), { href: '/', textContent: 'There' }));
  for (const [what, result] of [
    ['throws', null],
    ['is asynchronous', Promise.resolve('later')],
    ['returns a link in a link', link],
    ['returns a control', Object.assign(document.createElement('button'), { textContent: 'Press' })],
    ['returns an id, which could be that of an option', Object.assign(new Image(), { id: 'option-1' })],
    ['returns nothing to read', document.createElement('hr')],
    ['returns more than a list has room for', 'x'.repeat(2001)],
  ] as const) {
    it(`shows its own drawing, and warns once, when the page ${what}`, async () => {
      const search = await open((() => {
        if (result === null) throw new Error('Broken.');
        return result;
      }) as ResultRenderer);
      expect(search.texts('[part=result-title]')).to.deep.equal([
        'Middleware',
        'Basic usage',
        'Dynamic routes',
      ]);
      expect(warnings.length).to.equal(1);
      expect(warnings[0]![0]).to.match(/renderResult failed/);
    });
  }

  it('follows a change at once, and goes back to its own drawing without one', async () => {
    const search = await open(() => 'First');
    search.element.renderResult = () => 'Second';
    await search.element.updateComplete;
    expect(search.texts('[part=result]')).to.deep.equal(['Second', 'Second', 'Second']);
    search.element.renderResult = undefined;
    await search.element.updateComplete;
    expect(search.findAll('[part=result-title]').length).to.equal(3);
  });

  it('takes one that is set while results are shown', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS, SECTIONS] });
    await search.search('middle');
    search.element.renderResult = () => 'Late';
    await search.search('middleware');
    await search.until(() => search.text('[part=result]') === 'Late');
  });
});

async function open(renderResult: ResultRenderer, results = SECTIONS): Promise<SearchHarness> {
  const search = await SearchHarness.open({
    replies: [results],
    prepare: (element) => (element.renderResult = renderResult),
  });
  await search.search('middleware');
  return search;
}
