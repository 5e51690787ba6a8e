import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { SearchHarness, SECTIONS } from '../../support/search-harness.ts';

const QUESTION = 'how do I deploy?';

for (const variant of ['dialog', 'inline'] as const)
  describe(`<docs-search variant="${variant}">: from searching to asking and back`, () => {
    afterEach(() => {
      AssistantHarness.reset();
      SearchHarness.reset();
    });

    it('turns into the conversation, at its place', async () => {
      const { search, assistant } = await ask(variant);
      expect(placeOf(assistant).mode).to.equal('dialog');
      expect(assistant.find('.panel')!.matches(':modal')).to.equal(true);
      await assistant.until(() => assistant.text('.prose') === 'By a command.');
      expect(assistant.text('.question')).to.contain(QUESTION);
      expect(assistant.focused).to.equal('input');
      // What lies below is not to be seen, nor in the way.
      const below = search.find(variant === 'dialog' ? 'dialog' : '.panel')!;
      await search.until(
        () => !below.checkVisibility({ opacityProperty: true }) || getComputedStyle(below).opacity === '0',
      );
      await expectAccessible(assistant.element);
    });

    it('goes back to the results as they were by Escape', async () => {
      const { search, assistant } = await ask(variant);
      await assistant.press('Escape');
      await assistant.until(() => !assistant.isOpen);
      await search.until(() => search.isOpen && search.root.activeElement === search.input);
      expect(search.input.value).to.equal(QUESTION);
      expect(search.texts('[part=result-title]').length).to.be.greaterThan(0);
      expect((await search.requests()).length).to.equal(1);
      const shown = search.find(variant === 'dialog' ? 'dialog' : '.panel')!;
      await search.until(() => getComputedStyle(shown).opacity === '1');
      // The conversation is still there for whoever opens it.
      assistant.element.show();
      await assistant.until(() => assistant.isOpen);
      expect(placeOf(assistant).mode).to.equal('floating');
    });

    it('goes back by the button, which is named', async () => {
      const { search, assistant } = await ask(variant);
      await assistant.until(() => assistant.find('.back') !== null);
      const heading = assistant.find('.heading')!.getBoundingClientRect();
      expect(assistant.find('.back')!.getBoundingClientRect().right).to.be.at.most(heading.left);
      expect(assistant.find('.back')!.ariaLabel).to.equal('Back to the results');
      await assistant.click('.back');
      await search.until(() => search.isOpen && search.root.activeElement === search.input);
      expect(assistant.isOpen).to.equal(false);
    });

    it('closes as a whole by the button that closes the panel', async () => {
      const { search, assistant } = await ask(variant);
      await assistant.click('[part=close]');
      await search.until(() => !search.element.open && !search.isOpen);
      expect(assistant.isOpen).to.equal(false);
      const focused = search.root.activeElement as HTMLElement | null;
      if (variant === 'dialog') expect(focused?.getAttribute('part')).to.equal('trigger');
    });

    it('docks to the place of the panel, with the focus, and the search closes', async () => {
      const { search, assistant } = await ask(variant);
      await assistant.until(() => assistant.find('[aria-label="Move to the side"]') !== null);
      await assistant.click('[aria-label="Move to the side"]');
      await assistant.until(() => placeOf(assistant).mode === 'floating' && assistant.focused === 'input');
      expect(assistant.isOpen).to.equal(true);
      expect(assistant.find('.panel')!.matches(':modal')).to.equal(false);
      await search.until(() => !search.element.open);
      await search.until(() => assistant.find('.back') === null);
      expect(assistant.focused).to.equal('input');
      await assistant.press('Escape');
      await assistant.until(() => !assistant.isOpen);
      expect(search.element.open).to.equal(false);
    });

    it('stays with the results when the page does not let the panel open', async () => {
      const { search, assistant } = await open(variant);
      assistant.element.addEventListener('docs-assistant-show', (event) => event.preventDefault());
      await search.search(QUESTION);
      const asked = assistant.heard('docs-assistant-ask');
      await search.press('Enter', { ctrlKey: true });
      await asked;
      expect(assistant.isOpen).to.equal(false);
      expect(search.isOpen).to.equal(true);
      const shown = search.find(variant === 'dialog' ? 'dialog' : '.panel')!;
      expect(getComputedStyle(shown).opacity).to.equal('1');
    });

    it('stays in the conversation when the page does not let the panel close', async () => {
      const { search, assistant } = await ask(variant);
      const stop = (event: Event): void => event.preventDefault();
      assistant.element.addEventListener('docs-assistant-hide', stop);
      await assistant.press('Escape');
      expect(assistant.isOpen).to.equal(true);
      assistant.element.removeEventListener('docs-assistant-hide', stop);
      await assistant.click('[part=close]');
      await search.until(() => !search.element.open && !search.isOpen);
    });
  });

describe('<docs-search>: an assistant in the content of the page', () => {
  afterEach(() => {
    AssistantHarness.reset();
    SearchHarness.reset();
  });

  it('answers at its place, and the results close', async () => {
    const { search, assistant } = await open('dialog', { variant: 'inline' });
    await search.search(QUESTION);
    await search.press('Enter', { ctrlKey: true });
    await assistant.until(() => assistant.text('.prose') === 'By a command.');
    expect(search.element.open).to.equal(false);
    expect(placeOf(assistant).mode).to.equal('inline');
  });
});

interface Both {
  readonly search: SearchHarness;
  readonly assistant: AssistantHarness;
}

async function open(variant: 'dialog' | 'inline', attributes: Record<string, string> = {}): Promise<Both> {
  const assistant = await AssistantHarness.open({
    attributes: { id: 'helper', ...attributes },
    replies: [answer('By a command.')],
  });
  const search = await SearchHarness.open({
    attributes: { variant, assistant: 'helper' },
    replies: [SECTIONS],
  });
  if (variant === 'dialog') {
    search.find('[part=trigger]')!.focus();
    await search.element.show();
    await search.until(() => search.isVisible('input'));
  }
  return { search, assistant };
}

/** Search, and ask the assistant from the results. */
async function ask(variant: 'dialog' | 'inline'): Promise<Both> {
  const both = await open(variant);
  const { search, assistant } = both;
  await search.search(QUESTION);
  await search.press('Enter', { ctrlKey: true });
  await assistant.until(() => assistant.isOpen && assistant.focused === 'input');
  return both;
}

function placeOf(assistant: AssistantHarness): { mode: string | undefined } {
  return { mode: assistant.find('.panel')?.dataset.mode };
}
