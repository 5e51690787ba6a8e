import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { holdModule } from '../../support/late-module.ts';

// A file of its own: a page loads the queue once.
describe('<docs-assistant> while the queue of questions is loading', () => {
  afterEach(() => AssistantHarness.reset());

  it('queues the question that was sent, and leaves the next one in the composer', async () => {
    const letGo = await holdModule('/src/elements/assistant/after-answer/after-answer.ts');
    try {
      const assistant = await AssistantHarness.show({
        replies: [answer('One.', { held: true }), answer('Two.')],
      });
      await assistant.type('First?');
      await assistant.press('Enter');
      await assistant.until(() => assistant.find('[part=stop]') !== null);

      await assistant.type('Second?');
      await assistant.press('Enter');
      expect(assistant.input.value).to.equal('');
      await assistant.type('Third?');
      await drawn();
      await letGo();
      await assistant.until(() => assistant.find('[part=queue]') !== null);
      expect(assistant.text('[part=queue] span')).to.equal('Asked after this answer: Second?');
      expect(assistant.said).to.equal('Your question is asked after this answer.');
      expect(assistant.input.value).to.equal('Third?');

      const second = assistant.until(() => assistant.texts('.prose').includes('Two.'));
      for (let piece = 0; piece < 3; piece++) await assistant.release();
      await second;
      expect(assistant.texts('.question')).to.deep.equal(['First?', 'Second?']);
      expect(assistant.input.value).to.equal('Third?');
    } finally {
      await letGo();
    }
  });
});
