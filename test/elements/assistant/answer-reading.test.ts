import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { pressKeys, setViewport } from '../../support/page-commands.ts';
import { AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { END, source, stream, text } from '../../support/scripted-stream.ts';

const FILLING = Array.from({ length: 30 }, (_, line) => `Paragraph ${line} of the answer.\n\n`).join('');

/** The text that is selected. */
function selected({ root }: AssistantHarness): string {
  const [found] = document.getSelection()!.getComposedRanges({ shadowRoots: [root] });
  if (!found) return '';
  const range = new Range();
  range.setStart(found.startContainer, found.startOffset);
  range.setEnd(found.endContainer, found.endOffset);
  return range.toString();
}

/** Presses a button of the pointer in an element and moves it on. */
async function drag(element: Element, distance: number): Promise<void> {
  const { x, y } = element.getBoundingClientRect();
  await sendMouse({ type: 'move', position: [Math.round(x + 2), Math.round(y + 8)] });
  await sendMouse({ type: 'down' });
  await sendMouse({ type: 'move', position: [Math.round(x + distance), Math.round(y + 8)] });
}

/** What a reader does to scroll up, as the log is told of it. */
const SCROLLS_UP: Readonly<Record<string, (log: Element) => void>> = {
  'the wheel': (log) => log.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 })),
  'a key': (log) => log.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp' })),
  'the scroll bar': (log) => log.dispatchEvent(new PointerEvent('pointerdown')),
};

/** A long answer that waits in the middle of a sentence. */
async function half(): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({
    replies: [
      stream(
        [
          [source('/a', 'A'), text(`Take **middle`)],
          [text(`ware** [1] for\nthat.\n\n- one\n- two\n\n\`\`\`js\nlet a;\n`)],
          [text(`\`\`\`\n\n${FILLING}`)],
          [text('The end.'), END],
        ],
        { held: true },
      ),
    ],
  });
  assistant.element.ask('How?');
  await assistant.until(() => assistant.text('.prose') === 'Take middle');
  // Until the panel stands where it is.
  await assistant.until(() => assistant.find('.panel')!.getAnimations().length === 0);
  return assistant;
}

/** Go to the end of the answer with the button for that, and be followed from there. */
async function goToEnd(assistant: AssistantHarness): Promise<void> {
  await assistant.until(() => assistant.text('.prose').includes('Paragraph 29'));
  await assistant.until(() => assistant.find('[part=newest]') !== null);
  await assistant.click('[part=newest]');
  const log = assistant.find('.messages')!;
  // Until blocks that come into sight have their real heights.
  for (let frames = 0, last = ''; frames < 5; frames++) {
    const now = `${log.scrollTop} ${log.scrollHeight}`;
    if (now !== last) frames = 0;
    last = now;
    await drawn();
  }
}

describe('<docs-assistant>: reading an answer while it is written', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(async () => {
    document.getSelection()!.removeAllRanges();
    AssistantHarness.reset();
    await setViewport({ width: 1200, height: 800 });
  });

  it('keeps what is selected, to its end', async () => {
    const assistant = await half();
    const prose = assistant.find('.prose')!;
    const first = prose.querySelector('p')!.firstChild;
    await drag(prose.querySelector('p')!, 60);
    await sendMouse({ type: 'up' });
    const before = selected(assistant);
    expect(before).to.match(/^Take m/);
    for (let piece = 0; piece < 4; piece++) {
      await assistant.release();
      await drawn();
      expect(selected(assistant)).to.equal(before);
    }
    await assistant.until(() => assistant.text('.prose').endsWith('The end.'));
    await assistant.until(() => assistant.find('[part=sources]') !== null);
    expect(selected(assistant)).to.equal(before);
    expect(prose.querySelector('p')!.firstChild === first).to.equal(true);
  });

  it('lets the reader select with the pointer: what is read does not move away', async () => {
    const assistant = await half();
    await assistant.release();
    await assistant.until(() => assistant.find('.code') !== null);
    await drag(assistant.find('.prose strong')!, 60);
    await assistant.release();
    await assistant.until(() => assistant.text('.prose').includes('Paragraph 29'));
    await drawn();
    const log = assistant.find('.messages')!;
    expect(log.scrollTop).to.equal(0);
    await sendMouse({ type: 'up' });
    await assistant.release();
    await assistant.release();
    await assistant.until(() => assistant.text('.prose').endsWith('The end.'));
    await drawn();
    expect(log.scrollTop).to.equal(0);
    expect(selected(assistant).length).to.be.greaterThan(1);
  });

  it('stays at the end that the reader has gone to, lets go when the reader scrolls up, and goes back with a button', async () => {
    const assistant = await half();
    const log = assistant.find('.messages')!;
    const atEnd = (): boolean => log.scrollHeight - log.clientHeight - log.scrollTop < 2;
    await assistant.release();
    await assistant.release();
    await goToEnd(assistant);
    await assistant.until(atEnd);
    expect(assistant.find('[part=newest]') === null).to.equal(true);
    SCROLLS_UP['the wheel']!(log);
    log.scrollTop = 20;
    await assistant.until(() => assistant.find('[part=newest]') !== null);
    await assistant.release();
    await assistant.release();
    await assistant.until(() => assistant.text('.prose').endsWith('The end.'));
    await drawn();
    expect(log.scrollTop).to.equal(20);
    await assistant.click('[part=newest]');
    await assistant.until(atEnd);
    expect(assistant.find('[part=newest]') === null).to.equal(true);
  });

  it('stays at the end that the reader has gone to with a key (chat-33)', async () => {
    const assistant = await half();
    const log = assistant.find('.messages')!;
    const distance = (): number => log.scrollHeight - log.clientHeight - log.scrollTop;
    await assistant.release();
    await assistant.release();
    await assistant.until(() => assistant.find('[part=newest]') !== null);
    log.focus();
    await pressKeys('End');
    // Lines come while the browser scrolls to where the end was.
    for (let height = 100; height <= 1_000; height += 100) {
      assistant.find('.answer')!.style.paddingBottom = `${height}px`;
      // The size is seen in one frame, and followed in the next.
      for (let frame = 0; frame < 3; frame++) await drawn();
      expect(distance()).to.be.lessThan(24);
    }
  });

  it('leaves a key in a field of the log to the field', async () => {
    const assistant = await half();
    const log = assistant.find('.messages')!;
    await assistant.release();
    await assistant.release();
    await assistant.until(() => assistant.find('[part=newest]') !== null);
    const { scrollTop } = log;
    const field = document.createElement('textarea');
    assistant.find('.question')!.append(field);
    field.focus({ preventScroll: true });
    await pressKeys('End');
    await drawn();
    await drawn();
    expect(Math.abs(log.scrollTop - scrollTop)).to.be.lessThan(2);
    field.remove();
  });

  it('stays at the end where what is above turns out smaller while something is added below', async () => {
    const assistant = await half();
    const log = assistant.find('.messages')!;
    const atEnd = (): boolean => log.scrollHeight - log.clientHeight - log.scrollTop < 2;
    await assistant.release();
    await assistant.release();
    await goToEnd(assistant);
    const [question, answer] = [assistant.find('.question')!, assistant.find('.answer')!];
    question.style.height = '900px';
    await assistant.until(() => log.scrollTop > 900 && atEnd());
    for (const added of ['300px', '1200px']) {
      question.style.height = added === '300px' ? '500px' : '100px';
      answer.style.paddingBottom = added;
      await drawn();
      await drawn();
      await assistant.until(atEnd);
    }
    expect(assistant.find('[part=newest]') === null).to.equal(true);
  });

  it('stays at the end where blocks above shrink before something is added below', async () => {
    const assistant = await half();
    const log = assistant.find('.messages')!;
    const atEnd = (): boolean => log.scrollHeight - log.clientHeight - log.scrollTop < 2;
    await assistant.release();
    await assistant.release();
    await goToEnd(assistant);
    const [question, answer] = [assistant.find('.question')!, assistant.find('.answer')!];
    question.style.height = '900px';
    await assistant.until(() => log.scrollTop > 900 && atEnd());
    const before = log.scrollTop;
    question.style.height = '100px';
    // Reading it has the browser move the log to its new end.
    expect(log.scrollTop).to.be.lessThan(before);
    answer.style.paddingBottom = '700px';
    await drawn();
    await drawn();
    await assistant.until(atEnd);
    expect(assistant.find('[part=newest]') === null).to.equal(true);
  });

  for (const [name, scrollUp] of Object.entries(SCROLLS_UP)) {
    it(`lets go of the end with ${name}, also while the content changes`, async () => {
      const assistant = await half();
      const log = assistant.find('.messages')!;
      await assistant.release();
      await assistant.release();
      await goToEnd(assistant);
      scrollUp(log);
      log.scrollTop -= 200;
      assistant.find('.answer')!.style.paddingBottom = '300px';
      await assistant.until(() => assistant.find('[part=newest]') !== null);
    });
  }

  for (const [half, shown, selector] of [
    ['Read [the guide](https://example.com/a', 'Read the guide', 'a'],
    ['See ![a picture](https://example.com/a', 'See a picture', 'img'],
    ['Call `next(', 'Call next(', null],
    ['It is **impor', 'It is impor', null],
    ['| Option | Default |\n|---|---|\n| order | pr', 'OptionDefaultorderpr', null],
  ] as const) {
    for (const ending of ['stopped', 'cut']) {
      it(`leaves nothing half-written of ${JSON.stringify(half)} when ${ending}`, async () => {
        const reply = stream([[text(half)], [END]], { held: true });
        const assistant = await AssistantHarness.show({
          replies: [ending === 'cut' ? { ...reply, pieces: reply.pieces!.slice(0, 1), broken: true } : reply],
        });
        const answered = assistant.heard('docs-assistant-answered');
        assistant.element.ask('How?');
        await assistant.until(() => assistant.text('.prose') !== '');
        if (ending === 'cut') await assistant.release();
        else assistant.element.stop();
        await answered;
        await assistant.until(() => assistant.text('.prose').replaceAll(/\s*\n\s*/g, '') === shown);
        if (selector !== null) expect(assistant.find(`.prose ${selector}`) === null).to.equal(true);
      });
    }
  }

  it('scrolls a wide table within itself, by keyboard too', async () => {
    const row = `| ${Array.from({ length: 12 }, (_, column) => `column${column}`).join(' | ')} |\n`;
    const rule = `|${'---|'.repeat(12)}\n`;
    const assistant = await AssistantHarness.answered({ replies: [stream([[text(row + rule + row), END]])] });
    await assistant.until(() => assistant.find('.prose .table-scroll') !== null);
    const table = assistant.find('.prose .table-scroll')!;
    expect(table.scrollWidth).to.be.greaterThan(table.clientWidth);
    const log = assistant.find('.messages')!;
    expect(log.scrollWidth).to.equal(log.clientWidth);
    table.focus();
    expect(assistant.root.activeElement === table).to.equal(true);
    await pressKeys('ArrowRight');
    await assistant.until(() => table.scrollLeft > 0);
  });

  it('has the language of most of its text, and each paragraph its own direction', async () => {
    document.documentElement.lang = 'de';
    const assistant = await AssistantHarness.answered({
      replies: [
        stream([
          [
            text(
              'Erstens die Adresse des Servers in den Einstellungen.\n\nשלום עולם\n\n```js\nlet a;\n```\n',
            ),
            END,
          ],
        ]),
      ],
    });
    const prose = assistant.find('.prose')!;
    expect(prose.lang).to.equal('de');
    const directions = [...prose.children].map((block) => getComputedStyle(block).direction);
    expect(directions).to.deep.equal(['ltr', 'rtl', 'ltr']);
    expect(assistant.find('.question p')!.dir).to.equal('auto');
  });
});
