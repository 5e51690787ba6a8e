import { expect } from '@open-wc/testing';
import { SearchHarness, SECTIONS, section } from '../../support/search-harness.ts';

const RECENT_KEY = (endpoint: string) => `docs-assistant:${endpoint}|docs:recent`;

describe('<docs-search>: keys', () => {
  afterEach(() => SearchHarness.reset());

  it('is a combobox that names the list it controls', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    expect(search.input.getAttribute('role')).to.equal('combobox');
    expect(search.input.getAttribute('aria-autocomplete')).to.equal('list');
    expect(search.input.getAttribute('aria-expanded')).to.equal('true');
    const list = search.find(`#${search.input.getAttribute('aria-controls')}`);
    expect(list?.getAttribute('role')).to.equal('listbox');
    expect(list?.getAttribute('aria-label')).to.equal('Search results');
  });

  it('begins at the first option, and moves from there', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    expect(search.active?.id).to.equal(search.options[0]?.id);
    expect(await search.press('ArrowDown')).to.equal(true);
    expect(search.active?.id).to.equal(search.options[1]?.id);
    expect(search.active?.getAttribute('aria-selected')).to.equal('true');
  });

  it('wraps at both ends', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowUp');
    expect(search.active?.id).to.equal(search.options.at(-1)?.id);
    await search.press('ArrowDown');
    expect(search.active?.id).to.equal(search.options[0]?.id);
  });

  it('keeps one option selected at most', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    await search.press('ArrowDown');
    expect(search.findAll('[aria-selected=true]').length).to.equal(1);
  });

  it('leaves Home and End to the text until an option is chosen', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    expect(await search.press('End')).to.equal(false);
    await search.press('ArrowDown');
    expect(await search.press('End')).to.equal(true);
    expect(search.active?.id).to.equal(search.options.at(-1)?.id);
    await search.press('Home');
    expect(search.active?.id).to.equal(search.options[0]?.id);
  });

  it('goes back to the text with an arrow to the side', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    expect(await search.press('ArrowLeft')).to.equal(false);
    expect(search.active === null).to.equal(true);
  });

  it('opens the active result with Enter', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    const [link] = followedLinks(search);
    await search.press('Enter');
    expect((await link).hash.replace(/:~:.*/, '')).to.equal('#basic-usage');
  });

  it('opens the first result with Enter when none is active', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    const [link] = followedLinks(search);
    await search.press('Enter');
    expect((await link).pathname).to.equal('/v6/en/guides/middleware');
  });

  it('opens the first result when Enter came before the answer', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    const [link] = followedLinks(search);
    search.type('middleware');
    await search.press('Enter');
    expect((await link).pathname).to.equal('/v6/en/guides/middleware');
  });

  it('forgets that Enter when the typing goes on', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS, SECTIONS, SECTIONS] });
    await search.search('middle');
    const selected: Event[] = [];
    search.element.addEventListener('docs-search-select', (event) => selected.push(event));
    search.type('middlewar');
    await search.press('Enter');
    await search.press('e');
    await search.search('middleware');
    expect(selected.length).to.equal(0);
  });

  it('opens the active result in a new tab with Ctrl+Enter and stays open', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    let modified = false;
    search.root.addEventListener('click', (event) => {
      modified = (event as MouseEvent).ctrlKey;
      event.preventDefault();
    });
    await search.press('Enter', { ctrlKey: true });
    expect(modified).to.equal(true);
    expect(search.isOpen).to.equal(true);
  });

  it('closes the list with Escape, then clears the box', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('Escape');
    expect(search.isOpen).to.equal(false);
    expect(search.input.value).to.equal('middleware');
    expect(search.input.getAttribute('aria-expanded')).to.equal('false');
    await search.press('Escape');
    expect(search.input.value).to.equal('');
  });

  it('opens the closed list again with the down arrow, with the results still there', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('Escape');
    await search.press('ArrowDown', { altKey: true });
    expect(search.isOpen).to.equal(true);
    expect(search.active?.id).to.equal(search.options[0]?.id);
    expect(search.options.length).to.equal(3);
  });

  it('takes no key that an input method is using', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    const selected: Event[] = [];
    search.element.addEventListener('docs-search-select', (event) => selected.push(event));
    expect(await search.press('ArrowDown', { isComposing: true })).to.equal(false);
    expect(await search.press('Enter', { isComposing: true })).to.equal(false);
    expect(await search.press('Enter', { keyCode: 229 })).to.equal(false);
    expect(await search.press('Escape', { isComposing: true })).to.equal(false);
    expect(search.active?.id).to.equal(search.options[0]?.id);
    expect(selected.length).to.equal(0);
    expect(search.isOpen).to.equal(true);
  });

  it('closes when the focus leaves', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    const next = document.createElement('button');
    next.className = 'test';
    document.body.append(next);
    next.focus();
    await search.element.updateComplete;
    expect(search.isOpen).to.equal(false);
  });

  it('closes when the reader presses elsewhere', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    await search.element.updateComplete;
    expect(search.isOpen).to.equal(false);
  });

  it('makes no stop of the list and its options on the way with Tab', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    expect(search.findAll('[role=listbox], [part=result]').map((element) => element.tabIndex)).to.deep.equal([
      -1, -1, -1, -1,
    ]);
  });

  it('keeps the active option in view', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      section(`guides/page-${index}`, `Page ${index}`, 'Middleware', 'Middleware '.repeat(40)),
    );
    const search = await SearchHarness.open({ attributes: { 'page-size': '30' }, replies: [many] });
    await search.search('middleware');
    await search.press('ArrowUp');
    const list = search.find('.list')!.getBoundingClientRect();
    const active = search.active!.getBoundingClientRect();
    expect(active.bottom <= list.bottom + 1 && active.top >= list.top - 1).to.equal(true);
  });

  it('removes a recent search with Delete', async () => {
    const search = await SearchHarness.open({
      prepare: (element) =>
        localStorage.setItem(RECENT_KEY(element.endpoint), JSON.stringify(['middleware', 'routing'])),
    });
    await search.element.show();
    await search.until(() => search.options.length === 2);
    await search.press('ArrowDown');
    await search.press('Delete');
    expect(search.texts('[part=recent]')).to.deep.equal(['routing']);
    expect(localStorage.getItem(RECENT_KEY(search.endpoint))).to.equal('["routing"]');
  });

  it('leaves Delete to the text while no recent search is active', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.press('ArrowDown');
    expect(await search.press('Delete')).to.equal(false);
  });

  it('puts the cursor into the box with each of its shortcuts, but not while something is typed elsewhere', async () => {
    const search = await SearchHarness.open();
    const field = document.createElement('textarea');
    field.className = 'test';
    document.body.append(field);
    field.focus();
    expect(await search.press('/')).to.equal(false);
    expect(await search.press('k', { ctrlKey: true })).to.equal(false);
    field.blur();
    expect(await search.press('/')).to.equal(true);
    await search.until(() => search.root.activeElement === search.input);
    search.input.blur();
    expect(await search.press('k', { ctrlKey: true })).to.equal(true);
    await search.until(() => search.root.activeElement === search.input);
  });
});

/** The addresses of the links that are followed next; none of them is left to the browser. */
function followedLinks(search: SearchHarness): [Promise<HTMLAnchorElement>] {
  const link = new Promise<HTMLAnchorElement>((resolve) => {
    search.root.addEventListener('click', (event) => {
      event.preventDefault();
      resolve((event.target as Element).closest('a')!);
    });
  });
  return [link];
}
