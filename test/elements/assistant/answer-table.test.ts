import { expect } from '@open-wc/testing';
import { AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { holdModule } from '../../support/late-module.ts';
import { END, stream, text } from '../../support/scripted-stream.ts';

const TABLE =
  'Options:\n\n| Option | Type | Default |\n|---|:-:|---|\n| `alpha` | **string** | [link](https://example.com/long/path) |\n| beta | number | 2 |\n\nAfter.\n';

// A file of its own: a page loads the code of tables once.
describe('<docs-assistant>: a table that is written character by character', () => {
  afterEach(() => AssistantHarness.reset());

  it('shows no mark of its Markdown at any moment, also while its code is loaded (chat-47)', async () => {
    const characters = Array.from(TABLE, (character) => [text(character)]);
    const assistant = await AssistantHarness.show({ replies: [stream([...characters, [END]])] });
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const [mark] of assistant
        .texts('.prose')
        .join('\n')
        .matchAll(/[|*[\]]|https?:|--/g))
        seen.add(mark);
    });
    observer.observe(assistant.root, { subtree: true, childList: true, characterData: true });
    const letGo = await holdModule('/src/elements/shared/markdown/markdown-extensions.ts');
    assistant.element.ask('How?');
    await drawn();
    await drawn();
    await letGo();
    await assistant.until(() => assistant.find('.prose table') !== null);
    await assistant.settle();
    observer.disconnect();
    expect(assistant.findAll('.prose table tr')).to.have.length(3);
    expect([...seen]).to.deep.equal([]);
  });
});
