import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { isApple } from '../../../src/elements/shared/dom/shortcut.ts';
import { MAX_QUOTE_LENGTH } from '../../../src/elements/assistant/selection/ask-selection.ts';
import { loadModule } from '../../support/late-module.ts';
import { setViewport } from '../../support/page-commands.ts';
import { AssistantHarness } from '../../support/assistant-harness.ts';

/** Puts a piece of documentation onto the page. */
function page(build: (article: HTMLElement) => void): HTMLElement {
  const article = document.createElement('article');
  article.className = 'test';
  build(article);
  document.body.prepend(article);
  return article;
}

function paragraph(text: string): HTMLElement {
  return page((article) => (article.textContent = text));
}

function codeBlock(code: string, className = ''): HTMLElement {
  return page((article) => {
    const pre = document.createElement('pre');
    const element = document.createElement('code');
    element.className = className;
    element.textContent = code;
    pre.tabIndex = 0;
    pre.append(element);
    article.append(pre);
  }).querySelector('pre')!;
}

const shown = (assistant: AssistantHarness): HTMLElement | null => assistant.find('[part=ask-selection]');

/** What is quoted above the field. */
const chips = (assistant: AssistantHarness): string[] =>
  assistant.texts('.draft-quotes :is(q, code)').filter(Boolean);

/** Sends what is in the composer. @returns the question as the server gets it */
async function sent(assistant: AssistantHarness): Promise<string> {
  const answered = assistant.heard('docs-assistant-answered');
  await assistant.click('[part=send]');
  await answered;
  return (await assistant.requests()).at(-1)!.body.messages.at(-1)!.content;
}

async function open(attributes: Record<string, string> = { 'ask-selection': '' }): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.open({ attributes });
  await loadModule('/src/elements/assistant/selection/ask-selection.ts');
  await assistant.element.updateComplete;
  return assistant;
}

describe('<docs-assistant>: asking about the page', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(async () => {
    document.getSelection()!.removeAllRanges();
    await sendMouse({ type: 'move', position: [600, 790] });
    AssistantHarness.reset();
  });

  it('is offered at what is selected, which is then quoted above the field', async () => {
    const article = paragraph('Middleware runs\n   before each page.');
    const assistant = await open();
    document.getSelection()!.selectAllChildren(article);
    await assistant.until(() => shown(assistant) !== null);
    expect(shown(assistant)!.textContent).to.equal('Ask about this');
    const { bottom } = article.getBoundingClientRect();
    await assistant.until(() => shown(assistant)!.getBoundingClientRect().top >= bottom);
    shown(assistant)!.click();
    await assistant.until(() => assistant.focused === 'input');
    await assistant.until(() => chips(assistant).join() === 'Middleware runs before each page.');
    expect(assistant.input.value).to.equal('');
    expect(shown(assistant) === null).to.equal(true);
    expect((await assistant.requests()).length).to.equal(0);
  });

  for (const [text, start, end, quoted] of [
    ['Middleware runs before each page.', 3, 14, 'Middleware runs'],
    ['Middleware runs before each page.', 10, 16, 'runs'],
    ['Middleware runs.', 0, 16, 'Middleware runs.'],
    ['Größenänderung, später.', 2, 10, 'Größenänderung'],
    ['中间件在页面之前运行。', 1, 4, '间件在'],
  ] as const) {
    it(`quotes whole words of what is selected: ${JSON.stringify(text.slice(start, end))}`, async () => {
      const node = paragraph(text).firstChild!;
      const assistant = await open();
      document.getSelection()!.setBaseAndExtent(node, start, node, end);
      await assistant.until(() => shown(assistant) !== null);
      shown(assistant)!.click();
      await assistant.until(() => chips(assistant).join() === quoted);
    });
  }

  it('goes away with the selection', async () => {
    const article = paragraph('Middleware');
    const assistant = await open();
    document.getSelection()!.selectAllChildren(article);
    await assistant.until(() => shown(assistant) !== null);
    document.getSelection()!.removeAllRanges();
    await assistant.until(() => shown(assistant) === null);
  });

  it('leaves what is written already in the field', async () => {
    const article = paragraph('Middleware');
    const assistant = await open();
    await assistant.show();
    await assistant.type('Why this?');
    document.getSelection()!.selectAllChildren(article);
    await assistant.until(() => shown(assistant) !== null);
    shown(assistant)!.click();
    await assistant.until(() => chips(assistant).join() === 'Middleware');
    expect(assistant.input.value).to.equal('Why this?');
  });

  it('is offered at code on which the pointer is, with its language', async () => {
    const code = codeBlock('const a = `b`;\n', 'hljs language-ts');
    const assistant = await open();
    const { x, y } = code.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(x + 5), Math.round(y + 5)] });
    await assistant.until(() => shown(assistant)?.textContent === 'Ask about this code');
    shown(assistant)!.click();
    await assistant.until(() => assistant.text('.draft-quotes code') === 'const a = `b`;');
    expect(await sent(assistant)).to.equal('```ts\nconst a = `b`;\n```');
  });

  it('makes a fence that no code can end', async () => {
    const code = codeBlock('````\nx\n````', 'language-"><b>');
    const assistant = await open();
    code.focus();
    await assistant.until(() => shown(assistant) !== null);
    shown(assistant)!.click();
    await assistant.until(() => assistant.text('.draft-quotes code') === '```` x ````');
    expect(await sent(assistant)).to.equal('`````\n````\nx\n````\n`````');
  });

  it('takes along what is selected when it is opened by the keyboard', async () => {
    const article = paragraph('Middleware');
    const assistant = await open();
    document.getSelection()!.selectAllChildren(article);
    const modifier = isApple() ? { metaKey: true } : { ctrlKey: true };
    await assistant.press('i', { ...modifier, code: 'KeyI' });
    await assistant.until(() => assistant.focused === 'input');
    await assistant.until(() => chips(assistant).join() === 'Middleware');
  });

  it('cuts what is too long to leave room for a question', async () => {
    const article = paragraph('word '.repeat(2000));
    const assistant = await open();
    document.getSelection()!.selectAllChildren(article);
    await assistant.until(() => shown(assistant) !== null);
    shown(assistant)!.click();
    await assistant.until(() => assistant.focused === 'input');
    await assistant.until(() => chips(assistant).length === 1);
    const question = await sent(assistant);
    expect(question.length).to.be.lessThan(MAX_QUOTE_LENGTH + 10);
    expect(question.endsWith(' …')).to.equal(true);
  });

  it('is not offered unless the page wants it, and not any more when the element is gone', async () => {
    const article = paragraph('Middleware');
    const assistant = await open({});
    const other = await open();
    other.element.remove();
    document.getSelection()!.selectAllChildren(article);
    document.body.append(other.element);
    document.getSelection()!.removeAllRanges();
    document.getSelection()!.selectAllChildren(article);
    await other.until(() => shown(other) !== null);
    expect(shown(assistant) === null).to.equal(true);
    other.element.remove();
    expect(shown(other) === null).to.equal(true);
  });
});
