import { expect } from '@open-wc/testing';
import { answer, openReplies } from '../../support/assistant-harness.ts';
import { PAGE, ReaderFrame, type RouterName } from '../../support/reader-frame.ts';

describe('<docs-assistant>: the passage that a source leads to', () => {
  afterEach(() => ReaderFrame.reset());

  it('is marked for a moment on the page that is open, and is in sight', async () => {
    const reader = await openAnswer(`${PAGE}#basics`);
    follow(reader);
    await reader.until(() => marked(reader) === 'Basics That take more room than a window has.');
    await reader.until(() => topOf(reader, '#basics') > -2 && topOf(reader, '#basics') < 700);
    expect(reader.isOpen).to.equal(true);
    await reader.until(() => marked(reader) === '');
    expect(keptKeys()).to.deep.equal([]);
  });

  it('is its beginning where the source names a page', async () => {
    const reader = await openAnswer(`${PAGE}?`);
    follow(reader, '[part=citation]');
    await reader.until(() => marked(reader) === 'A page With an introduction.');
  });

  for (const router of ['body', 'global'] satisfies RouterName[])
    it(`is marked on a page that a router shows (${router})`, async () => {
      const reader = await openAnswer(`${PAGE}?two#basics`, { router });
      follow(reader);
      await reader.until(() => marked(reader).startsWith('Basics'));
      expect(reader.routes).to.deep.equal([`${PAGE}?two#basics`]);
    });

  it('is marked on a page that the browser loads, with the panel beside it', async () => {
    const reader = await openAnswer(`${PAGE}?two#basics`);
    await reader.leave(() => follow(reader));
    expect(reader.address).to.equal(`${PAGE}?two#basics`);
    await reader.until(() => marked(reader).startsWith('Basics'));
    expect(reader.isOpen).to.equal(true);
    expect(keptKeys()).to.deep.equal([]);
  });
});

async function openAnswer(path: string, setup: { router?: RouterName } = {}): Promise<ReaderFrame> {
  const endpoint = await openReplies([answer('It says so [1].', { sources: [{ path, title: 'Basics' }] })]);
  const reader = await ReaderFrame.open({ attributes: { endpoint, domain: 'docs' }, ...setup });
  await reader.ask('What does it say?');
  return reader;
}

function follow(reader: ReaderFrame, selector = 'a[part=source]'): void {
  reader.find(selector)!.click();
}

/** The text that is marked; empty without a mark. */
function marked({ window }: ReaderFrame): string {
  const ranges = [...(window.CSS.highlights.get('docs-assistant-passage') ?? [])] as Range[];
  return ranges.map((range) => range.toString().replace(/\s+/g, ' ').trim()).join('');
}

function topOf(reader: ReaderFrame, selector: string): number {
  return reader.document.querySelector(selector)!.getBoundingClientRect().top;
}

function keptKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.endsWith(':passage'));
}
