import { expect } from '@open-wc/testing';
import type { DocsSearch } from '../../../src/search.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { answer, place, SearchHarness, SECTIONS } from '../../support/search-harness.ts';

describe('<docs-search>: the box', () => {
  afterEach(() => SearchHarness.reset());

  it('is a named text field before anything is loaded', async () => {
    const search = await SearchHarness.open({ attributes: { placeholder: 'Search Astro' } });
    expect(search.input.getAttribute('aria-label')).to.equal('Search');
    expect(search.input.placeholder).to.equal('Search Astro');
    expect(search.input.getAttribute('aria-expanded')).to.equal('false');
    expect(search.text('[part=hint]')).to.equal('Ctrl K');
    expect(search.find('.panel') === null).to.equal(true);
    await expectAccessible(search.element);
  });

  it('shows no key when it has none', async () => {
    const search = await SearchHarness.open({ attributes: { shortcut: 'none' } });
    expect(search.find('[part=hint]') === null).to.equal(true);
  });

  it('opens nothing when the focus merely passes through', async () => {
    const search = await SearchHarness.open();
    search.input.focus();
    await search.until(() => search.find('.panel') !== null);
    expect(search.isOpen).to.equal(false);
  });

  it('searches for what was typed before everything was loaded', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    expect(search.find('.panel') === null).to.equal(true);
    await search.search('middleware');
    expect(search.findAll('[part=result]').length).to.equal(3);
  });

  it('takes properties that were set before the element was defined or connected', async () => {
    const search = await SearchHarness.open({
      prepare: (element) => {
        element.value = 'middleware';
        element.versions = ['v6', 'v5'];
      },
    });
    expect(search.input.value).to.equal('middleware');
    await search.element.show();
    await search.until(() => search.findAll('[part~=filter-version] option').length === 3);
  });

  it('searches for the value it came with once it opens', async () => {
    const search = await SearchHarness.open({ attributes: { value: 'middleware' }, replies: [SECTIONS] });
    expect((await search.requests()).length).to.equal(0);
    const answered = search.heard('docs-search-results');
    await search.element.show();
    await answered;
    expect(search.findAll('[part=result]').length).to.equal(3);
  });

  it('clears with its button and keeps the cursor', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    expect(search.input.nextElementSibling === search.find('[part=clear]')).to.equal(true);
    search.find('[part=clear]')?.click();
    await search.element.updateComplete;
    expect(search.element.value).to.equal('');
    expect(search.findAll('[part=result]').length).to.equal(0);
    expect(search.root.activeElement === search.input).to.equal(true);
  });

  it('keeps its state when it is moved', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    place('').append(search.element);
    await search.element.updateComplete;
    expect(search.isOpen).to.equal(true);
    expect(search.findAll('[part=result]').length).to.equal(3);
    expect((await search.requests()).length).to.equal(1);
  });

  it('stops asking when it is removed, and works again when it comes back', async () => {
    const search = await SearchHarness.open({ replies: [answer(SECTIONS, true), SECTIONS] });
    search.type('middleware');
    await search.received(1);
    search.element.remove();
    await search.until(async () => (await search.requests())[0]?.left === true);
    const answered = search.heard('docs-search-results');
    document.body.append(search.element);
    await answered;
    expect(search.findAll('[part=result]').length).to.equal(3);
  });

  it('may be removed while everything is being loaded', async () => {
    const search = await SearchHarness.open();
    const shown = search.element.show();
    search.element.remove();
    await shown;
    document.body.append(search.element);
    await search.until(() => search.isOpen);
  });

  it('asks the other site when its domain changes', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS, []] });
    await search.search('middleware');
    const answered = search.heard('docs-search-results');
    search.element.domain = 'other';
    await answered;
    expect(search.text('[part=empty]')).to.include('Nothing found');
  });

  it('opens with the query of a link, and searches', async () => {
    history.replaceState(null, '', '?search=middleware');
    try {
      const search = await SearchHarness.open({ replies: [SECTIONS] });
      await search.heard('docs-search-results');
      expect(search.isOpen).to.equal(true);
      expect(search.input.value).to.equal('middleware');
      expect(search.findAll('[part=result]').length).to.equal(3);
    } finally {
      history.replaceState(null, '', location.pathname);
    }
  });

  it('moves its box between the page and the dialog', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    search.element.variant = 'dialog';
    await search.until(() => search.find('dialog')?.matches(':modal') ?? false);
    expect(search.findAll('dialog input').length).to.equal(1);
    search.element.variant = 'inline';
    await search.element.updateComplete;
    expect(search.findAll('dialog').length).to.equal(0);
    expect(search.findAll('input').length).to.equal(1);
    expect(search.input.value).to.equal('middleware');
  });

  for (const [name, value] of [
    ['page-size', '0'],
    ['page-size', 'many'],
    ['page-size', '-3'],
    ['min-length', 'x'],
    ['debounce', '1e9'],
  ] as const) {
    it(`goes on with the default for ${name}="${value}"`, async () => {
      const search = await SearchHarness.open({ attributes: { [name]: value }, replies: [SECTIONS] });
      await search.search('middleware');
      expect(search.findAll('[part=result]').length).to.equal(3);
      expect((await search.requests())[0]?.body.pageSize).to.equal(10);
    });
  }

  it('warns once of a value it does not know, and goes on with the default', async () => {
    const { warn } = console;
    const warnings: string[] = [];
    console.warn = (message: string) => warnings.push(message);
    try {
      const search = await SearchHarness.open({ attributes: { variant: 'sidebar' }, replies: [SECTIONS] });
      await search.search('middleware');
      expect(search.isOpen).to.equal(true);
    } finally {
      console.warn = warn;
    }
    expect(warnings.filter((message) => message.includes('variant')).length).to.equal(1);
  });
});

describe('<docs-search>: the place of the results', () => {
  afterEach(() => SearchHarness.reset());

  for (const dir of ['ltr', 'rtl']) {
    for (const edge of ['start', 'end']) {
      it(`is below the box and within the window, ${dir}, at the ${edge}`, async () => {
        document.documentElement.dir = dir;
        const many = Array.from({ length: 20 }, (_, index) => ({ ...SECTIONS[0]!, path: `page-${index}` }));
        const search = await SearchHarness.open({
          replies: [many],
          prepare: ({ style }) => {
            style.setProperty('position', 'fixed');
            style.setProperty('top', '20px');
            style.setProperty(`inset-inline-${edge}`, '0');
          },
        });
        await search.search('middleware');
        const box = search.find('.box')!.getBoundingClientRect();
        const { left, top, right, bottom } = search.find('.panel')!.getBoundingClientRect();
        expect(Math.round(top - box.bottom)).to.equal(8);
        expect(left >= 7 && right <= innerWidth - 7 && bottom <= innerHeight - 7).to.equal(true);
        expect(Math.round(right - left)).to.equal(Math.min(600, document.documentElement.clientWidth - 16));
      });
    }
  }

  it('follows the box when something around it scrolls, and no longer once closed', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    const container = place('');
    container.style.setProperty('height', '100px');
    container.style.setProperty('overflow', 'auto');
    search.element.style.setProperty('margin-bottom', '400px');
    container.append(search.element);
    await search.search('middleware');
    const panel = search.find('.panel')!;
    const scrolled = new Promise((resolve) => container.addEventListener('scroll', resolve));
    // The browser may have scrolled to the focused box by itself.
    container.scrollTop += 30;
    await scrolled;
    const box = search.find('.box')!.getBoundingClientRect();
    expect(Math.round(panel.getBoundingClientRect().top - box.bottom)).to.equal(8);
    await search.press('Escape');
    const kept = panel.style.getPropertyValue('inset');
    container.dispatchEvent(new Event('scroll'));
    expect(panel.style.getPropertyValue('inset')).to.equal(kept);
  });
});

describe('<docs-search variant="dialog">', () => {
  afterEach(() => SearchHarness.reset());

  const open = async (setup: Parameters<typeof SearchHarness.open>[0] = {}): Promise<SearchHarness> =>
    SearchHarness.open({ ...setup, attributes: { ...setup.attributes, variant: 'dialog' } });

  it('is a button that says what it opens', async () => {
    const search = await open();
    expect(search.text('[part=trigger] span')).to.equal('Search');
    expect(search.text('[part=trigger] [part=hint]')).to.equal('Ctrl K');
    expect(search.find('[part=trigger]')?.getAttribute('aria-haspopup')).to.equal('dialog');
    await expectAccessible(search.element);
  });

  it('opens a modal dialog with the cursor in the box', async () => {
    const search = await open();
    search.find('[part=trigger]')?.click();
    await search.until(() => search.find('dialog')?.matches(':modal') ?? false);
    expect(search.root.activeElement === search.input).to.equal(true);
    expect(search.find('dialog')?.getAttribute('aria-label')).to.equal('Search results');
  });

  it('loses no key that is pressed while it loads', async () => {
    const search = await open({ replies: [SECTIONS] });
    const answered = search.heard('docs-search-results');
    search.find('[part=trigger]')?.click();
    await search.element.updateComplete;
    search.find('[part=trigger]')?.focus();
    for (const key of 'mid') await search.press(key);
    await answered;
    expect(search.input.value).to.equal('mid');
    expect(search.findAll('[part=result]').length).to.equal(3);
  });

  it('clears with Escape, then closes and gives the focus back', async () => {
    const search = await open({ replies: [SECTIONS] });
    search.find('[part=trigger]')?.focus();
    search.find('[part=trigger]')?.click();
    await search.until(() => search.isOpen);
    await search.search('middleware');
    await search.press('Escape');
    expect(search.input.value).to.equal('');
    expect(search.isOpen).to.equal(true);
    await search.press('Escape');
    expect(search.isOpen).to.equal(false);
    expect(search.element.hasAttribute('open')).to.equal(false);
    expect(search.root.activeElement?.getAttribute('part')).to.equal('trigger');
  });

  it('closes with its button and by a press beside it', async () => {
    const search = await open();
    await search.element.show();
    await search.until(() => search.isOpen);
    search.find('[part=close]')?.click();
    await search.element.updateComplete;
    expect(search.isOpen).to.equal(false);
    await search.element.show();
    await search.until(() => search.isOpen);
    search.find('dialog')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, composed: true }));
    await search.element.updateComplete;
    expect(search.isOpen).to.equal(false);
  });

  it('has room for its results', async () => {
    const search = await open({ replies: [SECTIONS] });
    search.find('[part=trigger]')?.click();
    await search.until(() => search.find('dialog')?.matches(':modal') ?? false);
    await search.search('middleware');
    const [panel, result] = [search.find('.panel')!, search.find('[part=result]')!];
    expect(panel.clientHeight).to.be.above(result.clientHeight);
    expect(result.clientHeight).to.be.above(0);
  });

  it('follows when the browser closes the dialog', async () => {
    const search = await open();
    await search.element.show();
    await search.until(() => search.isOpen);
    (search.find('dialog') as HTMLDialogElement).close();
    await search.until(() => !search.element.open);
  });

  it('is still modal after it was moved', async () => {
    const search = await open();
    await search.element.show();
    await search.until(() => search.isOpen);
    place('').append(search.element);
    await search.element.updateComplete;
    expect(search.find('dialog')?.matches(':modal')).to.equal(true);
  });

  it('takes what the page puts onto the button', async () => {
    const search = await open({
      prepare: (element: DocsSearch) => {
        const label = document.createElement('span');
        label.slot = 'trigger';
        label.textContent = 'Find in the docs';
        element.append(label);
      },
    });
    expect(search.element.innerText).to.equal('Find in the docs');
  });
});
