import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { pressKeys, setViewport, typeText } from '../../support/page-commands.ts';

/** A part of the page with a button that opens the assistant. */
function place<Name extends 'dialog' | 'nav'>(name: Name): HTMLElementTagNameMap[Name] {
  const part = document.createElement(name);
  part.className = 'test';
  const ask = document.createElement('button');
  ask.dataset.docsAssistant = '';
  part.append(ask);
  document.body.append(part);
  return part;
}

/** Keeps the focus in a part of the page, as libraries for that do: at once, or a moment later. */
function trapFocus(part: HTMLElement, delay?: number): () => void {
  const handleFocus = ({ target }: FocusEvent): void => {
    if (part.contains(target as Node)) return;
    const back = (): void => part.querySelector('button')!.focus();
    if (delay === undefined) back();
    else setTimeout(back, delay);
  };
  document.addEventListener('focusin', handleFocus);
  part.querySelector('button')!.focus();
  return () => document.removeEventListener('focusin', handleFocus);
}

/** Focus traps as libraries make them: with Escape they end, and some prevent what is pressed elsewhere. */
const LATE_TRAPS = {
  'a trap that has the focus back before anything else knows': (part) =>
    lateTrap(part, (event, back) => {
      if (event.type !== 'focusin') return;
      event.stopImmediatePropagation();
      back();
    }),
  'a trap that does not let the focus go': (part) =>
    lateTrap(part, (event, back) => {
      const next = (event as FocusEvent).relatedTarget;
      if (event.type === 'focusout' && next && !part.contains(next as Node)) back();
    }),
  'a trap that prevents all presses outside it': (part) =>
    lateTrap(part, (event, back) => {
      if (event.type === 'focusin') back();
      else if (event.type !== 'focusout') event.preventDefault();
      if (event.type === 'click') event.stopImmediatePropagation();
    }),
} satisfies Record<string, (part: HTMLElement) => LateTrap>;

interface LateTrap {
  isOpen: boolean;
  release(): void;
}

/** @param handle takes what happens outside the part of the page, and a function that gives it the focus back */
function lateTrap(part: HTMLElement, handle: (event: Event, back: () => void) => void): LateTrap {
  const subscription = new AbortController();
  const trap = { isOpen: true, release: () => subscription.abort() };
  const back = (): void => part.querySelector('button')!.focus();
  const options = { capture: true, passive: false, signal: subscription.signal };
  const handleKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') trap.isOpen = false;
  };
  document.addEventListener('keydown', handleKey, options);
  back();
  for (const type of ['focusin', 'focusout', 'mousedown', 'touchstart', 'wheel', 'click'])
    document.addEventListener(
      type,
      (event) => {
        const isOwn = part.contains(event.target as Node);
        if (trap.isOpen && isOwn === (type === 'focusout')) handle(event, back);
      },
      options,
    );
  return trap;
}

/** Presses the middle of an element, as a mouse does. */
async function press(element: Element): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  await sendMouse({ type: 'click', position });
}

/** Opens by the button of the page, types, and presses Escape. */
async function expectUsable(assistant: AssistantHarness, open: () => void): Promise<void> {
  open();
  await assistant.until(() => assistant.focused === 'input');
  await typeText('How?');
  await assistant.until(() => assistant.input.value === 'How?');
  const { left, top, width, height } = assistant.find('[part=close]')!.getBoundingClientRect();
  // WebKit has the pixels of the zoomed page for the one, and those of the window for the other.
  const scale = 'currentCSSZoom' in Element.prototype ? 1 : Number(getComputedStyle(document.body).zoom);
  const hit = assistant.root.elementFromPoint((left + width / 2) * scale, (top + height / 2) * scale);
  expect(hit?.closest('[part=close]')).to.not.equal(null);
  await pressKeys('Escape');
  await assistant.until(() => !assistant.isOpen);
}

describe('<docs-assistant>: over a page that is blocked', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => {
    document.adoptedStyleSheets = [];
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    document.body.removeAttribute('style');
    document.body.inert = false;
    AssistantHarness.reset();
  });

  for (const variant of ['popover', 'sidebar', 'dialog'] as const) {
    it(`is used over a modal dialog of the page, and leaves it open, as a ${variant} (chat-24)`, async () => {
      const host = place('dialog');
      const assistant = await AssistantHarness.open({ attributes: { variant } });
      host.showModal();
      await expectUsable(assistant, () => host.querySelector('button')!.click());
      expect(host.open).to.equal(true);
      expect(document.activeElement === host.querySelector('button')).to.equal(true);
      await pressKeys('Escape');
      await assistant.until(() => !host.open);
      // Without it, the panel is what it was.
      await assistant.show();
      expect(assistant.find('[part=panel]')!.matches(':modal')).to.equal(variant === 'dialog');
    });

    if (variant !== 'dialog')
      it(`is open again on the next page, which may have no dialog, as a ${variant}`, async () => {
        const assistant = await AssistantHarness.open({ attributes: { variant } });
        place('dialog').showModal();
        await assistant.show();
        expect(assistant.find('[part=panel]')!.matches(':modal')).to.equal(true);
        sessionStorage.clear();
        window.dispatchEvent(new PageTransitionEvent('pagehide'));
        const kept = Object.entries({ ...sessionStorage }).filter(([key]) => key.endsWith(':open'));
        expect(kept.map(([, value]) => value as string)).to.deep.equal([
          '{"turn":null,"block":0,"offset":0}',
        ]);
      });

    it(`is used where the page is inert, as a ${variant}`, async () => {
      const assistant = await AssistantHarness.open({ attributes: { variant } });
      document.body.inert = true;
      await expectUsable(assistant, () => assistant.element.show());
    });

    for (const zoom of ['1.25', '2'])
      it(`is in the window of a page with a zoom of ${zoom}, as a ${variant}`, async () => {
        document.body.style.setProperty('zoom', zoom);
        const assistant = await AssistantHarness.open({ attributes: { variant } });
        await expectUsable(assistant, () => assistant.element.show());
      });

    for (const delay of [undefined, 0, 10]) {
      it(`has the focus of a page that traps it ${delay === undefined ? 'at once' : `after ${delay} ms`}, as a ${variant} (chat-25)`, async () => {
        const nav = place('nav');
        const assistant = await AssistantHarness.open({ attributes: { variant } });
        const release = trapFocus(nav, delay);
        try {
          nav.querySelector('button')!.click();
          await assistant.until(
            () => assistant.focused === 'input' && assistant.find('[part=panel]')!.matches(':modal'),
          );
          await expectUsable(assistant, () => {});
        } finally {
          release();
        }
      });
    }
  }

  for (const [name, trap] of Object.entries(LATE_TRAPS))
    for (const variant of ['popover', 'sidebar'] as const)
      it(`is used when ${name} begins after it was opened, and leaves that as it is, as a ${variant} (chat-25)`, async () => {
        const nav = place('nav');
        const assistant = await AssistantHarness.show({ attributes: { variant } });
        const page = trap(nav);
        try {
          await assistant.settle();
          await press(assistant.input);
          await assistant.until(
            () => assistant.focused === 'input' && assistant.find('[part=panel]')!.matches(':modal'),
          );
          await typeText('How?');
          expect(assistant.input.value).to.equal('How?');
          const isPressed = (): boolean => assistant.find('[part=history]')!.ariaPressed === 'true';
          for (const shown of [true, false]) {
            await press(assistant.find('[part=history]')!);
            await assistant.until(() => isPressed() === shown);
          }
          const wheel = new WheelEvent('wheel', { bubbles: true, composed: true, cancelable: true });
          assistant.find('.messages')!.dispatchEvent(wheel);
          expect(wheel.defaultPrevented).to.equal(false);
          await press(assistant.input);
          await pressKeys('Escape');
          await assistant.until(() => !assistant.isOpen);
          expect(page.isOpen).to.equal(true);
          await pressKeys('Escape');
          await assistant.until(() => !page.isOpen);
        } finally {
          page.release();
        }
      });

  for (const interval of [300, 500])
    it(`has the focus of a page that looks every ${interval} ms where it is`, async () => {
      const nav = place('nav');
      const assistant = await AssistantHarness.open();
      const button = nav.querySelector('button')!;
      const trap = setInterval(() => nav.contains(document.activeElement) || button.focus(), interval);
      try {
        button.click();
        await assistant.until(() => assistant.find('[part=panel]')?.matches(':modal') === true);
        await expectUsable(assistant, () => {});
      } finally {
        clearInterval(trap);
      }
    });

  it('is not modal for a router that moves the focus for each page that it shows', async () => {
    const nav = place('nav');
    const { href } = location;
    const assistant = await AssistantHarness.open();
    try {
      assistant.element.show();
      await assistant.until(() => assistant.focused === 'input');
      for (const page of ['#one', '#two']) {
        history.pushState(null, '', page);
        nav.querySelector('button')!.focus();
        // As long as the panel would look, and take it back.
        const end = performance.now() + 800;
        await assistant.until(() => performance.now() > end || assistant.focused === 'input');
      }
      expect(assistant.find('[part=panel]')!.matches(':modal')).to.equal(false);
      expect(document.activeElement === nav.querySelector('button')).to.equal(true);
    } finally {
      history.replaceState(null, '', href);
    }
  });

  it('scrolls where the page scrolls by a script, and leaves that to the page where it is inline', async () => {
    const prevent = (event: Event): void => event.preventDefault();
    const types = ['wheel', 'touchmove'];
    for (const type of types) document.addEventListener(type, prevent, { passive: false });
    try {
      for (const [variant, isPrevented] of [
        ['popover', false],
        ['inline', true],
      ] as const) {
        const assistant = await AssistantHarness.answered({
          attributes: { variant },
          replies: [answer('One.')],
        });
        await assistant.until(() => assistant.find('[part=feedback]') !== null);
        for (const type of types) {
          const event = new Event(type, { bubbles: true, composed: true, cancelable: true });
          Object.assign(event, { touches: [{ clientY: 0 }] });
          assistant.find('.prose')!.dispatchEvent(event);
          expect(event.defaultPrevented).to.equal(isPrevented);
        }
        assistant.element.remove();
      }
    } finally {
      for (const type of types) document.removeEventListener(type, prevent);
    }
  });

  it('is used over a dialog that was opened after it, once it is shown again', async () => {
    const host = place('dialog');
    const assistant = await AssistantHarness.show();
    host.showModal();
    await expectUsable(assistant, () => assistant.element.show());
    expect(host.open).to.equal(true);
  });

  it('is used in a modal dialog of the page that it stands in, and is not modal there', async () => {
    const host = place('dialog');
    const assistant = await AssistantHarness.open();
    host.append(assistant.element);
    host.showModal();
    await expectUsable(assistant, () => {
      host.querySelector('button')!.click();
      expect(assistant.find('[part=panel]')?.matches(':modal') ?? false).to.equal(false);
    });
    expect(host.open).to.equal(true);
  });

  it('takes the focus from a menu that closes, and is not modal for that', async () => {
    const nav = place('nav');
    const assistant = await AssistantHarness.open();
    await assistant.show();
    nav.querySelector('button')!.focus();
    await assistant.until(() => assistant.focused === 'input');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(assistant.focused).to.equal('input');
    expect(assistant.find('[part=panel]')!.matches(':modal')).to.equal(false);
  });

  it('leaves the focus to a reader who goes on', async () => {
    const assistant = await AssistantHarness.show();
    await pressKeys('Shift', 'Tab');
    expect(assistant.focused).to.not.equal('input');
  });
});

/** What a page may set for all of its text, or to lock itself. */
const INHERITED = {
  'pointer-events': 'none',
  'user-select': 'none',
  '-webkit-user-select': 'none',
  visibility: 'hidden',
  cursor: 'wait',
  'text-transform': 'uppercase',
  'letter-spacing': '9px',
  'word-spacing': '9px',
  'white-space': 'pre',
  'text-align': 'right',
  'text-indent': '40px',
  'text-shadow': '0 0 3px red',
  'line-height': '5',
  'font-style': 'italic',
  'font-variant': 'small-caps',
  'font-weight': '900',
  'writing-mode': 'vertical-rl',
  hyphens: 'auto',
  'overflow-wrap': 'anywhere',
  'list-style': 'none inside',
  'tab-size': '1',
  'border-collapse': 'collapse',
  '-webkit-text-fill-color': 'red',
  '-webkit-text-stroke': '2px red',
  'caret-color': 'transparent',
  quotes: 'none',
} as const;

/** How an element and all within are drawn: what of these a reader sees in its own text. */
function lookOf(element: Element): string[] {
  return [element, ...element.querySelectorAll('*')].map((part) => {
    const style = getComputedStyle(part);
    const values = Object.keys(INHERITED).map((name) => style.getPropertyValue(name));
    return `${part.localName}.${part.className}: ${values.join(' | ')}`;
  });
}

describe('<docs-assistant>: in a page that sets what is inherited', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => {
    document.body.removeAttribute('style');
    AssistantHarness.reset();
  });

  for (const variant of ['popover', 'sidebar', 'dialog'] as const) {
    it(`looks as elsewhere, and takes presses, as a ${variant}`, async () => {
      const assistant = await AssistantHarness.answered({
        attributes: { variant },
        replies: [answer('# One\n\n- `a`\n- [b](/b)\n\n```js\nc\n```')],
      });
      await assistant.until(() => assistant.find('[part=feedback]') !== null);
      await assistant.settle();
      const panel = assistant.find('[part=panel]')!;
      const before = lookOf(panel);
      for (const [name, value] of Object.entries(INHERITED)) document.body.style.setProperty(name, value);
      expect(lookOf(panel)).to.deep.equal(before);
      const { left, top, width, height } = assistant.input.getBoundingClientRect();
      expect(
        assistant.root.elementFromPoint(left + width / 2, top + height / 2) === assistant.input,
      ).to.equal(true);
    });
  }

  it('has the language of the page, or its own, for glyphs and line breaks', async () => {
    document.documentElement.lang = 'ja';
    const assistant = await AssistantHarness.open();
    // Firefox has no such property, and no need for it.
    const localeOf = (element: Element): string =>
      getComputedStyle(element).getPropertyValue('-webkit-locale').replaceAll('"', '');
    const frame = assistant.find('.docs')!;
    expect(localeOf(frame)).to.equal(localeOf(document.body));
    frame.lang = 'ko';
    document.body.lang = 'ko';
    try {
      expect(localeOf(frame)).to.equal(localeOf(document.body));
    } finally {
      document.body.removeAttribute('lang');
    }
  });

  it('is hidden with the place that an inline panel stands in', async () => {
    const assistant = await AssistantHarness.open({ attributes: { variant: 'inline' } });
    await assistant.until(() => assistant.find('[part=panel]') !== null);
    document.body.style.visibility = 'hidden';
    expect(getComputedStyle(assistant.input).visibility).to.equal('hidden');
  });
});

describe('<docs-assistant>: on a phone', () => {
  beforeEach(() => setViewport({ width: 390, height: 800 }));
  after(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => {
    Reflect.deleteProperty(window, 'visualViewport');
    AssistantHarness.reset();
  });

  it('has fields with text of at least 16px, whatever the size of the page (chat-38)', async () => {
    document.documentElement.style.fontSize = '62.5%';
    const assistant = await AssistantHarness.answered({ replies: [answer('One.')] });
    await assistant.click('[part=history]');
    await assistant.until(() => assistant.find('.history-search') !== null);
    const sizes = (): number[] =>
      assistant
        .findAll('input, textarea, select')
        .map((field) => parseFloat(getComputedStyle(field).fontSize));
    expect(Math.min(...sizes())).to.be.at.least(16);
    await assistant.click('.history-back');
    await assistant.until(() => assistant.input !== null);
    expect(Math.min(...sizes())).to.be.at.least(16);
  });

  it('keeps the height of its sheet while the page is zoomed with two fingers, and makes room for a keyboard (chat-28)', async () => {
    const viewport = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, 'visualViewport', { configurable: true, value: viewport });
    const assistant = await AssistantHarness.show();
    await assistant.settle();
    const heightWith = (change: Partial<typeof viewport>): number => {
      Object.assign(viewport, change).dispatchEvent(new Event('resize'));
      return assistant.find('[part=panel]')!.getBoundingClientRect().height;
    };
    const before = heightWith({});
    for (const scale of [1.5, 2, 3, 4])
      expect(heightWith({ scale, height: innerHeight / scale, offsetTop: 10 })).to.equal(before);
    expect(heightWith({ scale: 1, height: innerHeight - 300, offsetTop: 0 })).to.be.lessThan(before);
  });
});
