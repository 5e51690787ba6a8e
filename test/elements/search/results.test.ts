import { expect } from '@open-wc/testing';
import { answer, refusal, SearchHarness, SECTIONS, section } from '../../support/search-harness.ts';

describe('<docs-search>: results', () => {
  afterEach(() => SearchHarness.reset());

  it('groups the sections by page, the introduction first', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    expect(search.findAll('[role=group]').map((group) => group.getAttribute('aria-label'))).to.deep.equal([
      'Middleware',
      'Routing',
    ]);
    expect(search.texts('[part=result-title]')).to.deep.equal([
      'Middleware',
      'Basic usage',
      'Dynamic routes',
    ]);
    expect(search.texts('[part=page-title]')).to.deep.equal(['Routing']);
  });

  it('shows the folders of a page without version and language, which are beside it', async () => {
    const search = await SearchHarness.open({
      attributes: { language: '' },
      prepare: () => document.documentElement.removeAttribute('lang'),
      replies: [
        ['v6', 'v5'].map((version) => {
          const found = section(`${version}/en/guides/routing`, 'Routing', 'Dynamic routes', 'A route.');
          return { ...found, metadata: { ...found.metadata, version } };
        }),
      ],
    });
    await search.search('route');
    expect(search.text('[part=result-path]')).to.equal('guides');
    expect(search.texts('[part=badge]')).to.deep.equal(['v6', 'v5']);
  });

  for (const dir of ['ltr', 'rtl']) {
    it(`has rows of one height, with the location below the heading, ${dir}`, async () => {
      document.documentElement.dir = dir;
      const long = section(
        'v6/en/a/long/folder',
        'Title '.repeat(20),
        'Heading '.repeat(20),
        'A word. '.repeat(99),
      );
      const search = await SearchHarness.open({ replies: [[...SECTIONS, long]] });
      await search.search('middleware');
      const rows = search.options.map((option) => option.getBoundingClientRect());
      expect(rows.map(({ height }) => Math.round(height))).to.deep.equal([52, 52, 52, 52]);
      for (const option of search.options) {
        const [heading, location] = [...option.querySelectorAll('.title, .second')].map((part) =>
          part.getBoundingClientRect(),
        );
        const [begin, below] =
          dir === 'ltr' ? [heading!.left, location!.left] : [heading!.right, location!.right];
        expect(begin).to.be.closeTo(below, 1);
        expect(location!.top).to.be.at.least(heading!.bottom - 1);
      }
    });
  }

  it('shows no badge for what is filtered', async () => {
    const search = await SearchHarness.open({
      attributes: { version: 'v6', language: 'en' },
      replies: [SECTIONS],
    });
    await search.search('route');
    expect(search.texts('[part=badge]')).to.deep.equal([]);
  });

  it('shows the language of a page that is found in another one than the filter’s', async () => {
    const search = await SearchHarness.open({
      attributes: { version: 'v6', language: 'de' },
      replies: [[section('v6/en/guides/routing', 'Routing', 'Dynamic routes', 'A route.')]],
    });
    await search.search('route');
    expect(search.texts('[part=badge]')).to.deep.equal(['en']);
  });

  it('shows the headings above the section', async () => {
    const result = section('guides/routing', 'Routing', 'Priority', 'Static routes come first.');
    const headings = ['Dynamic routes', 'Priority'];
    const search = await SearchHarness.open({
      replies: [[{ ...result, metadata: { ...result.metadata, headings } }]],
    });
    await search.search('static');
    expect(search.texts('[part=result] [part=result-path]')).to.deep.equal(['guides', 'Dynamic routes']);
  });

  it('makes links to the sections, below the link base', async () => {
    const search = await SearchHarness.open({
      attributes: { 'link-base': '/docs/' },
      replies: [[section('v6/en/guides/routing', 'Routing', 'Dynamic routes', 'A route.')]],
    });
    await search.search('route');
    const link = search.options[0] as HTMLAnchorElement;
    expect(link.localName).to.equal('a');
    expect(link.href).to.equal(new URL('/docs/v6/en/guides/routing#dynamic-routes', location.href).href);
    expect(link.target).to.equal('_self');
  });

  it('makes links to the front page, whose path is empty, and to folders of any characters', async () => {
    const search = await SearchHarness.open({
      attributes: { 'link-base': '/docs/' },
      replies: [
        [
          section('', 'Home', null, 'A route.'),
          section('gr%C3%B6%C3%9Fe/C%23/a.html', 'C', null, 'A route.'),
        ],
      ],
    });
    await search.search('route');
    expect(search.options.map((link) => (link as HTMLAnchorElement).href)).to.deep.equal(
      ['/docs/', '/docs/gr%C3%B6%C3%9Fe/C%23/a.html'].map((path) => new URL(path, location.href).href),
    );
    expect(search.text('[part=results]')).to.include('größe › C#');
  });

  it('leaves out what must not become a link', async () => {
    const search = await SearchHarness.open({
      replies: [
        [
          section('javascript:alert(1)', 'Evil', null, 'route'),
          section('//evil.example/', 'Evil too', null, 'route'),
          section('guides/routing', 'Routing', null, 'route'),
        ],
      ],
    });
    await search.search('route');
    expect(search.texts('[part=result-title]')).to.deep.equal(['Routing']);
  });

  it('shows markup of the documentation as the text it is', async () => {
    const search = await SearchHarness.open({
      replies: [
        [section('a', '<img src=x onerror=alert(1)>', null, 'Write `<script>alert(1)</script>` there.')],
      ],
    });
    await search.search('write');
    expect(search.text('[part=result-title]')).to.equal('<img src=x onerror=alert(1)>');
    expect(search.text('[part=result-excerpt]')).to.equal('Write <script>alert(1)</script> there.');
    expect(search.findAll('img, script').length).to.equal(0);
  });

  it('marks the words of the query where the server names no ranges', async () => {
    const search = await SearchHarness.open({
      replies: [
        [section('a', 'Deploying a site', null, 'You **deploy** a site; deployed sites are [fast](/x).')],
      ],
    });
    await search.search('deploying site');
    expect(search.texts('[part=result-title] mark')).to.deep.equal(['Deploying', 'site']);
    expect(search.texts('[part=result-excerpt] mark')).to.deep.equal(['deploy', 'site', 'deployed', 'sites']);
    expect(search.text('[part=result-excerpt]')).to.equal('You deploy a site; deployed sites are fast.');
  });

  it('marks nothing in results that share no word with the query', async () => {
    const search = await SearchHarness.open({
      replies: [
        [
          section('a', 'Authentication', null, 'Use authentication to know who somebody is.'),
          section('b', 'Sessions', 'Session authentication', 'A cookie is read. Authentication follows.'),
          section('c', 'Login form', null, 'Put a login form on a page, with authentication.'),
        ],
      ],
    });
    await search.search('login');
    expect(search.findAll('[part=result-excerpt]').map((excerpt) => marksOf(excerpt))).to.deep.equal([
      [],
      [],
      ['login'],
    ]);
  });

  it('marks the ranges that the server names, past the Markdown before them', async () => {
    const content = 'Use **hosting** for [publishing](https://example.com/publishing) pages.';
    const result = section('a', 'Hosting', null, content);
    const start = content.indexOf('publishing');
    const ranges: [number, number][] = [[start, start + 'publishing'.length]];
    const search = await SearchHarness.open({
      replies: [[{ ...result, metadata: { ...result.metadata, ranges } }]],
    });
    await search.search('deploy');
    expect(search.texts('[part=result-excerpt] mark')).to.deep.equal(['publishing']);
  });

  it('keeps the results of the last query, dimmed, until the next answer is there', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS, answer(SECTIONS.slice(0, 1), true)] });
    await search.search('middle');
    await search.painted();
    const heightBefore = search.find('.panel')!.offsetHeight;
    search.type('middleware');
    await search.until(() => search.find('.panel')!.hasAttribute('data-loading'));
    expect(search.options.length).to.equal(3);
    expect(search.find('.panel')!.offsetHeight).to.equal(heightBefore);
    const answered = search.heard('docs-search-results');
    await search.release();
    await search.release();
    await answered;
    expect(search.options.length).to.equal(1);
    expect(search.find('.panel')!.hasAttribute('data-loading')).to.equal(false);
  });

  it('drops the answer to an earlier query', async () => {
    const late = answer([section('late', 'Late', null, 'too late')], true);
    const search = await SearchHarness.open({ replies: [late, SECTIONS] });
    search.type('middle');
    await search.received(1);
    await search.search('middleware');
    await search.release();
    expect(search.texts('[part=page-title]')).to.deep.equal(['Routing']);
    const requests = await search.requests();
    expect(requests.map(({ body }) => body.query)).to.deep.equal(['middle', 'middleware']);
  });

  it('begins at the first option when other results come', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS, SECTIONS] });
    await search.search('middle');
    await search.press('ArrowDown');
    await search.search('middleware');
    expect(search.active?.id).to.equal(search.options[0]?.id);
  });

  it('brings more results below those that are there, and goes on at the first of them', async () => {
    const pages = Array.from({ length: 4 }, (_, index) =>
      section(`page-${index}`, `Page ${index}`, null, 'route'),
    );
    const search = await SearchHarness.open({
      attributes: { 'page-size': '2' },
      replies: [pages.slice(0, 2), pages],
    });
    await search.search('route');
    await search.press('ArrowUp');
    expect(search.active?.getAttribute('part')).to.equal('more');
    const answered = search.heard('docs-search-results');
    await search.press('Enter');
    await answered;
    expect(search.texts('[part=result-title]')).to.deep.equal(['Page 0', 'Page 1', 'Page 2', 'Page 3']);
    expect(search.active?.querySelector('[part=result-title]')?.textContent).to.include('Page 2');
    expect((await search.requests()).map(({ body }) => body.pageSize)).to.deep.equal([2, 4]);
  });

  it('keeps pages in place when more of their sections come', async () => {
    const first = [section('a', 'A', 'One', 'x'), section('b', 'B', 'One', 'x')];
    const search = await SearchHarness.open({
      attributes: { 'page-size': '2' },
      replies: [first, [...first, section('a', 'A', 'Two', 'x')]],
    });
    await search.search('one');
    const answered = search.heard('docs-search-results');
    search.find('[part=more]')?.click();
    await answered;
    expect(search.texts('[part=page-title]')).to.deep.equal(['A', 'B', 'A']);
  });

  it('dispatches the query and the results to the page', async () => {
    const search = await SearchHarness.open({ attributes: { version: 'v6' }, replies: [SECTIONS] });
    const asked = search.heard('docs-search-query');
    const found = search.heard('docs-search-results');
    search.type('middleware ');
    expect((await asked).detail).to.deep.equal({
      query: 'middleware',
      filter: { version: 'v6', language: 'en' },
    });
    const { query, count, took } = (await found).detail;
    expect({ query: query.trim(), count }).to.deep.equal({ query: 'middleware', count: 3 });
    expect(Number.isInteger(took)).to.equal(true);
  });

  it('sends nothing when the page cancels the query', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    search.element.addEventListener('docs-search-query', (event) => event.preventDefault(), { once: true });
    const canceled = search.heard('docs-search-query');
    search.type('middle');
    await canceled;
    await search.search('middleware');
    expect((await search.requests()).map(({ body }) => body.query)).to.deep.equal(['middleware']);
  });

  it('follows no link when the page cancels the selection', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    const selected = new Promise<CustomEvent>((resolve) => {
      search.element.addEventListener('docs-search-select', (event) => {
        event.preventDefault();
        resolve(event);
      });
    });
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
    search.options[1]?.dispatchEvent(click);
    const { result, index, query } = (await selected).detail as {
      result: unknown;
      index: number;
      query: string;
    };
    expect({ index, query }).to.deep.equal({ index: 1, query: 'middleware' });
    expect(result).to.deep.equal(SECTIONS[0]);
    expect(click.defaultPrevented).to.equal(true);
    expect(search.isOpen).to.equal(true);
  });

  it('closes and remembers the query when a result opens', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    search.root.addEventListener('click', (event) => event.preventDefault());
    search.options[0]?.click();
    await search.element.updateComplete;
    expect(search.isOpen).to.equal(false);
    search.element.clear();
    await search.element.show();
    await search.until(() => search.find('[part=recent]') !== null);
    expect(search.texts('[part=recent]')).to.deep.equal(['middleware']);
  });

  it('leaves addresses and secrets out with mask, of what is sent and of what is kept', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS], attributes: { mask: '' } });
    const queried = search.heard('docs-search-query');
    await search.search('reset ann@example.org password=hunter22!');
    expect((await queried).detail.query).to.equal('reset [email] password=[secret]');
    const [request] = await search.requests();
    expect(request!.body.query).to.equal('reset [email] password=[secret]');
    expect(search.input.value).to.contain('hunter22!');
    search.root.addEventListener('click', (event) => event.preventDefault());
    search.options[0]?.click();
    expect(JSON.stringify({ ...localStorage })).to.contain('reset [email] password=[secret]');
    expect(JSON.stringify({ ...localStorage })).not.to.contain('hunter22');
  });

  it('searches again for what was searched before', async () => {
    const search = await SearchHarness.open({
      replies: [SECTIONS],
      prepare: ({ endpoint }) =>
        localStorage.setItem(`docs-assistant:${endpoint}|docs:recent`, '["middleware"]'),
    });
    await search.element.show();
    await search.until(() => search.options.length === 1);
    const answered = search.heard('docs-search-results');
    search.options[0]?.click();
    await answered;
    expect(search.input.value).to.equal('middleware');
    expect(search.findAll('[part=result]').length).to.equal(3);
  });

  it('removes all recent searches', async () => {
    const search = await SearchHarness.open({
      prepare: ({ endpoint }) =>
        localStorage.setItem(`docs-assistant:${endpoint}|docs:recent`, '["a b","c d"]'),
    });
    await search.element.show();
    await search.until(() => search.options.length === 2);
    search.find('[part=forget-recent]')?.click();
    await search.element.updateComplete;
    expect(search.options.length).to.equal(0);
    expect(localStorage.length).to.equal(0);
  });

  it('searches for what a script gives it, with a filter of its own', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.element.search('middleware', { filter: { version: 'v5' } });
    await search.element.updateComplete;
    expect(search.input.value).to.equal('middleware');
    expect(search.findAll('[part=result]').length).to.equal(3);
    expect((await search.requests())[0]?.body.filter).to.deep.equal({ version: 'v5' });
  });

  it('dispatches a failure to the page', async () => {
    const search = await SearchHarness.open({ replies: [refusal(503)] });
    const failed = search.heard('docs-search-error');
    search.type('middleware');
    expect((await failed).detail).to.deep.equal({ code: 'http', retryable: true, status: 503 });
  });
});

function marksOf(element: Element): string[] {
  return [...element.querySelectorAll('mark')].map(({ textContent }) => textContent ?? '');
}
