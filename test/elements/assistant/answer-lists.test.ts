import { expect } from '@open-wc/testing';
import { AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { END, stream, text } from '../../support/scripted-stream.ts';

const CODE = '```sh\nnpm run build\n```\n\n';
const FILLING = Array.from({ length: 30 }, (_, line) => `Paragraph ${line} of the answer.\n\n`).join('');

/** Width of the letter that is written for each unit of a number. */
const LETTER = 10;

/** Write the number of an item before its text, a letter for each unit: the text of a marker cannot be read. */
const TALLY = new CSSStyleSheet();
TALLY.replaceSync('@counter-style tally { system: symbolic; symbols: "x"; }');
const NUMBERS = new CSSStyleSheet();
NUMBERS.replaceSync(`
  .prose ol > li > p:first-child::before, .prose ol > li:not(:has(> p))::before {
    content: counter(list-item, tally);
    font: 1px monospace;
    letter-spacing: calc(${LETTER}px - 1ch);
  }
`);

/** The numbers of all items of numbered lists, as the browser counts them. */
function numbers({ root }: AssistantHarness): number[] {
  const sheets = root.adoptedStyleSheets;
  root.adoptedStyleSheets = [...sheets, NUMBERS];
  const found = [...root.querySelectorAll('.prose ol > li')].map((item) => {
    // Engines lay out what is off screen at different times.
    item.scrollIntoView();
    const line = item.querySelector(':scope > p') ?? item;
    const text = new Range();
    text.selectNode(line.firstChild!);
    const indent = text.getBoundingClientRect().left - line.getBoundingClientRect().left;
    return Math.round(indent / LETTER);
  });
  root.adoptedStyleSheets = sheets;
  return found;
}

describe('<docs-assistant>: numbered lists of an answer', () => {
  // Shadow trees take counter styles from the document.
  before(() => (document.adoptedStyleSheets = [TALLY]));
  after(() => (document.adoptedStyleSheets = []));
  afterEach(() => AssistantHarness.reset());

  it('go on counting where code or text is between their items', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [stream([[text(`1. one\n\n${CODE}2. two\n\n${CODE}3. three\n4. four\n\nEnd.\n`), END]])],
    });
    expect(numbers(assistant)).to.deep.equal([1, 2, 3, 4]);
  });

  it('count their items with code in them, in quotes and in other lists', async () => {
    const step = (number: number): string => `${number}. step\n\n   ${CODE.replaceAll(/\n(?=.)/g, '\n   ')}`;
    const nested = '> 7. quoted\n> 8. again\n\n- point\n\n  5. inner\n  6. inner\n\nEnd.\n';
    const assistant = await AssistantHarness.answered({
      replies: [stream([[text(step(1) + step(2) + step(3) + nested), END]])],
    });
    expect(numbers(assistant)).to.deep.equal([1, 2, 3, 7, 8, 5, 6]);
  });

  it('keep their numbers out of sight and when they come back, while the answer grows', async () => {
    const assistant = await AssistantHarness.show({
      replies: [
        stream([[text(`3. three\n4. four\n\n${CODE}`)], [text(`5. five\n\n${FILLING}`)], [END]], {
          held: true,
        }),
      ],
    });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.findAll('.code').length === 1);
    expect(numbers(assistant)).to.deep.equal([3, 4]);
    await assistant.release();
    const log = assistant.find('.messages')!;
    await assistant.until(() => assistant.text('.prose').includes('Paragraph 29'));
    for (let round = 0; round < 2; round++) {
      log.scrollTop = log.scrollHeight;
      await drawn();
      await drawn();
      expect(numbers(assistant)).to.deep.equal([3, 4, 5]);
    }
    await assistant.release();
    await assistant.release();
  });
});
