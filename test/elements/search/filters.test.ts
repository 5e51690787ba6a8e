import { expect } from '@open-wc/testing';
import type { SearchResult } from '../../../src/protocol/api.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { loadModule } from '../../support/late-module.ts';
import { SearchHarness, section } from '../../support/search-harness.ts';

/** A result of a version and a language. */
function result(path: string, version: string, language = 'en'): SearchResult {
  const found = section(path, `Page ${path}`, null, 'A middleware.');
  return { ...found, metadata: { ...found.metadata, version, language } };
}

/** Of a page, with two to choose from for each. */
const BOTH = { version: 'v6', language: 'en', versions: 'v6,v5', languages: 'en,de' };
const MIXED = [result('a', 'v10'), result('b', 'v9'), result('c', 'v10')];

describe('<docs-search>: filters that are found', () => {
  beforeEach(() => document.documentElement.removeAttribute('lang'));
  afterEach(() => {
    SearchHarness.reset();
    history.replaceState(null, '', location.pathname + location.hash);
  });

  it('offers the versions of the results, the newest first, and counts them', async () => {
    const search = await searchTwice(MIXED);
    expect(search.texts('[part~=filter-version] option')).to.deep.equal([
      'All versions',
      'v10 (2)',
      'v9 (1)',
    ]);
    expect(search.find('[part~=filter-language]') === null).to.equal(true);
  });

  it('moves nothing below the reader for choices that are found', async () => {
    const search = await SearchHarness.open({ replies: [MIXED] });
    await search.search('middle');
    const top = (): number => search.find('.list')!.getBoundingClientRect().top;
    const before = top();
    await search.said();
    await loadModule('/src/elements/search/after-results/after-results.ts');
    await search.painted();
    expect(top()).to.equal(before);
  });

  it('keeps the counts of all versions when one is chosen', async () => {
    const search = await searchTwice(MIXED, [MIXED[1]!]);
    const answered = search.heard('docs-search-results');
    choose(search, 'v9');
    await answered;
    expect(search.texts('[part~=filter-version] option')).to.deep.equal([
      'All versions',
      'v10 (2)',
      'v9 (1)',
    ]);
  });

  it('counts nothing of an answer that may go on', async () => {
    const search = await searchTwice(MIXED, [], { 'page-size': '3' });
    expect(search.texts('[part~=filter-version] option')).to.deep.equal(['All versions', 'v10', 'v9']);
  });

  it('offers only what it is given, where it is given something', async () => {
    const search = await searchTwice(MIXED, [], { versions: 'v8,v7' });
    expect(search.texts('[part~=filter-version] option')).to.deep.equal(['All versions', 'v8 (0)', 'v7 (0)']);
  });

  it('are one button in the field, which says what is searched and opens a menu', async () => {
    const search = await openMenu(BOTH);
    const button = search.find('[part=filters-open]')!;
    expect(search.text('[part=filters-open]')).to.equal('v6 · English');
    expect(button.parentElement === search.find('.box')).to.equal(true);
    expect(button.ariaExpanded).to.equal('true');
    expect(search.root.activeElement?.getAttribute('part')).to.include('filter-version');
    await expectAccessible(search.element);
    // Escape closes the menu alone.
    await search.press('Escape');
    expect([search.isVisible('.filters'), button.ariaExpanded, search.isOpen]).to.deep.equal([
      false,
      'false',
      true,
    ]);
    expect(search.root.activeElement === button).to.equal(true);
    button.click();
    await search.until(() => search.isVisible('.filters'));
    search.find('.list')!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    await search.until(() => !search.isVisible('.filters'));
    search.element.hide();
    await search.until(() => !search.isVisible('[part=filters-open]'));
  });

  for (const dir of ['ltr', 'rtl'])
    it(`opens its menu within the panel, ${dir}`, async () => {
      document.documentElement.dir = dir;
      const search = await openMenu(BOTH);
      const [panel, menu] = ['.panel', '.filters'].map((name) => search.find(name)!.getBoundingClientRect());
      expect(menu!.left >= panel!.left && menu!.right <= panel!.right).to.equal(true);
      expect(menu!.top >= panel!.top && menu!.bottom <= panel!.bottom).to.equal(true);
      const end = dir === 'ltr' ? panel!.right - menu!.right : menu!.left - panel!.left;
      expect(end).to.be.lessThan(12);
    });

  it('searches all of both with one button, and what the page names where that is chosen again', async () => {
    const search = await openMenu(BOTH);
    let told = search.heard('docs-filter-change');
    search.find('[part=filters-reset]')?.click();
    expect((await told).detail.filter).to.deep.equal({});
    expect(search.text('[part=filters-open]')).to.equal('All versions · All languages');
    expect(search.find('[part=filters-reset]') === null).to.equal(true);
    told = search.heard('docs-filter-change');
    choose(search, 'v6');
    expect((await told).detail.filter).to.deep.equal({ version: 'v6' });
    search.element.version = 'v5';
    await search.until(() => versionOf(search) === 'v5');
  });

  for (const [page, index] of [
    ['en-US', 'en'],
    ['en', 'en-GB'],
    ['en-US', 'en-GB'],
    ['pt-BR', 'PT'],
    ['pt', 'pt_br'],
    ['zh-Hans', 'zh-CN'],
    ['zh-CN', 'zh-Hans'],
  ] as const)
    it(`takes ${page} of the page and ${index} of the index for one: no choice, no badge`, async () => {
      const search = await SearchHarness.open({
        attributes: { language: page },
        replies: [[result('a', '', index), result('b', '', index)]],
      });
      await search.search('middleware');
      await search.until(() => search.isVisible('.keys'));
      expect(search.isVisible('[part=filters-open]')).to.equal(false);
      expect(search.texts('[part=badge]')).to.deep.equal([]);
    });

  for (const [page, index] of [
    ['de-CH', 'en'],
    ['zh-TW', 'zh-CN'],
  ] as const)
    it(`offers ${index}, which is another language than ${page} of the page`, async () => {
      const search = await SearchHarness.open({
        attributes: { language: page },
        replies: [[result('a', '', index), result('b', '', index)]],
      });
      await search.search('middleware');
      await search.until(() => search.isVisible('[part=filters-open]'));
      expect(search.findAll('[part~=filter-language] option').length).to.equal(3);
    });

  it('names what is searched as the index does', async () => {
    const search = await SearchHarness.open({
      attributes: { language: 'en-US', languages: 'en,de' },
    });
    await search.element.show();
    await search.until(() => search.isVisible('[part=filters-open]'));
    expect(search.text('[part=filters-open]')).to.equal('English');
  });

  it('names the edition of each result only where they differ', async () => {
    const search = await SearchHarness.open({
      replies: [[result('a', 'v6'), result('b', 'v6')], MIXED],
    });
    document.documentElement.removeAttribute('lang');
    await search.search('middle');
    expect(search.texts('[part=badge]')).to.deep.equal([]);
    await search.search('middleware');
    expect(search.texts('[part=badge]')).to.deep.equal(['v10', 'v9', 'v10']);
  });

  it('are not drawn for a single value', async () => {
    const search = await SearchHarness.open({
      attributes: { version: 'v6', versions: 'v6', languages: 'en', language: 'en-US' },
      replies: [[result('a', 'v6'), result('b', 'v6')]],
    });
    await search.search('middleware');
    await search.until(() => search.isVisible('.keys'));
    expect(search.isVisible('[part=filters-open]')).to.equal(false);
  });

  it('holds for the searches of other tabs', async () => {
    const search = await SearchHarness.open({ attributes: { versions: 'v6,v5' } });
    await search.element.show();
    await search.until(() => search.isOpen);
    const key = `docs-assistant:${search.endpoint}|docs:filter`;
    localStorage.setItem(key, '{"version":"v5"}');
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    await search.until(() => versionOf(search) === 'v5');
  });

  it('is read from the address and written to it, where the host wants that', async () => {
    history.replaceState({ router: 1 }, '', '?docs-version=v5&other=1');
    const search = await SearchHarness.open({
      attributes: { versions: 'v6,v5', languages: 'en,de', 'filters-in-url': '' },
      replies: [MIXED, MIXED, MIXED],
    });
    await search.search('middleware');
    expect((await search.requests())[0]?.body.filter).to.deep.equal({ version: 'v5' });
    let answered = search.heard('docs-search-results');
    choose(search, 'v6');
    await answered;
    expect(location.search).to.equal('?docs-version=v6&other=1');
    expect((history.state as { router: number }).router).to.equal(1);
    answered = search.heard('docs-search-results');
    choose(search, '');
    await answered;
    expect(location.search).to.equal('?docs-version=*&other=1');
    search.element.version = 'v5';
    await search.element.updateComplete;
    choose(search, 'v5');
    await search.element.updateComplete;
    expect(location.search).to.equal('?other=1');
  });

  it('leaves the address alone otherwise', async () => {
    const before = location.href;
    const search = await SearchHarness.open({ attributes: { versions: 'v6,v5' }, replies: [MIXED, MIXED] });
    await search.search('middleware');
    const answered = search.heard('docs-search-results');
    await search.until(() => search.find('[part~=filter-version]') !== null);
    choose(search, 'v6');
    await answered;
    expect(location.href).to.equal(before);
  });
});

describe('<docs-search>: nothing under the filter', () => {
  afterEach(() => SearchHarness.reset());

  it('offers other versions and languages with the number of their results, and goes there', async () => {
    const search = await SearchHarness.open({
      attributes: { version: 'v4', language: 'en', versions: 'v10,v9,v4' },
      replies: [[], MIXED, [MIXED[0]!]],
    });
    await search.search('middleware');
    await search.until(() => search.options.length === 2);
    expect(search.texts('[part=elsewhere]')).to.deep.equal(['2 results in v10', '1 result in v9']);
    await expectAccessible(search.element);
    const answered = search.heard('docs-search-results');
    await search.press('ArrowDown');
    await search.press('Enter');
    await answered;
    expect(versionOf(search)).to.equal('v10');
    const requests = (await search.requests()).map(({ body }) => body);
    expect(requests[1]).to.deep.equal({ query: 'middleware', pageSize: 50 });
    expect(requests[2]?.filter).to.deep.equal({ version: 'v10', language: 'en' });
  });

  it('says so in one sentence', async () => {
    const search = await SearchHarness.open({ attributes: { version: 'v4' }, replies: [[], MIXED] });
    await search.search('middleware');
    await search.until(() => search.text('.panel [role=status]').includes('results in'));
    expect(search.text('.panel [role=status]')).to.equal('Nothing found for “middleware”. 2 results in v10');
  });

  it('asks no second time without a filter', async () => {
    document.documentElement.removeAttribute('lang');
    const search = await SearchHarness.open({ replies: [[]] });
    await search.search('zebra');
    expect(await search.said()).to.equal('Nothing found for “zebra”');
    expect((await search.requests()).length).to.equal(1);
  });
});

/** Searches for one thing, waits until the reader would be at rest, and searches for another with the same results. */
async function searchTwice(
  results: readonly SearchResult[],
  then: readonly SearchResult[] = [],
  attributes: Readonly<Record<string, string>> = {},
): Promise<SearchHarness> {
  const search = await SearchHarness.open({ attributes, replies: [results, results, then] });
  await search.search('middle');
  await search.said();
  await loadModule('/src/elements/search/after-results/after-results.ts');
  await search.search('middleware');
  await search.until(() => search.find('.filters') !== null);
  return search;
}

async function openMenu(attributes: Readonly<Record<string, string>>): Promise<SearchHarness> {
  const search = await SearchHarness.open({ attributes, replies: [MIXED] });
  await search.search('middleware');
  await search.until(() => search.isVisible('[part=filters-open]'));
  search.find('[part=filters-open]')!.click();
  await search.until(() => search.root.activeElement instanceof HTMLSelectElement);
  return search;
}

function versionOf(search: SearchHarness): string | undefined {
  return (search.find('[part~=filter-version]') as HTMLSelectElement | null)?.value;
}

function choose(search: SearchHarness, value: string): void {
  const select = search.find('[part~=filter-version]') as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
