import { expect } from '@open-wc/testing';
import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import {
  answer,
  AssistantHarness,
  openReplies,
  type AssistantSetup,
} from '../../support/assistant-harness.ts';
import { collectWarnings, hostIndex } from '../../support/hosted-index.ts';
import { INDEX_FAULTS, type IndexFault } from '../../support/index-faults.ts';
import type { HostedIndex } from '../../support/index-server.ts';
import { refuseFile } from '../../support/late-module.ts';

/** Without a worker, whose console is another one. */
const IN_PAGE = { 'without-worker': '' };
const UNKNOWN = 'The assistant is not available here right now.';
const SENTENCES: Readonly<Record<IndexFault['cause'], string>> = {
  none: UNKNOWN,
  'not-one': 'Something went wrong.',
  failing: 'The assistant has a problem at the moment.',
};
/** The title of a passage, which leads to it. */
const QUOTE = '.prose h3 a[href]';

describe('<docs-assistant>: a static index', () => {
  beforeEach(() => (document.documentElement.lang = 'en'));
  afterEach(() => AssistantHarness.reset());

  it('quotes the passages that answer, with their sources, and says that these are quotes', async () => {
    const assistant = await show();
    await assistant.ask('How do I keep the key out of the browser?');
    await assistant.until(() => assistant.find(QUOTE) !== null);
    expect(assistant.text('.prose')).to.match(/^These passages/);
    await assistant.until(() => assistant.findAll('[part=source]').length > 0);
  });

  it('asks no service whether there is a model', async () => {
    const asked: string[] = [];
    const { fetch } = window;
    window.fetch = (input, init) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return fetch(input, init);
    };
    try {
      const assistant = await show();
      await assistant.ask('How do I keep the key out of the browser?');
      await assistant.until(() => assistant.find(QUOTE) !== null);
      await assistant.until(
        () => (assistant.element as unknown as { hasModel?: boolean }).hasModel !== undefined,
      );
    } finally {
      window.fetch = fetch;
    }
    expect(asked.filter((address) => address.includes('/v1/'))).to.deep.equal([]);
  });

  it('speaks of no AI where no model answers', async () => {
    const assistant = await show();
    expect(assistant.text('[part=launcher]')).to.equal('Ask the docs');
    expect(assistant.text('.footer')).to.equal('');
    document.documentElement.lang = 'fr';
    const french = await show();
    await french.until(() => french.text('[part=launcher]') === 'Interroger la doc');
    const endpoint = await openReplies([answer('From the server.')]);
    const answering = await show({ attributes: { endpoint, domain: 'docs' } });
    await answering.until(() => answering.text('[part=launcher]') === 'Demander à l’IA');
    const quoting = await show({ attributes: { endpoint, domain: 'docs', 'without-model': '' } });
    await quoting.until(() => quoting.text('[part=launcher]') === 'Interroger la doc');
    expect(quoting.text('.footer')).to.equal('');
  });

  it('quotes characters that are written as entities, in the page itself', async () => {
    const index = await hostIndex({ docs: 'entities' });
    const assistant = await show({ attributes: { ...IN_PAGE, index } });
    await assistant.ask('Who owns the copyright of the kiln manual?');
    await assistant.until(() => assistant.find(QUOTE) !== null);
    expect(assistant.text('.prose')).to.include('© Potters & Sons');
  });

  it('reads another index when the page names one', async () => {
    const assistant = await show();
    await assistant.ask('Who owns the copyright of the kiln manual?');
    expect(assistant.text('.prose')).to.match(/could not find/);
    assistant.element.setAttribute('index', await hostIndex({ docs: 'entities' }));
    await assistant.element.updateComplete;
    await assistant.ask('Who owns the copyright of the kiln manual?');
    await assistant.until(() => assistant.texts('.prose').some((text) => text.includes('Potters')));
  });

  it('says that it does not know', async () => {
    const assistant = await show();
    await assistant.ask('What is the capital of Mongolia?');
    await assistant.until(() => assistant.text('.prose') !== '');
    expect(assistant.find(QUOTE)).to.equal(null);
  });

  it('answers a second question, about something else', async () => {
    const assistant = await show();
    await assistant.ask('How do I change the colours?');
    await assistant.ask('Which limits does the proxy have?');
    expect(assistant.findAll('.prose').length).to.equal(2);
    await assistant.until(() => /limit/i.test(assistant.texts('.prose').at(-1)!));
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

describe('<docs-assistant>: a static index that is not as it was written', () => {
  let warnings: string[];
  let restore: () => void;
  beforeEach(() => {
    warnings = [];
    restore = collectWarnings(warnings);
  });
  afterEach(() => {
    restore();
    AssistantHarness.reset();
  });

  for (const { what, faults, cause, warning } of INDEX_FAULTS) {
    it(`that ${what} is one sentence and one warning`, async () => {
      const assistant = await showHosted({ faults });
      assistant.element.ask('How do I change the colours?');
      await assistant.until(() => assistant.find('[part=error]') !== null);
      expect(assistant.texts('[part=error] span')).to.deep.equal([SENTENCES[cause]]);
      expect(warnings.length).to.equal(1, warnings.join('\n'));
      expect(warnings[0]).to.match(warning);
    });
  }

  it('in a page that was opened as a file is one sentence and one warning', async () => {
    const assistant = await show({ attributes: { ...IN_PAGE, index: 'file:///docs/docs-index/' } });
    assistant.element.ask('How do I change the colours?');
    await assistant.until(() => assistant.find('[part=error]') !== null);
    expect(assistant.texts('[part=error] span')).to.deep.equal([UNKNOWN]);
    expect(warnings.length).to.equal(1, warnings.join('\n'));
    expect(warnings[0]).to.match(/opened as a file.*serve its folder over HTTP/);
  });

  it('names the nearest sections where texts are missing, with one warning', async () => {
    const assistant = await showHosted({ faults: { texts: 'missing' } });
    await assistant.ask('How do I change the colours?');
    await assistant.until(() => assistant.find('.prose a[href]') !== null);
    expect(assistant.text('.prose')).to.match(/^I could not find an answer/);
    expect(warnings.length).to.equal(1, warnings.join('\n'));
  });

  it('is read anew when another has replaced it while the page is open', async () => {
    const index = await hostIndex({});
    const assistant = await show({ attributes: { ...IN_PAGE, index } });
    await assistant.ask('How do I change the colours?');
    await hostIndex({ docs: 'orbit' }, index);
    await assistant.ask('How do I put a password on a link?');
    await assistant.until(() => assistant.texts('.prose').at(-1)!.includes('--password'));
    expect(warnings).to.deep.equal([]);
  });

  function showHosted(hosted: HostedIndex): Promise<AssistantHarness> {
    return hostIndex(hosted).then((index) => show({ attributes: { ...IN_PAGE, index } }));
  }
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
