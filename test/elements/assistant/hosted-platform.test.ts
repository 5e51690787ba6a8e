import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { HostedPlatform } from '../../support/hosted-platform.ts';
import { pressKeys } from '../../support/page-commands.ts';

/** `<docs-assistant>` and the hosted platform behind the proxy. */

const RUNS = { numRuns: 12, includeErrorInReport: true };
const name = fc.stringMatching(/^[a-z][\w.-]{0,20}$/);

afterEach(async () => {
  AssistantHarness.reset();
  await HostedPlatform.closeAll();
});

const questions = async (platform: HostedPlatform) =>
  (await platform.received()).filter(({ path }) => path.endsWith('/message'));

describe('<docs-assistant> on the hosted platform', () => {
  it('has every field that it is given arrive as it was set', async () => {
    const platform = new HostedPlatform();
    const { endpoint } = platform;
    const fields = fc.record(
      {
        version: name,
        language: name,
        retrievalPageSize: fc.integer({ min: 1, max: 50 }),
        filter: fc.record({ version: name, language: name }, { requiredKeys: [] }),
        added: fc.record({ groups: fc.array(name, { maxLength: 3 }) }, { requiredKeys: [] }),
        quotes: fc.record({ text: name, code: name }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, async ({ quotes, filter, added, ...set }) => {
        const assistant = await AssistantHarness.open({
          attributes: { endpoint, storage: 'memory' },
          prepare: (element) => void Object.assign(element, set),
        });
        assistant.element.addEventListener('docs-assistant-ask', ({ detail }) => {
          Object.assign(detail.filter, added);
        });
        const begin = quotes ? `> ${quotes.text}\n\n\`\`\`\n${quotes.code}\n\`\`\`\n\n` : '';
        const answered = assistant.heard('docs-assistant-answered');
        assistant.element.ask(`${begin}Why?`, filter && { filter });
        await answered;
        const { path, body } = (await questions(platform)).at(-1)!;
        const { fp, messages, ...rest } = body!;
        const own = { ...(filter ?? { version: set.version, language: set.language ?? 'en' }), ...added };
        const { pathname } = location;
        // The front page has no path.
        const page = pathname.length > 1 ? pathname : undefined;
        expect(path).to.equal('/discovery/v2/assistant/docs/message');
        expect(fp).to.match(/^[\da-f-]{36}$/);
        expect(messages!.map(({ role, parts }) => [role, parts])).to.deep.equal([
          ['user', [{ type: 'text', text: 'Why?' }]],
        ]);
        const context = quotes && [
          { type: 'textSelection', value: quotes.text, path: page },
          { type: 'code', value: quotes.code, path: page },
        ];
        const filtered = Object.keys(own).length > 0 ? own : undefined;
        const retrievalPageSize = set.retrievalPageSize ?? 5;
        const expected = { retrievalPageSize, filter: filtered, currentPath: page, context };
        expect(rest).to.deep.equal(JSON.parse(JSON.stringify(expected)));
        assistant.element.remove();
      }),
      RUNS,
    );
  });

  it('goes on with the thread, whose key it returns', async () => {
    const platform = new HostedPlatform();
    const assistant = await AssistantHarness.open({ attributes: { endpoint: platform.endpoint } });
    await assistant.ask('One?');
    await assistant.ask('Two?');
    const [first, second] = (await questions(platform)).map(({ body }) => body!);
    expect([first!.threadId, first!.threadKey]).to.deep.equal([undefined, undefined]);
    expect([second!.threadId, second!.threadKey]).to.deep.equal(['01K0', 'key-of-01K0']);
  });

  it('is asked back: the choices are buttons, read aloud, kept over a reload, and sent with what was chosen', async () => {
    const platform = new HostedPlatform();
    const { endpoint } = platform;
    const before = await AssistantHarness.show({ attributes: { endpoint } });
    await before.ask('In which SDK?');
    await before.until(() => before.texts('button.choice').join() === 'Node,Python');
    expect(before.text('.asked')).to.match(/^Which SDK\?/);
    expect(before.texts('.step[data-state=failed], [part=error]')).to.deep.equal([]);
    await before.until(() => before.texts('[role=status]').includes('Which SDK? Node, Python'));

    const assistant = await before.reload();
    await assistant.until(() => assistant.findAll('button.choice').length === 2);
    assistant.findAll('button.choice')[1]!.focus();
    await pressKeys('Enter');
    await assistant.until(() => assistant.texts('.question').at(-1) === 'Python');
    await assistant.until(async () => (await questions(platform)).length === 2);
    const { messages } = (await questions(platform)).at(-1)!.body!;
    const sent = messages!.map(({ parts }) => parts![0]!.text!);
    expect(sent[1]).to.include('Which SDK?\n- Node\n- Python');
    expect(sent[2]).to.equal('Python');
  });

  it('is answered by other words than the choices, too', async () => {
    const platform = new HostedPlatform();
    const assistant = await AssistantHarness.show({ attributes: { endpoint: platform.endpoint } });
    await assistant.ask('In which SDK?');
    await assistant.until(() => assistant.findAll('button.choice').length === 2);
    await assistant.type('In Rust');
    const answered = assistant.heard('docs-assistant-answered');
    await pressKeys('Enter');
    await answered;
    expect(assistant.texts('.question').at(-1)).to.equal('In Rust');
    expect(assistant.find('button.choice')).to.equal(null);
  });
});
