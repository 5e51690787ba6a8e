import { expect } from '@open-wc/testing';
import { drawn } from '../../support/assistant-harness.ts';
import {
  acceptModule,
  holdModule,
  isAnswered,
  loadsFailedModulesAgain,
  refuseModule,
} from '../../support/late-module.ts';
import { PageActionsHarness } from '../../support/page-actions-harness.ts';
import { ReaderFrame } from '../../support/reader-frame.ts';
import { until } from '../../support/until.ts';

/** Tested by `test/package/late-modules.test.ts`: each module that the element imports late is here. */
const PLACEMENT = { path: '/src/elements/shared/dom/floating.ts' } as const;
/** The languages, without which nothing is drawn until they are there or cannot be loaded. */
const LANGUAGES = { path: '/src/elements/strings/translations/pageActions.ts' } as const;

describe('<docs-page-actions>: what is loaded late', () => {
  afterEach(async () => {
    await ReaderFrame.reset();
    PageActionsHarness.reset();
  });

  it('has its menu at once, and puts it at the button when it can', async () => {
    const letGo = await holdModule(PLACEMENT.path);
    let actions: PageActionsHarness;
    try {
      [actions] = await open();
      await actions.click('[part=more]');
      await drawn();
      expect(actions.isMenuOpen).to.equal(true);
      expect(actions.links.length).to.equal(4);
      expect(actions.find('[part=menu]')!.style.inset).to.equal('');
    } finally {
      await letGo();
    }
    await actions.until(() => actions.find('[part=menu]')!.style.inset !== '');
  });

  it('has its menu in the middle of the window when the place cannot be computed, and tries again', async () => {
    await refuseModule(PLACEMENT.path);
    const [actions, window] = await open();
    await actions.click('[part=more]');
    await actions.until(() => isAnswered(window, PLACEMENT.path));
    expect(actions.isMenuOpen).to.equal(true);
    if (await loadsFailedModulesAgain()) {
      actions.find('[part=menu]')!.hidePopover();
      await actions.openMenu();
    }
    await acceptModule(PLACEMENT.path);
  });

  it('is in the language of the page, however late that is loaded', async () => {
    const letGo = await holdModule(LANGUAGES.path);
    let isOpen = false;
    const opening = open('de').finally(() => (isOpen = true));
    try {
      await until(
        () => document.querySelector('iframe')?.contentDocument?.querySelector('docs-page-actions') !== null,
      );
      await drawn();
      expect(isOpen).to.equal(false);
    } finally {
      await letGo();
    }
    const [actions] = await opening;
    expect(actions.text('[part=copy]')).to.equal('Seite kopieren');
  });

  it('is in English when the languages do not load, and tries again with a copy', async () => {
    await refuseModule(LANGUAGES.path);
    const [actions] = await open('de');
    expect(actions.text('[part=copy]')).to.equal('Copy page');
    await actions.click('[part=copy]');
    if (await loadsFailedModulesAgain())
      await actions.until(
        () => actions.element.shadowRoot!.querySelector('[part=actions]')!.getAttribute('lang') === 'de',
      );
    await acceptModule(LANGUAGES.path);
  });
});

/** Open the element on a page of its own, because a page loads each module once. */
async function open(language = 'en'): Promise<[PageActionsHarness, Window]> {
  const frame = await ReaderFrame.open({});
  frame.document.documentElement.lang = language;
  await frame.run('/src/page-actions.ts');
  return [await PageActionsHarness.open({ 'markdown-url': '/nowhere.md' }, frame.document), frame.window];
}
