import { expect } from '@open-wc/testing';
import { setViewport } from '../../support/page-commands.ts';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';

const LONG = Array.from({ length: 40 }, (_, line) => `Paragraph ${line} of the answer.`).join('\n\n');
/** Pixels between the top of the log and the newest question. */
const GAP = 20;
const TOLERANCE = 2;

const log = (assistant: AssistantHarness): HTMLElement => assistant.find('.messages')!;

/** How far the last question is below the top of the log. */
function heightOfQuestion(assistant: AssistantHarness): number {
  const top = assistant.findAll('.question').at(-1)!.getBoundingClientRect().top;
  return top - log(assistant).getBoundingClientRect().top;
}

function isAtTop(assistant: AssistantHarness): boolean {
  return Math.abs(heightOfQuestion(assistant) - GAP) <= TOLERANCE;
}

function isAtEnd(assistant: AssistantHarness): boolean {
  const { scrollHeight, clientHeight, scrollTop } = log(assistant);
  return scrollHeight - clientHeight - scrollTop <= TOLERANCE;
}

const hasNewest = (assistant: AssistantHarness): boolean => assistant.find('[part=newest]') !== null;

/** A panel with these answers, the last of which waits before each of its texts. */
async function asked(...answers: (string | string[])[]): Promise<AssistantHarness> {
  const last = answers.pop()!;
  const assistant = await AssistantHarness.show({
    replies: [...answers.map((text) => answer(text)), answer(last, { held: true })],
  });
  for (const [index] of answers.entries()) await assistant.ask(`Question ${index}?`);
  assistant.element.ask('The last question?');
  await assistant.until(() => assistant.findAll('.turn').length === answers.length + 1);
  return assistant;
}

/** A panel whose first answer waits before each of its texts, and a second question that waits for its end. */
async function queued(first: string, second: string): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({
    replies: [answer(first, { held: true }), answer(second)],
  });
  assistant.element.ask('First?');
  await assistant.until(() => assistant.find('[part=stop]') !== null);
  await assistant.type('Second?');
  await assistant.press('Enter');
  await assistant.until(() => assistant.find('[part=queue]') !== null);
  return assistant;
}

/** Let all of the last answer come. */
async function finish(assistant: AssistantHarness): Promise<void> {
  for (let piece = 0; piece < 4; piece++) await assistant.release();
}

async function settled(assistant: AssistantHarness, count = 1): Promise<void> {
  await assistant.until(() => assistant.findAll('[part=feedback]').length === count);
  for (let frame = 0; frame < 5; frame++) await drawn();
}

describe('<docs-assistant>: where a reader lands', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => AssistantHarness.reset());

  it('puts a question at the top and leaves it there while a long answer grows below it', async () => {
    const assistant = await asked(LONG, ['First.', `\n\n${LONG}`, '\n\nThe end.']);
    await assistant.until(() => isAtTop(assistant));
    expect(hasNewest(assistant)).to.equal(false);
    for (const piece of ['First.', 'Paragraph 39 of the answer.', 'The end.']) {
      await assistant.release();
      await assistant.until(() => assistant.texts('.prose').at(-1)!.endsWith(piece));
      await drawn();
      expect(isAtTop(assistant), piece).to.equal(true);
    }
    await finish(assistant);
    await settled(assistant, 2);
    expect(isAtTop(assistant)).to.equal(true);
    expect(hasNewest(assistant)).to.equal(true);
  });

  it('does not move for a short answer, before, while and after it comes', async () => {
    const assistant = await asked(LONG, 'Short.');
    await assistant.until(() => isAtTop(assistant));
    await finish(assistant);
    await assistant.until(() => assistant.texts('.prose').at(-1) === 'Short.');
    expect(isAtTop(assistant)).to.equal(true);
    await settled(assistant, 2);
    expect([isAtTop(assistant), isAtEnd(assistant), hasNewest(assistant)]).to.deep.equal([true, true, false]);
  });

  it('has nothing to scroll below a short first answer', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('Short.')] });
    await settled(assistant);
    expect(log(assistant).scrollHeight).to.equal(log(assistant).clientHeight);
  });

  it('has no room left below a long answer', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer(LONG)] });
    await settled(assistant);
    await assistant.click('[part=newest]');
    await assistant.until(() => isAtEnd(assistant));
    const below = log(assistant).getBoundingClientRect().bottom;
    const last = assistant.find('.answer > :last-child')!.getBoundingClientRect();
    expect(below - last.bottom).to.be.at.most(GAP + TOLERANCE);
  });

  for (const [window, size] of Object.entries({
    'a large window': { width: 1200, height: 800 },
    'a window at 200 % zoom': { width: 640, height: 400 },
  })) {
    it(`has the button to the end where it covers neither text nor the field, in ${window}`, async () => {
      await setViewport(size);
      const assistant = await AssistantHarness.answered({ replies: [answer(LONG)] });
      await assistant.until(() => hasNewest(assistant));
      const button = assistant.find('[part=newest]')!.getBoundingClientRect();
      expect(button.top).to.be.at.least(log(assistant).getBoundingClientRect().bottom);
      expect(button.bottom).to.be.at.most(assistant.find('[part=composer]')!.getBoundingClientRect().top);
    });
  }

  it('has the button also where only the last line is out of sight', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer(LONG)] });
    await settled(assistant);
    const messages = log(assistant);
    // As high as the answer but for a few pixels.
    assistant.element.style.setProperty('--docs-assistant-panel-height', '200px');
    messages.style.flex = `0 0 ${messages.scrollHeight - 12}px`;
    await assistant.until(() => messages.scrollHeight - messages.clientHeight - messages.scrollTop < 24);
    await assistant.until(() => hasNewest(assistant));
  });

  it('stays at the end after the button that leads there, until the next question', async () => {
    const assistant = await asked([LONG, `\n\n${LONG}`]);
    await assistant.release();
    await assistant.until(() => hasNewest(assistant));
    assistant.find('[part=newest]')!.focus();
    await assistant.click('[part=newest]');
    expect(assistant.focused).to.equal('input');
    await finish(assistant);
    await settled(assistant);
    await assistant.until(() => isAtEnd(assistant));
    assistant.element.ask('Another?');
    await assistant.until(() => assistant.findAll('.turn').length === 2 && isAtTop(assistant));
  });

  it('does not scroll while the reader reads on and the answer grows', async () => {
    const assistant = await asked([LONG, `\n\n${LONG}`]);
    await assistant.release();
    await assistant.until(() => hasNewest(assistant));
    log(assistant).dispatchEvent(new WheelEvent('wheel', { deltaY: 100 }));
    log(assistant).scrollTop = 150;
    await finish(assistant);
    await settled(assistant);
    expect(log(assistant).scrollTop).to.equal(150);
  });

  it('stays at the answer that is being read when a question of the queue is asked', async () => {
    const assistant = await queued(LONG, 'Second.');
    await finish(assistant);
    await settled(assistant, 2);
    expect(log(assistant).scrollTop).to.equal(0);
    expect(hasNewest(assistant)).to.equal(true);
  });

  it('stays at the answer that is being read while the page draws no frames, as in the background', async () => {
    const assistant = await queued(LONG, 'Second.');
    const { requestAnimationFrame } = window;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    try {
      await finish(assistant);
      await assistant.until(async () => (await assistant.requests()).length === 2);
    } finally {
      window.requestAnimationFrame = requestAnimationFrame;
      for (const callback of held) requestAnimationFrame(callback);
    }
    await settled(assistant, 2);
    expect(log(assistant).scrollTop).to.equal(0);
  });

  it('goes to a question of the queue where the answer before is in sight', async () => {
    const assistant = await queued('First.', LONG);
    await finish(assistant);
    await settled(assistant, 2);
    expect(isAtTop(assistant) && log(assistant).scrollTop > 0).to.equal(true);
  });

  it('goes back to the question that is tried again', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer(LONG), answer(LONG)] });
    await settled(assistant);
    await assistant.click('[part=newest]');
    await assistant.until(() => isAtEnd(assistant) && assistant.find('[part=ask-again]') !== null);
    await assistant.click('[part=ask-again]');
    await assistant.until(() => log(assistant).scrollTop === 0 && isAtTop(assistant));
  });

  it('keeps the question at the top while the panel changes its size', async () => {
    const assistant = await asked(LONG, LONG);
    await assistant.until(() => isAtTop(assistant));
    for (const height of ['300px', '640px']) {
      assistant.element.style.setProperty('--docs-assistant-panel-height', height);
      await assistant.until(() => isAtTop(assistant));
    }
    await finish(assistant);
    await settled(assistant, 2);
    expect(isAtTop(assistant)).to.equal(true);
  });

  it('is where the reader was when the panel opens again', async () => {
    const assistant = await asked(LONG, LONG);
    await finish(assistant);
    await settled(assistant, 2);
    log(assistant).dispatchEvent(new WheelEvent('wheel', { deltaY: 100 }));
    log(assistant).scrollTop += 100;
    for (let frame = 0; frame < 5; frame++) await drawn();
    const before = heightOfQuestion(assistant);
    assistant.element.hide();
    await assistant.until(() => !assistant.isOpen);
    await assistant.show();
    await assistant.until(() => Math.abs(heightOfQuestion(assistant) - before) <= TOLERANCE);
  });

  it('opens a conversation that was kept at the top of its last question', async () => {
    const first = await AssistantHarness.answered({ replies: [answer(LONG), answer(LONG)] });
    await first.ask('Another?');
    first.element.open = false;
    await first.element.updateComplete;
    const assistant = await first.reload();
    await assistant.show();
    await assistant.until(() => assistant.findAll('.turn').length === 2 && isAtTop(assistant));
    expect(log(assistant).scrollTop).to.be.greaterThan(0);
  });
});
