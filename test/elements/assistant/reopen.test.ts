import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, openReplies } from '../../support/assistant-harness.ts';
import { moduleAddress } from '../../support/module-address.ts';
import { PAGE, ReaderFrame } from '../../support/reader-frame.ts';

const LONG = Array.from({ length: 40 }, (_, line) => `Paragraph ${line} of the answer.`).join('\n\n');
const SOURCES = [{ path: `${PAGE}?two`, title: 'Two' }];
/** Pixels by which a place may differ where heights are not whole numbers. */
const TOLERANCE = 3;

async function openChat(
  attributes: Record<string, string> = {},
  size?: { width: number; height: number },
): Promise<ReaderFrame> {
  const endpoint = await openReplies(
    ['One', 'Two'].map((title) => answer(`# ${title}\n\n${LONG}`, { sources: SOURCES })),
  );
  return ReaderFrame.open({ attributes: { endpoint, domain: 'docs', ...attributes } }, size);
}

async function openAnswers(...setup: Parameters<typeof openChat>): Promise<ReaderFrame> {
  const reader = await openChat(...setup);
  await reader.ask('First?');
  await reader.ask('Second?');
  return reader;
}

/** Scrolls to the end, which moves away while heights become what they are. */
function goToEnd(reader: ReaderFrame): Promise<void> {
  useWheel(reader, 100);
  return reader.until(() => {
    messages(reader).scrollTop = messages(reader).scrollHeight;
    return isAtEnd(reader);
  });
}

/** Tell the log that it is the reader who scrolls: without input that is not known while heights change. */
function useWheel(reader: ReaderFrame, deltaY: number): void {
  messages(reader).dispatchEvent(new WheelEvent('wheel', { deltaY }));
}

function isAtEnd(reader: ReaderFrame): boolean {
  const { scrollTop, scrollHeight, clientHeight } = messages(reader);
  return scrollTop > 0 && scrollHeight - clientHeight - scrollTop < TOLERANCE;
}

function messages(reader: ReaderFrame): HTMLElement {
  return reader.find('[part=messages]')!;
}

/** How far the element is below the top of the conversation. */
function heightOf(reader: ReaderFrame, selector: string): number {
  return reader.find(selector)!.getBoundingClientRect().top - messages(reader).getBoundingClientRect().top;
}

const reload = (reader: ReaderFrame): Promise<void> => reader.leave(() => reader.window.location.reload());

function keptKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.endsWith(':open'));
}

/** Tells a page that it goes into the back/forward cache or comes out of it, which no page in a frame does by itself. */
function cache({ window }: ReaderFrame, type: 'pagehide' | 'pageshow'): void {
  window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
}

/** Takes idle time from the page. @returns gives it back */
function holdIdleTime(): () => void {
  const own = Object.getOwnPropertyDescriptor(window, 'requestIdleCallback');
  const waiting: (() => void)[] = [];
  Object.assign(window, { requestIdleCallback: (act: () => void) => waiting.push(act) });
  return () => {
    if (own) Object.defineProperty(window, 'requestIdleCallback', own);
    // Safari has none.
    else Reflect.deleteProperty(window, 'requestIdleCallback');
    for (const act of waiting.splice(0)) act();
  };
}

/** Waits until the page has had its time to open a panel. */
async function idle({ window }: ReaderFrame): Promise<void> {
  const wait = window.requestIdleCallback ?? window.setTimeout;
  for (let round = 0; round < 3; round++) await new Promise((resolve) => wait(resolve));
}

describe('<docs-assistant>: the next page of a site', () => {
  afterEach(() => ReaderFrame.reset());

  it('has the panel open again at the source that was followed', async () => {
    const reader = await openAnswers();
    await goToEnd(reader);
    const source = reader.find('.turn [part=source]')!;
    useWheel(reader, -100);
    await reader.until(() => {
      source.scrollIntoView({ block: 'center' });
      return reader.find('[part=newest]') !== null;
    });
    const before = heightOf(reader, '.turn [part=source]');
    await reader.leave(() => source.click());
    expect(reader.address).to.equal(`${PAGE}?two`);
    await reader.until(() => reader.isOpen && reader.find('.turn [part=source]') !== null);
    await reader.until(() => Math.abs(heightOf(reader, '.turn [part=source]') - before) <= TOLERANCE);
  });

  it('has it open again at the end of the conversation, where the reader was', async () => {
    const reader = await openAnswers();
    await goToEnd(reader);
    await reload(reader);
    await reader.until(() => reader.isOpen);
    await reader.until(() => isAtEnd(reader));
  });

  it('has it open again where nothing has been asked', async () => {
    const reader = await openChat();
    reader.assistant.show();
    await reader.until(() => reader.isOpen);
    await reload(reader);
    await reader.until(() => reader.isOpen);
    reader.find('[part=close]')!.click();
    await reload(reader);
    await idle(reader);
    expect([reader.assistant.open, ...keptKeys()]).to.deep.equal([false]);
  });

  it('has it open again after a page that was left before it could open', async () => {
    const first = await AssistantHarness.answered({ replies: [answer('One')] });
    first.element.remove();
    const giveBack = holdIdleTime();
    try {
      const second = await first.reload();
      second.element.dispatchEvent(new PointerEvent('pointerover'));
      await second.until(() => second.root.querySelector('[part=feedback]') !== null);
      const third = await second.reload();
      giveBack();
      await third.until(() => third.element.open);
    } finally {
      giveBack();
    }
  });

  it('has it open again at the same answer after pages that were left at once', async () => {
    const reader = await openAnswers();
    await goToEnd(reader);
    useWheel(reader, -100);
    await reader.until(() => {
      reader.find('.turn [part=source]')!.scrollIntoView({ block: 'center' });
      return reader.find('[part=newest]') !== null;
    });
    const before = heightOf(reader, '.turn [part=source]');
    await reload(reader);
    await reload(reader);
    await reader.until(() => reader.isOpen);
    await reload(reader);
    await reader.until(() => reader.isOpen && reader.find('.turn [part=source]') !== null);
    await reader.until(() => Math.abs(heightOf(reader, '.turn [part=source]') - before) <= TOLERANCE);
  });

  for (const variant of ['popover', 'sidebar']) {
    it(`has it open again as a ${variant}, with neither event, focus, movement nor shift`, async () => {
      const reader = await openAnswers({ variant, push: '' });
      reader.window.scrollTo(0, 0);
      await reload(reader);
      const width = reader.document.body.clientWidth;
      await reader.until(() => reader.isOpen);
      expect(reader.assistant.hasAttribute('open')).to.equal(true);
      const running = reader
        .find('.panel')!
        .getAnimations()
        .filter(({ playState }) => playState === 'running');
      expect(running.length).to.equal(0);
      await idle(reader);
      expect(reader.document.body.clientWidth).to.equal(width);
      expect(reader.events.filter((type) => type !== 'animationstart')).to.deep.equal([]);
      expect(reader.document.activeElement === reader.document.body).to.equal(true);
    });
  }

  it('loads the panel after the page itself, and not at all where it was closed', async () => {
    const reader = await openChat();
    await reader.ask('First?');
    await reload(reader);
    await reader.until(() => reader.isOpen);
    const panel = (): PerformanceResourceTiming | undefined =>
      reader.window.performance
        .getEntriesByType('resource')
        .find(({ name }) => name.endsWith(moduleAddress('/src/elements/assistant/panel/panel.ts'))) as
        PerformanceResourceTiming | undefined;
    const [page] = reader.window.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    expect(panel()!.startTime).to.be.at.least(page!.loadEventStart);
    reader.assistant.hide();
    await reader.until(() => !reader.isOpen);
    await reload(reader);
    await idle(reader);
    expect(panel() === undefined && !reader.assistant.open).to.equal(true);
  });

  it('has it closed where the reader has closed it', async () => {
    const reader = await openAnswers();
    await reload(reader);
    await reader.until(() => reader.isOpen);
    reader.find('[part=close]')!.click();
    await reader.until(() => !reader.isOpen);
    await reload(reader);
    await idle(reader);
    expect(reader.assistant.open).to.equal(false);
    expect(keptKeys()).to.deep.equal([]);
  });

  it('has it open again where a router has made another element', async () => {
    const reader = await openAnswers();
    const { assistant, document } = reader;
    const next = assistant.cloneNode() as HTMLElement;
    next.removeAttribute('open');
    reader.find('.turn [part=question], .question')!.click();
    assistant.remove();
    document.body.append(next);
    await reader.until(() => reader.isOpen);
    expect(reader.assistant === next).to.equal(true);
  });

  it('is not covered by a panel that is modal', async () => {
    const phone = await openAnswers({}, { width: 500, height: 700 });
    await reload(phone);
    await idle(phone);
    expect([phone.assistant.open, ...keptKeys()]).to.deep.equal([false]);
    await ReaderFrame.reset();
    const dialog = await openAnswers({ variant: 'dialog' });
    await reload(dialog);
    await idle(dialog);
    expect([dialog.assistant.open, ...keptKeys()]).to.deep.equal([false]);
  });

  it('is not covered where the window has become small', async () => {
    const reader = await openAnswers();
    reader.window.addEventListener('pagehide', () => (reader.width = 500));
    await reload(reader);
    await reader.until(() => reader.find('[part=panel]') !== null);
    await idle(reader);
    expect(reader.assistant.open).to.equal(false);
  });

  it('is as the page says where it has the panel open or inline', async () => {
    const reader = await openChat({ variant: 'inline' });
    await reader.ask('First?');
    await reload(reader);
    await idle(reader);
    expect([reader.assistant.open, ...keptKeys()]).to.deep.equal([false]);
  });

  it('has it closed where nothing may be written', async () => {
    const reader = await openAnswers({ storage: 'memory' });
    await reload(reader);
    await idle(reader);
    expect([sessionStorage.length, reader.assistant.open]).to.deep.equal([0, false]);
  });

  for (const value of [
    '{"turn":"x","offset":0}',
    '{"turn":null}',
    '{"turn":null,"offset":1e300}',
    '[]',
    '{',
  ]) {
    it(`drops ${value}, which it has not written`, async () => {
      const reader = await openChat();
      const key = `docs-assistant:${reader.assistant.endpoint}|docs:open`;
      sessionStorage.setItem(key, value);
      await reload(reader);
      await reader.until(() => sessionStorage.getItem(key) === null);
      await idle(reader);
      expect(reader.assistant.open).to.equal(false);
    });
  }

  it('has it open at the end where the answer is gone', async () => {
    const reader = await openAnswers();
    const key = `docs-assistant:${reader.assistant.endpoint}|docs:open`;
    reader.window.addEventListener('pagehide', () =>
      sessionStorage.setItem(key, JSON.stringify({ turn: crypto.randomUUID(), block: 1, offset: 10 })),
    );
    await reload(reader);
    await reader.until(() => reader.isOpen);
  });

  describe('from the back/forward cache', () => {
    it('has the panel closed where the reader has closed it on another page', async () => {
      const reader = await openAnswers();
      cache(reader, 'pagehide');
      sessionStorage.removeItem(keptKeys()[0]!);
      cache(reader, 'pageshow');
      await reader.until(() => !reader.isOpen);
    });

    it('has it open where it was open on the other page, too', async () => {
      const reader = await openAnswers();
      cache(reader, 'pagehide');
      cache(reader, 'pageshow');
      await idle(reader);
      expect(reader.isOpen).to.equal(true);
    });

    for (const wasUsed of [false, true]) {
      it(`has it open where it was opened on another page${wasUsed ? ', and closed on this one' : ''}`, async () => {
        const reader = await openAnswers();
        reader.find('[part=close]')!.click();
        await reader.until(() => !reader.isOpen);
        if (!wasUsed) await reload(reader);
        cache(reader, 'pagehide');
        const key = `docs-assistant:${reader.assistant.endpoint}|docs:open`;
        sessionStorage.setItem(key, '{"turn":null,"block":0,"offset":0}');
        cache(reader, 'pageshow');
        await reader.until(() => reader.isOpen);
      });
    }

    it('has it as it was where nothing may be written', async () => {
      const reader = await openAnswers({ storage: 'memory' });
      cache(reader, 'pagehide');
      cache(reader, 'pageshow');
      await idle(reader);
      expect(reader.isOpen).to.equal(true);
    });

    it('has the questions that were asked on another page', async () => {
      const reader = await openChat();
      await reader.ask('First?');
      // Pages in the cache get none.
      reader.window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
      cache(reader, 'pagehide');
      const { endpoint } = reader.assistant;
      const other = await ReaderFrame.open({ attributes: { endpoint, domain: 'docs' } });
      await other.ask('Second?');
      cache(reader, 'pageshow');
      await reader.until(() => reader.assistant.shadowRoot!.querySelectorAll('.turn').length === 2);
    });
  });
});
