import { expect } from '@open-wc/testing';
import type { DocsAssistant } from '../../../src/assistant.ts';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { place, SearchHarness, SECTIONS } from '../../support/search-harness.ts';
import { isApple } from '../../../src/elements/shared/dom/shortcut.ts';
import { nextEvent } from '../../support/until.ts';

/** Each way to open the panel, and what the event calls it. */
const WAYS: Readonly<Record<string, (assistant: AssistantHarness) => unknown>> = {
  launcher: ({ launcher }) => launcher.click(),
  shortcut: () => pressShortcut(),
  trigger() {
    const trigger = document.createElement('button');
    trigger.dataset.docsAssistant = '';
    place(trigger);
    trigger.click();
  },
  search: async ({ element: { endpoint } }) => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    Object.assign(search.element, { endpoint });
    search.type('middleware');
    await search.until(() => search.find('[part=ask]') !== null);
    search.find('[part=ask]')!.click();
  },
  script: ({ element }) => element.toggle(),
};

describe('<docs-assistant>: what opens it', () => {
  afterEach(() => {
    SearchHarness.reset();
    AssistantHarness.reset();
    history.replaceState(null, '', location.pathname);
  });

  for (const [source, open] of Object.entries(WAYS)) {
    it(`says: ${source}`, async () => {
      const assistant = await AssistantHarness.open();
      const shown = nextEvent<HTMLElementEventMap['docs-assistant-show']>(
        assistant.element,
        'docs-assistant-show',
      );
      await open(assistant);
      expect((await shown).detail).to.deep.equal({ source });
    });
  }

  it('says: link', async () => {
    history.replaceState(null, '', '?ask=How');
    const sources: string[] = [];
    await AssistantHarness.open({ prepare: (element) => listen(element, sources) });
    expect(sources).to.deep.equal(['link']);
  });

  it('says what a page calls it, and a question by script is one by script', async () => {
    const assistant = await AssistantHarness.open();
    const sources: string[] = [];
    listen(assistant.element, sources);
    assistant.element.show({ source: 'trigger' });
    assistant.element.hide();
    assistant.element.ask('How?');
    expect(sources).to.deep.equal(['trigger', 'script']);
  });

  it('says nothing while it is open', async () => {
    const assistant = await AssistantHarness.show();
    const sources: string[] = [];
    listen(assistant.element, sources);
    pressShortcut();
    expect(sources).to.deep.equal([]);
  });
});

function listen(element: DocsAssistant, sources: string[]): void {
  element.addEventListener('docs-assistant-show', ({ detail }) => sources.push(detail.source));
}

function pressShortcut(): void {
  const modifier = isApple() ? { metaKey: true } : { ctrlKey: true };
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'i', bubbles: true, ...modifier }));
}
