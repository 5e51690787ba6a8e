import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, type AssistantSetup } from '../../support/assistant-harness.ts';
import { nextEvent } from '../../support/until.ts';

const ANSWER = answer('Use middleware [1].', { sources: [{ path: 'guide', title: 'Guide' }] });

/** Ask a question of an assistant that offers to talk to a person, and wait for the offer. */
async function answered({ attributes, ...setup }: AssistantSetup = {}): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.answered({
    replies: [ANSWER],
    ...setup,
    attributes: { handoff: '', ...attributes },
  });
  await assistant.until(() => assistant.find('slot[name=handoff]') !== null);
  return assistant;
}

/** Ask a question of an assistant with a link of the page in place of the button. */
async function answeredWithLink(setup: AssistantSetup = {}): Promise<[AssistantHarness, HTMLAnchorElement]> {
  const link = document.createElement('a');
  Object.assign(link, { slot: 'handoff', href: '#support', textContent: 'Support' });
  const assistant = await AssistantHarness.answered({
    replies: [ANSWER],
    ...setup,
    prepare: (element) => element.append(link),
  });
  await assistant.until(() => link.assignedSlot !== null);
  return [assistant, link];
}

describe('<docs-assistant>: talking to a person', () => {
  afterEach(() => {
    AssistantHarness.reset();
    history.replaceState(null, '', location.pathname + location.search);
  });

  it('is not offered unless the page asks for it', async () => {
    const assistant = await AssistantHarness.answered({ replies: [{ status: 500 }] });
    expect(assistant.find('[part=error]') !== null).to.equal(true);
    expect(assistant.find('slot[name=handoff]') === null).to.equal(true);
  });

  for (const [name, reply] of Object.entries({
    failed: { status: 500 },
    'found nothing': answer(''),
    'was cut off': { ...ANSWER, broken: true },
  })) {
    it(`is offered in the notice of an answer that ${name}`, async () => {
      const assistant = await answered({ replies: [reply] });
      expect(assistant.texts('.notice-actions button').at(-1)).to.equal('Talk to a person');
      expect(assistant.findAll('slot[name=handoff]').length).to.equal(1);
    });
  }

  it('is in the menu below an answer that is not rated', async () => {
    const assistant = await answered();
    expect(assistant.texts('.menu-items button').at(-1)).to.equal('Talk to a person');
    await assistant.click('.menu summary');
    await assistant.click('[part=handoff]');
    expect(assistant.find<HTMLDetailsElement>('.menu')!.open).to.equal(false);
  });

  it('is below an answer that is rated bad, until the rating is taken back', async () => {
    const assistant = await answered();
    await assistant.click('[data-rating=negative]');
    await assistant.until(() => assistant.find('.menu [part=handoff]') === null);
    expect(assistant.find('.answer > .notice-actions [part=handoff]') !== null).to.equal(true);
    await assistant.click('[data-rating=negative]');
    await assistant.until(() => assistant.find('.menu [part=handoff]') !== null);
    expect(assistant.findAll('[part=handoff]').length).to.equal(1);
  });

  it('has the words of the attribute', async () => {
    const assistant = await answered({ attributes: { handoff: 'Chat with support' } });
    expect(assistant.text('[part=handoff]')).to.equal('Chat with support');
  });

  it('gives the page the conversation as Markdown, its thread and the address', async () => {
    const assistant = await answered({ attributes: { heading: 'Ask us' } });
    const told = nextEvent<CustomEvent>(document, 'docs-assistant-handoff');
    await assistant.click('[part=handoff]');
    const { detail, cancelable, composed } = await told;
    expect(detail).to.deep.equal({
      markdown:
        '# Ask us\n\n## How do I run code before a page?\n\nUse middleware [1].\n\n' +
        `1. [Guide](<${location.origin}/guide>)\n`,
      threadId: 'thread-1',
      page: location.href,
    });
    expect([cancelable, composed]).to.deep.equal([true, true]);
  });

  it('leaves secrets out as they were left out of the question', async () => {
    const assistant = await AssistantHarness.open({
      attributes: { handoff: '', mask: '' },
      replies: [answer('Yes.')],
    });
    await assistant.ask('Is password=hunter22! right?');
    await assistant.until(() => assistant.find('[part=handoff]') !== null);
    const told = assistant.heard('docs-assistant-handoff');
    await assistant.click('[part=handoff]');
    const { markdown } = await told;
    expect(markdown).to.contain('password=\\[secret\\]').and.not.to.contain('hunter22');
  });

  it('is a link of the page, which is followed', async () => {
    const [assistant, link] = await answeredWithLink();
    const told = assistant.heard('docs-assistant-handoff');
    link.click();
    expect((await told).threadId).to.equal('thread-1');
    expect(location.hash).to.equal('#support');
    expect(assistant.find('[part=handoff]')!.checkVisibility()).to.equal(false);
  });

  it('is a link of the page, which is not followed where the page cancels the event', async () => {
    const [assistant, link] = await answeredWithLink({ replies: [{ status: 500 }] });
    assistant.element.addEventListener('docs-assistant-handoff', (event) => event.preventDefault());
    link.click();
    expect(location.hash).to.equal('');
  });
});
