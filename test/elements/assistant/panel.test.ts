import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { emulatePreferences, setViewport } from '../../support/page-commands.ts';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';

const DESKTOP = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 700 };

describe('<docs-assistant>: the panel', () => {
  beforeEach(() => setViewport(DESKTOP));
  afterEach(() => AssistantHarness.reset());

  it('is a dialog with a name, and takes the focus into its field', async () => {
    const assistant = await AssistantHarness.show();
    const panel = assistant.find<HTMLDialogElement>('[part=panel]')!;
    expect(panel.localName).to.equal('dialog');
    expect(panel.matches(':modal')).to.equal(false);
    expect(panel.getAttribute('aria-label')).to.equal('Ask the docs');
    expect(assistant.focused).to.equal('input');
  });

  it('begins with what can be asked in a short window, and offers nothing newer', async () => {
    await setViewport({ width: 640, height: 400 });
    const suggestions = JSON.stringify(['How?', 'Why?', 'When?', 'Where?', 'Who?']);
    const assistant = await AssistantHarness.show({ attributes: { suggestions } });
    for (let frame = 0; frame < 3; frame++) await drawn();
    expect(assistant.find('[part=newest]') === null).to.equal(true);
    const first = assistant.find('[part=suggestion]')!.getBoundingClientRect();
    expect(first.bottom).to.be.at.most(assistant.find('.messages')!.getBoundingClientRect().bottom);
  });

  it('takes the place of the launcher, inside the window, and gives it back', async () => {
    const assistant = await AssistantHarness.show();
    await assistant.until(() => assistant.find('[part=panel]')!.getAnimations().length === 0);
    await drawn();
    const panel = assistant.find('[part=panel]')!.getBoundingClientRect();
    const launcher = assistant.launcher.getBoundingClientRect();
    expect(Math.round(panel.bottom)).to.equal(Math.round(launcher.bottom));
    expect(getComputedStyle(assistant.launcher).visibility).to.equal('hidden');
    expect(Math.round(panel.right)).to.equal(Math.round(launcher.right));
    expect(panel.top).to.be.greaterThan(0);
    assistant.element.hide();
    await assistant.until(() => !assistant.isOpen);
    expect(getComputedStyle(assistant.launcher).visibility).to.equal('visible');
  });

  it('stands at a launcher that the page has moved, as the page asks', async () => {
    const assistant = await AssistantHarness.open({ attributes: { placement: 'bottom-start' } });
    assistant.launcher.style.setProperty('inset', '20px auto auto 30px');
    await assistant.show();
    const panel = assistant.find('[part=panel]')!;
    const launcher = assistant.launcher.getBoundingClientRect();
    await assistant.until(() => panel.getBoundingClientRect().left === launcher.left);
    expect(panel.getBoundingClientRect().top).to.be.greaterThan(launcher.bottom);
    assistant.element.placement = 'right-start';
    await assistant.until(() => panel.getBoundingClientRect().left > launcher.right);
    assistant.element.hide();
    await assistant.element.updateComplete;
    expect(panel.style.getPropertyValue('inset')).to.equal('');
  });

  it('is not on paper, where it would stand on the text of the page, unless it stands in that', async () => {
    const over = await AssistantHarness.show();
    const inside = await AssistantHarness.open({ attributes: { variant: 'inline' } });
    await inside.until(() => inside.isOpen);
    await emulatePreferences({ media: 'print' });
    const isPaper = matchMedia('print').matches;
    const seen = [over.isOpen, over.launcher.checkVisibility(), inside.isOpen];
    await emulatePreferences({});
    expect(seen).to.deep.equal([!isPaper, !isPaper, true]);
  });

  it('is on paper in the page as a whole, without its field (chat-45)', async () => {
    const text = Array.from({ length: 60 }, (_, line) => `Paragraph ${line}.`).join('\n\n');
    const assistant = await AssistantHarness.open({
      attributes: { variant: 'inline' },
      replies: [answer(text)],
    });
    assistant.element.style.cssText = 'display: block; height: 500px';
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('.actions') !== null);
    await emulatePreferences({ media: 'print' });
    const isPaper = matchMedia('print').matches;
    const { bottom } = assistant.element.getBoundingClientRect();
    const last = assistant.findAll('.prose p').at(-1)!.getBoundingClientRect();
    const log = assistant.find('.messages')!;
    const seen = [
      last.bottom < bottom,
      log.scrollHeight <= log.clientHeight,
      !assistant.input.checkVisibility(),
    ];
    await emulatePreferences({});
    if (isPaper) expect(seen).to.deep.equal([true, true, true]);
    else console.info('Not looked at: this browser cannot be asked for paper.');
  });

  it('leaves the page where it is, and as wide, when it keeps that from scrolling (chat-43)', async () => {
    const page = document.createElement('div');
    page.className = 'test';
    page.style.cssText = 'width: 400px; height: 3000px; margin: auto';
    document.body.append(page);
    const assistant = await AssistantHarness.open({ attributes: { variant: 'dialog' } });
    if (innerWidth === document.documentElement.clientWidth)
      console.info('Scroll bars take no room in this browser: see test/e2e/scroll-bar.test.ts.');
    const place = (): number[] => [
      document.documentElement.clientWidth,
      ...[document.documentElement, page].flatMap((element) => [
        element.getBoundingClientRect().left,
        element.getBoundingClientRect().width,
      ]),
    ];
    const before = place();
    await assistant.show();
    expect(place()).to.deep.equal(before);
    await assistant.press('Escape');
    expect(place()).to.deep.equal(before);
    expect(document.documentElement.style.cssText).to.equal('');
  });

  it('closes with Escape and gives the focus back', async () => {
    const assistant = await AssistantHarness.open();
    assistant.launcher.focus();
    assistant.launcher.click();
    await assistant.until(() => assistant.focused === 'input');
    expect(await assistant.press('Escape')).to.equal(true);
    expect(assistant.isOpen).to.equal(false);
    expect(assistant.focused).to.equal('launcher');
  });

  it('gives the focus back to the button of the page that opened it', async () => {
    const button = document.createElement('button');
    button.className = 'test';
    document.body.append(button);
    button.focus();
    const assistant = await AssistantHarness.show();
    await assistant.click('[part=close]');
    expect(document.activeElement === button).to.equal(true);
  });

  it('leaves the focus where the reader has moved it when it closes', async () => {
    const assistant = await AssistantHarness.show();
    const field = document.createElement('input');
    field.className = 'test';
    document.body.append(field);
    field.focus();
    assistant.element.hide();
    await assistant.element.updateComplete;
    expect(document.activeElement === field).to.equal(true);
  });

  it('takes no focus when the page comes with it open', async () => {
    const assistant = await AssistantHarness.open({ attributes: { open: '' } });
    await assistant.until(() => assistant.isOpen);
    expect(assistant.focused).to.equal('');
  });

  it('asks the page before it opens and before it closes', async () => {
    const assistant = await AssistantHarness.open();
    const refuse = (event: Event): void => event.preventDefault();
    assistant.element.addEventListener('docs-assistant-show', refuse, { once: true });
    assistant.element.show();
    expect(assistant.element.open).to.equal(false);
    await assistant.show();
    assistant.element.addEventListener('docs-assistant-hide', refuse, { once: true });
    assistant.element.hide();
    expect(assistant.element.open).to.equal(true);
    assistant.element.toggle();
    expect(assistant.element.open).to.equal(false);
  });

  it('keeps what is typed inside from the shortcuts of the page', async () => {
    const heard: string[] = [];
    const listen = (event: KeyboardEvent): unknown => heard.push(event.key);
    document.addEventListener('keydown', listen);
    const assistant = await AssistantHarness.show();
    await assistant.press('s');
    await assistant.press('k', { ctrlKey: true });
    document.removeEventListener('keydown', listen);
    expect(heard).to.deep.equal(['k']);
  });

  it('is a modal sheet over a page that stands still on a phone', async () => {
    await setViewport(PHONE);
    const assistant = await AssistantHarness.show();
    const panel = assistant.find('[part=panel]')!;
    expect(panel.matches(':modal')).to.equal(true);
    expect(panel.getBoundingClientRect().width).to.equal(innerWidth);
    expect(document.documentElement.style.overflow).to.equal('hidden');
    await assistant.press('Escape');
    expect(document.documentElement.style.overflow).to.equal('');
    expect(assistant.isOpen).to.equal(false);
  });

  it('changes from a dialog beside the page to a sheet while it is open', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('Use middleware.')] });
    await assistant.type('A question');
    await setViewport(PHONE);
    await assistant.until(() => assistant.find('[part=panel]')!.matches(':modal'));
    expect(assistant.input.value).to.equal('A question');
    await setViewport(DESKTOP);
    await assistant.until(() => !assistant.find('[part=panel]')!.matches(':modal'));
    expect(assistant.isOpen).to.equal(true);
  });

  it('is modal as a dialog, and closes with a press beside it', async () => {
    const assistant = await AssistantHarness.show({ attributes: { variant: 'dialog' } });
    const panel = assistant.find('[part=panel]')!;
    expect(panel.matches(':modal')).to.equal(true);
    await sendMouse({ type: 'click', position: [10, 10] });
    expect(assistant.element.open).to.equal(false);
  });

  it('stays open where a press begins in it and ends beside it, as when text is selected', async () => {
    const assistant = await AssistantHarness.show({ attributes: { variant: 'dialog' } });
    await assistant.settle();
    const { x, y } = assistant.find('.greeting')!.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(x + 5), Math.round(y + 5)] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [10, 10] });
    await sendMouse({ type: 'up' });
    expect(assistant.element.open).to.equal(true);
  });

  it('stands at the side, or in the page itself', async () => {
    const assistant = await AssistantHarness.show({ attributes: { variant: 'sidebar' } });
    const panel = assistant.find('[part=panel]')!.getBoundingClientRect();
    expect(panel.height).to.equal(innerHeight);
    assistant.element.variant = 'inline';
    await assistant.until(() => assistant.find('section[part=panel]') !== null);
    expect(assistant.find('[part=launcher]') === null).to.equal(true);
    expect(assistant.find('[part=close]') === null).to.equal(true);
  });

  it('offers questions before the first one, and asks the one that is pressed', async () => {
    const assistant = await AssistantHarness.show({
      attributes: { suggestions: '["How do I deploy?", "What is an island?"]' },
      replies: [answer('With an adapter.')],
    });
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=suggestion]');
    await answered;
    expect(assistant.text('.question')).to.equal('How do I deploy?');
    expect(assistant.find('.welcome') === null).to.equal(true);
    expect(assistant.focused).to.equal('input');
  });

  it('names what it is told to be named', async () => {
    const assistant = await AssistantHarness.show({
      attributes: { heading: 'Ask Acme', welcome: 'Good day', placeholder: 'Your turn' },
    });
    expect(assistant.text('[part=heading]')).to.equal('Ask Acme');
    expect(assistant.text('.greeting')).to.equal('Good day');
    expect(assistant.input.placeholder).to.equal('Your turn');
  });

  it('speaks the language around it, and changes it live', async () => {
    document.documentElement.lang = 'de-AT';
    const assistant = await AssistantHarness.show();
    expect(assistant.text('[part=launcher]')).to.equal('KI fragen');
    expect(assistant.text('[part=heading]')).to.equal('Fragen zur Doku');
    expect(assistant.find('[part=panel]')!.lang).to.equal('de');
    document.documentElement.lang = 'en';
    await assistant.until(() => assistant.text('[part=heading]') === 'Ask the docs');
    document.documentElement.lang = 'fr-CA';
    await assistant.until(() => assistant.text('[part=heading]') === 'Interroger la doc');
    document.documentElement.lang = 'nl';
    await assistant.until(() => assistant.text('[part=heading]') === 'Ask the docs');
    expect(assistant.find('[part=panel]')!.lang).to.equal('en');
  });

  it('takes single strings from the page', async () => {
    const assistant = await AssistantHarness.show({
      prepare: (element) => {
        element.strings = { launcher: 'Help', close: 'Away with it' };
      },
    });
    expect(assistant.text('[part=launcher]')).to.equal('Help');
    expect(assistant.find('[part=close]')!.getAttribute('aria-label')).to.equal('Away with it');
    expect(assistant.text('[part=heading]')).to.equal('Ask the docs');
  });

  it('stands on the other side where text runs from right to left', async () => {
    document.documentElement.dir = 'rtl';
    const assistant = await AssistantHarness.show();
    await assistant.until(() => assistant.find('[part=panel]')!.getAnimations().length === 0);
    await drawn();
    const panel = assistant.find('[part=panel]')!.getBoundingClientRect();
    expect(panel.left).to.be.lessThan(100);
    expect(assistant.find('[part=close]')!.getBoundingClientRect().left).to.be.lessThan(
      assistant.find('[part=heading]')!.getBoundingClientRect().left,
    );
  });

  it('offers nothing for suggestions that are no list, and warns', async () => {
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (message: string) => warnings.push(message);
    const assistant = await AssistantHarness.show({ attributes: { suggestions: 'How?' } });
    console.warn = warn;
    expect(assistant.find('[part=suggestion]') === null).to.equal(true);
    expect(warnings).to.deep.equal(['<docs-assistant>: suggestions is no JSON list of questions.']);
  });

  it('says what is not set, and warns once', async () => {
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (message: string) => warnings.push(message);
    const assistant = await AssistantHarness.show({
      attributes: { endpoint: '', variant: 'bottom', 'retrieval-page-size': '99' },
    });
    await assistant.type('A question');
    await assistant.press('Enter');
    // What is missing is told in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    console.warn = warn;
    expect(assistant.text('[part=error]')).to.contain('endpoint');
    expect(assistant.element.variant).to.equal('popover');
    expect(assistant.input.value).to.equal('A question');
    expect(warnings).to.have.members([
      '<docs-assistant>: variant "bottom" is none of popover, sidebar, dialog, inline.',
      '<docs-assistant>: endpoint must be set.',
      '<docs-assistant>: retrieval-page-size is no whole number from 1 to 50.',
    ]);
  });
});
