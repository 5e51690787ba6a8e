import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { pressKeys } from '../../support/page-commands.ts';
import { SOURCES } from '../../support/scenes/assistant-scenes.ts';

describe('<docs-assistant>: from the field to the answer by one key', () => {
  afterEach(() => AssistantHarness.reset());

  for (const keys of [['F6'], ['Control', 'ArrowUp']])
    it(`leads to the first link of the last answer, and back: ${keys.join('+')}`, async () => {
      const assistant = await AssistantHarness.answered({
        replies: [answer('See [the guide](/guide).', { sources: SOURCES })],
      });
      await assistant.until(() => assistant.find('.actions') !== null);
      assistant.input.blur();
      assistant.input.focus();
      expect(assistant.input.ariaKeyShortcuts).to.equal('F6 Control+ArrowUp');
      await pressKeys(...keys);
      expect(assistant.root.activeElement?.getAttribute('href')).to.match(/\/guide$/);
      await pressKeys(...keys);
      await assistant.until(() => assistant.focused === 'input');
      // The cursor is in the field, where arrows alone recall questions.
      expect(assistant.input.value).to.equal('');
    });
});
