import { expect } from '@open-wc/testing';
import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import {
  answer,
  AssistantHarness,
  openReplies,
  type AssistantSetup,
} from '../../support/assistant-harness.ts';
import { refuseFile } from '../../support/late-module.ts';

/** The title of a passage, which leads to it. */
const QUOTE = '.prose h3 a[href]';

describe('<docs-assistant>: a static index', () => {
  beforeEach(() => (document.documentElement.lang = 'en'));
  afterEach(() => AssistantHarness.reset());

  it('quotes the passages that answer, with their sources, and says that these are quotes', async () => {
    const assistant = await show();
    await assistant.ask('How do I keep the key out of the browser?');
    expect(assistant.findAll(QUOTE).length).to.be.greaterThan(0);
    expect(assistant.text('.prose')).to.match(/^These passages/);
    expect(assistant.findAll('[part=source]').length).to.be.greaterThan(0);
  });

  it('says that it does not know', async () => {
    const assistant = await show();
    await assistant.ask('What is the capital of Mongolia?');
    expect(assistant.find(QUOTE)).to.equal(null);
    expect(assistant.text('.prose')).not.to.equal('');
  });

  it('answers a second question, about something else', async () => {
    const assistant = await show();
    await assistant.ask('How do I change the colours?');
    await assistant.ask('Which limits does the proxy have?');
    expect(assistant.findAll('.prose').length).to.equal(2);
    expect(assistant.texts('.prose').at(-1)).to.match(/limit/i);
  });

  it('asks the endpoint when there is one', async () => {
    const endpoint = await openReplies([answer('From the server.')]);
    const assistant = await show({ attributes: { endpoint, domain: 'docs' } });
    await assistant.ask('How do I change the colours?');
    expect(assistant.text('.prose')).to.equal('From the server.');
  });

  it('says that the index cannot be reached, and answers once it can', async () => {
    const accept = await refuseFile('/__index/late/manifest.json');
    const assistant = await show({ attributes: { index: '/__index/late/' } });
    assistant.element.ask('How do I change the colours?');
    await assistant.until(() => assistant.find('[part=retry]') !== null);
    await accept();
    await assistant.click('[part=retry]');
    await assistant.until(() => assistant.find(QUOTE) !== null);
  });

  it('keeps the conversation for the next page', async () => {
    const assistant = await show();
    await assistant.ask('How do I change the colours?');
    const { length } = assistant.text('.prose');
    assistant.element.remove();
    const next = await show();
    await next.until(() => next.text('.prose').length === length);
  });
});

describe('<docs-assistant>: a source of the page', () => {
  afterEach(() => AssistantHarness.reset());

  it('answers in the place of a server', async () => {
    const assistant = await show({
      attributes: { index: '' },
      prepare: (element) => {
        element.source = {
          async *answer({ messages }): AsyncGenerator<AnswerEvent[]> {
            const delta = `You asked: ${messages.at(-1)!.content}`;
            yield [{ type: 'text', phase: 'delta', part: 'a', delta }, { type: 'end' }];
          },
        };
      },
    });
    await assistant.ask('Why?');
    expect(assistant.text('.prose')).to.equal('You asked: Why?');
  });
});

function show({ attributes = {}, ...setup }: AssistantSetup = {}): Promise<AssistantHarness> {
  return AssistantHarness.show({
    ...setup,
    attributes: { endpoint: '', domain: '', index: '/__index/', ...attributes },
  });
}
