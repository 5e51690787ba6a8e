import { expect } from '@open-wc/testing';
import type { SearchResult } from '../../../src/protocol/api.ts';
import type { SearchSourceOptions, SearchSource } from '../../../src/protocol/sources.ts';
import { collectWarnings, hostIndex } from '../../support/hosted-index.ts';
import { INDEX_FAULTS } from '../../support/index-faults.ts';
import type { HostedIndex } from '../../support/index-server.ts';
import { acceptModule, refuseFile, refuseModule } from '../../support/late-module.ts';
import { openReplies, SearchHarness, SECTIONS, type SearchSetup } from '../../support/search-harness.ts';

const INDEX = '/__index/';
const WORKER = '/src/static-index/worker/index-worker.ts';
/** Without a worker, whose console is another one. */
const IN_PAGE = { 'without-worker': '' };
/** All files but the manifest. */
const FILES = ['core.', 'words.', 'names.', 'texts.', 'pages.', 'lexicon.'];
const NO_SEARCH =
  'There is no search for this documentation Whoever runs this site has to check the address of the search.';
const PROBLEM = 'The search has a problem It is not you. Search again in a moment.';
const ROUTING_FIRST = SECTIONS.toSorted((a, b) => Number(isRouting(b)) - Number(isRouting(a)));

describe('<docs-search>: a static index', () => {
  beforeEach(() => (document.documentElement.lang = 'en'));
  afterEach(() => SearchHarness.reset());

  it('finds sections without an endpoint and a domain', async () => {
    const search = await open();
    await search.search('keyboard shortcut');
    expect(search.findAll('[part=result]').length).to.be.greaterThan(0);
    expect(search.findAll('[part=result-excerpt] mark').length).to.be.greaterThan(0);
    expect(hrefs(search)[0]).to.match(/\/v2\/en\//);
  });

  it('asks no server but the host of the index, which is in the place of the endpoint', async () => {
    const endpoint = await openReplies([SECTIONS]);
    const search = await open({ attributes: { endpoint, domain: 'docs' } });
    await search.search('keyboard');
    const asked = await fetch(`${endpoint}/requests`);
    expect(await asked.json()).to.deep.equal([]);
    expect(search.findAll('[part=result]').length).to.be.greaterThan(0);
  });

  it('corrects a typing error, and completes the word that is being typed', async () => {
    const search = await open();
    await search.search('acessibility');
    expect(search.texts('[part=result-title], [part=page-title]').join()).to.match(/accessib/i);
    await search.search('accessib');
    expect(search.texts('[part=result-title], [part=page-title]').join()).to.match(/accessib/i);
  });

  it('finds an identifier as it is written', async () => {
    const search = await open();
    await search.search('retrievalPageSize');
    expect(search.texts('[part=result-excerpt]')[0]).to.include('retrievalPageSize');
  });

  it('filters by version and language', async () => {
    const search = await open({ attributes: { version: 'v1', language: '' } });
    await search.search('proxy');
    const paths = hrefs(search);
    expect(paths.length).to.be.greaterThan(0);
    expect(paths.filter((path) => !path.includes('/v1/'))).to.deep.equal([]);
  });

  it('groups the sections of a page, and leads to each', async () => {
    const search = await openOrbit({ version: 'v2' });
    await search.search('install');
    const pages = hrefs(search).map((href) => href.replace(/#.*/s, ''));
    // Neighbours are of one page, so that no page is there twice.
    const [page, ...others] = pages.filter((href, at) => href !== pages[at - 1]);
    expect(page).to.match(/\/v2\/en\/guides\/install$/);
    expect(others).not.to.include(page);
    expect(
      hrefs(search)
        .filter((href) => href.startsWith(page!))
        .some((href) => href.includes('#')),
    ).to.equal(true);
  });

  it('offers the versions of what is found with their counts, and searches in the chosen one', async () => {
    const search = await openOrbit({ versions: 'v2,v1', 'page-size': '50' });
    await search.search('Orbit');
    await search.until(() => search.find('[part~=filter-version]') !== null);
    const [, current, former] = search.texts('[part~=filter-version] option');
    expect(current).to.match(/^v2 \([1-9]/);
    expect(former).to.match(/^v1 \([1-9]/);
    const answered = search.heard('docs-search-results');
    const select = search.find('[part~=filter-version]') as HTMLSelectElement;
    select.value = 'v1';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await answered;
    expect(hrefs(search).length).to.be.greaterThan(0);
    expect(hrefs(search).filter((href) => !href.includes('/v1/'))).to.deep.equal([]);
  });

  it('leads to the other version that has what this one does not', async () => {
    const search = await openOrbit({ version: 'v2' });
    await search.search('floppy');
    await search.until(() => search.find('[part=elsewhere]') !== null);
    expect(search.texts('[part=elsewhere]')).to.deep.equal(['1 result in v1']);
    const answered = search.heard('docs-search-results');
    await search.press('ArrowDown');
    await search.press('Enter');
    await answered;
    expect(hrefs(search)[0]).to.match(/\/v1\/en\/backup(?:#:~:|$)/);
  });

  const WITHOUT_SPACES: readonly [language: string, query: string, page: string][] = [
    ['ja', '写真の保存', '/v2/ja/guides/backup'],
    ['ja', 'メモリ', '/v2/ja/guides/install'],
    ['zh', '照片副本', '/v2/zh/guides/backup'],
  ];
  for (const [language, query, page] of WITHOUT_SPACES) {
    it(`finds words in a text without spaces, and marks them: ${query}`, async () => {
      const search = await openOrbit({ version: 'v2', language });
      await search.search(query);
      const [found] = search.findAll('[part=result]');
      expect(hrefs(search)[0]).to.include(page);
      const marks = [...found!.querySelectorAll('mark')].map(({ textContent }) => textContent);
      expect(marks.length).to.be.greaterThan(0);
      expect(marks.filter((mark) => !query.includes(mark))).to.deep.equal([]);
    });
  }

  it('searches for one character of Chinese', async () => {
    const search = await openOrbit({ version: 'v2', language: 'zh' });
    await search.search('坏');
    expect(hrefs(search)[0]).to.include('/v2/zh/guides/backup');
  });

  it('says in one sentence that the index is not there, and finds it once it is', async () => {
    const accept = await refuseFile('/__index/again/manifest.json');
    const search = await open({ attributes: { index: '/__index/again/' } });
    search.type('keyboard');
    await search.until(() => search.find('[part=retry]') !== null);
    expect(search.text('[part=error] strong')).to.equal('The search has a problem');
    await accept();
    search.find('[part=retry]')!.click();
    await search.until(() => search.findAll('[part=result]').length > 0);
  });

  it('follows another index, as a page that changes its version sets it', async () => {
    const search = await open({ attributes: { index: '/__nowhere/' } });
    search.type('keyboard');
    await search.until(() => search.find('[part=error]') !== null);
    search.element.index = INDEX;
    search.type('keyboards');
    await search.until(() => search.findAll('[part=result]').length > 0);
  });

  it('reads in a worker, so that the page fetches no file of the index', async () => {
    const search = await open({ attributes: { index: '/__index/in-a-worker/' } });
    await search.search('keyboard');
    expect(search.findAll('[part=result]').length).to.be.greaterThan(0);
    expect(fetchedByPage('/__index/in-a-worker/')).to.deep.equal([]);
  });

  it('reads in the page where it is told to', async () => {
    performance.clearResourceTimings();
    const search = await open({ attributes: { index: '/__index/in-the-page/', 'without-worker': '' } });
    await search.search('keyboard');
    expect(search.findAll('[part=result]').length).to.be.greaterThan(0);
    expect(fetchedByPage('/__index/in-the-page/')).to.include('/__index/in-the-page/manifest.json');
  });

  it('finds the same in the page when the worker cannot be loaded', async () => {
    performance.clearResourceTimings();
    await refuseModule(WORKER);
    const refused = await open({ attributes: { index: '/__index/refused/' } });
    await refused.search('keyboard');
    expect(fetchedByPage('/__index/refused/')).to.include('/__index/refused/manifest.json');
    await acceptModule(WORKER);
    const search = await open({ attributes: { index: '/__index/accepted/' } });
    await search.search('keyboard');
    expect(fetchedByPage('/__index/accepted/')).to.deep.equal([]);
    expect(refused.texts('[part=result]')).to.deep.equal(search.texts('[part=result]'));
  });
});

describe('<docs-search>: a static index that is not as it was written', () => {
  let warnings: string[];
  let restore: () => void;
  beforeEach(() => {
    warnings = [];
    restore = collectWarnings(warnings);
  });
  afterEach(() => {
    restore();
    SearchHarness.reset();
  });

  for (const { what, faults, cause, mayRetry, warning } of INDEX_FAULTS) {
    it(`that ${what} is one sentence and one warning`, async () => {
      const search = await openHosted({ faults });
      for (const query of ['keyboard', 'keyboards']) {
        const failed = search.heard('docs-search-error');
        search.type(query);
        await failed;
      }
      await search.until(() => search.text('[part=error]') !== '');
      const says = cause === 'none' ? NO_SEARCH : PROBLEM;
      expect(drawnErrors(search)).to.deep.equal([mayRetry ? `${says} Search again` : says]);
      expect(warnings.length).to.equal(1, warnings.join('\n'));
      expect(warnings[0]).to.match(warning);
    });
  }

  it('in a page that was opened as a file is one sentence and one warning', async () => {
    const search = await open({ attributes: { ...IN_PAGE, index: 'file:///docs/docs-index/' } });
    search.type('keyboard');
    await search.until(() => search.text('[part=error]') !== '');
    expect(drawnErrors(search)).to.deep.equal([NO_SEARCH]);
    expect(await search.said()).to.equal(NO_SEARCH.replace(' Whoever', '. Whoever'));
    expect(warnings.length).to.equal(1, warnings.join('\n'));
    expect(warnings[0]).to.match(/opened as a file.*serve its folder over HTTP/);
  });

  for (const fault of ['missing', 'failing', 'HTML'] as const) {
    it(`goes on by names where its texts are ${fault}, with one warning`, async () => {
      const search = await openHosted({ faults: { texts: fault } });
      await search.search('keyboard');
      expect(search.texts('[part=result-title]').join()).to.match(/keyboard/i);
      expect(search.texts('[part=result-excerpt]').filter(Boolean)).to.deep.equal([]);
      expect(search.find('[part=error]')).to.equal(null);
      expect(warnings.length).to.equal(1, warnings.join('\n'));
    });

    it(`goes on by the words that are spelt right where all words are ${fault}, with one warning`, async () => {
      const search = await openHosted({ faults: { lexicon: fault } });
      await search.search('keybaord shortcuts');
      expect(search.texts('[part=result-excerpt]').join()).to.match(/shortcut/i);
      expect(warnings.length).to.equal(1, warnings.join('\n'));
    });
  }

  for (const fault of ['sent as packed', 'packed again', 'packed twice'] as const) {
    it(`is read where its files are ${fault}`, async () => {
      const faults = Object.fromEntries(FILES.map((kind) => [kind, fault]));
      const search = await openHosted({ faults });
      await search.search('keyboard');
      expect(search.findAll('[part=result-excerpt] mark').length).to.be.greaterThan(0);
      expect(warnings).to.deep.equal([]);
    });
  }

  it('is read anew when another has replaced it while the page is open', async () => {
    const index = await hostIndex({});
    const search = await open({ attributes: { ...IN_PAGE, index } });
    await search.search('keyboard');
    await hostIndex({ docs: 'orbit' }, index);
    await search.search('album');
    expect(hrefs(search).join()).to.include('/v2/en/guides/sharing');
    expect(warnings).to.deep.equal([]);
  });

  function openHosted(hosted: HostedIndex): Promise<SearchHarness> {
    return hostIndex(hosted).then((index) => open({ attributes: { ...IN_PAGE, index } }));
  }
});

describe('<docs-search>: a source of the page', () => {
  afterEach(() => SearchHarness.reset());

  it('searches in it, without an endpoint', async () => {
    const asked: unknown[] = [];
    const search = await openSource({
      search(request) {
        asked.push(request);
        return Promise.resolve([...SECTIONS]);
      },
    });
    await search.search('middleware');
    expect(search.findAll('[part=result]').length).to.equal(3);
    expect(asked).to.deep.equal([{ query: 'middleware', pageSize: 10, filter: { language: 'en' } }]);
  });

  it('shows interim results, whose texts move no row when they arrive', async () => {
    const { source, options, answer } = slowSource();
    const search = await openSource(source);
    search.type('middleware');
    await search.until(() => options.length === 1);
    options[0]!.onInterim!(withoutTexts(SECTIONS));
    await search.until(() => search.findAll('[part=result]').length === 3);
    await search.painted();
    const tops = (): number[] => search.options.map((option) => option.getBoundingClientRect().top);
    const before = tops();
    answer([...SECTIONS]);
    await search.until(() => search.texts('[part=result-excerpt]').some(Boolean));
    await search.painted();
    expect(tops()).to.deep.equal(before);
  });

  it('keeps the order of what is shown while an option is active', async () => {
    const { source, options, answer } = slowSource();
    const search = await openSource(source);
    search.type('middleware');
    await search.until(() => options.length === 1);
    options[0]!.onInterim!(withoutTexts(SECTIONS));
    await search.until(() => search.findAll('[part=result]').length === 3);
    await search.press('ArrowDown');
    const active = search.active!.textContent;
    const titles = search.texts('[part=result-title]');
    const answered = search.heard('docs-search-results');
    answer(ROUTING_FIRST);
    await answered;
    expect(search.texts('[part=result-title]')).to.deep.equal(titles);
    expect(search.active!.textContent).to.include(active);
  });

  it('has the order of the source when nothing is active', async () => {
    const { source, options, answer } = slowSource();
    const search = await openSource(source);
    search.type('middleware');
    await search.until(() => options.length === 1);
    options[0]!.onInterim!(withoutTexts(SECTIONS));
    await search.until(() => search.findAll('[part=result]').length === 3);
    const answered = search.heard('docs-search-results');
    answer(ROUTING_FIRST);
    await answered;
    expect(search.texts('[part=result-title]')[0]).to.equal('Dynamic routes');
  });
});

function open({ attributes = {}, ...setup }: SearchSetup = {}): Promise<SearchHarness> {
  return SearchHarness.open({
    ...setup,
    attributes: { endpoint: '', domain: '', index: INDEX, ...attributes },
  });
}

/** Open the photo library, which is in two versions and four languages. */
async function openOrbit(attributes: Record<string, string>): Promise<SearchHarness> {
  return open({ attributes: { index: await hostIndex({ docs: 'orbit' }), ...attributes } });
}

/** Return where the results lead to. */
function hrefs(search: SearchHarness): string[] {
  return search.findAll('a[href]').map((link) => link.getAttribute('href')!);
}

function openSource(source: SearchSource): Promise<SearchHarness> {
  return SearchHarness.open({
    attributes: { endpoint: '', domain: '' },
    prepare: (element) => (element.source = source),
  });
}

/** The errors as they are drawn: templates that ship have no white space between blocks. */
function drawnErrors(search: SearchHarness): string[] {
  return search.findAll('[part=error]').map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim());
}

/** What the page has fetched below a folder. A worker's requests are in a list of its own. */
function fetchedByPage(folder: string): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith(folder));
}

/** A source that answers when it is told to. */
function slowSource(): {
  source: SearchSource;
  options: SearchSourceOptions[];
  answer: (results: SearchResult[]) => void;
} {
  const options: SearchSourceOptions[] = [];
  const { promise, resolve } = Promise.withResolvers<SearchResult[]>();
  const source: SearchSource = {
    search(_, given = {}) {
      options.push(given);
      return promise;
    },
  };
  return { source, options, answer: resolve };
}

function isRouting({ path }: SearchResult): boolean {
  return path.includes('routing');
}

function withoutTexts(results: readonly SearchResult[]): SearchResult[] {
  return results.map((result) => ({ ...result, content: '' }));
}
