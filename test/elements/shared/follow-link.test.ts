import { expect } from '@open-wc/testing';
import { until } from '../../support/until.ts';
import { answer, openReplies } from '../../support/assistant-harness.ts';
import { answer as found, section } from '../../support/search-harness.ts';
import { PAGE, ReaderFrame, type ReaderSetup, type RouterName } from '../../support/reader-frame.ts';

const TEXT =
  'See [basics](#basics), [a variant](?tab=npm), [another page](two) and [elsewhere](https://example.com/).';
const SOURCES = [{ path: `${PAGE}?two#basics`, title: 'Two' }];

/** As the service quotes a page of a site below `/docs/`, and as other servers write links. */
const QUOTED =
  '### [Setup](docs/setup#keys) [1]\n\nSee [guide](guide), [prices](/./pricing), [own](/docs/guide) and [other](/guide).';

async function openAnswer(
  setup: ReaderSetup = {},
  size?: { width: number; height: number },
  text = TEXT,
): Promise<ReaderFrame> {
  const endpoint = await openReplies([answer(text, { sources: SOURCES })]);
  const attributes = { endpoint, domain: 'docs', 'link-base': '/test/support', ...setup.attributes };
  const reader = await ReaderFrame.open({ ...setup, attributes }, size);
  await reader.ask('Where?');
  // A busy machine draws the text some frames after the footer.
  await reader.until(() => reader.find('.prose a') !== null);
  return reader;
}

function sourceOf(reader: ReaderFrame): HTMLAnchorElement {
  return reader.find<HTMLAnchorElement>('a[part=source]')!;
}

function linkNamed(reader: ReaderFrame, name: string): HTMLAnchorElement {
  const links = [...reader.assistant.shadowRoot!.querySelectorAll<HTMLAnchorElement>('.prose a')];
  return links.find(({ textContent }) => textContent === name)!;
}

describe('a link of an answer, where the page has a router', () => {
  afterEach(() => ReaderFrame.reset());

  for (const router of ['window', 'body', 'path', 'global', 'history'] satisfies RouterName[]) {
    it(`is followed by one that looks for clicks by ${router}, once`, async () => {
      const reader = await openAnswer({ router, attributes: { 'link-base': '/' } });
      const { document } = reader;
      sourceOf(reader).click();
      await reader.until(() => reader.routes.length > 0);
      expect(reader.routes).to.deep.equal([`${PAGE}?two#basics`]);
      expect(reader.address).to.equal(`${PAGE}?two#basics`);
      expect(reader.document === document && reader.isOpen).to.equal(true);
    });
  }

  for (const [name, path] of [
    ['Setup', '/docs/docs/setup#keys'],
    ['guide', '/docs/guide'],
    ['prices', '/pricing'],
    ['own', '/docs/guide'],
    ['other', '/docs/guide'],
  ] as const) {
    it(`leads from "${name}" of a quoted page to ${path}, with link-base="/docs"`, async () => {
      const setup = { router: 'window', attributes: { 'link-base': '/docs' } } as const;
      const reader = await openAnswer(setup, undefined, QUOTED);
      linkNamed(reader, name).click();
      await reader.until(() => reader.routes.length > 0);
      expect(reader.routes).to.deep.equal([path]);
    });
  }

  for (const [name, prepare] of [
    [
      'the page is of another build',
      (page: Document) => page.querySelector('[src*="runtime~main"]')!.remove(),
    ],
    [
      'the router would close its menu instead',
      (page: Document) => page.body.classList.add('navbar-sidebar--show'),
    ],
  ] as const) {
    it(`is left to the browser where ${name}`, async () => {
      const reader = await openAnswer({ router: 'history', attributes: { 'link-base': '/' } });
      prepare(reader.document);
      await reader.leave(() => sourceOf(reader).click());
      expect(reader.address).to.equal(`${PAGE}?two#basics`);
      expect(reader.routes).to.deep.equal([]);
    });
  }

  it('gives way to one that is clicked before its page is there', async () => {
    const reader = await openAnswer({ router: 'history', attributes: { 'link-base': '/' } });
    sourceOf(reader).click();
    linkNamed(reader, 'a variant').click();
    await reader.until(() => reader.routes.length > 0);
    expect(reader.routes).to.deep.equal([`${PAGE}?tab=npm`]);
  });

  it('is first told to the page, which may follow it itself', async () => {
    const reader = await openAnswer({ router: 'window', attributes: { 'link-base': '/' } });
    const told: unknown[] = [];
    reader.assistant.addEventListener('docs-assistant-navigate', (event) => {
      told.push(event.detail.url.replace(location.origin, ''), event.detail.source?.title);
      event.preventDefault();
    });
    sourceOf(reader).click();
    expect(told).to.deep.equal([`${PAGE}?two#basics`, 'Two']);
    expect(reader.routes).to.deep.equal([]);
    expect(reader.address).to.equal(PAGE);
  });

  it('leaves nothing on the page, and moves no focus', async () => {
    const reader = await openAnswer({ router: 'body', attributes: { 'link-base': '/' } });
    const before = reader.document.body.childElementCount;
    let seen: Element | null = null;
    reader.document.body.addEventListener('click', ({ target }) => {
      if (target instanceof reader.window.HTMLAnchorElement) seen = target;
    });
    sourceOf(reader).focus();
    sourceOf(reader).click();
    await until(() => seen !== null);
    const link = seen as HTMLAnchorElement | null;
    expect([link?.ariaHidden, link?.tabIndex, link?.hidden, link?.target]).to.deep.equal([
      'true',
      -1,
      true,
      '',
    ]);
    expect(link?.isConnected).to.equal(false);
    expect(reader.document.body.childElementCount).to.equal(before);
    expect(reader.assistant.shadowRoot!.activeElement === sourceOf(reader)).to.equal(true);
  });

  for (const [name, init] of [
    ['with Control', { ctrlKey: true }],
    ['with Command', { metaKey: true }],
    ['with Shift', { shiftKey: true }],
    ['of the middle button', { button: 1 }],
  ] as const) {
    it(`is left to the browser with a click ${name}`, async () => {
      const reader = await openAnswer({ router: 'window' });
      let prevented: boolean | undefined;
      // The test keeps the browser from opening a tab.
      reader.window.addEventListener('click', (event) => {
        prevented = event.defaultPrevented;
        event.preventDefault();
      });
      const options = { bubbles: true, composed: true, cancelable: true, ...init };
      sourceOf(reader).dispatchEvent(new reader.window.MouseEvent('click', options));
      expect(prevented).to.equal(false);
      expect(reader.routes).to.deep.equal([]);
    });
  }

  for (const [name, find, attributes] of [
    ['leads to another site', (reader: ReaderFrame) => linkNamed(reader, 'elsewhere'), {}],
    ['opens a new tab', sourceOf, { 'link-target': 'blank' }],
  ] as const) {
    it(`is left to the browser where it ${name}`, async () => {
      const reader = await openAnswer({ router: 'window', attributes });
      let prevented: boolean | undefined;
      reader.window.addEventListener('click', (event) => {
        prevented = event.defaultPrevented;
        event.preventDefault();
      });
      find(reader).click();
      expect(prevented).to.equal(false);
      expect(reader.routes).to.deep.equal([]);
    });
  }
});

describe('a link of an answer, where the page has no router', () => {
  afterEach(() => ReaderFrame.reset());

  it('loads the page that it leads to', async () => {
    const reader = await openAnswer({ attributes: { 'link-base': '/' } });
    await reader.leave(() => sourceOf(reader).click());
    expect(reader.address).to.equal(`${PAGE}?two#basics`);
  });

  it('stays on the page where it is a fragment, and shows its heading', async () => {
    const reader = await openAnswer();
    const { document } = reader;
    reader.window.history.replaceState(null, '', `${PAGE}?now`);
    linkNamed(reader, 'basics').click();
    await reader.until(() => reader.window.scrollY > 0);
    expect(reader.address).to.equal(`${PAGE}?now#basics`);
    expect(reader.document === document).to.equal(true);
  });

  it('stays on the page where it is a query', async () => {
    const reader = await openAnswer();
    await reader.leave(() => linkNamed(reader, 'a variant').click());
    expect(reader.address).to.equal(`${PAGE}?tab=npm`);
  });

  it('is resolved below a link base without its last slash', async () => {
    const reader = await openAnswer();
    expect(new URL(linkNamed(reader, 'another page').href).pathname).to.equal('/test/support/two');
    expect(new URL(sourceOf(reader).href).pathname).to.equal(`/test/support${PAGE}`);
  });

  for (const [name, attributes, size] of [
    ['sheet', {}, { width: 500, height: 700 }],
    ['dialog', { variant: 'dialog' }, undefined],
  ] as const) {
    it(`closes a panel that covers the page as a ${name}`, async () => {
      const reader = await openAnswer({ attributes }, size);
      linkNamed(reader, 'basics').click();
      await reader.until(() => !reader.isOpen);
      expect(reader.assistant.open).to.equal(false);
    });
  }
});

describe('a search result, where the page has a router', () => {
  afterEach(() => ReaderFrame.reset());

  async function openResults(router?: RouterName): Promise<ReaderFrame> {
    const results = [section(`${PAGE}?two`, 'Two', 'Basics', 'A page about basics.')];
    const endpoint = await openReplies([found(results)]);
    const reader = await ReaderFrame.open({
      search: { endpoint, domain: 'docs' },
      ...(router && { router }),
    });
    await reader.search.search('basics');
    await reader.until(() => optionOf(reader) !== null);
    return reader;
  }

  const optionOf = (reader: ReaderFrame): HTMLElement | null =>
    reader.search.shadowRoot!.querySelector('[part=result]');

  for (const router of ['window', 'body', 'path', 'global', 'history'] satisfies RouterName[]) {
    it(`is followed by one that looks for clicks by ${router}, once and without a text directive`, async () => {
      const reader = await openResults(router);
      optionOf(reader)!.click();
      await reader.until(() => reader.routes.length > 0);
      expect(reader.routes).to.deep.equal([`${PAGE}?two#basics`]);
      expect(reader.search.open).to.equal(false);
    });
  }

  it('is followed with Enter', async () => {
    const reader = await openResults('window');
    for (const key of ['ArrowDown', 'Enter']) {
      const options = { key, bubbles: true, composed: true, cancelable: true };
      reader.search
        .shadowRoot!.querySelector('input')!
        .dispatchEvent(new reader.window.KeyboardEvent('keydown', options));
    }
    await reader.until(() => reader.routes.length > 0);
    expect(reader.routes).to.deep.equal([`${PAGE}?two#basics`]);
  });

  it('is first told to the page, which may follow it itself', async () => {
    const reader = await openResults('window');
    reader.document.addEventListener('docs-search-select', (event) => event.preventDefault());
    optionOf(reader)!.click();
    expect(reader.routes).to.deep.equal([]);
    expect(reader.address).to.equal(PAGE);
  });

  it('loads its page where there is none', async () => {
    const reader = await openResults();
    await reader.leave(() => optionOf(reader)!.click());
    expect(reader.address).to.equal(`${PAGE}?two#basics`);
  });
});
