import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { expectAccessible } from '../../support/accessible.ts';
import { loadModule } from '../../support/late-module.ts';
import { setViewport } from '../../support/page-commands.ts';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';

const DESKTOP = { width: 1200, height: 900 };
const PHONE = { width: 390, height: 700 };

type Variant = 'popover' | 'sidebar' | 'dialog';

/** An open panel whose edges can be moved. */
async function openResizable(
  variant: Variant = 'popover',
  attributes: Readonly<Record<string, string>> = {},
): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({ attributes: { variant, ...attributes } });
  assistant.find('.panel')!.dispatchEvent(new PointerEvent('pointerenter'));
  await assistant.until(() => handle(assistant, 'width')?.ariaValueNow != null);
  await assistant.until(() => assistant.find('.panel')!.getAnimations().length === 0);
  return assistant;
}

/** One whose answer has a menu, and so the large view. */
async function openWithMenu(variant: Variant = 'popover'): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({ attributes: { variant }, replies: [answer('Like this.')] });
  await assistant.ask('How?');
  await assistant.until(() => assistant.find('[part=expand]') !== null);
  await assistant.until(() => assistant.find('.panel')!.getAnimations().length === 0);
  return assistant;
}

const handle = (assistant: AssistantHarness, axis: 'width' | 'height'): HTMLElement | null =>
  assistant.find(`[part=resize][data-axis=${axis}]`);

const size = (assistant: AssistantHarness): [number, number] => {
  const { offsetWidth, offsetHeight } = assistant.find('.panel')!;
  return [offsetWidth, offsetHeight];
};

async function press(
  assistant: AssistantHarness,
  axis: 'width' | 'height',
  key: string,
  init = {},
): Promise<void> {
  handle(assistant, axis)!.focus();
  await assistant.press(key, init);
}

/** Drags a handle with the mouse. */
async function drag(element: HTMLElement, x: number, y: number): Promise<void> {
  const box = element.getBoundingClientRect();
  const from: [number, number] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  await sendMouse({ type: 'move', position: from });
  await sendMouse({ type: 'down' });
  await sendMouse({ type: 'move', position: [from[0] + x, from[1] + y] });
  await sendMouse({ type: 'up' });
}

describe('<docs-assistant>: the size of the panel', () => {
  beforeEach(() => setViewport(DESKTOP));
  afterEach(() => AssistantHarness.reset());

  it('is changed by handles that are separators with a name and a value', async () => {
    const assistant = await openResizable();
    const [width, height] = size(assistant);
    const told = (['width', 'height'] as const).map((axis) => {
      const element = handle(assistant, axis)!;
      const { ariaOrientation, ariaLabel, ariaValueNow, ariaValueMin, tabIndex } = element;
      return [element.role, ariaOrientation, ariaLabel, ariaValueNow, ariaValueMin, tabIndex];
    });
    expect(told).to.deep.equal([
      ['separator', 'vertical', 'Width of the panel', `${width}`, '320', -1],
      ['separator', 'horizontal', 'Height of the panel', `${height}`, '320', -1],
    ]);
    await expectAccessible(assistant.element);
  });

  it('is changed by keys, in steps small and big, to its ends and back', async () => {
    const assistant = await openResizable();
    const [width, height] = size(assistant);
    await press(assistant, 'width', 'ArrowLeft');
    expect(size(assistant)).to.deep.equal([width + 16, height]);
    await press(assistant, 'width', 'ArrowRight', { shiftKey: true });
    expect(size(assistant)).to.deep.equal([width - 48, height]);
    expect(handle(assistant, 'width')!.ariaValueNow).to.equal(`${width - 48}`);
    await press(assistant, 'height', 'ArrowDown');
    expect(size(assistant)).to.deep.equal([width - 48, height - 16]);
    await press(assistant, 'width', 'Home');
    expect(size(assistant)[0]).to.equal(320);
    await press(assistant, 'width', 'End');
    expect(size(assistant)[0]).to.equal(DESKTOP.width - 48);
    await press(assistant, 'width', 'Enter');
    await press(assistant, 'height', 'Enter');
    expect(size(assistant)).to.deep.equal([width, height]);
  });

  it('is changed by keys of its own wherever the focus is, but in a text', async () => {
    const assistant = await openResizable();
    const [width, height] = size(assistant);
    const press = async (key: string): Promise<void> =>
      void (await assistant.press(key, { ctrlKey: true, shiftKey: true }));
    await press('ArrowLeft');
    expect(size(assistant), 'in the field these keys select words').to.deep.equal([width, height]);
    assistant.find('[part=close]')!.focus();
    await press('ArrowLeft');
    await press('ArrowDown');
    expect(size(assistant)).to.deep.equal([width + 64, height - 64]);
  });

  it('is changed by a drag, and never smaller than can be used', async () => {
    const assistant = await openResizable();
    const [width, height] = size(assistant);
    await drag(handle(assistant, 'width')!, -100, 0);
    expect(size(assistant)).to.deep.equal([width + 100, height]);
    await drag(handle(assistant, 'height')!, 0, 60);
    expect(size(assistant)).to.deep.equal([width + 100, height - 60]);
    await drag(handle(assistant, 'width')!, 500, 0);
    expect(size(assistant)[0]).to.equal(320);
    handle(assistant, 'width')!.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    expect(size(assistant)[0]).to.equal(width);
  });

  it('follows a drag on the other side where text runs from right to left', async () => {
    document.documentElement.dir = 'rtl';
    const assistant = await openResizable();
    const [width] = size(assistant);
    await drag(handle(assistant, 'width')!, 80, 0);
    expect(size(assistant)[0]).to.equal(width + 80);
    await press(assistant, 'width', 'ArrowRight');
    expect(size(assistant)[0]).to.equal(width + 96);
  });

  it('grows away from a launcher that stands elsewhere', async () => {
    const assistant = await AssistantHarness.open({ attributes: { placement: 'bottom-start' } });
    assistant.launcher.style.setProperty('inset', '20px auto auto 30px');
    await assistant.show();
    assistant.find('.panel')!.dispatchEvent(new PointerEvent('pointerenter'));
    await assistant.until(() => assistant.find('.panel')!.getBoundingClientRect().left === 30);
    await assistant.until(() => handle(assistant, 'width')?.dataset.edge === 'right');
    const [width] = size(assistant);
    await press(assistant, 'width', 'ArrowRight');
    expect(size(assistant)[0]).to.equal(width + 16);
  });

  it('grows on both sides as a dialog', async () => {
    const assistant = await openResizable('dialog');
    const [width] = size(assistant);
    await press(assistant, 'width', 'ArrowRight');
    expect(size(assistant)[0]).to.equal(width + 32);
  });

  it('of a sidebar is its width alone', async () => {
    const assistant = await openResizable('sidebar');
    expect(handle(assistant, 'height') === null).to.equal(true);
    const [width] = size(assistant);
    await press(assistant, 'width', 'ArrowLeft');
    expect(size(assistant)).to.deep.equal([width + 16, DESKTOP.height]);
  });

  it('is remembered for each variant, and there from the first sight', async () => {
    const before = await openResizable();
    const [width, height] = size(before);
    await press(before, 'width', 'ArrowLeft', { shiftKey: true });
    const assistant = await before.reload();
    await assistant.show();
    expect(size(assistant)).to.deep.equal([width + 64, height]);
    assistant.element.variant = 'sidebar';
    await assistant.until(() => assistant.find('[data-mode=sidebar]') !== null);
    expect(size(assistant)[0]).to.equal(width);
  });

  it('is not taken from a storage that was tampered with', async () => {
    const before = await openResizable();
    const [width] = size(before);
    const key = `docs-assistant:${before.endpoint}|docs:size`;
    for (const value of ['{"floating":{"width":"100%"}}', '{"floating":{"width":1}}', '[]', '{']) {
      localStorage.setItem(key, value);
      const assistant = await before.reload();
      await assistant.show();
      expect(size(assistant)[0], value).to.equal(width);
      assistant.element.remove();
    }
  });

  it('is not written with storage="memory"', async () => {
    const assistant = await openResizable('popover', { storage: 'memory' });
    await press(assistant, 'width', 'ArrowLeft');
    expect(localStorage.length).to.equal(0);
  });

  it('has no handles on a phone, and none in the page', async () => {
    const assistant = await openResizable();
    await press(assistant, 'width', 'ArrowLeft');
    await setViewport(PHONE);
    await assistant.until(() => assistant.find('[data-mode=sheet]') !== null);
    expect(assistant.find('[part=resize]') === null).to.equal(true);
    expect(size(assistant)[0]).to.equal(window.innerWidth);
  });
});

describe('<docs-assistant>: the large view of the panel', () => {
  beforeEach(() => setViewport(DESKTOP));
  afterEach(() => AssistantHarness.reset());

  const expand = (assistant: AssistantHarness): HTMLElement => assistant.find('[part=expand]')!;

  for (const variant of ['popover', 'sidebar', 'dialog'] as const)
    it(`takes most of the window and gives it back: ${variant}`, async () => {
      const assistant = await openWithMenu(variant);
      const before = size(assistant);
      assistant.find<HTMLDetailsElement>('.menu')!.open = true;
      expand(assistant).focus();
      expand(assistant).click();
      const [width, height] = size(assistant);
      expect(width).to.equal(1080);
      expect(height).to.be.at.least(before[1]);
      const { left, right, top, bottom } = assistant.find('.panel')!.getBoundingClientRect();
      expect(left >= 0 && right <= DESKTOP.width && top >= 0 && bottom <= DESKTOP.height).to.equal(true);
      await assistant.until(() => expand(assistant).ariaPressed === 'true');
      expect(assistant.root.activeElement?.localName).to.equal('summary');
      expect(assistant.find<HTMLDetailsElement>('.menu')!.open).to.equal(false);
      expand(assistant).click();
      expect(size(assistant)).to.deep.equal(before);
      await assistant.until(() => expand(assistant).ariaPressed === 'false');
    });

  it('has lines that can be read, and a name', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('word '.repeat(400))] });
    await assistant.ask('How?');
    // Loaded with the answer, also for readers who use neither a pointer nor Tab.
    await assistant.until(() => assistant.find('[part=expand]') !== null);
    expand(assistant).click();
    expect(expand(assistant).textContent.trim()).to.equal('Large view');
    expect(assistant.find('.prose')!.getBoundingClientRect().width).to.be.lessThan(900);
    expect(assistant.find('.composer')!.getBoundingClientRect().width).to.be.lessThan(900);
    await assistant.settle();
    await expectAccessible(assistant.element);
  });

  it('keeps what is read in place', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `${index} ${'word '.repeat(40)}`).join('\n\n');
    const assistant = await AssistantHarness.show({ replies: [answer(text)] });
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('[part=expand]') !== null);
    // A text of this length is drawn in portions.
    await assistant.until(() => assistant.findAll('.prose p').length === 60);
    const messages = assistant.find('.messages')!;
    const paragraph = assistant.findAll('.prose p')[30]!;
    messages.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }));
    const distance = (): number =>
      paragraph.getBoundingClientRect().top - messages.getBoundingClientRect().top;
    await assistant.until(() => {
      messages.scrollTop += distance();
      return Math.abs(distance()) < 2;
    });
    expand(assistant).click();
    await assistant.until(() => Math.abs(distance()) < 40);
  });

  it('is remembered for its variant, and there from the first sight', async () => {
    const before = await openWithMenu();
    expand(before).click();
    const assistant = await before.reload();
    await assistant.show();
    expect(size(assistant)[0]).to.equal(1080);
    assistant.element.variant = 'sidebar';
    await assistant.until(() => assistant.find('[data-mode=sidebar]') !== null);
    expect(size(assistant)[0]).to.equal(420);
  });

  it('becomes a size of its own when an edge is moved, and goes back to that', async () => {
    const assistant = await openWithMenu();
    expand(assistant).click();
    const [width, height] = size(assistant);
    await press(assistant, 'width', 'ArrowRight');
    expect(size(assistant)).to.deep.equal([width - 16, height]);
    await assistant.until(() => expand(assistant).ariaPressed === 'false');
    expand(assistant).click();
    expand(assistant).click();
    expect(size(assistant)).to.deep.equal([width - 16, height]);
  });

  it('is not offered on a phone, and not in the page', async () => {
    const assistant = await openWithMenu();
    expand(assistant).click();
    await setViewport(PHONE);
    await assistant.until(() => assistant.find('[data-mode=sheet]') !== null);
    expect(assistant.find('[part=expand]') === null).to.equal(true);
    expect(size(assistant)[0]).to.equal(window.innerWidth);
    assistant.element.variant = 'inline';
    await assistant.until(() => assistant.find('[data-mode=inline]') !== null);
    expect(assistant.find('[part=expand]') === null).to.equal(true);
  });
});

describe('<docs-assistant>: a sidebar that pushes the page', () => {
  beforeEach(() => setViewport(DESKTOP));
  afterEach(() => {
    AssistantHarness.reset();
    document.documentElement.removeAttribute('style');
  });

  it('makes the page as wide as what is left, and gives the width back', async () => {
    const assistant = await AssistantHarness.show({ attributes: { variant: 'sidebar', push: '' } });
    const root = document.documentElement;
    await assistant.until(() => root.style.paddingRight !== '');
    expect(document.body.getBoundingClientRect().right).to.be.at.most(
      assistant.find('.panel')!.getBoundingClientRect().left,
    );
    expect(root.style.getPropertyValue('--docs-assistant-sidebar-width')).to.equal('420px');
    assistant.element.hide();
    await assistant.element.updateComplete;
    expect(root.getAttribute('style') ?? '').to.equal('');
  });

  it('gives the page its width back on paper', async () => {
    const assistant = await AssistantHarness.show({ attributes: { variant: 'sidebar', push: '' } });
    const padding = (): string => document.documentElement.style.paddingRight;
    await assistant.until(() => padding() !== '');
    const pushed = padding();
    window.dispatchEvent(new Event('beforeprint'));
    expect(padding()).to.equal('');
    window.dispatchEvent(new Event('afterprint'));
    expect(padding()).to.equal(pushed);
    assistant.element.hide();
    await assistant.element.updateComplete;
    window.dispatchEvent(new Event('afterprint'));
    expect(padding()).to.equal('');
  });

  it('follows the width of the sidebar, on the side on which it stands', async () => {
    document.documentElement.dir = 'rtl';
    const assistant = await openResizable('sidebar', { push: '' });
    await assistant.until(() => document.documentElement.style.paddingLeft === '420px');
    await press(assistant, 'width', 'ArrowRight');
    await assistant.until(() => document.documentElement.style.paddingLeft === '436px');
    expect(document.documentElement.style.paddingRight).to.equal('');
  });

  it('covers a page that would become too narrow, and pushes it once there is room', async () => {
    await setViewport({ width: 800, height: 800 });
    const assistant = await AssistantHarness.show({ attributes: { variant: 'sidebar', push: '' } });
    await loadModule('/src/elements/assistant/modes/placement-modes.ts');
    await drawn();
    await drawn();
    expect(document.documentElement.style.paddingRight).to.equal('');
    await setViewport(DESKTOP);
    await assistant.until(() => document.documentElement.style.paddingRight === '420px');
  });

  it('leaves the page alone without being told to push, and in another variant', async () => {
    const assistant = await AssistantHarness.show({ attributes: { variant: 'popover', push: '' } });
    await drawn();
    expect(document.documentElement.style.paddingRight).to.equal('');
    assistant.element.push = false;
    assistant.element.variant = 'sidebar';
    await assistant.until(() => assistant.find('[data-mode=sidebar]') !== null);
    await drawn();
    expect(document.documentElement.style.paddingRight).to.equal('');
  });
});

describe('<docs-assistant>: the sheet on a phone', () => {
  beforeEach(() => setViewport(PHONE));
  afterEach(() => {
    AssistantHarness.reset();
    Reflect.deleteProperty(visualViewport!, 'height');
  });

  it('stays above the on-screen keyboard, and comes down with it', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('Yes.')] });
    const panel = assistant.find('.panel')!;
    await assistant.until(() => panel.getAnimations().length === 0);
    expect(panel.getBoundingClientRect().bottom).to.equal(PHONE.height);
    Object.defineProperty(visualViewport, 'height', { configurable: true, value: PHONE.height - 300 });
    visualViewport!.dispatchEvent(new Event('resize'));
    expect(panel.getBoundingClientRect().bottom).to.equal(PHONE.height - 300);
    expect(panel.getBoundingClientRect().top).to.be.at.least(0);
    expect(assistant.input.getBoundingClientRect().bottom).to.be.lessThan(PHONE.height - 300);
    Reflect.deleteProperty(visualViewport!, 'height');
    visualViewport!.dispatchEvent(new Event('resize'));
    expect(panel.getBoundingClientRect().bottom).to.equal(PHONE.height);
  });

  it('leaves a part of the page in sight, which closes it', async () => {
    const assistant = await AssistantHarness.show();
    const panel = assistant.find('.panel')!;
    await assistant.until(() => panel.getAnimations().length === 0);
    expect(panel.getBoundingClientRect().top).to.be.greaterThan(20);
    await sendMouse({ type: 'click', position: [100, 10] });
    expect(assistant.element.open).to.equal(false);
  });
});

describe('<docs-assistant>: what opens the panel', () => {
  beforeEach(() => setViewport(DESKTOP));
  afterEach(() => {
    AssistantHarness.reset();
    history.replaceState(
      null,
      '',
      location.pathname + new URL(location.href).search.replace(/[?&]ask=[^&]*/, ''),
    );
    Reflect.deleteProperty(window, 'docsAssistant');
  });

  it('is any element of the page, with a question if it has one, and it gets the focus back', async () => {
    const assistant = await AssistantHarness.open();
    const button = document.createElement('button');
    button.className = 'test';
    button.dataset.docsAssistant = '';
    button.dataset.question = 'How do I deploy?';
    document.body.append(button);
    button.focus();
    button.click();
    await assistant.until(() => assistant.focused === 'input');
    expect(assistant.input.value).to.equal('How do I deploy?');
    expect((await assistant.requests()).length).to.equal(0);
    await assistant.press('Escape');
    expect(document.activeElement === button).to.equal(true);
  });

  it('is a link with a question, which waits for a press and is not sent by itself', async () => {
    const address = new URL(location.href);
    address.searchParams.set('ask', 'How do I deploy?');
    history.replaceState(null, '', address);
    const assistant = await AssistantHarness.open({ replies: [answer('With an adapter.')] });
    await assistant.until(() => assistant.focused === 'input');
    expect(assistant.input.value).to.equal('How do I deploy?');
    expect((await assistant.requests()).length).to.equal(0);
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.press('Enter');
    await answered;
    expect(assistant.text('.prose')).to.equal('With an adapter.');
  });

  it('is a call that was made before the script was loaded', async () => {
    window.docsAssistant = [['ask', 'How do I deploy?']];
    const assistant = await AssistantHarness.open({ replies: [answer('With an adapter.')] });
    await assistant.until(() => assistant.text('.prose') === 'With an adapter.');
    expect(assistant.text('.question')).to.equal('How do I deploy?');
  });
});
