import { expect } from '@open-wc/testing';
import type { DocsAssistant } from '../../../src/assistant.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { answer, refusal, SearchHarness, SECTIONS } from '../../support/search-harness.ts';
import { setViewport } from '../../support/page-commands.ts';
import { PREVIEW_SCENES, SEARCH_SCENES } from '../../support/scenes/search-scenes.ts';
import { loadSearchText } from '../../support/scenes/search-text.ts';

const FILTERS = { versions: 'v6,v5', languages: 'en,de' };

describe('<docs-search>: states', () => {
  afterEach(async () => {
    SearchHarness.reset();
    Reflect.deleteProperty(navigator, 'onLine');
    await setViewport({ width: 800, height: 600 });
  });

  it('results of an earlier query: no accessibility fault, light and dark', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS, answer([], true)] });
    await search.search('middle');
    await search.press('ArrowDown');
    search.type('middleware');
    await search.until(() => search.find('[data-loading]') !== null);
    await expectAccessibleInBothThemes(search);
  });

  it('says of results without a word of the query that they are related', async () => {
    const related = SECTIONS.map((result) => ({
      ...result,
      metadata: { ...result.metadata, isRelated: true as const },
    }));
    const search = await SearchHarness.open({ replies: [related, SECTIONS] });
    await search.search('throttling');
    expect(search.text('.message')).to.equal('No page has these words. Related:');
    await expectAccessibleInBothThemes(search);
    await search.search('middleware');
    expect(search.text('.message')).to.equal('');
  });

  it('says which words of the query no page has, if no result has them', async () => {
    const missing = (...lists: string[][]): typeof SECTIONS =>
      SECTIONS.map((result, at) => ({
        ...result,
        metadata: { ...result.metadata, missing: lists[at % lists.length]! },
      }));
    const search = await SearchHarness.open({
      replies: [missing(['blorp', 'snarf']), missing(['blorp', 'snarf'], ['snarf']), missing(['blorp'], [])],
    });
    await search.search('blorp install snarf');
    expect(search.text('.message')).to.equal('No page has: blorp, snarf');
    await expectAccessibleInBothThemes(search);
    await search.search('install snarf');
    expect(search.text('.message')).to.equal('No page has: snarf');
    await search.search('install blorp');
    expect(search.text('.message')).to.equal('');
  });

  it('shows results whose missing words are no list', async () => {
    const wrong = SECTIONS.map((result) => ({
      ...result,
      metadata: { ...result.metadata, missing: 'blorp' as unknown as string[] },
    }));
    const search = await SearchHarness.open({ replies: [wrong] });
    await search.search('install');
    expect(search.text('.message')).to.equal('');
  });

  for (const dir of ['ltr', 'rtl']) {
    it(`shows by a bar that moves without layout that it searches, ${dir}`, async () => {
      const search = await SearchHarness.open({ replies: [answer([], true)] });
      search.element.dir = dir;
      search.type('middleware');
      await search.until(() => search.find('[data-loading]') !== null);
      const bar = search.find('.progress')!;
      const [animation] = bar.getAnimations({ subtree: true });
      const { target } = animation!.effect as KeyframeEffect;
      expect(target).to.equal(bar);
      const frames = (animation!.effect as KeyframeEffect).getKeyframes();
      const moved = new Set(frames.flatMap((frame) => Object.keys(frame)));
      for (const key of ['offset', 'computedOffset', 'easing', 'composite']) moved.delete(key);
      expect([...moved]).to.deep.equal(['translate']);
      animation!.pause();
      animation!.currentTime = 1_200;
      const way = parseFloat(getComputedStyle(bar, '::before').translate);
      expect(Math.sign(way)).to.equal(dir === 'rtl' ? -1 : 1);
    });
  }

  for (const { name, query, says, open } of SEARCH_SCENES) {
    for (const variant of ['inline', 'dialog']) {
      it(`${name}: has its own words, and no accessibility fault, in the ${variant}, light and dark`, async () => {
        const search = await open({ variant });
        for (const sentence of says(await loadSearchText()))
          expect(search.text('.panel')).to.include(sentence);
        if (query) expect(search.input.value).to.equal(query);
        await expectAccessibleInBothThemes(search);
      });
    }
  }

  for (const { name, open } of PREVIEW_SCENES) {
    it(`${name}: no accessibility fault, light and dark`, async () => {
      await setViewport({ width: 1280, height: 720 });
      await expectAccessibleInBothThemes(await open({ variant: 'dialog' }));
    });
  }

  for (const language of ['ar', 'ja']) {
    for (const { name, open } of SEARCH_SCENES) {
      it(`${name}: is told in the language of the page, ${language}`, async () => {
        document.documentElement.lang = language;
        // Waits for its words.
        const search = await open({});
        expect(search.isOpen).to.equal(true);
      });
    }
  }

  it('says how many results there are, once the typing has settled', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS, SECTIONS.slice(0, 1)] });
    const spoken: string[] = [];
    await search.search('middle');
    new MutationObserver(() => spoken.push(search.text('[role=status]'))).observe(
      search.find('[role=status]')!,
      {
        childList: true,
        characterData: true,
        subtree: true,
      },
    );
    await search.search('middleware');
    expect(await search.said()).to.equal('1 result');
    expect(spoken.filter(Boolean)).to.deep.equal(['1 result']);
  });

  it('says that there is nothing', async () => {
    const search = await SearchHarness.open({ replies: [[]] });
    await search.search('zebra');
    expect(await search.said()).to.equal('Nothing found for “zebra”');
  });

  it('says that a search is slow', async () => {
    const search = await SearchHarness.open({ replies: [answer([], true)] });
    search.type('middleware');
    await search.until(() => search.isOpen);
    expect(await search.said()).to.equal('Still searching …');
  });

  it('says what went wrong and what can be done', async () => {
    const search = await SearchHarness.open({ replies: [refusal(500)] });
    search.type('middleware');
    await search.until(() => search.isOpen);
    expect(await search.said()).to.equal(
      'The search has a problem. It is not you. Search again in a moment.',
    );
  });

  it('searches again on demand', async () => {
    const search = await SearchHarness.open({ replies: [refusal(500), SECTIONS] });
    const failed = search.heard('docs-search-error');
    search.type('middleware');
    await failed;
    await search.until(() => search.find('[part=retry]') !== null);
    const answered = search.heard('docs-search-results');
    search.find('[part=retry]')?.click();
    await answered;
    expect(search.findAll('[part=result]').length).to.equal(3);
  });

  it('searches again with Enter, without opening what it finds', async () => {
    const search = await SearchHarness.open({ replies: [refusal(500), SECTIONS] });
    search.type('middleware');
    await search.until(() => search.find('[part=retry]') !== null);
    let selected = false;
    search.element.addEventListener('docs-search-select', (event) => {
      event.preventDefault();
      selected = true;
    });
    const answered = search.heard('docs-search-results');
    expect(await search.press('Enter')).to.equal(true);
    await answered;
    expect(search.options.length).to.be.greaterThan(0);
    expect(selected).to.equal(false);
  });

  it('does not search again before the time that the server asked for', async () => {
    const search = await SearchHarness.open({ replies: [refusal(429, { 'retry-after': '30' }), SECTIONS] });
    const failed = search.heard('docs-search-error');
    search.type('middleware');
    await failed;
    await search.until(() => search.find('[part=retry]')?.getAttribute('aria-disabled') === 'true');
    search.find('[part=retry]')?.click();
    await search.press('Enter');
    expect((await search.requests()).length).to.equal(1);
  });

  it('says that there is no network, and goes on by itself when there is', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    const failed = search.heard('docs-search-error');
    search.type('middleware');
    expect((await failed).detail.code).to.equal('offline');
    await search.until(() => search.text('[part=error]').includes('You are offline'));
    Reflect.deleteProperty(navigator, 'onLine');
    const answered = search.heard('docs-search-results');
    window.dispatchEvent(new Event('online'));
    await answered;
    expect(search.findAll('[part=result]').length).to.equal(3);
  });

  it('searches without the filter when that left nothing', async () => {
    const search = await SearchHarness.open({
      attributes: { version: 'v5', language: 'en' },
      replies: [[], [], SECTIONS],
    });
    await search.search('middleware');
    await search.until(() => search.text('[part=empty]').includes('Only v5, English was searched.'));
    // It looks for where there is something, too: what comes next must not take the reply to this.
    await search.received(2);
    const answered = search.heard('docs-search-results');
    search.find('[part=empty] button')?.click();
    await answered;
    expect(search.findAll('[part=result]').length).to.equal(3);
    expect((await search.requests()).at(-1)?.body).to.deep.equal({ query: 'middleware', pageSize: 10 });
  });

  it('speaks German where the page does, and follows when that changes', async () => {
    document.documentElement.lang = 'de';
    const search = await SearchHarness.open({ replies: [[]] });
    expect(search.input.getAttribute('aria-label')).to.equal('Suchen');
    await search.search('zebra');
    expect(search.text('[part=empty]')).to.include('Nichts gefunden für „zebra“');
    document.documentElement.lang = 'en';
    await search.until(() => search.text('[part=empty]').includes('Nothing found'));
  });

  it('takes strings of the page instead of its own, one by one', async () => {
    const search = await SearchHarness.open({ replies: [[]] });
    search.element.strings = { label: 'Find', nothing: 'No “{query}” here' };
    await search.search('zebra');
    expect(search.input.placeholder).to.equal('Find');
    await search.until(() => search.text('[part=empty]').includes('Try fewer or other words.'));
    expect(search.text('[part=empty]')).to.include('No “zebra” here');
  });

  it('reads from right to left where the page does', async () => {
    document.documentElement.dir = 'rtl';
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    const icon = search.find('.box svg')!.getBoundingClientRect();
    expect(icon.left > search.input.getBoundingClientRect().left).to.equal(true);
    const box = search.find('.box')!.getBoundingClientRect();
    const panel = search.find('.panel')!.getBoundingClientRect();
    expect(panel.left >= 0 && panel.right <= innerWidth && panel.top >= box.bottom).to.equal(true);
  });
});

describe('<docs-search>: filters', () => {
  afterEach(() => SearchHarness.reset());

  it('offers the versions and languages it is given, beside all of them', async () => {
    const search = await SearchHarness.open({ attributes: FILTERS });
    await search.element.show();
    await filtersOf(search);
    expect(search.texts('[part~=filter-version] option')).to.deep.equal(['All versions', 'v6', 'v5']);
    expect(search.texts('[part~=filter-language] option')).to.deep.equal([
      'All languages',
      'English',
      'German',
    ]);
  });

  it('starts with the filter of the page', async () => {
    const search = await SearchHarness.open({
      attributes: { ...FILTERS, version: 'v6' },
      replies: [SECTIONS],
    });
    await search.search('middleware');
    await filtersOf(search);
    expect(select(search, 'version').value).to.equal('v6');
    expect(select(search, 'language').value).to.equal('en');
    expect((await search.requests())[0]?.body.filter).to.deep.equal({ version: 'v6', language: 'en' });
  });

  it('searches again with what is chosen, and dispatches the choice', async () => {
    const search = await SearchHarness.open({ attributes: FILTERS, replies: [SECTIONS, []] });
    await search.search('middleware');
    await filtersOf(search);
    const changed = search.heard('docs-filter-change');
    const answered = search.heard('docs-search-results');
    choose(search, 'version', 'v5');
    expect((await changed).detail.filter).to.deep.equal({ version: 'v5', language: 'en' });
    await answered;
    expect((await search.requests())[1]?.body.filter).to.deep.equal({ version: 'v5', language: 'en' });
  });

  it('searches all of them when that is chosen', async () => {
    const search = await SearchHarness.open({ attributes: FILTERS, replies: [SECTIONS, SECTIONS] });
    await search.search('middleware');
    await filtersOf(search);
    const answered = search.heard('docs-search-results');
    choose(search, 'language', '');
    await answered;
    expect((await search.requests())[1]?.body.filter).to.equal(undefined);
  });

  it('goes back to the filter of the page, which is no choice', async () => {
    const search = await SearchHarness.open({ attributes: { ...FILTERS, version: 'v6' } });
    await search.element.show();
    await filtersOf(search);
    choose(search, 'version', 'v5');
    await search.element.updateComplete;
    choose(search, 'version', 'v6');
    await search.element.updateComplete;
    expect(select(search, 'version').value).to.equal('v6');
    expect(localStorage.getItem(`docs-assistant:${search.endpoint}|docs:filter`)).to.equal(null);
  });

  it('shares the choice with other elements of the same site, and keeps it', async () => {
    const search = await SearchHarness.open({ attributes: FILTERS });
    await search.element.show();
    await filtersOf(search);
    choose(search, 'version', 'v5');
    const other = search.element.cloneNode() as typeof search.element;
    document.body.append(other);
    await other.show();
    await other.updateComplete;
    const version = () => other.shadowRoot?.querySelector<HTMLSelectElement>('[part~=filter-version]')?.value;
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => version() && resolve(observer.disconnect()));
      observer.observe(other.shadowRoot!, { childList: true, subtree: true });
      if (version()) resolve();
    });
    expect(version()).to.equal('v5');
    expect(localStorage.getItem(`docs-assistant:${search.endpoint}|docs:filter`)).to.equal(
      '{"version":"v5"}',
    );
  });

  it('draws none without choices, and none when told so', async () => {
    const search = await SearchHarness.open();
    await search.element.show();
    await search.until(() => search.isOpen);
    expect(search.find('.filters') === null).to.equal(true);
    search.element.versions = ['v6'];
    search.element.withoutFilters = true;
    await search.element.updateComplete;
    expect(search.find('.filters') === null).to.equal(true);
  });

  it('stays open while a filter has the focus, and closes from there with Escape', async () => {
    const search = await SearchHarness.open({ attributes: FILTERS, replies: [SECTIONS] });
    await search.search('middleware');
    await filtersOf(search);
    select(search, 'version').focus();
    await search.element.updateComplete;
    expect(search.isOpen).to.equal(true);
    await search.press('Escape');
    expect(search.isOpen).to.equal(false);
    expect(search.root.activeElement === search.input).to.equal(true);
  });
});

describe('<docs-search>: the way to the assistant', () => {
  afterEach(() => SearchHarness.reset());

  it('is not offered without an assistant', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.until(() => search.isVisible('.keys'));
    expect(search.find('[part=ask]') === null).to.equal(true);
  });

  it('is the last option for words that are found, and carries the query and the filter', async () => {
    const search = await SearchHarness.open({ attributes: { version: 'v6' }, replies: [SECTIONS] });
    const assistant = await addAssistant(search);
    await search.search('middleware order');
    await askOption(search);
    expect(search.active?.getAttribute('part')).to.equal('result');
    expect(search.options.at(-1)?.getAttribute('part')).to.equal('ask');
    const asked = nextQuestion(assistant);
    const told = search.heard('docs-search-ask');
    await search.press('ArrowUp');
    await search.press('Enter');
    expect((await told).detail).to.deep.equal({ query: 'middleware order' });
    expect(await asked).to.deep.equal({
      question: 'middleware order',
      filter: { version: 'v6', language: 'en' },
    });
    await search.until(() => !search.isOpen);
  });

  for (const question of ['how do I deploy', 'deploy?', 'كيف أثبت؟', '怎么安装？', '如何更改主题颜色'])
    it(`is the first option and active for a question: ${question}`, async () => {
      const search = await SearchHarness.open({ replies: [SECTIONS, SECTIONS] });
      const assistant = await addAssistant(search);
      await search.search(question);
      // With the results, not after them: nothing moves below the pointer.
      expect(search.options.map((option) => option.getAttribute('part'))).to.deep.equal([
        'ask',
        'result',
        'result',
        'result',
      ]);
      expect(search.active?.getAttribute('part')).to.equal('ask');
      expect(search.findAll('[aria-selected=true]').length).to.equal(1);
      expect(new Set(search.options.map(({ id }) => id)).size).to.equal(4);
      await expectAccessible(search.element);
      const asked = nextQuestion(assistant);
      await search.press('Enter');
      expect((await asked).question).to.equal(question);
    });

  it('counts the results without it', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await addAssistant(search);
    await search.search('how do I deploy?');
    const selected = search.heard('docs-search-select');
    search.element.addEventListener('docs-search-select', (event) => event.preventDefault());
    await search.press('ArrowDown');
    await search.press('Enter');
    expect((await selected).detail.index).to.equal(0);
  });

  it('is asked by Enter that is pressed before the results are there', async () => {
    const search = await SearchHarness.open({ replies: [answer(SECTIONS, true)] });
    const assistant = await addAssistant(search);
    const asked = nextQuestion(assistant);
    search.type('how do I deploy?');
    await search.received(1);
    await search.press('Enter');
    expect((await asked).question).to.equal('how do I deploy?');
  });

  it('is the first option and active where no result has a word of the query', async () => {
    const related = SECTIONS.map((result) => ({
      ...result,
      metadata: { ...result.metadata, isRelated: true as const },
    }));
    const search = await SearchHarness.open({ replies: [related, SECTIONS, []] });
    await addAssistant(search);
    await search.search('throttling');
    expect(search.active?.getAttribute('part')).to.equal('ask');
    expect(search.texts('.list > *').slice(0, 2)).to.deep.equal([
      'Ask: throttling' + search.text('[part=ask] kbd'),
      'No page has these words. Related:',
    ]);
    expect(search.findAll('mark').length).to.equal(0);
    await expectAccessible(search.element);
    expect(await search.said()).to.equal('No page has these words. Related: 3 results');
    await search.search('middleware');
    expect(search.active?.getAttribute('part')).to.equal('result');
    expect(search.active?.id).to.equal(search.options[0]?.id);
    await search.search('zebra');
    expect(search.active?.getAttribute('part')).to.equal('ask');
  });

  it('is not the first option where the assistant is of another site', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await addAssistant(search, { domain: 'other' });
    await search.search('how do I deploy?');
    const selected = search.heard('docs-search-select');
    search.element.addEventListener('docs-search-select', (event) => event.preventDefault());
    await search.press('Enter');
    expect((await selected).detail.index).to.equal(0);
  });

  it('is offered by the empty field, unless the page has words of its own', async () => {
    const search = await SearchHarness.open();
    await addAssistant(search);
    await search.element.show();
    await search.until(() => search.isOpen);
    expect(search.input.placeholder).to.equal('Search or ask …');
    search.element.placeholder = 'Find';
    await search.until(() => search.input.placeholder === 'Find');
    const alone = await SearchHarness.open({ attributes: { assistant: 'none' } });
    await alone.element.show();
    await alone.until(() => alone.isOpen);
    expect(alone.input.placeholder).to.equal('Search');
  });

  it('is taken by Ctrl+Enter while no result is chosen', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    const assistant = await addAssistant(search);
    await search.search('middleware');
    const asked = nextQuestion(assistant);
    await search.press('Enter', { ctrlKey: true });
    expect((await asked).question).to.equal('middleware');
  });

  it('is offered when nothing was found and when the search failed', async () => {
    const search = await SearchHarness.open({ replies: [[], refusal(500)] });
    await addAssistant(search);
    await search.search('zebra');
    await askOption(search);
    expect(search.options.map((option) => option.getAttribute('part'))).to.deep.equal(['ask']);
    const failed = search.heard('docs-search-error');
    search.type('zebra crossing');
    await failed;
    expect(search.options.map((option) => option.getAttribute('part'))).to.deep.equal(['ask']);
  });

  it('is not taken when the page cancels it', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    const assistant = await addAssistant(search);
    let asked = false;
    assistant.addEventListener('docs-assistant-ask', () => (asked = true));
    search.element.addEventListener('docs-search-ask', (event) => event.preventDefault());
    await search.search('how do I deploy?');
    const told = search.heard('docs-search-ask');
    (await askOption(search)).click();
    await told;
    expect(search.isOpen).to.equal(true);
    expect(assistant.open).to.equal(false);
    expect(asked).to.equal(false);
  });

  it('leads to the assistant that is named, whatever its site', async () => {
    const search = await SearchHarness.open({ attributes: { assistant: 'helper' }, replies: [SECTIONS] });
    const assistant = await addAssistant(search, { id: 'helper', domain: 'other' });
    await search.search('how do I deploy?');
    const asked = nextQuestion(assistant);
    (await askOption(search)).click();
    expect((await asked).question).to.equal('how do I deploy?');
  });

  for (const [what, attributes, assistant] of [
    ['of another site', {}, { domain: 'other' }],
    ['when told to offer none', { assistant: 'none' }, {}],
  ] as const) {
    it(`does not lead to an assistant ${what}`, async () => {
      const search = await SearchHarness.open({ attributes, replies: [SECTIONS] });
      await addAssistant(search, assistant);
      await search.search('middleware');
      await search.until(() => search.isVisible('.keys'));
      expect(search.find('[part=ask]') === null).to.equal(true);
    });
  }
});

async function expectAccessibleInBothThemes(search: SearchHarness): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    search.element.theme = theme;
    await search.element.updateComplete;
    await expectAccessible(search.element);
  }
}

/** Wait until the filters are drawn, which come after the panel. */
async function filtersOf(search: SearchHarness): Promise<void> {
  await search.until(() => search.find('[part~=filter]') !== null);
}

/** Wait until the option that asks the assistant is there, which comes after the results. */
async function askOption(search: SearchHarness): Promise<HTMLElement> {
  await search.until(() => search.find('[part=ask]') !== null);
  return search.find('[part=ask]')!;
}

function select(search: SearchHarness, name: 'version' | 'language'): HTMLSelectElement {
  return search.find(`[part~=filter-${name}]`) as HTMLSelectElement;
}

function choose(search: SearchHarness, name: 'version' | 'language', value: string): void {
  const element = select(search, name);
  element.value = value;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

async function addAssistant(
  search: SearchHarness,
  properties: Readonly<Record<string, string>> = {},
): Promise<DocsAssistant> {
  await import('../../../src/assistant.ts');
  const assistant = document.createElement('docs-assistant');
  Object.assign(assistant, { endpoint: search.endpoint, domain: 'docs', ...properties });
  document.body.append(assistant);
  await assistant.updateComplete;
  return assistant;
}

/** The next question that reaches the assistant; it is not sent to the server. */
function nextQuestion(assistant: DocsAssistant): Promise<{ question: string; filter: object }> {
  return new Promise((resolve) => {
    assistant.addEventListener('docs-assistant-ask', (event) => {
      event.preventDefault();
      resolve(event.detail);
    });
  });
}
