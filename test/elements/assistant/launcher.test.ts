import { expect } from '@open-wc/testing';
import { html, render, type TemplateResult } from 'lit';
import { DocsAssistant } from '../../../src/assistant.ts';
import { MAX_QUESTION_LENGTH } from '../../../src/state/conversation/question.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';

describe('<docs-assistant>: the launcher', () => {
  afterEach(() => AssistantHarness.reset());

  it('is a button that opens a dialog, and all there is before it is used', async () => {
    const assistant = await AssistantHarness.open();
    expect(assistant.text('[part=launcher]')).to.equal('Ask AI');
    expect(assistant.launcher.getAttribute('aria-haspopup')).to.equal('dialog');
    expect(assistant.launcher.getAttribute('aria-expanded')).to.equal('false');
    expect(assistant.find('[part=panel]') === null).to.equal(true);
    await expectAccessible(assistant.element);
  });

  it('announces nothing when the page loads, in a live region that is there', async () => {
    const assistant = await AssistantHarness.open();
    expect(assistant.texts('[role=status], [role=alert], [aria-live]')).to.deep.equal(['']);
    assistant.element.requestUpdate();
    await assistant.element.updateComplete;
    expect(assistant.texts('[role=status], [role=alert], [aria-live]')).to.deep.equal(['']);
  });

  it('loads the panel when it is pointed at, and opens nothing', async () => {
    const assistant = await AssistantHarness.open();
    assistant.launcher.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true }));
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

  it('stands beside that of another assistant, not on it', async () => {
    const first = await AssistantHarness.open();
    await AssistantHarness.open({ attributes: { variant: 'inline' } });
    await AssistantHarness.open({ attributes: { 'without-launcher': '' } });
    const second = await AssistantHarness.open({ attributes: { domain: 'handbook' } });
    const third = await AssistantHarness.open({ attributes: { domain: 'api' } });
    const [low, middle, high] = [first, second, third].map(({ launcher }) =>
      launcher.getBoundingClientRect(),
    );
    expect(middle!.bottom).to.be.lessThan(low!.top);
    expect(high!.bottom).to.be.lessThan(middle!.top);
    expect(low!.right).to.equal(high!.right);
    // The first place is free again.
    first.element.remove();
    const { launcher } = await AssistantHarness.open();
    expect(launcher.getBoundingClientRect().bottom).to.equal(low!.bottom);
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

  it('asks a question that was asked before it was connected', async () => {
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

  it('leaves the tag name to the copy of the script that was first', async () => {
    const second = (await import(`${location.origin}/src/assistant.ts?second`)) as {
      readonly DocsAssistant?: unknown;
    };
    expect(customElements.get('docs-assistant') === DocsAssistant).to.equal(true);
    expect(typeof second.DocsAssistant).to.equal('function');
  });

  it('sets nothing on the page but the list for calls', async () => {
    const before = Object.keys(window);
    const assistant = await AssistantHarness.show();
    const after = Object.keys(window).filter((name) => !before.includes(name) && name !== 'docsAssistant');
    expect(after).to.deep.equal([]);
    expect(assistant.element.getAttributeNames().sort()).to.deep.equal(['domain', 'endpoint', 'open']);
  });
});

describe('<docs-assistant>: other ways in', () => {
  afterEach(() => {
    AssistantHarness.reset();
    history.replaceState(null, '', location.pathname);
  });

  it('opens from any element of the page, with its question in the field and not sent', async () => {
    const trigger = place(html`<button data-docs-assistant data-question="How?"><b>Ask</b></button>`);
    const assistant = await AssistantHarness.open();
    trigger.querySelector('b')!.click();
    await assistant.until(() => assistant.focused === 'input');
    expect(assistant.input.value).to.equal('How?');
    expect((await assistant.requests()).length).to.equal(0);
  });

  it('opens from inside of another shadow root', async () => {
    const host = place(html`<div></div>`).firstElementChild!;
    render(html`<a href="/elsewhere" data-docs-assistant>Ask</a>`, host.attachShadow({ mode: 'open' }));
    const assistant = await AssistantHarness.open();
    host.shadowRoot!.querySelector('a')!.click();
    await assistant.until(() => assistant.isOpen);
  });

  it('keeps what is in the field when the trigger has no question', async () => {
    const trigger = place(html`<button data-docs-assistant>Ask</button>`).querySelector('button')!;
    const assistant = await AssistantHarness.show();
    await assistant.type('Half a ques');
    assistant.element.hide();
    await assistant.until(() => !assistant.isOpen);
    trigger.click();
    await assistant.until(() => assistant.isOpen);
    expect(assistant.input.value).to.equal('Half a ques');
  });

  it('opens the assistant that a trigger names, else the first', async () => {
    const triggers = place(
      html`<button data-docs-assistant="second"></button><button data-docs-assistant></button>`,
    );
    const [first, second] = [await AssistantHarness.open(), await AssistantHarness.open()];
    second.element.id = 'second';
    triggers.querySelector('button')!.click();
    expect([first.element.open, second.element.open]).to.deep.equal([false, true]);
    second.element.open = false;
    triggers.querySelectorAll('button')[1]!.click();
    expect([first.element.open, second.element.open]).to.deep.equal([true, false]);
  });

  for (const [name, act] of [
    ['that the page has handled itself', (event: Event) => event.preventDefault()],
    ['that opens a new tab', (event: Event) => Object.defineProperty(event, 'ctrlKey', { value: true })],
  ] as const) {
    it(`leaves alone a press ${name}`, async () => {
      const trigger = place(html`<button data-docs-assistant @click=${act}></button>`);
      const assistant = await AssistantHarness.open();
      trigger.querySelector('button')!.click();
      expect(assistant.element.open).to.equal(false);
    });
  }

  it('opens with the question of a link, and does not send it', async () => {
    history.replaceState(null, '', '?ask=How%20do%20I%20start%3F');
    const assistant = await AssistantHarness.open();
    const second = await AssistantHarness.open();
    await assistant.until(() => assistant.focused === 'input');
    expect(assistant.input.value).to.equal('How do I start?');
    expect((await assistant.requests()).length).to.equal(0);
    expect(second.element.open).to.equal(false);
  });

  it('says that the question of a link is too long, and keeps it', async () => {
    history.replaceState(null, '', `?ask=${'a'.repeat(MAX_QUESTION_LENGTH + 1)}`);
    const assistant = await AssistantHarness.open();
    await assistant.until(() => assistant.find('.too-long') !== null);
    expect(assistant.input.value.length).to.equal(MAX_QUESTION_LENGTH + 1);
    expect(assistant.send.getAttribute('aria-disabled')).to.equal('true');
  });

  it('carries out calls that were made before it was there, and those that come', async () => {
    window.docsAssistant = [];
    window.docsAssistant.push(['ask', 'First?'], ['reset']);
    const assistant = await AssistantHarness.open({ replies: [answer('One.'), answer('Two.')] });
    window.docsAssistant.push(['ask', 'Second?']);
    await assistant.heard('docs-assistant-answered');
    expect(assistant.texts('.question')).to.deep.equal(['Second?']);
  });

  for (const [name, attribute] of [
    ...(['h2', 'form', 'button', 'img', 'iframe', 'ul'] as const).map((name) => [name, 'id'] as const),
    ...(['form', 'img', 'iframe', 'embed', 'object'] as const).map((name) => [name, 'name'] as const),
  ]) {
    it(`takes calls where the ${attribute} of a <${name}> of the page is the name of their list`, async () => {
      delete window.docsAssistant;
      const named = Object.assign(document.createElement(name), { className: 'test' });
      named.setAttribute(attribute, 'docsAssistant');
      document.body.append(named, Object.assign(named.cloneNode() as HTMLElement, { className: 'test' }));
      const assistant = await AssistantHarness.open();
      window.docsAssistant!.push(['show', { question: 'How?' }]);
      await assistant.until(() => assistant.focused === 'input');
      expect(assistant.input.value).to.equal('How?');
    });
  }

  it('leaves calls to an assistant that is still on the page', async () => {
    const first = await AssistantHarness.open();
    const second = await AssistantHarness.open();
    first.element.remove();
    window.docsAssistant?.push(['show']);
    expect([first.element.open, second.element.open]).to.deep.equal([false, true]);
  });

  it('takes calls when nothing was there before it', async () => {
    delete window.docsAssistant;
    const assistant = await AssistantHarness.open();
    (window.docsAssistant ??= []).push(['show', { question: 'How?' }]);
    await assistant.until(() => assistant.focused === 'input');
    expect(assistant.input.value).to.equal('How?');
  });
});

describe('<docs-assistant>: a required attribute', () => {
  const { warn } = console;
  let warnings: string[];

  beforeEach(() => {
    warnings = [];
    console.warn = (message: string) => warnings.push(message);
  });
  afterEach(() => {
    console.warn = warn;
    AssistantHarness.reset();
  });

  it('is reported as missing at once, before any use, and only once', async () => {
    const assistant = await AssistantHarness.open({ attributes: { endpoint: '', domain: ' ' } });
    await nextTask();
    document.body.append(assistant.element);
    await nextTask();
    expect(warnings).to.deep.equal(['<docs-assistant>: endpoint and domain must be set.']);
  });

  it('may be set by a framework after the element is on the page', async () => {
    const assistant = await AssistantHarness.open({ attributes: { endpoint: '' } });
    assistant.element.endpoint = '/api';
    await nextTask();
    expect(warnings).to.deep.equal([]);
  });
});

/** Puts something onto the page until the next reset. */
function place(content: TemplateResult): HTMLElement {
  const element = document.createElement('div');
  element.className = 'test';
  render(content, element);
  document.body.append(element);
  return element;
}

/** Resolves after the timers that were set before it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
