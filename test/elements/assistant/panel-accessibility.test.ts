import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import {
  emulatePreferences,
  focusPage,
  pressKeys,
  setViewport,
  typeText,
} from '../../support/page-commands.ts';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { openHistory, rate, resetAssistantScenes } from '../../support/scenes/assistant-scenes.ts';

const REPLIES = [answer('Use **middleware**.'), answer('With an adapter.')];

/** The name that the element with the focus has for those who do not see it. */
function focusedName({ root }: AssistantHarness): string {
  const focused = root.activeElement;
  return (focused?.ariaLabel ?? focused?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

describe('<docs-assistant> for everybody: around the conversation', () => {
  beforeEach(async () => {
    // Tab leads out of the page in Firefox.
    await focusPage();
    await setViewport({ width: 1200, height: 800 });
  });
  afterEach(async () => {
    resetAssistantScenes();
    await emulatePreferences({ forcedColors: 'none', reducedMotion: 'no-preference' });
  });

  it('is used from the first question to the last by keyboard alone', async () => {
    const assistant = await AssistantHarness.open({
      attributes: { suggestions: '["How do I deploy?"]' },
      replies: [answer('With an adapter.'), answer('Use middleware.')],
    });
    const pressed = async (key: string, times = 1): Promise<void> => {
      for (let time = 0; time < times; time++) await pressKeys(key);
    };
    /** Presses Tab until this has the focus. */
    const goTo = async (name: string, { back = false } = {}): Promise<void> => {
      const passed: string[] = [];
      do {
        await (back ? pressKeys('Shift', 'Tab') : pressKeys('Tab'));
        passed.push(focusedName(assistant));
        if (passed.length > 60) throw new Error(`${name} is not among ${passed.join(' | ')}`);
      } while (focusedName(assistant) !== name);
    };

    assistant.launcher.focus();
    await pressed('Enter');
    await assistant.until(() => assistant.focused === 'input');

    const first = assistant.heard('docs-assistant-answered');
    await goTo('How do I deploy?', { back: true });
    await pressed('Enter');
    await first;
    expect(assistant.focused).to.equal('input');

    await goTo('Not helpful', { back: true });
    await pressed('Enter');
    await assistant.until(() => assistant.find('[part=feedback-form]') !== null);
    await goTo('Incomplete');
    await pressed('Enter');
    await assistant.until(() => assistant.find('.reason[aria-pressed=true]') !== null);
    await goTo('Send feedback');
    const told = assistant.heard('docs-assistant-feedback');
    await pressed('Enter');
    expect((await told).reasons).to.deep.equal(['incomplete']);
    expect(focusedName(assistant)).to.equal('Not helpful');

    await goTo('New conversation', { back: true });
    await pressed('Enter');
    await assistant.until(() => assistant.focused === 'input' && assistant.find('.welcome') !== null);
    const second = assistant.heard('docs-assistant-answered');
    await typeText('How do I run code?');
    await pressed('Enter');
    await second;

    await goTo('Earlier conversations', { back: true });
    await pressed('Enter');
    await assistant.until(() => assistant.focused.includes('history-back'));
    await pressed('Tab');
    await typeText('adapter');
    await assistant.until(() => assistant.findAll('[part=history-item]').length === 1);
    await pressed('Tab');
    await pressed('Enter');
    await assistant.until(
      () => assistant.focused === 'input' && assistant.text('.prose') === 'With an adapter.',
    );

    // Firefox leaves the panel after its last button.
    await goTo('Close', { back: true });
    const width = assistant.find('.panel')!.offsetWidth;
    await pressKeys('Control', 'Shift', 'ArrowLeft');
    expect(assistant.find('.panel')!.offsetWidth).to.equal(width + 64);

    await pressed('Escape');
    expect(assistant.isOpen).to.equal(false);
    expect(assistant.focused).to.equal('launcher');
  });

  it('names the keys that open it', async () => {
    const assistant = await AssistantHarness.open({ attributes: { shortcut: 'mod+i alt+Shift+F1 ?' } });
    const mod = /mac/i.test(navigator.platform) ? 'Meta' : 'Control';
    expect(assistant.launcher.getAttribute('aria-keyshortcuts')).to.equal(`${mod}+i Alt+Shift+f1 ?`);
    assistant.element.shortcut = 'none';
    await assistant.element.updateComplete;
    expect(assistant.launcher.getAttribute('aria-keyshortcuts')).to.equal('');
  });

  it('keeps the focus in where it is modal, and gives it back', async () => {
    const outside = document.createElement('button');
    outside.className = 'test';
    document.body.append(outside);
    outside.focus();
    const assistant = await AssistantHarness.show({ attributes: { variant: 'dialog' } });
    for (let press = 0; press < 12; press++) {
      await pressKeys('Tab');
      expect(document.activeElement === outside).to.equal(false);
    }
    outside.focus();
    expect(document.activeElement === outside).to.equal(false);
    assistant.element.hide();
    await assistant.element.updateComplete;
    expect(document.activeElement === outside).to.equal(true);
  });

  it('keeps every key that is typed inside from the shortcuts of the page', async () => {
    const heard: string[] = [];
    const listen = (event: Event): unknown => heard.push(`${event.type} ${(event as KeyboardEvent).key}`);
    const types = ['keydown', 'keypress', 'keyup'];
    for (const type of types) document.addEventListener(type, listen);
    const assistant = await AssistantHarness.open({ attributes: { variant: 'inline' } });
    await assistant.until(() => assistant.find('.input') !== null);
    for (const selector of ['.input', '[part=history]', '[part=messages]']) {
      assistant.find(selector)!.focus();
      await pressKeys('s');
    }
    for (const type of types) document.removeEventListener(type, listen);
    expect(heard).to.deep.equal([]);
  });

  it('can be told apart in forced colours: what is pressed, and where the focus is', async () => {
    await emulatePreferences({ forcedColors: 'active' });
    const assistant = await AssistantHarness.open({ replies: REPLIES });
    await rate(assistant);
    await assistant.click('.reason');
    await assistant.settle();
    const ground = (selector: string): string => getComputedStyle(assistant.find(selector)!).backgroundColor;
    const isForced = matchMedia('(forced-colors: active)').matches;
    const isOnPressed = ground('[data-rating=negative]') === ground('.reason[aria-pressed=true]');
    expect(isOnPressed).to.equal(isForced);
    assistant.find('[data-rating=positive]')!.focus();
    await expectAccessible(assistant.element);
  });

  it('has one outline in forced colours around a question, what waits, and the field', async () => {
    await emulatePreferences({ forcedColors: 'active' });
    const assistant = await AssistantHarness.show({ replies: [answer('Use middleware.', { held: true })] });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('[part=stop]') !== null);
    await assistant.type('And then?');
    await assistant.press('Enter');
    await assistant.until(() => assistant.find('.queue') !== null);
    await assistant.settle();
    const style = (selector: string): CSSStyleDeclaration => getComputedStyle(assistant.find(selector)!);
    const isForced = matchMedia('(forced-colors: active)').matches;
    for (const selector of ['.question', '.queue']) {
      expect(style(selector).borderStyle, selector).to.equal('solid');
      expect(style(selector).borderColor !== 'rgba(0, 0, 0, 0)', selector).to.equal(isForced);
    }
    expect(assistant.focused).to.equal('input');
    expect(style('.input').outlineStyle).to.equal('none');
    expect(style('.composer').outlineStyle).to.equal('solid');
    await expectAccessible(assistant.element);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`has lines and text of full strength for those who want more contrast, ${theme}`, async () => {
      await emulatePreferences({ contrast: 'more' });
      const assistant = await AssistantHarness.open({ attributes: { theme }, replies: REPLIES });
      await rate(assistant);
      await assistant.settle();
      const style = (selector: string): CSSStyleDeclaration => getComputedStyle(assistant.find(selector)!);
      const strong = style('.panel').color;
      const isWanted = matchMedia('(prefers-contrast: more)').matches;
      const seen = [
        style('.footer').color,
        style('.feedback-form .label').color,
        style('.header').borderBlockEndColor,
        style('.note-input').borderColor,
        style('.feedback-form').borderColor,
      ];
      expect(seen.map((colour) => colour === strong)).to.deep.equal(seen.map(() => isWanted));
      await expectAccessible(assistant.element);
    });
  }

  it('takes the typeface of the page and nothing else of its text, and leaves the page as it was', async () => {
    const look = (assistant: AssistantHarness): string[] =>
      ['.panel', '.heading', '.greeting', '.input', '.send', '.footer'].map((selector) => {
        const style = getComputedStyle(assistant.find(selector)!);
        const names = [
          'color',
          'fontStyle',
          'fontWeight',
          'letterSpacing',
          'textAlign',
          'textTransform',
          'textIndent',
          'whiteSpace',
        ] as const;
        return names.map((name) => style[name]).join(' ');
      });
    const plain = await AssistantHarness.show();
    const before = look(plain);
    plain.element.remove();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      html { font: italic 700 22px/3 serif; letter-spacing: 3px; text-indent: 40px; text-transform: uppercase; }
      body { text-align: center; white-space: pre; word-spacing: 9px; text-shadow: 0 0 9px red; }
      * { color: red; border: 9px solid red; }
      button, textarea, dialog, .panel, .input { background: red; padding: 50px; }`);
    document.adoptedStyleSheets = [sheet];
    const outside = document.createElement('p');
    outside.className = 'test panel notice input';
    document.body.append(outside);
    const assistant = await AssistantHarness.show();
    // Text is as large as the page has it, or larger.
    const smaller = look(assistant).map((line) => line.replaceAll(/[\d.]+px/g, ''));
    const { position } = getComputedStyle(outside);
    document.adoptedStyleSheets = [];
    expect(smaller).to.deep.equal(before.map((line) => line.replaceAll(/[\d.]+px/g, '')));
    expect(position).to.equal('static');
  });

  it('does not move for those who want less motion', async () => {
    await emulatePreferences({ reducedMotion: 'reduce' });
    const assistant = await AssistantHarness.show();
    const { animationName } = getComputedStyle(assistant.find('.panel')!);
    const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    expect(animationName).to.equal(isReduced ? 'none' : 'appear');
  });

  for (const [what, width, height] of [
    ['320 pixels', 320, 640],
    ['a magnification to 200 %', 640, 400],
  ] as const) {
    it(`fits a window of ${what}, in every view`, async () => {
      await setViewport({ width, height });
      const assistant = await AssistantHarness.open({ replies: REPLIES });
      const assertFits = (): void => {
        for (const selector of [
          '.panel',
          '.frame',
          '.header',
          '.messages',
          '.feedback-form',
          '.history-end',
        ]) {
          const box = assistant.find(selector);
          if (box) expect(box.scrollWidth, selector).to.be.at.most(box.clientWidth);
        }
        const { top, bottom } = assistant.find('.panel')!.getBoundingClientRect();
        expect([top >= 0, bottom <= window.innerHeight]).to.deep.equal([true, true]);
      };
      await rate(assistant);
      await assistant.settle();
      await drawn();
      assertFits();
      await openHistory(assistant);
      await assistant.click('[part=clear-data]');
      assertFits();
    });
  }
});
