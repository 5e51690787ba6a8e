import { expect } from '@open-wc/testing';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { END, search, stream, text } from '../../support/scripted-stream.ts';

describe('<docs-assistant>: the steps of an answer', () => {
  afterEach(() => AssistantHarness.reset());

  it('are shown while they run, and when they are done', async () => {
    const [call, result] = search('deploy');
    const assistant = await AssistantHarness.show({
      replies: [
        stream(
          [
            [call],
            [result, { type: 'tool-input-available', toolCallId: 'b', toolName: 'runQuery', input: {} }],
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
    await stepsAre('Searched for “deploy”', 'Using “runQuery” …');
    await assistant.release();
    await stepsAre('Searched for “deploy”', 'Used “runQuery”', 'Searching the documentation …');
    const [done, alsoDone, running] = iconsOf(assistant);
    await assistant.release();
    await stepsAre('Searched for “deploy”', 'Used “runQuery”', 'The documentation could not be searched');
    const failed = iconsOf(assistant).at(-1);
    expect(alsoDone).to.equal(done);
    expect(new Set([done, running, failed]).size).to.equal(3);
    await assistant.release();
    expect(assistant.root.textContent.includes('secret')).to.equal(false);
  });

  it('do not repeat the question, where that is what was searched for', async () => {
    const assistant = await AssistantHarness.show({
      replies: [stream([[...search('How do I deploy?'), text('Done.'), END]])],
    });
    await assistant.ask('How do I deploy?');
    expect(assistant.texts('.step')).to.deep.equal(['Searched the documentation']);
  });

  it('are described by the tools that servers use', async () => {
    const call = (toolCallId: string, toolName: string): object => ({
      type: 'tool-input-available',
      toolCallId,
      toolName,
      input: {},
    });
    const assistant = await AssistantHarness.show({
      replies: [
        stream(
          [
            [call('a', 'web_search'), call('b', 'readPage'), call('c', 'loadSkill'), call('d', 'frobnicate')],
            [
              { type: 'tool-output-available', toolCallId: 'a', output: {} },
              { type: 'tool-output-available', toolCallId: 'b', output: {} },
              { type: 'tool-output-error', toolCallId: 'c', errorText: 'secret stack' },
              { type: 'tool-output-error', toolCallId: 'd', errorText: 'secret stack' },
              text('Done.'),
              END,
            ],
          ],
          { held: true },
        ),
      ],
    });
    assistant.element.ask('How?');
    const stepsAre = (...steps: string[]): Promise<void> =>
      assistant.until(() => assistant.texts('.step').join() === steps.join());
    await stepsAre(
      'Searching the web …',
      'Reading a page …',
      'Reading instructions …',
      'Using “frobnicate” …',
    );
    await assistant.release();
    await stepsAre(
      'Searched the web',
      'Read a page',
      'Instructions could not be read',
      'Did not succeed: “frobnicate”',
    );
  });

  it('come with the reasoning, which is collapsed', async () => {
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

function iconsOf(assistant: AssistantHarness): string[] {
  return assistant.findAll('.step path').map((path) => path.getAttribute('d')!);
}
