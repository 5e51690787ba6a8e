import { expect } from '@open-wc/testing';
import { createAnswerSource, type AnswerFunction } from '../../../src/sources.ts';
import { AssistantHarness, type AssistantSetup } from '../../support/assistant-harness.ts';
import { collectWarnings } from '../../support/hosted-index.ts';
import { refuseFile } from '../../support/late-module.ts';

const ROUTE = { source: 'ai-sdk url=/__chat' };

describe('<docs-assistant>: a chat route of the AI SDK', () => {
  beforeEach(() => (document.documentElement.lang = 'en'));
  afterEach(() => AssistantHarness.reset());

  it('answers, with its sources', async () => {
    const assistant = await show({ attributes: ROUTE });
    await assistant.ask('How do I run code?');
    expect(assistant.text('.prose')).to.equal('You asked: How do I run code?');
    await assistant.until(() => assistant.findAll('[part=source]').length > 0);
    expect(assistant.find('a[part=source]')!.getAttribute('href')).to.equal(`${location.origin}/guide`);
  });

  it('goes on in the same chat', async () => {
    const assistant = await show({ attributes: ROUTE });
    const threads: (string | null)[] = [];
    assistant.element.addEventListener('docs-assistant-thread', ({ detail }) =>
      threads.push(detail.threadId),
    );
    await assistant.ask('First?');
    await assistant.ask('Second?');
    expect(assistant.texts('.prose')).to.deep.equal(['You asked: First?', 'You asked: Second?']);
    expect(threads.length).to.equal(1);
  });

  it('says that the route has a problem, and answers once it has none', async () => {
    const accept = await refuseFile('/__chat');
    const assistant = await show({ attributes: ROUTE });
    await assistant.ask('How do I run code?');
    await assistant.until(() => assistant.find('[part=retry]') !== null);
    await accept();
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=retry]');
    await answered;
    expect(assistant.text('.prose')).to.equal('You asked: How do I run code?');
  });

  it('is another source when the page names another', async () => {
    const assistant = await show({ attributes: ROUTE });
    await assistant.ask('First?');
    assistant.element.source = createAnswerSource(async function* () {
      yield 'From a function.';
    });
    await assistant.ask('Second?');
    expect(assistant.texts('.prose').at(-1)).to.equal('From a function.');
    assistant.element.source = ROUTE.source;
    await assistant.ask('Third?');
    expect(assistant.texts('.prose').at(-1)).to.equal('You asked: Third?');
  });

  it('says that the site is not set up when there is no such source', async () => {
    const warnings: string[] = [];
    const stop = collectWarnings(warnings);
    const assistant = await show({ attributes: { source: 'openai model=small' } });
    await assistant.ask('Why?');
    stop();
    await assistant.until(() => assistant.find('.answer [part=error]') !== null);
    expect(warnings[0]).to.equal('docs-assistant: source="openai" needs url.');
  });
});

describe('<docs-assistant>: a function of the page', () => {
  afterEach(() => AssistantHarness.reset());

  it('answers in parts, and its text is Markdown without HTML', async () => {
    const assistant = await showFunction(async function* (question) {
      yield `**${question}** `;
      yield '<img src=x onerror=alert(1)>';
    });
    await assistant.ask('Why?');
    expect(assistant.text('.prose strong')).to.equal('Why?');
    expect(assistant.find('.prose img')).to.equal(null);
  });

  it('is told that the reader stops the answer', async () => {
    let seen: AbortSignal | undefined;
    const assistant = await showFunction(async function* (_, { signal }) {
      seen = signal;
      yield 'Because';
      await new Promise(() => {});
    });
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.ask('Why?');
    await assistant.until(() => assistant.text('.prose') === 'Because');
    assistant.element.stop();
    await answered;
    expect(seen!.aborted).to.equal(true);
  });

  it('may fail, and is asked again by the button', async () => {
    let calls = 0;
    const assistant = await showFunction(async function* () {
      if (calls++ === 0) throw new Error('No luck');
      yield 'Because.';
    });
    await assistant.ask('Why?');
    await assistant.until(() => assistant.find('[part=retry]') !== null);
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=retry]');
    await answered;
    expect(assistant.text('.prose')).to.equal('Because.');
  });
});

function showFunction(answer: AnswerFunction): Promise<AssistantHarness> {
  return show({ prepare: (element) => (element.source = createAnswerSource(answer)) });
}

function show({ attributes = {}, ...setup }: AssistantSetup): Promise<AssistantHarness> {
  return AssistantHarness.show({ ...setup, attributes: { endpoint: '', domain: '', ...attributes } });
}
