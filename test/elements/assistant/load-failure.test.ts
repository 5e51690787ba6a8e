import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { loadsFailedModulesAgain, refuseModule } from '../../support/late-module.ts';

const PANEL = '/src/elements/assistant/panel/panel.ts';

// A file of its own: a page loads the panel once.
describe('<docs-assistant> whose panel does not load', () => {
  afterEach(() => AssistantHarness.reset());

  it('says so, keeps the question, and asks it with the next press of the mouse', async () => {
    const loadsAgain = await loadsFailedModulesAgain();
    await refuseModule(PANEL);
    const assistant = await AssistantHarness.open({ replies: [answer('Use middleware.')] });
    const failed = assistant.heard('docs-assistant-error');
    assistant.element.ask('How?');
    expect(await failed).to.deep.equal({ code: 'network', retryable: true });
    expect(assistant.text('[part=launcher]')).to.equal('Not loaded. Try again');
    expect(assistant.text('[role=status]')).to.equal('Not loaded. Try again');
    expect(assistant.find('[role=status]')!.checkVisibility()).to.equal(true);
    expect(assistant.launcher.contains(assistant.find('[role=status]'))).to.equal(false);

    const next = assistant.heard(loadsAgain ? 'docs-assistant-answered' : 'docs-assistant-error');
    // The pointer starts the attempt on its way to the button.
    assistant.launcher.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true }));
    assistant.launcher.click();
    expect(assistant.element.open).to.equal(true);
    await next;
    expect(assistant.text('.question')).to.equal(loadsAgain ? 'How?' : '');
    expect(assistant.text('[part=launcher]').startsWith('Not loaded')).to.equal(!loadsAgain);
  });
});
