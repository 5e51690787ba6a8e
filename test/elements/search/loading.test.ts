import { expect } from '@open-wc/testing';
import type { SearchResult } from '../../../src/protocol/api.ts';
import {
  acceptModule,
  holdModule,
  isAnswered,
  loadsFailedModulesAgain,
  refuseModule,
} from '../../support/late-module.ts';
import type { ModulePath } from '../../support/module-address.ts';
import { ReaderFrame } from '../../support/reader-frame.ts';
import {
  openReplies,
  refusal,
  SearchHarness,
  SECTIONS,
  type SearchSetup,
} from '../../support/search-harness.ts';
import { nextEvent } from '../../support/until.ts';

interface Piece {
  readonly path: ModulePath;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly replies?: SearchSetup['replies'];
  /** Whether the page has an assistant for the same site. */
  readonly hasAssistant?: boolean;
  /** Set the page up before the panel is loaded. */
  readonly prepare?: (frame: ReaderFrame, endpoint: string) => void;
  /** Use what the piece is for. */
  readonly use: (search: SearchHarness) => unknown;
  /** Whether the failure has been handled: what a reader sees then. */
  readonly isWithout: (search: SearchHarness) => boolean | Promise<boolean>;
  /** Use it again after a failure. */
  readonly useAgain: (search: SearchHarness) => unknown;
  /** What the reader sees in the end, on every network. */
  readonly isThere: (search: SearchHarness) => boolean | Promise<boolean>;
}

const searchAgain = (search: SearchHarness): void => search.type('middle');
const hasResults = (search: SearchHarness): boolean => search.findAll('[part=result]').length === 3;
const reopen = async ({ element }: SearchHarness): Promise<void> => {
  element.hide();
  await element.updateComplete;
  await element.show();
};
const lastRequest = async (search: SearchHarness) => (await search.requests()).at(-1)?.body;

/** What colours code, in a browser that has it. */
const highlightsOf = ({ element }: SearchHarness): HighlightRegistry | undefined =>
  element.ownerDocument.defaultView!.CSS.highlights;

const withCode = (language: string): SearchResult => ({
  ...SECTIONS[0]!,
  content: `\`\`\`${language}\nconst a = 1;\n\`\`\``,
});

/** Every group and module that the search loads late; the group after the results once more for what is seen without it. */
const PIECES: Readonly<Record<string, Piece>> = {
  'the panel': {
    path: '/src/elements/search/panel/panel.ts',
    replies: [SECTIONS],
    use: (search) => search.type('middleware'),
    isWithout: (search) => search.text('[part=error]') === 'Not loaded. Try again',
    useAgain: searchAgain,
    isThere: hasResults,
  },
  'the dialog': {
    path: '/src/elements/search/dialog/dialog.ts',
    attributes: { variant: 'dialog' },
    use: (search) => search.find('[part=trigger]')!.click(),
    isWithout: (search) => search.text('[part=error]') === 'Not loaded. Try again',
    useAgain: (search) => search.find('[part=trigger]')!.click(),
    isThere: (search) => search.find('dialog')?.matches(':modal') ?? false,
  },
  'which languages there are': {
    path: '/src/elements/strings/translations/search.ts',
    prepare: ({ document }) => (document.documentElement.lang = 'de'),
    use: (search) => search.element.show(),
    isWithout: (search) => search.text('[part=empty]') === 'Type to search the documentation.',
    useAgain: reopen,
    isThere: (search) => search.text('[part=empty]') === 'Tippen Sie, um die Dokumentation zu durchsuchen.',
  },
  'the strings of the language': {
    path: '/src/elements/strings/translations/search/de.ts',
    prepare: ({ document }) => (document.documentElement.lang = 'de'),
    use: (search) => search.element.show(),
    isWithout: (search) => search.text('[part=empty]') === 'Type to search the documentation.',
    useAgain: reopen,
    isThere: (search) => search.text('[part=empty]') === 'Tippen Sie, um die Dokumentation zu durchsuchen.',
  },
  'the excerpts, for a server that sends none': {
    path: '/src/protocol/excerpt/create-excerpts.ts',
    replies: [SECTIONS],
    use: (search) => search.type('middleware'),
    isWithout: (search) => hasResults(search) && search.text('[part=retry]') === 'Not loaded. Try again',
    useAgain: (search) => search.find('[part=retry]')!.click(),
    isThere: (search) => search.texts('[part=result-excerpt] mark').length > 0,
  },
  'the filters in the address': {
    path: '/src/elements/search/after-results/after-results.ts',
    attributes: { 'filters-in-url': '' },
    replies: [SECTIONS, SECTIONS, SECTIONS, SECTIONS],
    prepare: ({ window }) => window.history.replaceState(null, '', '?docs-version=v5'),
    use: (search) => search.type('middleware'),
    isWithout: hasResults,
    useAgain: searchAgain,
    isThere: async (search) => (await lastRequest(search))?.filter?.version === 'v5' && hasResults(search),
  },
  'what is used after the first results': {
    path: '/src/elements/search/after-results/after-results.ts',
    attributes: { versions: 'v6,v5' },
    hasAssistant: true,
    replies: [SECTIONS],
    use: (search) => search.element.search('middleware'),
    isWithout: (search) => hasResults(search) && search.text('[part=retry]') === 'Not loaded. Try again',
    useAgain: (search) => search.find('[part=retry]')!.click(),
    isThere: (search) =>
      hasResults(search) &&
      search.findAll('[part~=filter-version] option').length === 3 &&
      search.options.at(-1)?.getAttribute('part') === 'ask' &&
      search.find('[part=shortcuts-open]') !== null &&
      search.find('[part=retry]') === null,
  },
  'the searches that are stored': {
    path: '/src/elements/search/after-results/after-results.ts',
    prepare: (_, endpoint) =>
      localStorage.setItem(`docs-assistant:${endpoint}|docs:recent`, '["middleware"]'),
    use: (search) => search.element.show(),
    isWithout: (search) => search.isOpen && search.text('[part=retry]') === 'Not loaded. Try again',
    useAgain: reopen,
    isThere: (search) => search.texts('[part=recent]').join() === 'middleware',
  },
  'the rules for secrets': {
    path: '/src/protocol/mask-secrets.ts',
    attributes: { mask: '' },
    replies: [SECTIONS],
    use: (search) => search.type('password=hunter22!'),
    isWithout: async (search) =>
      search.find('[part=retry]') !== null && (await search.requests()).length === 0,
    useAgain: (search) => search.find('[part=retry]')!.click(),
    isThere: async (search) =>
      (await lastRequest(search))?.query === 'password=[secret]' && hasResults(search),
  },
  'the words for failures': {
    path: '/src/elements/search/after-results/after-results.ts',
    replies: [refusal(500), refusal(500)],
    use: (search) => search.type('middleware'),
    isWithout: (search) =>
      search.text('[part=error]') === 'The search could not be reached' &&
      search.text('[part=retry]') === 'Not loaded. Try again',
    useAgain: (search) => search.find('[part=retry]')!.click(),
    isThere: (search) => search.text('[part=error] strong') === 'The search has a problem',
  },
  'the preview of a result': {
    path: '/src/elements/search/preview/preview.ts',
    attributes: { variant: 'dialog' },
    replies: [SECTIONS],
    use: (search) => search.element.search('middleware'),
    isWithout: (search) =>
      hasResults(search) &&
      search.find('.previewing') === null &&
      search.text('[part=retry]') === 'Not loaded. Try again',
    useAgain: (search) => search.find('[part=retry]')!.click(),
    isThere: (search) =>
      hasResults(search) &&
      search.text('[part=preview-title]') === 'Middleware' &&
      search.find('[part=retry]') === null,
  },
  'the colours of code in the preview': {
    path: '/src/elements/shared/code/code-highlighter.ts',
    attributes: { variant: 'dialog' },
    replies: [[withCode('js')], [withCode('ts')]],
    use: (search) => search.element.search('middleware'),
    isWithout: (search) => search.isVisible('.preview-text pre'),
    useAgain: searchAgain,
    isThere: (search) => {
      const highlights = highlightsOf(search);
      // What a browser without highlights shows on every network.
      return highlights ? highlights.has('docs-code-keyword') : search.isVisible('.preview-text pre');
    },
  },
  'the language of code in the preview': {
    path: '/node_modules/highlight.js/es/languages/javascript.js',
    attributes: { variant: 'dialog' },
    replies: [[withCode('js')]],
    use: (search) => search.element.search('middleware'),
    isWithout: (search) =>
      search.isVisible('.preview-text pre') &&
      (!highlightsOf(search) || search.text('[part=retry]') === 'Not loaded. Try again'),
    useAgain: (search) => search.find('[part=retry]')?.click(),
    // The code before, without another search.
    isThere: (search) => {
      const highlights = highlightsOf(search);
      return highlights
        ? (highlights.get('docs-code-keyword')?.size ?? 0) > 0 && search.find('[part=retry]') === null
        : search.isVisible('.preview-text pre');
    },
  },
  'the results that the page draws': {
    path: '/src/elements/search/after-results/after-results.ts',
    replies: [SECTIONS, SECTIONS],
    prepare: ({ search }) => (search.renderResult = (_, { page }) => `Page: ${page}`),
    use: (search) => search.type('middleware'),
    isWithout: (search) => hasResults(search) && search.findAll('[part=result-title]').length === 3,
    useAgain: searchAgain,
    isThere: (search) => search.texts('[part=result]').at(-1) === 'Page: Routing',
  },
  'the reader of a static index': {
    path: '/src/elements/shared/static-index.ts',
    attributes: { endpoint: '', index: '/__index/', language: 'en' },
    use: (search) => search.type('keyboard'),
    isWithout: (search) => search.find('[part=retry]') !== null,
    useAgain: (search) => search.find('[part=retry]')!.click(),
    isThere: (search) => search.findAll('[part=result]').length > 0,
  },
  'a source that the page names': {
    path: '/src/sources/named-search.ts',
    attributes: { endpoint: '', source: 'gopher' },
    use: (search) => search.type('keyboard'),
    isWithout: (search) => search.find('[part=retry]') !== null,
    useAgain: (search) => search.find('[part=retry]')!.click(),
    isThere: (search) => search.text('[part=error] strong') === 'There is no search for this documentation',
  },
  'the place above the box': {
    path: '/src/elements/search/panel/placement-floating.ts',
    replies: [SECTIONS],
    prepare: ({ search: { style } }) => {
      style.setProperty('position', 'fixed');
      style.setProperty('inset-block-end', '40px');
    },
    use: (search) => search.type('middleware'),
    isWithout: hasResults,
    useAgain: reopen,
    isThere(search) {
      if (!hasResults(search)) return false;
      const [panel, box] = ['.panel', '.box'].map((selector) =>
        search.find(selector)!.getBoundingClientRect(),
      );
      return Math.abs(panel!.bottom - (box!.top - 8)) <= 1;
    },
  },
};

describe('<docs-search>: what is loaded late', () => {
  afterEach(() => ReaderFrame.reset());

  for (const [name, piece] of Object.entries(PIECES)) {
    it(`is the same in the end when it is held back: ${name}`, async () => {
      const letGo = await holdModule(piece.path);
      const search = await open(piece);
      try {
        piece.use(search);
        await search.painted();
        expect(await piece.isThere(search)).to.equal(false);
      } finally {
        await letGo();
      }
      await search.until(() => piece.isThere(search));
    });

    it(`is tried again with the next use when it has failed: ${name}`, async () => {
      await refuseModule(piece.path);
      let search = await open(piece);
      piece.use(search);
      await search.until(() => isAnswered(search.element.ownerDocument.defaultView!, piece.path));
      await search.until(() => piece.isWithout(search));
      await search.painted();
      if (await loadsFailedModulesAgain()) await piece.useAgain(search);
      else {
        // Firefox remembers for the life of a page that a module did not load: the next use is on the next page.
        await ReaderFrame.reset();
        search = await open(piece);
        piece.use(search);
      }
      await search.until(() => piece.isThere(search));
      await acceptModule(piece.path);
    });
  }

  it('draws rows at once with their excerpts', async () => {
    const letGo = await holdModule('/src/protocol/excerpt/create-excerpts.ts');
    const search = await open({ replies: [SECTIONS] });
    let excerpts: string[] = [];
    search.element.addEventListener('docs-search-results', () => {
      excerpts = search.texts('[part=result-excerpt]');
    });
    const answered = search.search('middleware');
    await search.received(1);
    await search.painted();
    await letGo();
    await answered;
    expect(excerpts.filter(Boolean).length).to.equal(3);
  });

  it('loads no code for excerpts that the server sends', async () => {
    const excerpt = { text: 'As it is.', ranges: [] };
    const sent = SECTIONS.map((result) => ({ ...result, metadata: { ...result.metadata, excerpt } }));
    const search = await open({ replies: [sent] });
    await search.search('middleware');
    expect(search.texts('[part=result-excerpt]')).to.deep.equal(['As it is.', 'As it is.', 'As it is.']);
    const page = search.element.ownerDocument.defaultView!;
    expect(isAnswered(page, '/src/protocol/excerpt/create-excerpts.ts')).to.equal(false);
  });

  it('adds the active result to the favourites once the piece for it is there', async () => {
    const letGo = await holdModule('/src/elements/search/after-results/after-results.ts');
    const search = await open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    expect(await search.press('Enter', { shiftKey: true })).to.equal(true);
    await letGo();
    await search.until(() => search.find('.star.kept') !== null);
    expect(localStorage.getItem(`docs-assistant:${search.endpoint}|docs:favourites`)).to.include(
      'Middleware',
    );
  });

  it('shows a failure without its cause when the piece with the messages is missing', async () => {
    await refuseModule('/src/elements/search/after-results/after-results.ts', 2);
    const search = await open({ replies: [refusal(500)] });
    search.type('middleware');
    await search.until(() => search.text('[role=status]').startsWith('The search could not be reached'));
    await acceptModule('/src/elements/search/after-results/after-results.ts');
  });

  it('waits with its own button, too, until the time that the server named', async () => {
    await refuseModule('/src/elements/search/after-results/after-results.ts', 2);
    const search = await open({ replies: [refusal(429, { 'retry-after': '60' }), SECTIONS] });
    search.type('middleware');
    await search.until(() => search.find('[part=retry]') !== null);
    search.find('[part=retry]')!.click();
    await search.press('Enter');
    await search.painted();
    expect((await search.requests()).length).to.equal(1);
    await acceptModule('/src/elements/search/after-results/after-results.ts');
  });

  it('does not open a result for an Enter that was pressed before the panel failed to load', async () => {
    await refuseModule('/src/elements/search/panel/panel.ts');
    const search = await open({ replies: [SECTIONS] });
    const selected: Event[] = [];
    search.element.addEventListener('docs-search-select', (event) => selected.push(event));
    const failed = nextEvent(search.element, 'docs-search-error');
    search.type('middleware');
    await search.press('Enter');
    await failed;
    search.input.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true }));
    // Firefox does not load it again on this page.
    if (await loadsFailedModulesAgain()) await search.until(() => hasResults(search));
    else await search.painted();
    expect(selected.length).to.equal(0);
    await acceptModule('/src/elements/search/panel/panel.ts');
  });
});

/** Open a page of its own, because a page loads each module once. */
async function open({
  attributes = {},
  replies = [],
  hasAssistant,
  prepare,
}: Pick<Piece, 'attributes' | 'replies' | 'hasAssistant' | 'prepare'>): Promise<SearchHarness> {
  const endpoint = await openReplies(replies);
  const site = { endpoint, domain: 'docs' };
  const frame = await ReaderFrame.open({
    search: { ...site, debounce: '0', ...attributes },
    ...(hasAssistant && { attributes: site }),
  });
  prepare?.(frame, endpoint);
  return SearchHarness.of(frame.search);
}
