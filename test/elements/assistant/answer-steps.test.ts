import { expect } from '@open-wc/testing';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { END, search, stream, text } from '../../support/scripted-stream.ts';

describe('<docs-assistant>: the way to an answer', () => {
  afterEach(() => AssistantHarness.reset());

  it('is told step by step', async () => {
    const [call, result] = search('deploy');
    const assistant = await AssistantHarness.show({
      replies: [
        stream(
          [
            [call],
            [result, { type: 'tool-input-available', toolCallId: 'b', toolName: 'loadSkill', input: {} }],
            [
              { type: 'tool-output-available', toolCallId: 'b', output: {} },
              { type: 'tool-input-start', toolCallId: 'c', toolName: 'docs_search' },
            ],
            [{ type: 'tool-output-error', toolCallId: 'c', errorText: 'secret stack' }, text('Done.'), END],
          ],
          { held: true },
        ),
      ],
    });
    assistant.element.ask('How?');
    const stepsAre = (...steps: string[]): Promise<void> =>
      assistant.until(() => assistant.texts('.step').join() === steps.join());
    await stepsAre('Searching for “deploy” …');
    await assistant.release();
    await stepsAre('Searched for “deploy”', 'Using “loadSkill” …');
    await assistant.release();
    await stepsAre('Searched for “deploy”', 'Used “loadSkill”', 'Searching the documentation …');
    await assistant.release();
    await stepsAre('Searched for “deploy”', 'Used “loadSkill”', 'Did not succeed: “docs_search”');
    await assistant.release();
    expect(assistant.root.textContent.includes('secret')).to.equal(false);
  });

  it('has the reasoning folded', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [
        stream([
          [
            { type: 'reasoning-start', id: 'r' },
            { type: 'reasoning-delta', id: 'r', delta: 'The reader *wants* this.' },
            { type: 'reasoning-end', id: 'r' },
            text('Done.'),
            END,
          ],
        ]),
      ],
    });
    const details = assistant.find<HTMLDetailsElement>('[part=reasoning]')!;
    expect(details.open).to.equal(false);
    expect(assistant.text('[part=reasoning] summary')).to.equal('Reasoning');
    await assistant.click('[part=reasoning] summary');
    expect(details.open).to.equal(true);
    expect(assistant.text('[part=reasoning] .prose')).to.equal('The reader wants this.');
    expect(assistant.texts('.prose').at(-1)).to.equal('Done.');
  });
});
