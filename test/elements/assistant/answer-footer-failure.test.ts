import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { acceptModule, refuseModule } from '../../support/late-module.ts';

const FOOTER = '/src/elements/assistant/after-answer/after-answer.ts';

// A file of its own: a page loads the footer once.
describe('<docs-assistant> without a network to load the footer of answers from', () => {
  beforeEach(async () => {
    // For two attempts, in browsers that try again.
    await refuseModule(FOOTER, 2);
  });
  afterEach(async () => {
    AssistantHarness.reset();
    Reflect.deleteProperty(navigator, 'onLine');
    await acceptModule(FOOTER);
  });

  it('says that the question failed, and asks again', async () => {
    const assistant = await AssistantHarness.show({ replies: [{ status: 500 }, answer('Use middleware.')] });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('[part=retry]') !== null);
    expect(assistant.text('[part=error]')).to.equal('The assistant could not be reached. Try again');
    await assistant.until(() => assistant.said === 'The assistant could not be reached.');

    await assistant.click('[part=retry]');
    await assistant.until(() => assistant.text('.prose') === 'Use middleware.');
    expect(assistant.text('.question')).to.equal('How?');
  });

  it('holds a question that is asked offline, and says so', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('Use middleware.')] });
    setOnline(false);
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('[part=retry]') !== null);
    const held = 'You are offline. The question is kept here until you send it.';
    expect(assistant.text('[part=error]')).to.equal(`${held} Send now`);
    await assistant.until(() => assistant.said === held);

    setOnline(true);
    expect((await assistant.requests()).length).to.equal(0);
    const sendable = 'You are online again. The question has not been sent yet.';
    await assistant.until(() => assistant.said === sendable);
    await assistant.until(() => assistant.text('.answer').includes(sendable));
    await assistant.click('[part=retry]');
    await assistant.until(() => assistant.text('.prose') === 'Use middleware.');
  });
});

/** What a browser does when the network goes and comes. */
function setOnline(value: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value });
  window.dispatchEvent(new Event(value ? 'online' : 'offline'));
}
