import { expect } from '@open-wc/testing';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { END, stream, text } from '../../support/scripted-stream.ts';

/** Texts that are still coming. All of them end with the same word. */
const ENDS: Readonly<Record<string, string>> = {
  'a paragraph': 'One.\n\nThe **end** of the last',
  'a heading': 'One.\n\n## The last',
  'an item': '- one\n- the last',
  'an item with code and strong text': '- one\n- **Two**: `code`, the last',
  'an item of a nested list': '- one\n- two\n  1. three\n  2. the last',
  'an item after one with a nested list': '- one\n  - two\n- the last',
  'an item with paragraphs': '- one\n\n- two\n\n  the last',
  'a task': '- [x] one\n- [ ] the last',
  'a quotation': '> one\n>\n> the last',
  'a list that is drawn in parts': `${'1. one of many items\n'.repeat(250)}1. the last`,
};

async function streaming(beginning: string): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({
    replies: [stream([[text(beginning)], [END]], { held: true })],
  });
  assistant.element.ask('How?');
  await assistant.until(() => assistant.find('.prose')?.textContent.endsWith('last') ?? false);
  return assistant;
}

/** The elements whose text has a caret behind it. */
function withCaret(assistant: AssistantHarness): Element[] {
  return assistant
    .findAll('.prose *')
    .filter((element) => getComputedStyle(element, '::after').borderInlineStartStyle === 'solid');
}

describe('<docs-assistant>: the caret of a streaming answer', () => {
  afterEach(() => AssistantHarness.reset());

  for (const [name, beginning] of Object.entries(ENDS)) {
    it(`stands once, behind the text, in ${name}`, async () => {
      const assistant = await streaming(beginning);
      const marked = withCaret(assistant);
      expect(marked.length).to.equal(1);
      expect(marked[0]!.textContent.trim()).to.match(/last$/);
      // No list or paragraph is in it, behind which the caret would stand.
      expect(marked[0]!.querySelector('li, p') === null).to.equal(true);
    });
  }

  it('is no text, and goes when nothing more comes', async () => {
    const assistant = await streaming('The last');
    expect(assistant.text('.prose')).to.equal('The last');
    assistant.element.stop();
    await assistant.until(() => assistant.find('.growing') === null);
    expect(withCaret(assistant).length).to.equal(0);
  });
});
