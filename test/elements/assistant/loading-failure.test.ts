import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { acceptModule, refuseModule } from '../../support/late-module.ts';

// A file of its own: a page loads a module once.
describe('<docs-assistant> when a group that it needs only now does not load', () => {
  afterEach(() => AssistantHarness.reset());
  after(() => acceptModule('/src/protocol/mask-secrets.ts'));

  it('says so instead of the list of conversations, and goes on answering', async () => {
    await refuseModule('/src/elements/assistant/after-answer/after-answer.ts');
    const assistant = await AssistantHarness.show({ replies: [answer('Use middleware.')] });
    await assistant.click('[part=history]');
    await assistant.until(() => assistant.find('.hint') !== null);
    expect(assistant.text('.hint')).to.equal('This could not be loaded. Please try again. Try again');
    expect(assistant.said).to.equal('This could not be loaded. Please try again.');
    await assistant.settle();
    const panel = assistant.find('.panel')!;
    await assistant.until(() => panel.getAnimations({ subtree: true }).length === 0);
    await expectAccessible(assistant.element);
    await assistant.ask('How?');
    expect(assistant.text('.prose')).to.equal('Use middleware.');
  });

  it('sends nothing where it cannot leave secrets out', async () => {
    // Also when the field gets the focus.
    await refuseModule('/src/protocol/mask-secrets.ts', 5);
    const assistant = await AssistantHarness.open({
      attributes: { mask: '' },
      replies: [answer('Use middleware.')],
    });
    await assistant.ask('Is password=hunter22! right?');
    expect((await assistant.requests()).length).to.equal(0);
    expect(assistant.text('[part=error]')).to.contain('The assistant could not be reached.');
    expect(assistant.text('.question')).to.contain('hunter22!');
  });
});
