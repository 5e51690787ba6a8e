import { expect } from '@open-wc/testing';
import { isApple } from '../../../src/elements/shared/dom/shortcut.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { focusPage, pressKeys, setViewport } from '../../support/page-commands.ts';
import { SearchHarness, SECTIONS } from '../../support/search-harness.ts';

describe('the list of keys', () => {
  beforeEach(() => focusPage());
  afterEach(() => {
    AssistantHarness.reset();
    SearchHarness.reset();
  });

  it('opens with ? in the assistant, and Escape closes it alone', async () => {
    const assistant = await AssistantHarness.show();
    assistant.find('[part=close]')!.focus();
    await pressKeys('?');
    await assistant.until(() => assistant.find('[part=shortcuts]') !== null);
    expect(assistant.texts('[part=shortcuts] dt')).to.deep.equal([
      'Open the assistant',
      'Send',
      'New line',
      'Earlier questions, in the empty field',
      'Go to the answer, and back to the field',
      'Change the size of the panel',
      'Close',
      'Keyboard shortcuts',
    ]);
    await assistant.settle();
    await expectAccessible(assistant.element);
    await pressKeys('Escape');
    await assistant.until(() => assistant.find('[part=shortcuts]') === null);
    expect(assistant.isOpen).to.equal(true);
    expect(assistant.element.shadowRoot!.activeElement?.getAttribute('part')).to.equal('close');
  });

  it('scrolls within its round corners where it is higher than the window', async () => {
    await setViewport({ width: 800, height: 220 });
    const assistant = await AssistantHarness.show();
    assistant.find('[part=close]')!.focus();
    await pressKeys('?');
    await assistant.until(() => assistant.find('[part=shortcuts]') !== null);
    const dialog = assistant.find('[part=shortcuts]')!;
    const content = assistant.find('.shortcuts-content')!;
    expect(dialog.getBoundingClientRect().height).to.be.at.most(220);
    expect(
      [dialog, content].map(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight),
    ).to.deep.equal([false, true]);
    await pressKeys('Escape');
    await setViewport({ width: 800, height: 600 });
  });

  it('opens by a button in the menu below an answer', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('Yes.')] });
    await assistant.until(() => assistant.find('[part=shortcuts-open]') !== null);
    assistant.find('[part=shortcuts-open]')!.click();
    await assistant.until(() => assistant.find('[part=shortcuts]') !== null);
    assistant.find('.shortcuts-close')!.click();
    await assistant.until(() => assistant.find('[part=shortcuts]') === null);
  });

  it('leaves a ? that is typed to the field', async () => {
    const assistant = await AssistantHarness.show();
    const field = assistant.find('.input') as HTMLTextAreaElement;
    field.focus();
    await pressKeys('?');
    await assistant.until(() => field.value === '?');
    expect(assistant.find('[part=shortcuts]') === null).to.equal(true);
  });

  it('is not opened by a key where the host wants none, and its button names no keys of that sort', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [answer('Yes.')],
      attributes: { shortcut: 'none' },
    });
    await assistant.until(() => assistant.find('[part=shortcuts-open]') !== null);
    assistant.find('[part=close]')!.focus();
    await pressKeys('?');
    expect(assistant.find('[part=shortcuts]') === null).to.equal(true);
    assistant.find('[part=shortcuts-open]')!.click();
    await assistant.until(() => assistant.find('[part=shortcuts]') !== null);
    expect(assistant.texts('[part=shortcuts] dt').length).to.equal(6);
  });

  it('opens with ? in the search, without a letter in the box', async () => {
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    search.find('[part=clear]')!.focus();
    await pressKeys('?');
    await search.until(() => search.find('[part=shortcuts]') !== null);
    expect(search.input.value).to.equal('middleware');
    expect(search.texts('[part=shortcuts] dt').length).to.equal(9);
    await expectAccessible(search.element);
    await pressKeys('Escape');
    await search.until(() => search.find('[part=shortcuts]') === null);
    expect(search.isOpen).to.equal(true);
  });

  it('opens by a button beside the hints of the search', async () => {
    const search = await SearchHarness.open({ attributes: { variant: 'dialog' }, replies: [SECTIONS] });
    await search.element.show();
    await search.until(() => search.isOpen);
    await search.search('middleware');
    await search.until(() => search.find('[part=shortcuts-open]') !== null);
    search.find('[part=shortcuts-open]')!.click();
    await search.until(() => search.find('[part=shortcuts]') !== null);
    await pressKeys('Escape');
    await search.until(() => search.find('[part=shortcuts]') === null);
    expect(search.isOpen).to.equal(true);
  });

  it('names the keys as the keyboards of the language do', async () => {
    document.documentElement.lang = 'de';
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    search.find('[part=clear]')!.focus();
    await pressKeys('?');
    await search.until(() => search.find('[part=shortcuts]') !== null);
    const names = isApple() ? ['⌘', 'K', '⌦'] : ['Strg', 'K', 'Entf'];
    expect(search.texts('[part=shortcuts] kbd')).to.include.members(names);
  });
});
