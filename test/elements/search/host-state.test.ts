import { expect } from '@open-wc/testing';
import { pressKeys, setViewport, typeText } from '../../support/page-commands.ts';
import { SearchHarness, SECTIONS } from '../../support/search-harness.ts';

/** What a page may set for all of its text, or to lock itself. */
const INHERITED = {
  'pointer-events': 'none',
  'user-select': 'none',
  '-webkit-user-select': 'none',
  visibility: 'hidden',
  cursor: 'wait',
  'text-transform': 'uppercase',
  'letter-spacing': '9px',
  'white-space': 'pre',
  'text-align': 'right',
  'text-indent': '40px',
  'writing-mode': 'vertical-rl',
  '-webkit-text-fill-color': 'red',
} as const;

describe('<docs-search>: over a page that is blocked', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    document.body.removeAttribute('style');
    SearchHarness.reset();
  });

  it('is used over a modal dialog of the page, and leaves it open', async () => {
    const host = Object.assign(document.createElement('dialog'), { className: 'test' });
    host.append(document.createElement('button'));
    document.body.append(host);
    const search = await SearchHarness.open({ attributes: { variant: 'dialog' } });
    host.showModal();
    await pressKeys('Control', 'k');
    await search.until(() => search.isOpen && search.root.activeElement === search.input);
    await typeText('proxy');
    await search.until(() => search.element.value === 'proxy');
    await pressKeys('Escape');
    await pressKeys('Escape');
    await search.until(() => !search.isOpen);
    expect(host.open).to.equal(true);
  });

  it('keeps the focus in its dialog in a page that traps it', async () => {
    const nav = Object.assign(document.createElement('nav'), { className: 'test' });
    const button = document.createElement('button');
    nav.append(button);
    document.body.append(nav);
    const search = await SearchHarness.open({ attributes: { variant: 'dialog' } });
    const handleFocus = ({ target }: Event): void => {
      if (!nav.contains(target as Node)) button.focus();
    };
    document.addEventListener('focusin', handleFocus);
    button.focus();
    try {
      void search.element.show();
      await search.until(() => search.isOpen && search.root.activeElement === search.input);
      await typeText('proxy');
      await search.until(() => search.element.value === 'proxy');
    } finally {
      document.removeEventListener('focusin', handleFocus);
    }
  });

  for (const variant of ['inline', 'dialog']) {
    it(`has results that look as elsewhere, and take presses, with what a page lets be inherited: ${variant}`, async () => {
      const search = await SearchHarness.open({ attributes: { variant }, replies: [SECTIONS] });
      await search.element.search('proxy');
      await search.until(() => search.options.length > 0);
      const look = (): string[] =>
        [search.find('.panel')!, ...search.findAll('.panel *')].map((part) => {
          const style = getComputedStyle(part);
          const values = Object.keys(INHERITED).map((name) => style.getPropertyValue(name));
          return `${part.localName}.${part.className}: ${values.join(' | ')}`;
        });
      const before = look();
      for (const [name, value] of Object.entries(INHERITED)) document.body.style.setProperty(name, value);
      expect(look()).to.deep.equal(before);
      const { left, top, width, height } = search.options[0]!.getBoundingClientRect();
      const hit = search.root.elementFromPoint(left + width / 2, top + height / 2);
      expect(search.find('.list')!.contains(hit)).to.equal(true);
    });
  }
});
