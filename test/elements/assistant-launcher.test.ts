import { expect } from '@open-wc/testing';
import { DocsAssistant } from '../../src/assistant.ts';
import { answer, AssistantHarness } from '../support/assistant-harness.ts';

describe('<docs-assistant>: the launcher', () => {
  afterEach(() => AssistantHarness.reset());

  it('is a button that opens a dialog, and all there is before it is used', async () => {
    const assistant = await AssistantHarness.open();
    expect(assistant.text('[part=launcher]')).to.equal('Ask AI');
    expect(assistant.launcher.getAttribute('aria-haspopup')).to.equal('dialog');
    expect(assistant.launcher.getAttribute('aria-expanded')).to.equal('false');
    expect(assistant.find('[part=panel]') === null).to.equal(true);
    await expect(assistant.element).to.be.accessible();
  });

  it('loads the panel when it is pointed at, and opens nothing', async () => {
    const assistant = await AssistantHarness.open();
    assistant.launcher.dispatchEvent(new PointerEvent('pointerenter'));
    await assistant.until(() => assistant.find('[part=panel]') !== null);
    expect(assistant.isOpen).to.equal(false);
    assistant.launcher.click();
    await assistant.until(() => assistant.isOpen);
  });

  it('opens and closes the panel, and says which', async () => {
    const assistant = await AssistantHarness.open();
    assistant.launcher.click();
    await assistant.until(() => assistant.isOpen);
    expect(assistant.element.hasAttribute('open')).to.equal(true);
    expect(assistant.launcher.getAttribute('aria-expanded')).to.equal('true');
    assistant.launcher.click();
    await assistant.until(() => !assistant.isOpen);
    expect(assistant.element.hasAttribute('open')).to.equal(false);
  });

  it('is not drawn when the page brings a button of its own', async () => {
    const assistant = await AssistantHarness.open({ attributes: { 'without-launcher': '' } });
    expect(assistant.find('[part=launcher]') === null).to.equal(true);
    await assistant.show();
    expect(assistant.isOpen).to.equal(true);
  });

  it('carries out in order what was called while the panel loaded', async () => {
    const assistant = await AssistantHarness.open({ replies: [answer('One.'), answer('Two.')] });
    assistant.element.ask('First?');
    assistant.element.reset();
    assistant.element.ask('Second?');
    await assistant.heard('docs-assistant-answered');
    expect(assistant.texts('.question')).to.deep.equal(['Second?']);
  });

  it('asks what was asked before it was on the page', async () => {
    const assistant = await AssistantHarness.open({
      replies: [answer('Use middleware.')],
      prepare: (element) => element.ask('How?'),
    });
    await assistant.until(() => assistant.text('.prose') === 'Use middleware.');
    expect(assistant.text('.question')).to.equal('How?');
  });

  it('takes properties that were set before the element was defined', async () => {
    const Early = class extends DocsAssistant {};
    const element = document.createElement('early-assistant') as DocsAssistant;
    Object.assign(element, { heading: 'Ask Acme', suggestions: ['How?'], open: true });
    element.className = 'test';
    document.body.append(element);
    customElements.define('early-assistant', Early);
    await element.updateComplete;
    expect(element.heading).to.equal('Ask Acme');
    expect(element.suggestions).to.deep.equal(['How?']);
    expect(element.open).to.equal(true);
  });

  it('leaves its name to the copy that came first', async () => {
    const second = (await import(`${location.origin}/src/assistant.ts?second`)) as {
      readonly DocsAssistant?: unknown;
    };
    expect(customElements.get('docs-assistant') === DocsAssistant).to.equal(true);
    expect(typeof second.DocsAssistant).to.equal('function');
  });

  it('sets nothing on the page', async () => {
    const before = Object.keys(window);
    const assistant = await AssistantHarness.show();
    expect(Object.keys(window).filter((name) => !before.includes(name))).to.deep.equal([]);
    expect(assistant.element.getAttributeNames().sort()).to.deep.equal(['domain', 'endpoint', 'open']);
  });
});
