import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { printThread, saveThread } from '../../support/exported-thread.ts';
import { pressKeys } from '../../support/page-commands.ts';
import type { ScriptedReply } from '../../support/reply-server.ts';
import { clarifying, END, stream, text } from '../../support/scripted-stream.ts';

const ASKING = stream([
  [clarifying('Which SDK?', ['Node', '<b>Python</b>', '**Go**']), text('There are some.'), END],
]);

/** Asks, and waits for the choices. */
async function open(...replies: readonly ScriptedReply[]): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({ replies });
  await assistant.ask('How?');
  await assistant.until(() => assistant.find('button.choice') !== null);
  return assistant;
}

const lastQuestion = (assistant: AssistantHarness) => assistant.texts('.question').at(-1);

describe('<docs-assistant>: a question of the assistant', () => {
  afterEach(() => AssistantHarness.reset());

  it('stands below the text as a group with its choices, which are text, and no step has failed', async () => {
    const assistant = await open(ASKING);
    expect(assistant.text('.prose')).to.equal('There are some.');
    expect(assistant.texts('button.choice')).to.deep.equal(['Node', '<b>Python</b>', '**Go**']);
    const group = assistant.find('[part=clarifying-question]')!;
    expect(group.getAttribute('role')).to.equal('group');
    const label = assistant.root.getElementById(group.getAttribute('aria-labelledby')!)!;
    expect(label.textContent).to.equal('Which SDK?');
    expect(assistant.texts('.step')).to.deep.equal([]);
    expect(assistant.texts('.note:not(.disclaimer), [part=error]')).to.deep.equal([]);
    await assistant.until(() =>
      assistant.texts('[role=status]').includes('Which SDK? Node, <b>Python</b>, **Go**'),
    );
  });

  it('is answered by its buttons, also by keyboard; then it says what was chosen and cannot be pressed', async () => {
    const assistant = await open(ASKING, answer('Use pip.'));
    const [, python] = assistant.findAll('button.choice');
    python!.focus();
    await pressKeys('Enter');
    await assistant.until(() => lastQuestion(assistant) === '<b>Python</b>');
    await assistant.until(() => assistant.texts('.prose').at(-1) === 'Use pip.');
    expect(assistant.find('button.choice')).to.equal(null);
    expect(assistant.texts('.choice')).to.deep.equal(['Node', 'Chosen: <b>Python</b>', '**Go**']);
    const [, request] = await assistant.requests();
    const { messages } = request!.body as { messages: { role: string; content: string }[] };
    expect(messages.map(({ content }) => content)).to.deep.equal([
      'How?',
      'There are some.\n\nWhich SDK?\n- Node\n- <b>Python</b>\n- **Go**',
      '<b>Python</b>',
    ]);
  });

  it('is answered by other words as well', async () => {
    const assistant = await open(ASKING, answer('Use cargo.'));
    await assistant.ask('Rust');
    await assistant.until(() => assistant.texts('.prose').at(-1) === 'Use cargo.');
    expect(assistant.find('button.choice')).to.equal(null);
    expect(assistant.findAll('[data-chosen]')).to.have.length(0);
  });

  it('stays over a reload, and can be answered then', async () => {
    const before = await open(ASKING, answer('Use npm.'));
    const assistant = await before.reload();
    await assistant.until(() => assistant.findAll('button.choice').length === 3);
    await assistant.click('button.choice');
    await assistant.until(() => lastQuestion(assistant) === 'Node');
    await assistant.until(() => assistant.texts('.prose').at(-1) === 'Use npm.');
    const after = await assistant.reload();
    await after.until(() => after.texts('[data-chosen]').join() === 'Chosen: Node');
  });

  it('is there in a second tab, and answered there by what is chosen here', async () => {
    const one = await open(ASKING, answer('Use npm.'), answer('In a folder.'));
    // Another element of the same site has a storage of its own.
    const two = await AssistantHarness.open({ attributes: { endpoint: one.endpoint, variant: 'inline' } });
    await two.until(() => two.findAll('button.choice').length === 3);
    expect(two.text('.asked p')).to.equal('Which SDK?');
    const answered = one.heard('docs-assistant-answered');
    await one.click('button.choice');
    await answered;
    for (const key of Object.keys(localStorage))
      window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    await two.until(() => two.texts('[data-chosen]').join() === 'Chosen: Node');
    expect(two.find('button.choice')).to.equal(null);
    expect(two.texts('.prose')).to.deep.equal(['There are some.', 'Use npm.']);
    await two.ask('Where?');
    expect(two.texts('.prose').at(-1)).to.equal('In a folder.');
  });

  it('is saved as Markdown with its choices, which are text there, too', async () => {
    const assistant = await open(ASKING, answer('Use npm.'));
    const before = await saveThread(assistant);
    const asked =
      '## How?\n\nThere are some.\n\nWhich SDK?\n\n- Node\n- \\<b\\>Python\\</b\\>\n- \\*\\*Go\\*\\*\n';
    expect(before.text.slice(before.text.indexOf('##'))).to.equal(asked);
    await assistant.ask('<b>Python</b>');
    const { text: after } = await saveThread(assistant);
    expect(after.slice(after.indexOf('##'))).to.equal(`${asked}\n## \\<b\\>Python\\</b\\>\n\nUse npm.\n`);
  });

  it('is printed with its choices', async () => {
    const assistant = await open(ASKING, answer('Use npm.'));
    const { text: before, frame } = await printThread(assistant);
    expect(before).to.match(/How\? There are some\. Which SDK\? Node <b>Python<\/b> \*\*Go\*\*$/);
    expect([...frame.contentDocument!.querySelectorAll('li')].map((item) => item.innerText)).to.deep.equal([
      'Node',
      '<b>Python</b>',
      '**Go**',
    ]);
    frame.contentWindow!.dispatchEvent(new Event('afterprint'));
    await assistant.ask('Node');
    const { text: after } = await printThread(assistant);
    expect(after.slice(before.length)).to.equal(' Node Use npm.');
  });

  it('is sent with the others of its answer, once each has a choice', async () => {
    const assistant = await open(
      stream([[clarifying('Which SDK?', ['Node', 'Go'], 'a'), clarifying('Which OS?', ['Linux'], 'b'), END]]),
      answer('Fine.'),
    );
    const pressed = () => assistant.findAll('button.choice').map(({ ariaPressed }) => ariaPressed);
    const press = (at: number) => assistant.findAll('button.choice')[at]!.click();
    expect(pressed()).to.deep.equal(['false', 'false', 'false']);
    press(0);
    await assistant.until(() => pressed()[0] === 'true');
    press(1);
    await assistant.until(() => pressed()[1] === 'true');
    expect(pressed()).to.deep.equal(['false', 'true', 'false']);
    press(2);
    await assistant.until(() => lastQuestion(assistant) === 'Which SDK? Go Which OS? Linux');
    await assistant.until(() => assistant.texts('[data-chosen]').join() === 'Chosen: Go,Chosen: Linux');
  });

  it('is shown without choices where it has none', async () => {
    const assistant = await AssistantHarness.show({
      replies: [stream([[clarifying('Which SDK?', []), END]])],
    });
    await assistant.ask('How?');
    await assistant.until(() => assistant.text('.asked') === 'Which SDK?');
    expect(assistant.find('button.choice')).to.equal(null);
  });
});
