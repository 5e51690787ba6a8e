import { expect } from '@open-wc/testing';
import { MAX_QUESTION_LENGTH } from '../../../src/state/conversation/question.ts';
import { answer, AssistantHarness, type AssistantSetup } from '../../support/assistant-harness.ts';
import { focusPage, pressKeys, setViewport } from '../../support/page-commands.ts';

const TEXT = '> Middleware runs\n> before each page.';
const CODE = '```ts\nconst a = 1;\n```';

const chips = (assistant: AssistantHarness): string[] =>
  assistant.texts('.draft-quotes :is(q, code)').filter(Boolean);

/** Opens the panel with a question in it. */
async function open(question: string, setup: AssistantSetup = {}): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.open(setup);
  assistant.element.show({ question });
  await assistant.until(() => assistant.focused === 'input' && chips(assistant).length > 0);
  return assistant;
}

describe('<docs-assistant>: what a question is about', () => {
  beforeEach(async () => {
    await setViewport({ width: 1200, height: 800 });
    await focusPage();
  });
  afterEach(() => AssistantHarness.reset());

  it('is above the field, one line each, and describes the field', async () => {
    const assistant = await open(`${TEXT}\n\n${CODE}\n\nWhy?`);
    expect(chips(assistant)).to.deep.equal(['Middleware runs before each page.', 'const a = 1;']);
    expect(assistant.input.value).to.equal('Why?');
    expect(assistant.input.getAttribute('aria-describedby')!.split(' ')).to.include('draft-quotes');
    expect(assistant.find('#draft-quotes')!.textContent).to.equal(
      'About this\nMiddleware runs before each page.\nconst a = 1;',
    );
    const code = getComputedStyle(assistant.find('.draft-quotes code')!);
    expect(code.fontFamily).to.contain('monospace');
    const [first] = assistant.findAll('.draft-quotes li');
    expect(first!.offsetHeight).to.be.lessThan(50);
  });

  it('is sent in front of the question, and is a quote in the question that was sent', async () => {
    const assistant = await open(`${TEXT}\n\n${CODE}\n\n`, { replies: [answer('So.')] });
    await assistant.type('Why?');
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.press('Enter');
    await answered;
    const { body } = (await assistant.requests())[0]!;
    expect(body.messages[0]!.content).to.equal(`${TEXT}\n\n${CODE}\n\nWhy?`);
    await assistant.until(() => assistant.find('.question blockquote') !== null);
    expect(assistant.text('.question blockquote')).to.equal('Middleware runs before each page.');
    expect(assistant.text('.question pre code')).to.equal('const a = 1;');
    expect(assistant.text('.question p')).to.equal('Why?');
    expect(chips(assistant)).to.deep.equal([]);
    expect(assistant.input.value).to.equal('');
  });

  it('is taken away by its button, from which the focus goes to the field', async () => {
    const assistant = await open(`${TEXT}\n\n${CODE}\n\nWhy?`);
    const button = assistant.find('[part=quote-remove]')!;
    expect(button.ariaLabel).to.equal('Remove the quote “Middleware runs before each page.”');
    button.focus();
    await pressKeys('Enter');
    await assistant.until(() => assistant.focused === 'input');
    expect(chips(assistant)).to.deep.equal(['const a = 1;']);
    expect(assistant.input.value).to.equal('Why?');
    expect(assistant.said).to.equal('The quote was removed.');
  });

  it('is taken away by Backspace in the empty field, the last one first, and not by a key that is held down', async () => {
    const assistant = await open(`${TEXT}\n\n${CODE}\n\nW`);
    expect(await assistant.press('Backspace')).to.equal(false);
    await assistant.type('');
    expect(await assistant.press('Backspace', { repeat: true })).to.equal(false);
    expect(chips(assistant).length).to.equal(2);
    expect(await assistant.press('Backspace')).to.equal(true);
    await assistant.until(() => chips(assistant).join() === 'Middleware runs before each page.');
    await assistant.press('Backspace');
    await assistant.until(() => assistant.find('.draft-quotes') === null);
    expect(await assistant.press('Backspace')).to.equal(false);
    expect(assistant.focused).to.equal('input');
  });

  it('is kept with what is written, over a reload and a new conversation', async () => {
    const assistant = await open(`${TEXT}\n\nWhy`, { replies: [answer('One.')] });
    await assistant.ask('First?');
    await assistant.click('[part=new-thread]');
    expect(chips(assistant)).to.deep.equal(['Middleware runs before each page.']);
    const again = await assistant.reload();
    await again.show();
    await again.until(() => chips(again).join() === 'Middleware runs before each page.');
    expect(again.input.value).to.equal('Why');
  });

  it('is not made of what the reader types', async () => {
    const assistant = await AssistantHarness.show();
    await assistant.type('> Mine\n\nWhy?');
    expect(assistant.input.value).to.equal('> Mine\n\nWhy?');
    expect(chips(assistant)).to.deep.equal([]);
  });

  it('counts towards the length of the question, which says so', async () => {
    const assistant = await open(`${TEXT}\n\n`);
    await assistant.type('x'.repeat(MAX_QUESTION_LENGTH));
    expect(assistant.text('.too-long')).to.equal(
      'The question is too long: 4,039 of at most 4,000 characters.',
    );
    expect(assistant.text('.hint')).to.equal('The quote counts towards the length of the question.');
    expect(assistant.find('[part=send]')!.getAttribute('aria-disabled')).to.equal('true');
  });

  it('comes back when the question is changed, recalled, or taken back from the queue', async () => {
    const replies = [answer('One.'), answer('Two.', { held: true })];
    const assistant = await AssistantHarness.show({ replies });
    await assistant.ask(`${TEXT}\n\nWhy?`);
    await assistant.until(() => assistant.find('[part=edit]') !== null);
    await assistant.click('[part=edit]');
    await assistant.until(() => chips(assistant).length === 1 && assistant.input.value === 'Why?');
    await assistant.click('.queue button');
    await assistant.until(() => assistant.find('.draft-quotes') === null);
    await assistant.press('ArrowUp');
    await assistant.until(() => chips(assistant).length === 1 && assistant.input.value === 'Why?');
    await assistant.press('ArrowDown');
    await assistant.until(() => assistant.find('.draft-quotes') === null);

    assistant.element.ask('Next?');
    await assistant.until(() => assistant.find('[part=stop]') !== null);
    assistant.element.show({ question: `${CODE}\n\nAnd this?` });
    await assistant.until(() => chips(assistant).join() === 'const a = 1;');
    await assistant.click('[part=send]');
    await assistant.until(() => assistant.text('.queue li') === 'Asked after this answer: And this?');
    expect(assistant.find('.draft-quotes') === null).to.equal(true);
    await assistant.click('.queue button');
    await assistant.until(() => chips(assistant).join() === 'const a = 1;');
    expect(assistant.input.value).to.equal('And this?');
  });

  it('is not the name of the conversation', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('One.')] });
    await assistant.ask(`${TEXT}\n\nWhy?`);
    await assistant.click('[part=history]');
    await assistant.until(() => assistant.text('[part=history-item] span') === 'Why?');
  });
});

describe('<docs-assistant>: a long question', () => {
  const LONG = Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n');

  beforeEach(async () => {
    await setViewport({ width: 1200, height: 800 });
    await focusPage();
  });
  afterEach(() => AssistantHarness.reset());

  async function ask(question: string, attributes = {}): Promise<AssistantHarness> {
    const assistant = await AssistantHarness.show({ attributes, replies: [answer('One.')] });
    await assistant.ask(question);
    await assistant.until(() => assistant.find('.question-text') !== null);
    return assistant;
  }

  const heightOf = (assistant: AssistantHarness): number => assistant.find('.question-text')!.clientHeight;

  it('is folded to some lines, shown in full, and folded again', async () => {
    const assistant = await ask(LONG);
    await assistant.until(() => assistant.text('[part=fold]') === 'Show all');
    const fold = assistant.find('[part=fold]')!;
    expect(fold.ariaExpanded).to.equal('false');
    expect(heightOf(assistant)).to.be.within(150, 220);
    expect(assistant.text('.question-text')).to.contain('Line 29');
    fold.focus();
    await pressKeys('Enter');
    await assistant.until(() => assistant.text('[part=fold]') === 'Show less');
    expect(fold.ariaExpanded).to.equal('true');
    expect(heightOf(assistant)).to.be.greaterThan(600);
    // The button has moved, and the focus is on it.
    await assistant.until(() => isInView(assistant, fold));
    await pressKeys('Enter');
    await assistant.until(() => assistant.text('[part=fold]') === 'Show all');
    await assistant.until(() => isInView(assistant, fold));
    expect(assistant.focused).to.equal('fold');
  });

  it('stays where the reader reads when it is unfolded by the pointer', async () => {
    const assistant = await ask(LONG);
    await assistant.until(() => assistant.find('[part=fold]') !== null);
    const top = assistant.find('.question')!.getBoundingClientRect().top;
    assistant.find('[part=fold]')!.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await assistant.until(() => assistant.text('[part=fold]') === 'Show less');
    expect(assistant.find('.question')!.getBoundingClientRect().top).to.be.closeTo(top, 1);
  });

  it('is unfolded when the browser scrolls to something in it, as to words that are looked for', async () => {
    const assistant = await ask(LONG);
    await assistant.until(() => assistant.find('[part=fold]') !== null);
    assistant.find('.question-text')!.scrollTop = 400;
    await assistant.until(() => assistant.text('[part=fold]') === 'Show less');
  });

  it('leaves its own words in sight below what it quotes', async () => {
    const assistant = await ask(`> ${'Middleware runs first. '.repeat(60)}\n\nWhy so?`);
    await assistant.until(() => assistant.find('[part=fold]') !== null);
    const { bottom } = assistant.find('.question p')!.getBoundingClientRect();
    expect(bottom).to.be.at.most(assistant.find('.question-text')!.getBoundingClientRect().bottom + 1);
  });

  it('is not folded where it is not long, as in a wide panel', async () => {
    const assistant = await ask(`> Middleware\n\n${'word '.repeat(90)}`, { variant: 'dialog' });
    await assistant.element.updateComplete;
    expect(assistant.find('[part=fold]') === null).to.equal(true);
    await setViewport({ width: 320, height: 700 });
    await assistant.until(() => assistant.find('[part=fold]') !== null);
    await setViewport({ width: 1200, height: 800 });
    await assistant.until(() => assistant.find('[part=fold]') === null);
  });
});

function isInView(assistant: AssistantHarness, element: HTMLElement): boolean {
  const log = assistant.find('[part=messages]')!.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return top >= log.top - 1 && bottom <= log.bottom + 1;
}
