import { expect } from '@open-wc/testing';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { END, search, source, stream, text } from '../../support/scripted-stream.ts';

const PATH = 'src/pages/';
const ANSWER = `ضع الصفحات في المجلد \`${PATH}\` ثم شغّل:

## المجلد \`${PATH}\`

\`${PATH}\` هو المجلد الأول.

- في \`${PATH}\`، ثم

> مثل \`${PATH}\`.

| الاسم | المجلد |
|---|---|
| أول | في \`${PATH}\` |

\`\`\`
cd ${PATH}
\`\`\`
`;

/** Whether the characters of a text are drawn in one line from left to right, wherever the text is in an element. */
function isLeftToRight(element: Element, text: string): boolean {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const start = node.data.indexOf(text);
    if (start < 0) continue;
    const lefts = [...text].map((_, offset) => {
      const character = new Range();
      character.setStart(node, start + offset);
      character.setEnd(node, start + offset + 1);
      return character.getBoundingClientRect().left;
    });
    return lefts.every((left, index) => index === 0 || left > lefts[index - 1]!);
  }
  throw new Error(`There is no ${text}`);
}

async function show(question = 'أين؟', query = 'الصفحات'): Promise<AssistantHarness> {
  const [call, result] = search(query, []);
  const assistant = await AssistantHarness.open({
    attributes: { lang: 'ar', dir: 'rtl' },
    replies: [stream([[call, result, source(`/${PATH}`, 'الصفحات'), text(ANSWER), END]])],
  });
  await assistant.ask(question);
  await assistant.until(() => assistant.find('.source') !== null && assistant.find('.prose table') !== null);
  return assistant;
}

describe('<docs-assistant>: code in text from right to left', () => {
  afterEach(() => AssistantHarness.reset());

  it('runs from left to right wherever it is in an answer', async () => {
    const assistant = await show();
    const codes = assistant.findAll('.prose code');
    expect(codes.map(({ parentElement }) => parentElement!.localName).join(' ')).to.equal(
      'p h3 p li p td pre',
    );
    for (const code of codes) {
      code.scrollIntoView();
      expect(isLeftToRight(code, PATH), code.parentElement!.localName).to.equal(true);
    }
  });

  it('does not decide the direction of the text that it begins, and is a block from left to right', async () => {
    const assistant = await show();
    const [, paragraph] = assistant.findAll('.prose > p');
    expect(paragraph!.textContent).to.match(/^src/);
    expect(getComputedStyle(paragraph!).direction).to.equal('rtl');
    expect(getComputedStyle(assistant.find('.prose .code')!).direction).to.equal('ltr');
  });

  it('runs from left to right in a question, in a step and in the path of a source', async () => {
    const assistant = await show(`ماذا في \`${PATH}\`؟`, PATH);
    for (const selector of ['.question', '.step', '.source small']) {
      const element = assistant.find(selector)!;
      element.scrollIntoView();
      const path = selector === '.source small' ? PATH.slice(0, -1) : PATH;
      expect(isLeftToRight(element, path), selector).to.equal(true);
    }
    expect(assistant.find('.question p')!.textContent).to.equal(`ماذا في \`${PATH}\`؟`);
  });
});
