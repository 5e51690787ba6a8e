import { expect } from '@open-wc/testing';
import type { FoundSection, SearchFunction } from '../../../src/sources.ts';
import { createSearchSource } from '../../../src/sources.ts';
import { collectWarnings } from '../../support/hosted-index.ts';
import { refuseFile } from '../../support/late-module.ts';
import { ReaderFrame } from '../../support/reader-frame.ts';
import { SearchHarness } from '../../support/search-harness.ts';

/** The documentation of the demo, as Pagefind has indexed it. */
const SITE = '/__pagefind';
const PAGEFIND = `pagefind url=${SITE}/pagefind/`;

describe('<docs-search>: an index of Pagefind', () => {
  beforeEach(() => (document.documentElement.lang = 'en'));
  afterEach(() => ReaderFrame.reset());

  it('finds sections, marks what matches, and every result leads to its page', async () => {
    const { search, frame } = await open();
    const refused: string[] = [];
    frame.document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      refused.push(effectiveDirective),
    );
    await search.search('keyboard');
    expect(refused).to.deep.equal([]);
    const links = hrefs(search);
    expect(links.length).to.be.greaterThan(3);
    expect(links.some((link) => link.includes('#'))).to.equal(true);
    expect(search.texts('[part=result-excerpt] mark')[0]).to.match(/keyboard/i);
    for (const link of links) expect((await fetch(link)).status).to.equal(200, link);
  });

  it('finds pages of the version of the page, and of another one that the reader chooses', async () => {
    const { search } = await open({ version: 'v1' });
    await search.search('proxy');
    expect(versions(search)).to.deep.equal(['v1']);
    await search.element.search('proxy', { filter: { version: 'v2' } });
    expect(versions(search)).to.deep.equal(['v2']);
  });

  it('finds nothing in a version that there is not', async () => {
    const { search } = await open({ version: 'v9' });
    await search.search('proxy');
    expect(hrefs(search)).to.deep.equal([]);
  });

  it('finds German pages on a German page', async () => {
    const { search, frame } = await open();
    frame.document.documentElement.lang = 'de';
    await search.search('Tastatur');
    const paths = hrefs(search).map((link) => new URL(link).pathname);
    expect(paths.length).to.be.greaterThan(0);
    expect(paths.filter((path) => !/\/v\d\/de\//.test(path))).to.deep.equal([]);
  });

  it('shows tags in the text of a page as text', async () => {
    const { search } = await open();
    await search.search('script type module');
    expect(search.texts('[part=result-excerpt]').join('\n')).to.include('<script type="module"');
    expect(search.find('[part=result-excerpt] script')).to.equal(null);
  });

  it('finds more when the reader asks for more', async () => {
    const { search } = await open({ 'page-size': '5' });
    await search.search('proxy');
    const count = hrefs(search).length;
    const answered = search.heard('docs-search-results');
    search.find('[part=more]')!.click();
    await answered;
    expect(hrefs(search).length).to.be.greaterThan(count);
  });

  it('says that the index cannot be reached, and finds once it can', async () => {
    const accept = await refuseFile(`${SITE}/pagefind/pagefind.js`);
    const { search } = await open();
    search.type('keyboard');
    await search.until(() => search.find('[part=retry]') !== null);
    await accept();
    search.find('[part=retry]')!.click();
    await search.until(() => hrefs(search).length > 0);
  });
});

describe('<docs-search>: a source that the page names', () => {
  afterEach(() => SearchHarness.reset());

  it('says that the site is not set up when there is no such source', async () => {
    const warnings: string[] = [];
    const stop = collectWarnings(warnings);
    const search = await SearchHarness.open({ attributes: { endpoint: '', domain: '', source: 'gopher' } });
    search.type('keyboard');
    await search.until(
      () => search.text('[part=error] strong') === 'There is no search for this documentation',
    );
    stop();
    expect(warnings).to.deep.equal([
      'docs-assistant: source="gopher" is none of pagefind, algolia, typesense, meilisearch.',
    ]);
  });
});

describe('<docs-search>: a function of the page', () => {
  afterEach(() => SearchHarness.reset());

  it('finds, with the query, version and language', async () => {
    const asked: unknown[] = [];
    const search = await openFunction(
      async ({ query, pageSize, version, language }) => {
        asked.push({ query, pageSize, version, language });
        return [
          { url: '/guide#setup', title: 'Guide', headings: ['Setup'], content: 'Install the program.' },
        ];
      },
      { version: 'v2', language: 'de' },
    );
    await search.search('install');
    expect(asked).to.deep.equal([{ query: 'install', pageSize: 10, version: 'v2', language: 'de' }]);
    expect(hrefs(search)).to.deep.equal([`${location.origin}/guide#setup`]);
    expect(search.texts('[part=result-title]')).to.deep.equal(['Setup']);
    expect(search.texts('[part=result-excerpt] mark')).to.deep.equal(['Install']);
  });

  it('is told that the reader types on', async () => {
    const signals: AbortSignal[] = [];
    const search = await openFunction(({ query, signal }) => {
      signals.push(signal);
      return query === 'first' ? new Promise<never>(() => {}) : Promise.resolve([{ url: '/second' }]);
    });
    search.type('first');
    await search.until(() => signals.length === 1);
    await search.search('second');
    expect(signals[0]!.aborted).to.equal(true);
  });

  it('may fail, and is asked again by the button', async () => {
    let calls = 0;
    const search = await openFunction(() =>
      calls++ === 0 ? Promise.reject(new Error('No luck')) : Promise.resolve([{ url: '/guide' }]),
    );
    search.type('install');
    await search.until(() => search.find('[part=retry]') !== null);
    search.find('[part=retry]')!.click();
    await search.until(() => hrefs(search).length === 1);
  });

  it('cannot put markup or a script into the page', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const search = await openFunction(() =>
      Promise.resolve([
        { url: 'javascript:alert(1)', title: 'Bad' },
        { url: '/good', title: hostile, excerpt: { text: hostile, ranges: [[0, 4]] } },
        null as unknown as FoundSection,
      ]),
    );
    await search.search('install');
    expect(hrefs(search)).to.deep.equal([`${location.origin}/good`]);
    expect(search.text('[part=result-excerpt]')).to.equal(hostile);
    expect(search.find('img')).to.equal(null);
  });
});

async function open(attributes: Record<string, string> = {}) {
  const frame = await ReaderFrame.open({
    search: { endpoint: '', debounce: '0', source: PAGEFIND, ...attributes },
    allowsWasm: true,
  });
  return { frame, search: SearchHarness.of(frame.search) };
}

function openFunction(find: SearchFunction, attributes: Record<string, string> = {}): Promise<SearchHarness> {
  return SearchHarness.open({
    attributes: { endpoint: '', domain: '', ...attributes },
    prepare: (element) => (element.source = createSearchSource(find)),
  });
}

/** Return where the results lead to. */
function hrefs(search: SearchHarness): string[] {
  return search.findAll('a[part=result], [part=result] a').map((link) => (link as HTMLAnchorElement).href);
}

/** The versions of the pages that the results lead to. The front page is that of the newest. */
function versions(search: SearchHarness): string[] {
  return [...new Set(hrefs(search).map((link) => versionOf(new URL(link).pathname)))];
}

function versionOf(path: string): string {
  return path === `${SITE}/` ? 'v2' : /^\/\w+\/(v\d)\//.exec(path)![1]!;
}
