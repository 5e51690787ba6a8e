import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { loadModule } from '../../support/late-module.ts';
import { announce, ANNOUNCED, recordAnnouncements } from '../../support/scenes/announced-answers.ts';

const SPEECH = '/src/elements/assistant/speech/answer-speech.ts';

/** Write a transcript as it stands in the documentation. */
function formatTranscript(name: string, announced: readonly string[]): string {
  const lines = announced.map((text) => text.replace(/\s*\n\s*/g, ' '));
  return [`${name}:`, '', '```txt', ...lines, '```'].join('\n');
}

describe('<docs-assistant>: what is announced', () => {
  const { now } = Date;
  afterEach(() => {
    Date.now = now;
    AssistantHarness.reset();
  });

  for (const language of ['en', 'de'] as const) {
    for (const scene of ANNOUNCED[language]) {
      it(`is as the documentation says, ${language}: ${scene.name}`, async () => {
        document.documentElement.lang = language;
        const page = await (await fetch(`/demo/docs/v2/${language}/accessibility.md`)).text();
        const transcript = formatTranscript(scene.name, await announce(scene));
        expect(page.includes(`${transcript}\n`), transcript).to.equal(true);
      });
    }
  }

  it('waits while a portion is being heard, and gives the rest at the end, nothing twice', async () => {
    const texts = ['One.\n\nTwo', ' is.\n\nThree', ' is.\n\nFour'];
    const assistant = await AssistantHarness.show({ replies: [answer(texts, { held: true })] });
    const announced = recordAnnouncements(assistant);
    const start = now();
    Date.now = () => start;
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.portion === 'One.');
    await assistant.release();
    await assistant.until(() => assistant.text('.prose').endsWith('Three'));
    expect(assistant.portion).to.equal('One.');
    Date.now = () => start + 60_000;
    await assistant.until(() => assistant.portion === 'Two is.');
    await assistant.release();
    await assistant.until(() => assistant.text('.prose').endsWith('Four'));
    await assistant.release();
    await assistant.release();
    await answered;
    await assistant.until(() => announced.includes('The answer is complete'));
    expect(announced).to.deep.equal([
      'The answer is being written',
      'One.',
      'Two is.',
      'Three is. Four.',
      'The answer is complete',
    ]);
    const log = assistant.find('[part=messages]')!;
    expect(log.getAttribute('role')).to.equal('log');
    expect(log.getAttribute('aria-live')).to.equal('off');
    expect(log.contains(assistant.find('.speech'))).to.equal(false);
  });

  it('is not the rest of an answer that the reader stops', async () => {
    const assistant = await AssistantHarness.show({
      replies: [answer(['One.\n\nTwo', ' is.'], { held: true })],
    });
    const announced = recordAnnouncements(assistant);
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.portion === 'One.');
    assistant.element.stop();
    await answered;
    await assistant.until(() => announced.includes('You stopped this answer.'));
    expect(announced.slice(1)).to.deep.equal(['One.', 'You stopped this answer.']);
  });

  it('is nothing while the panel is closed, and what has come meanwhile when it is opened', async () => {
    const assistant = await AssistantHarness.show({
      replies: [answer(['One.\n\nTwo', ' is.'], { held: true })],
    });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('[part=stop]') !== null);
    assistant.element.hide();
    await assistant.release();
    await assistant.until(() => assistant.text('.prose').endsWith('Two'));
    await loadModule(SPEECH);
    await drawn();
    expect(assistant.portion).to.equal('');
    assistant.element.show();
    await assistant.until(() => assistant.portion === 'One.');
  });

  it('is an answer that is asked for again, again', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [answer('Use middleware.'), answer('Use middleware.')],
    });
    const announced = recordAnnouncements(assistant);
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.retry();
    await answered;
    await assistant.until(() => announced.includes('The answer is complete'));
    expect(announced).to.deep.equal([
      'The answer is being written',
      'Use middleware.',
      'The answer is complete',
    ]);
  });

  it('ends at a limit, and says where the rest is', async () => {
    const paragraph = `${'word '.repeat(500)}end.\n\n`;
    const assistant = await AssistantHarness.answered({ replies: [answer(paragraph.repeat(3))] });
    expect(assistant.portion).to.equal(
      `${paragraph.trim()} The rest of the answer can be read in the conversation.`,
    );
  });

  it('is that the thread before has expired', async () => {
    const assistant = await AssistantHarness.open({
      replies: [answer('One.'), { status: 404 }, answer('Two.', { threadId: 'thread-2' })],
    });
    await assistant.ask('First?');
    const announced = recordAnnouncements(assistant);
    await assistant.ask('Second?');
    await assistant.until(() => announced.includes('The answer is complete'));
    expect(announced).to.have.members([
      'The earlier conversation has expired. The assistant answers without knowing it.',
      'The answer is being written',
      'Two.',
      'The answer is complete',
    ]);
  });

  it('is in the language of the answer, which its text carries too', async () => {
    const texts = [
      'これは答えです。',
      'Install the adapter, and then start the server with the command.',
      'Go.',
    ];
    document.documentElement.lang = 'de';
    const assistant = await AssistantHarness.open({ replies: texts.map((text) => answer(text)) });
    const found: (string | undefined)[] = [];
    for (const text of texts) {
      await assistant.ask(text);
      found.push(assistant.find('.speech p')?.lang);
    }
    expect(found).to.deep.equal(['ja', 'en', 'de']);
    expect(assistant.findAll('.prose').map(({ lang }) => lang)).to.deep.equal(['ja', 'en', 'de']);
    expect(assistant.findAll('.question p').map(({ lang }) => lang)).to.deep.equal(['ja', 'en', 'de']);
  });
});
