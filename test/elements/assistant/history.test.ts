import { expect } from '@open-wc/testing';
import { setViewport } from '../../support/page-commands.ts';
import { MAX_TITLE_LENGTH } from '../../../src/state/archive/thread-content.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { moveConversation } from '../../support/scenes/assistant-scene.ts';
import type { ScriptedReply } from '../../support/reply-server.ts';

/** An assistant with three conversations behind it, and the list of them on the screen. */
async function openHistory(): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({
    replies: [
      answer('With an adapter.', { threadId: 'T1' }),
      answer('A part of a page.', { threadId: 'T2' }),
      answer('With middleware.', { threadId: 'T3' }),
      answer('Yes.', { threadId: 'T1' }),
    ],
  });
  for (const question of ['How do I deploy?', 'What is an island?', 'How do I run code?']) {
    assistant.element.reset();
    await assistant.ask(question);
  }
  await assistant.click('[part=history]');
  await assistant.until(() => assistant.find('[part=history-item]') !== null);
  return assistant;
}

const titles = (assistant: AssistantHarness): string[] => assistant.texts('[part=history-item] span');

/** What other tabs are told by the browser when this one changes a value. */
function tellOfChange(key: string): void {
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
}

/** The names of the days with the titles below each, as they are on the screen. */
function daysOf(assistant: AssistantHarness): Record<string, string[]> {
  const lists = assistant.findAll('.history-body ul').map((list) => {
    const heading = assistant.find(`#${list.getAttribute('aria-labelledby')}`)!;
    const items = [...list.querySelectorAll('[part=history-item] span')];
    return [`${heading.localName} ${heading.textContent.trim()}`, items.map((item) => item.textContent)];
  });
  return Object.fromEntries(lists);
}

async function rename(assistant: AssistantHarness, name: string, key: string): Promise<void> {
  await assistant.click('[part=history-rename]');
  await assistant.until(() => assistant.focused.includes('history-field'));
  assistant.find<HTMLInputElement>('[part=history-name]')!.value = name;
  await assistant.press(key);
  await assistant.until(() => assistant.root.activeElement?.part.contains('history-rename') === true);
}

const keptKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('docs-assistant:'));

describe('<docs-assistant>: earlier conversations', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => AssistantHarness.reset());

  it('are listed by their first question, the last one first, with the present one marked', async () => {
    const assistant = await openHistory();
    expect(titles(assistant)).to.deep.equal(['How do I run code?', 'What is an island?', 'How do I deploy?']);
    const current = assistant
      .findAll('[aria-current]')
      .map((item) => item.querySelector('span')?.textContent);
    expect(current).to.deep.equal(['How do I run code?']);
    expect(assistant.focused).to.contain('history-back');
    expect(assistant.text('.history-end p')).to.equal('Kept in this browser only, for 30 days.');
  });

  it('are gone on with, in the thread of the server that they had', async () => {
    const assistant = await openHistory();
    assistant.findAll('[part=history-item]')[2]!.click();
    await assistant.until(() => assistant.text('.prose') === 'With an adapter.');
    expect(assistant.focused).to.equal('input');
    await assistant.ask('Also on Sundays?');
    const { body } = (await assistant.requests()).at(-1)!;
    expect(body.threadId).to.equal('T1');
    expect(body.messages.map(({ content }) => content)).to.deep.equal([
      'How do I deploy?',
      'With an adapter.',
      'Also on Sundays?',
    ]);
  });

  it('are looked through by words of questions and answers', async () => {
    const assistant = await openHistory();
    const search = assistant.find<HTMLInputElement>('.history-search')!;
    search.value = 'ADAPTER';
    search.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await assistant.element.updateComplete;
    expect(titles(assistant)).to.deep.equal(['How do I deploy?']);
    expect(assistant.said).to.equal('1 conversation');
    search.value = 'zebra';
    search.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await assistant.element.updateComplete;
    expect(assistant.text('.history-empty')).to.equal('No conversation with these words.');
    expect(assistant.said).to.equal('No conversation with these words.');
  });

  it('are deleted one by one, and brought back while that can be', async () => {
    const assistant = await openHistory();
    const bins = (): HTMLElement[] => assistant.findAll('[part=history-delete]');
    expect(bins()[1]!.getAttribute('aria-label')).to.equal('Delete “What is an island?”');
    bins()[1]!.click();
    await assistant.until(() => titles(assistant).length === 2);
    expect(assistant.said).to.equal('The conversation was deleted.');
    await assistant.until(() => assistant.focused === 'retry');
    await assistant.click('.history-removed button');
    expect(titles(assistant)).to.deep.equal(['How do I run code?', 'What is an island?', 'How do I deploy?']);
    bins()[0]!.click();
    await assistant.until(() => titles(assistant).length === 2);
    await assistant.click('.history-back');
    await assistant.until(() => assistant.find('.welcome') !== null);
    const after = await assistant.reload();
    await after.show();
    expect(after.find('.welcome') !== null).to.equal(true);
  });

  it('are below the heading of the list and one for each day', async () => {
    const assistant = await openHistory();
    await assistant.click('.history-back');
    moveConversation(1, { days: 1 });
    moveConversation(2, { days: 20 });
    await assistant.click('[part=history]');
    await assistant.until(() => assistant.find('[part=history-item]') !== null);
    const old = new Date();
    old.setDate(old.getDate() - 20);
    expect(daysOf(assistant)).to.deep.equal({
      'h4 today': ['How do I run code?'],
      'h4 yesterday': ['What is an island?'],
      [`h4 ${new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(old)}`]: ['How do I deploy?'],
    });
    const section = assistant.find('[part=history-list]')!;
    expect(assistant.text(`h3#${section.getAttribute('aria-labelledby')}`)).to.equal('Earlier conversations');
    document.documentElement.lang = 'de';
    await assistant.until(() => Object.keys(daysOf(assistant)).join().startsWith('h4 heute,h4 gestern,'));
    expect(assistant.find('[part=history-day]')!.lang).to.equal('de');
  });

  it('are renamed in place with Enter, and found by that name', async () => {
    const assistant = await openHistory();
    expect(assistant.find('[part=history-rename]')!.ariaLabel).to.equal('Rename “How do I run code?”');
    await rename(assistant, ' Our middleware ', 'Enter');
    expect(titles(assistant)[0]).to.equal('Our middleware');
    expect(assistant.said).to.equal('The conversation is now called “Our middleware”.');
    const search = assistant.find<HTMLInputElement>('.history-search')!;
    search.value = 'our';
    search.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await assistant.until(() => titles(assistant).join() === 'Our middleware');
  });

  it('keep their title with Escape, which stays in the list, and get it back with an empty name', async () => {
    const assistant = await openHistory();
    await rename(assistant, 'Not this', 'Escape');
    expect(titles(assistant)[0]).to.equal('How do I run code?');
    expect(assistant.find('[part=history-list]') !== null).to.equal(true);
    await rename(assistant, 'x'.repeat(500), 'Enter');
    expect(titles(assistant)[0]).to.equal('x'.repeat(MAX_TITLE_LENGTH));
    await rename(assistant, '', 'Enter');
    expect(titles(assistant)[0]).to.equal('How do I run code?');
    expect(assistant.said).to.equal('The conversation is now called “How do I run code?”.');
  });

  it('are renamed by buttons, too, and keep the name when they go on and when a deletion is undone', async () => {
    const assistant = await openHistory();
    await assistant.click('[part=history-rename]');
    await assistant.until(() => assistant.focused.includes('history-field'));
    assistant.find<HTMLInputElement>('[part=history-name]')!.value = 'Mine';
    await assistant.click('[part=history-save]');
    await assistant.until(() => titles(assistant)[0] === 'Mine');
    await assistant.click('[part=history-rename]');
    await assistant.click('[part=history-cancel]');
    await assistant.click('.history-back');
    await assistant.ask('And then?');
    await assistant.click('[part=history]');
    await assistant.until(() => titles(assistant)[0] === 'Mine');
    await assistant.click('[part=history-delete]');
    await assistant.until(() => titles(assistant).length === 2);
    await assistant.click('.history-removed button');
    await assistant.until(() => titles(assistant)[0] === 'Mine');
  });

  it('are left with Escape, which leads back to the conversation and not out of the panel', async () => {
    const assistant = await openHistory();
    await assistant.press('Escape');
    await assistant.until(() => assistant.text('.prose') === 'With middleware.');
    expect(assistant.isOpen).to.equal(true);
    await assistant.until(() => assistant.root.activeElement?.part.contains('history') === true);
    await assistant.press('Escape');
    expect(assistant.isOpen).to.equal(false);
  });

  it('are gone after as many days as the page says', async () => {
    const assistant = await openHistory();
    const [old] = keptKeys().filter((key) => key.endsWith(':history'));
    const list = JSON.parse(localStorage.getItem(old!)!) as { askedAt: number }[];
    for (const thread of list.slice(1)) thread.askedAt -= 8 * 86_400_000;
    localStorage.setItem(old!, JSON.stringify(list));
    assistant.element.remove();
    const after = await AssistantHarness.open({
      attributes: { endpoint: assistant.endpoint, 'history-days': '7' },
    });
    await after.show();
    await after.click('[part=history]');
    await after.until(() => after.find('[part=history-item]') !== null);
    expect(titles(after)).to.deep.equal(['How do I run code?']);
    expect(after.text('.history-end p')).to.equal('Kept in this browser only, for 7 days.');
  });

  it('can all be cleared after a confirmation, with everything else that is kept', async () => {
    const assistant = await openHistory();
    await assistant.click('[part=clear-data]');
    expect(assistant.text('#clear-question')).to.contain('Remove all conversations');
    await assistant.until(() => assistant.root.activeElement?.textContent?.trim() === 'Cancel');
    (assistant.root.activeElement as HTMLElement).click();
    await assistant.element.updateComplete;
    expect(titles(assistant).length).to.equal(3);
    await assistant.click('[part=clear-data]');
    await assistant.click('.history-end .danger');
    await assistant.until(() => assistant.text('.history-empty') === 'There are no earlier conversations.');
    expect(assistant.said).to.equal('Everything was removed.');
    expect(keptKeys()).to.deep.equal([]);
    await assistant.click('.history-back');
    await assistant.until(() => assistant.find('.welcome') !== null);
  });

  it('are listed for as long as the page is open when nothing may be kept', async () => {
    const assistant = await AssistantHarness.show({
      attributes: { storage: 'memory' },
      replies: [answer('With an adapter.')],
    });
    await assistant.ask('How do I deploy?');
    await assistant.click('[part=new-thread]');
    await assistant.click('[part=history]');
    await assistant.until(() => assistant.find('[part=history-item]') !== null);
    expect(titles(assistant)).to.deep.equal(['How do I deploy?']);
    expect(assistant.text('.history-end p')).to.equal('Kept until you leave this page.');
    expect([localStorage.length, sessionStorage.length]).to.deep.equal([0, 0]);
  });
});

describe('<docs-assistant> in two tabs', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => AssistantHarness.reset());

  /** Another element of the same site has a storage of its own: what a second tab would have. */
  async function openTwo(replies: readonly ScriptedReply[]): Promise<[AssistantHarness, AssistantHarness]> {
    const one = await AssistantHarness.open({ replies });
    await one.ask('First?');
    const two = await AssistantHarness.open({ attributes: { endpoint: one.endpoint, variant: 'inline' } });
    await two.until(() => two.text('.prose') === 'One.');
    return [one, two];
  }

  it('shows in one what was asked in the other', async () => {
    const [one, two] = await openTwo([answer('One.'), answer('Two.')]);
    await one.ask('Second?');
    for (const key of keptKeys()) tellOfChange(key);
    await two.until(() => two.texts('.prose').at(-1) === 'Two.');
    expect(two.texts('.question')).to.deep.equal(['First?', 'Second?']);
  });

  it('asks in one after the other, and neither loses what the other was told', async () => {
    const [one, two] = await openTwo([answer('One.'), answer('Two.'), answer('Three.')]);
    const ended = [one.heard('docs-assistant-answered'), two.heard('docs-assistant-answered')];
    one.element.ask('Second?');
    two.element.ask('Third?');
    await Promise.all(ended);
    const questions = (await one.requests()).map(({ body }) => body.messages.map(({ content }) => content));
    expect(questions.at(-1)).to.deep.equal(['First?', 'One.', 'Second?', 'Two.', 'Third?']);
    const after = await one.reload();
    await after.show();
    await after.until(() => after.texts('.prose').length === 3);
    expect(after.texts('.prose')).to.deep.equal(['One.', 'Two.', 'Three.']);
  });

  it('says in the one that waits that it does, and for as long', async () => {
    const [one, two] = await openTwo([answer('One.'), answer('Two.', { held: true }), answer('Three.')]);
    const sentence = 'An answer is being written in another tab. Your question comes after it.';
    one.element.ask('Second?');
    await one.until(() => one.text('.prose') === 'Two.' || one.find('.step') !== null);
    two.element.ask('Third?');
    await two.until(() => two.text('[part=notice].hint') === sentence);
    expect(two.said).to.equal(sentence);
    expect(one.find('.hint') === null).to.equal(true);
    for (let piece = 0; piece < 3; piece++) await one.release();
    await two.until(() => two.texts('.prose').at(-1) === 'Three.');
    expect(two.find('.hint') === null).to.equal(true);
  });

  it('does the same on a page that has no locks', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    const [one, two] = await openTwo([answer('One.'), answer('Two.', { held: true }), answer('Three.')]);
    const first = one.heard('docs-assistant-answered');
    const second = two.heard('docs-assistant-answered');
    one.element.ask('Second?');
    await one.until(() => keptKeys().some((key) => key.endsWith(':lease')));
    two.element.ask('Third?');
    await two.until(() => two.find('[part=notice].hint') !== null);
    for (let piece = 0; piece < 3; piece++) await one.release();
    await first;
    for (const key of [...keptKeys(), ...keptKeys().map((kept) => `${kept}:lease`)]) tellOfChange(key);
    await second;
    Reflect.deleteProperty(navigator, 'locks');
    const questions = (await one.requests()).map(({ body }) => body.messages.map(({ content }) => content));
    expect(questions.at(-1)).to.deep.equal(['First?', 'One.', 'Second?', 'Two.', 'Third?']);
    expect(keptKeys().filter((key) => key.endsWith(':lease'))).to.deep.equal([]);
  });

  it('shows a rating that was given in the other', async () => {
    const [one, two] = await openTwo([answer('One.')]);
    await one.click('[data-rating=positive]');
    for (const key of keptKeys()) tellOfChange(key);
    await two.until(() => two.find('[data-rating=positive]')?.getAttribute('aria-pressed') === 'true');
  });
});
