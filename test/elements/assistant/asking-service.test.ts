import { expect } from '@open-wc/testing';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import type { ServiceOrder } from '../../support/service-server.ts';

const endpoint = `/__services/${crypto.randomUUID()}`;

async function order(body: ServiceOrder): Promise<void> {
  const { ok } = await fetch(endpoint, { method: 'PUT', body: JSON.stringify(body) });
  expect(ok).to.equal(true);
}

describe('<docs-assistant>: a question of our service', () => {
  before(() =>
    order({
      do: 'open',
      files: {
        'node.md': '# Node\n\nInstall the SDK for Node with npm.',
        'python.md': '# Python\n\nInstall the SDK for Python with pip.',
      },
      asked: { question: 'Which SDK do you use?', choices: ['Node', 'Python'] },
    }),
  );
  after(async () => {
    AssistantHarness.reset();
    await order({ do: 'close' });
  });

  it('is drawn with its choices, and a press answers it', async () => {
    const assistant = await AssistantHarness.show({ attributes: { endpoint, domain: 'lighthouse' } });
    await assistant.ask('How do I install the SDK?');
    await assistant.until(() => assistant.find('button.choice') !== null);
    expect(assistant.text('[part=clarifying-question] p')).to.equal('Which SDK do you use?');
    expect(assistant.texts('button.choice')).to.deep.equal(['Node', 'Python']);
    expect(assistant.texts('.note, [part=error]')).to.deep.equal([]);
    await assistant.click('button.choice');
    await assistant.until(() => assistant.texts('.prose').at(-1)?.startsWith('You said Node') ?? false);
    expect(assistant.texts('.question')).to.deep.equal(['How do I install the SDK?', 'Node']);
    expect(assistant.texts('.choice')).to.deep.equal(['Chosen: Node', 'Python']);
  });
});
