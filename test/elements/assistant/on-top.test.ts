import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { answer, AssistantHarness, type AssistantSetup } from '../../support/assistant-harness.ts';
import { emulatePreferences, setViewport } from '../../support/page-commands.ts';
import { until } from '../../support/until.ts';

/** Between the launcher and the edges of the window, by its style sheet. */
const INSET = 24;

/** What themes do to the places that they put an element into. */
const HOLDERS: Readonly<Record<string, string>> = {
  transformed: 'transform: translateX(-40px)',
  translated: 'translate: 10px 10px',
  scaled: 'scale: 0.5',
  rotated: 'rotate: 3deg',
  'with a perspective': 'perspective: 300px',
  filtered: 'filter: drop-shadow(0 0 2px #000)',
  'with a filtered ground': 'backdrop-filter: blur(4px)',
  'about to change': 'will-change: transform',
  isolated: 'isolation: isolate',
  translucent: 'opacity: 0.9',
  blended: 'mix-blend-mode: multiply',
  'in a lower layer': 'position: relative; z-index: 0',
  fixed: 'position: fixed; inset: 0 auto auto 0',
  sticky: 'position: sticky; bottom: 0',
  contained: 'contain: content',
  'strictly contained': 'contain: strict',
  'a container': 'container-type: inline-size',
  'transformed and cut off': 'transform: none; overflow: hidden; will-change: transform',
  clipped: 'clip-path: inset(0)',
  masked: 'mask-image: linear-gradient(#000, #000)',
};

/** Puts a holder onto the page, with a part of the page that covers it and the corner of the window. */
function placeHolder(
  styles: string,
  inside: (holder: HTMLElement) => HTMLElement = (holder) => holder,
): void {
  const holder = document.createElement('footer');
  holder.className = 'test';
  holder.style.cssText = `width: 200px; height: 40px; ${styles}`;
  const cover = document.createElement('div');
  cover.className = 'test cover';
  cover.style.cssText = 'position: fixed; inset: 50% 0 0 50%; z-index: 10; background: #fff';
  document.body.append(holder, cover);
  inside(holder).append(document.querySelector('docs-assistant')!);
}

/** An assistant that the theme of the page has put into such a place before it is drawn. */
async function openIn(
  styles: string,
  setup: AssistantSetup = {},
  inside?: (holder: HTMLElement) => HTMLElement,
): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.open(setup);
  placeHolder(styles, inside);
  await assistant.element.updateComplete;
  return assistant;
}

function centreOf(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}

/** Whether nothing covers the middle of an element of the assistant. */
function isOnTop({ element, root }: AssistantHarness, part: Element): boolean {
  const [x, y] = centreOf(part);
  const inside = root.elementFromPoint(x, y);
  return document.elementFromPoint(x, y) === element && inside !== null && part.contains(inside);
}

/**
 * Click what the browser finds at a point. Not with the driver's mouse: WebKitGTK loses its first press while the window takes
 * another size.
 */
function clickAt({ root }: AssistantHarness, [x, y]: [number, number]): void {
  const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail: 1 });
  root.elementFromPoint(x, y)?.dispatchEvent(click);
}

/** Distances of the launcher from the end and the bottom of the window, in whole pixels. */
function cornerOf({ launcher }: AssistantHarness): [number, number] {
  const { left, right, bottom } = launcher.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(launcher).direction === 'rtl';
  const end = isRightToLeft ? left : document.documentElement.clientWidth - right;
  return [Math.round(end), Math.round(innerHeight - bottom)];
}

describe('<docs-assistant>: the launcher inside of a theme', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(async () => {
    document.adoptedStyleSheets = [];
    await emulatePreferences({ media: 'screen' });
    AssistantHarness.reset();
  });

  for (const [name, styles] of Object.entries(HOLDERS)) {
    it(`is at its corner, on top, and opens the panel in a place that is ${name}`, async () => {
      const assistant = await openIn(styles);
      expect(cornerOf(assistant)).to.deep.equal([INSET, INSET]);
      expect(isOnTop(assistant, assistant.launcher)).to.equal(true);
      clickAt(assistant, centreOf(assistant.launcher));
      await assistant.until(() => assistant.isOpen);
      await assistant.settle();
      const panel = assistant.find('[part=panel]')!;
      const { right, bottom } = panel.getBoundingClientRect();
      expect(Math.round(right)).to.equal(document.documentElement.clientWidth - INSET);
      expect(Math.round(bottom)).to.equal(Math.round(assistant.launcher.getBoundingClientRect().bottom));
      expect(isOnTop(assistant, panel)).to.equal(true);
    });
  }

  it('is at the other corner from right to left', async () => {
    document.documentElement.dir = 'rtl';
    const assistant = await openIn('transform: scale(0.5)');
    expect(cornerOf(assistant)).to.deep.equal([INSET, INSET]);
    expect(isOnTop(assistant, assistant.launcher)).to.equal(true);
  });

  it('is in the same place as without such a place around it', async () => {
    const assistant = await AssistantHarness.open();
    const look = (): string => {
      const { color, backgroundColor, padding, margin, border, font, overflow } = getComputedStyle(
        assistant.launcher,
      );
      const rect = JSON.stringify(assistant.launcher.getBoundingClientRect());
      return [rect, color, backgroundColor, padding, margin, border, font, overflow].join();
    };
    const free = look();
    placeHolder('transform: scale(0.5)');
    expect(look()).to.equal(free);
  });

  it('leaves the layer to `--docs-z-index` where nothing holds it', async () => {
    const assistant = await openIn('overflow: hidden; position: relative');
    expect(isOnTop(assistant, assistant.launcher)).to.equal(true);
    assistant.element.style.setProperty('--docs-z-index', '9');
    expect(isOnTop(assistant, assistant.launcher)).to.equal(false);
  });

  it('takes no focus, and says what it does', async () => {
    const before = document.createElement('input');
    before.className = 'test';
    document.body.append(before);
    before.focus();
    const assistant = await openIn('filter: blur(0)');
    expect(document.activeElement === before).to.equal(true);
    expect(assistant.launcher.getAttribute('aria-expanded')).to.equal('false');
    expect(assistant.launcher.getAttribute('aria-haspopup')).to.equal('dialog');
    await expectAccessible(assistant.element);
  });

  it('comes back after the element was moved, or removed and put back', async () => {
    const assistant = await openIn('transform: scale(0.5)');
    const holder = assistant.element.parentElement!;
    document.body.append(assistant.element);
    expect(isOnTop(assistant, assistant.launcher)).to.equal(true);
    holder.append(assistant.element);
    expect(isOnTop(assistant, assistant.launcher)).to.equal(true);
    assistant.element.remove();
    await assistant.element.updateComplete;
    holder.append(assistant.element);
    await assistant.element.updateComplete;
    expect(isOnTop(assistant, assistant.launcher)).to.equal(true);
    expect(cornerOf(assistant)).to.deep.equal([INSET, INSET]);
  });

  it('follows a place that begins to hold it later', async () => {
    const assistant = await openIn('');
    assistant.launcher.focus();
    assistant.element.parentElement!.style.setProperty('transform', 'scale(0.5)');
    await until(() => cornerOf(assistant).every((distance) => distance === INSET));
    expect(isOnTop(assistant, assistant.launcher)).to.equal(true);
    expect(assistant.focused).to.equal('launcher');
  });

  it('comes with what is shown around it', async () => {
    const assistant = await openIn('transform: scale(0.5); display: none');
    expect(assistant.launcher.getClientRects().length).to.equal(0);
    assistant.element.parentElement!.style.setProperty('display', 'block');
    await until(() => isOnTop(assistant, assistant.launcher));
  });

  it('is above a dialog or popover of the page that it stands in', async () => {
    const dialog = document.createElement('dialog');
    const popover = document.createElement('div');
    popover.popover = 'manual';
    for (const [element, open, close] of [
      [dialog, () => dialog.showModal(), () => dialog.close()],
      [popover, () => popover.showPopover?.(), () => popover.hidePopover?.()],
    ] as const) {
      element.style.cssText = 'inset: 0; width: 100%; height: 100%; max-width: none; max-height: none';
      const assistant = await openIn('', {}, (holder) => {
        holder.append(element);
        return element;
      });
      for (const _time of ['first', 'second']) {
        open();
        await until(() => isOnTop(assistant, assistant.launcher));
        close();
        await until(() => assistant.launcher.getClientRects().length === 0);
      }
      AssistantHarness.reset();
    }
  });

  it('is covered by a modal dialog that the page opens', async () => {
    const assistant = await openIn('transform: scale(0.5)');
    const dialog = document.createElement('dialog');
    dialog.className = 'test';
    dialog.style.cssText = 'inset: 0; width: 100%; height: 100%; max-width: none; max-height: none';
    document.body.append(dialog);
    dialog.showModal();
    await assistant.element.updateComplete;
    const [x, y] = centreOf(assistant.launcher);
    expect(document.elementFromPoint(x, y) === dialog).to.equal(true);
  });

  it('is not printed', async () => {
    const assistant = await openIn('transform: scale(0.5)');
    await emulatePreferences({ media: 'print' });
    // Only Chromium can be told to print.
    const isPrinted = matchMedia('print').matches;
    expect(assistant.launcher.getClientRects().length).to.equal(isPrinted ? 0 : 1);
  });
});

describe('<docs-assistant>: the launcher in the layout of the page', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => {
    document.adoptedStyleSheets = [];
    AssistantHarness.reset();
  });

  const restyle = (rules: string): void => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };

  for (const position of ['static', 'relative', 'absolute', 'sticky']) {
    it(`stays where \`position: ${position}\` puts it`, async () => {
      restyle(`docs-assistant::part(launcher) { position: ${position}; inset: auto }`);
      const assistant = await openIn('transform: translate(50px, 60px); contain: layout');
      const holder = assistant.element.parentElement!.getBoundingClientRect();
      const { left, top } = assistant.launcher.getBoundingClientRect();
      expect([left, top]).to.deep.equal([holder.left, holder.top]);
      expect(assistant.launcher.matches('[popover]')).to.equal(false);
    });
  }

  it('goes there when a style sheet says so later, as of a narrow window', async () => {
    const assistant = await openIn('transform: translate(50px, 60px)');
    restyle(`@media (max-width: 1000px) { docs-assistant::part(launcher) { position: static } }`);
    expect(cornerOf(assistant)).to.deep.equal([INSET, INSET]);
    await setViewport({ width: 900, height: 800 });
    await until(() => !assistant.launcher.matches('[popover]'));
    expect(getComputedStyle(assistant.launcher).position).to.equal('static');
    await setViewport({ width: 1200, height: 800 });
    await until(() => isOnTop(assistant, assistant.launcher));
  });

  it('has its panel beside it and above the page', async () => {
    restyle('docs-assistant::part(launcher) { position: static }');
    const assistant = await openIn('transform: translate(500px, 60px)', {
      attributes: { placement: 'bottom-start' },
    });
    await assistant.show();
    await assistant.settle();
    const launcher = assistant.launcher.getBoundingClientRect();
    const panel = assistant.find('[part=panel]')!;
    await until(() => Math.round(panel.getBoundingClientRect().left) === Math.round(launcher.left));
    expect(panel.getBoundingClientRect().top).to.be.greaterThan(launcher.bottom);
    expect(isOnTop(assistant, panel)).to.equal(true);
  });

  it('may be at another corner of the window', async () => {
    restyle('docs-assistant::part(launcher) { inset: 10px auto auto 20px }');
    const assistant = await openIn('transform: scale(0.5)');
    const { left, top } = assistant.launcher.getBoundingClientRect();
    expect([left, top]).to.deep.equal([20, 10]);
  });
});

describe('<docs-assistant>: the panel inside of a theme', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => AssistantHarness.reset());

  for (const variant of ['popover', 'sidebar', 'dialog']) {
    it(`stands in the window and above the page as a ${variant}`, async () => {
      const assistant = await openIn('transform: scale(0.5); overflow: hidden', {
        attributes: { variant, 'without-launcher': '' },
      });
      await assistant.show();
      await assistant.settle();
      const panel = assistant.find('[part=panel]')!;
      expect(isOnTop(assistant, panel)).to.equal(true);
      const { width, right } = panel.getBoundingClientRect();
      expect(width).to.be.greaterThan(400);
      expect(right).to.be.at.most(document.documentElement.clientWidth);
    });
  }

  it('is above a sticky header with a higher layer', async () => {
    const assistant = await AssistantHarness.open();
    const header = document.createElement('header');
    header.className = 'test';
    header.style.cssText = 'position: fixed; inset: 0; z-index: 99999';
    document.body.append(header);
    await assistant.show();
    await assistant.settle();
    expect(isOnTop(assistant, assistant.find('[part=panel]')!)).to.equal(true);
  });

  it('takes no focus where the page has it open', async () => {
    const assistant = await openIn('transform: scale(0.5)', { attributes: { open: '' } });
    await assistant.until(() => assistant.isOpen);
    expect(assistant.focused).to.equal('');
    expect(document.activeElement === document.body).to.equal(true);
  });

  it('is a section in the page where it is inline', async () => {
    const assistant = await openIn('transform: translateX(10px)', {
      attributes: { variant: 'inline' },
      replies: [answer('One.')],
    });
    await assistant.until(() => assistant.isOpen);
    expect(assistant.find('.layer') === null && assistant.find('[popover]') === null).to.equal(true);
  });
});
