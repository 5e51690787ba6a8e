import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { acceptModule, refuseModule } from '../../support/late-module.ts';

const QUEUE = '/src/elements/assistant/after-answer/after-answer.ts';

// A file of its own: a page loads the queue once.
describe('<docs-assistant> whose queue of questions does not load', () => {
  afterEach(async () => {
    AssistantHarness.reset();
    await acceptModule(QUEUE);
  });

  it('says so, and puts the question back into the composer', async () => {
    // Also before it is used, while the reader types.
    await refuseModule(QUEUE, 20);
    const assistant = await AssistantHarness.show({ replies: [answer('One.', { held: true })] });
    await assistant.type('First?');
    await assistant.press('Enter');
    await assistant.until(() => assistant.find('[part=stop]') !== null);

    await assistant.type('Second?');
    await assistant.press('Enter');
    await assistant.until(() => assistant.input.value === 'Second?');
    expect(assistant.text('.hint')).to.equal('This could not be loaded. Please try again. Try again');
    expect(assistant.said).to.equal('This could not be loaded. Please try again.');
    expect(assistant.texts('.question')).to.deep.equal(['First?']);
  });
});
