import { expect } from '@open-wc/testing';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { printThread, saveThread } from '../../support/exported-thread.ts';
import { setViewport } from '../../support/page-commands.ts';
import { moveConversation } from '../../support/scenes/assistant-scene.ts';
import { END, source, stream, text } from '../../support/scripted-stream.ts';

const ANSWER = '# Use it\n\nSee [the guide](/guide) [1] and [2].\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
const REPLY = stream([
  [source('/a_b', 'A *bold* page'), source('javascript:alert(1)', 'Bad'), text(ANSWER), END],
]);
const MARKDOWN = `${ANSWER.trim()}\n\n1. [A \\*bold\\* page](<${location.origin}/a_b>)\n2. Bad`;

async function open(): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.answered({
    attributes: { heading: 'Ask us' },
    replies: [REPLY, stream([[text('Second.'), END]])],
  });
  await assistant.until(() => assistant.find('[part=copy]') !== null);
  return assistant;
}

describe('<docs-assistant>: what can be done with an answer', () => {
  beforeEach(() => setViewport({ width: 800, height: 600 }));
  const { writeText } = navigator.clipboard;
  afterEach(() => {
    Object.assign(navigator.clipboard, { writeText });
    AssistantHarness.reset();
  });

  it('copies it as Markdown, with its sources under their numbers', async () => {
    const assistant = await open();
    let copied = '';
    Object.assign(navigator.clipboard, {
      writeText: (text: string) => {
        copied = text;
        return Promise.resolve();
      },
    });
    await assistant.click('.actions [part=copy]');
    await assistant.until(() => assistant.said === 'Copied');
    expect(copied).to.equal(MARKDOWN);
  });

  it('saves the conversation as a Markdown file', async () => {
    const assistant = await open();
    await assistant.ask('And #2 then?\nIn detail.');
    const { name, text: saved } = await saveThread(assistant);
    expect(name).to.equal('how-do-i-run-code-before-a-page.md');
    expect(saved).to.equal(
      `# Ask us\n\n## How do I run code before a page?\n\n${MARKDOWN}\n\n` +
        '## And \\#2 then?\n\nIn detail.\n\nSecond.\n',
    );
    await assistant.until(() => !assistant.find<HTMLDetailsElement>('.menu')!.open);
  });

  it('saves a conversation under the name that the reader gave it', async () => {
    const assistant = await open();
    moveConversation(0, { name: 'Our *own* notes' });
    const { name, text: saved } = await saveThread(assistant);
    expect(name).to.equal('our-own-notes.md');
    expect(saved.split('\n')[0]).to.equal('# Our \\*own\\* notes');
  });

  it('saves what a question is about below its first line', async () => {
    const assistant = await open();
    await assistant.ask('> Middleware runs\n\n```js\nnext()\n```\n\nWhy *this*?\nIn detail.');
    const { text: saved } = await saveThread(assistant);
    expect(saved).to.contain(
      '## Why \\*this\\*?\n\n> Middleware runs\n\n```js\nnext()\n```\n\nIn detail.\n\nSecond.\n',
    );
  });

  it('prints the conversation and nothing else', async () => {
    const assistant = await open();
    const { text: printed, frame } = await printThread(assistant);
    expect(printed).to.match(
      /^Ask us How do I run code before a page\? Use it See the guide \[1\] and \[2\]\. a b 1 2 .*A \*bold\* page.* Bad$/,
    );
    frame.contentWindow!.dispatchEvent(new Event('afterprint'));
    expect(frame.isConnected).to.equal(false);
  });

  it('is in a menu that Escape closes before the panel', async () => {
    const assistant = await open();
    await assistant.click('.menu summary');
    assistant.find('[part=save]')!.focus();
    await assistant.press('Escape');
    expect(assistant.find<HTMLDetailsElement>('.menu')!.open).to.equal(false);
    expect(assistant.isOpen).to.equal(true);
    expect(assistant.root.activeElement?.localName).to.equal('summary');
    await assistant.press('Escape');
    expect(assistant.isOpen).to.equal(false);
  });

  it('is in a menu that opens where there is room for all of it', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [stream([[text('Yes.'), END]]), REPLY],
    });
    const isInside = (): boolean => {
      const [items, area] = ['.menu-items', '.messages'].map((selector) =>
        assistant.find(selector)!.getBoundingClientRect(),
      );
      return items!.height > 0 && items!.top >= area!.top && items!.bottom <= area!.bottom;
    };
    await assistant.until(() => assistant.find('.menu') !== null);
    await assistant.click('.menu summary');
    await assistant.until(isInside);
    await assistant.ask('And then?');
    await assistant.until(() => assistant.find('.menu') !== null);
    assistant.find('.messages')!.scrollTop = 1_000_000;
    await assistant.click('.menu summary');
    await assistant.until(isInside);
  });

  it('is in a menu that is scrolled into view where there is little room, as at 200 % zoom', async () => {
    await setViewport({ width: 640, height: 400 });
    const assistant = await open();
    await assistant.click('.menu summary');
    const [area, item] = ['.messages', '[part=save]'].map((selector) => assistant.find(selector)!);
    const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom;
    await assistant.until(() => bottomOf(item!) <= bottomOf(area!));
    expect(item!.getBoundingClientRect().top).to.be.at.least(area!.getBoundingClientRect().top);
  });

  it('is offered for the last answer alone, but copying', async () => {
    const assistant = await open();
    await assistant.ask('And then?');
    for (const [part, count] of Object.entries({ copy: 2, edit: 1, 'ask-again': 1, more: 1 })) {
      expect(assistant.findAll(`.actions [part=${part}]`).length).to.equal(count, part);
    }
  });
});
