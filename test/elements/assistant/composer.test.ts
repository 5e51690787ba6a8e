import { expect } from '@open-wc/testing';
import { MAX_QUEUED_QUESTIONS } from '../../../src/elements/assistant/panel/draft.ts';
import { pressKeys, typeText } from '../../support/page-commands.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';

/** Asks, and leaves the answer as it is: begun. */
async function begin(replies = [answer('One.', { held: true }), answer('Two.'), answer('Three.')]) {
  const assistant = await AssistantHarness.show({ replies });
  await assistant.type('First?');
  await assistant.press('Enter');
  // What comes next must not take the reply to this.
  await assistant.until(() => assistant.text('.step').startsWith('Searching for'));
  return assistant;
}

/** Lets the first answer come to its end. */
async function finish(assistant: AssistantHarness): Promise<void> {
  for (let piece = 0; piece < 3; piece++) await assistant.release();
}

describe('<docs-assistant>: asking', () => {
  afterEach(() => {
    for (const meta of document.querySelectorAll('meta[name^=docs-assistant]')) meta.remove();
    AssistantHarness.reset();
  });

  it('has the scroll bar of a long question in the colours of the panel', async () => {
    const assistant = await AssistantHarness.show({ attributes: { theme: 'dark' } });
    const { scrollbarColor } = getComputedStyle(assistant.find('[part=input]')!);
    // WebKitGTK has no such property.
    if (CSS.supports('scrollbar-color', 'auto'))
      expect(scrollbarColor).to.match(/^(?!auto).* rgba\(0, 0, 0, 0\)$/);
  });

  it('breaks the line with Shift and Enter and sends several lines with Enter', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('Yes.')] });
    await typeText('One');
    await pressKeys('Shift', 'Enter');
    await typeText('two');
    expect(assistant.input.value).to.equal('One\ntwo');
    await pressKeys('Enter');
    await assistant.until(() => assistant.find('.question') !== null);
    expect(assistant.find('.question p')!.textContent).to.equal('One\ntwo');
  });

  for (const [how, end] of [
    ['by that', (assistant: AssistantHarness) => assistant.click('[part=stop]')],
    ['by itself', finish],
  ] as const) {
    it(`goes on from the field when an answer ends ${how} while the focus is on its stop button`, async () => {
      const assistant = await begin();
      assistant.find('[part=stop]')!.focus();
      await end(assistant);
      await assistant.until(() => assistant.find('[part=stop]') === null);
      expect(assistant.focused).to.equal('input');
      await assistant.press('Escape');
      expect(assistant.element.open).to.equal(false);
    });
  }

  it('keeps the panel open, and what is composed, with an Escape of the input method, also while an answer comes (chat-37)', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer(['One ', 'two.'], { held: true })] });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('.turn') !== null);
    assistant.input.dispatchEvent(
      new CompositionEvent('compositionstart', { bubbles: true, composed: true }),
    );
    await assistant.type('にほん');
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
      await assistant.press('Escape', init);
      await assistant.press('Enter', init);
    }
    const answered = assistant.heard('docs-assistant-answered');
    for (let pieces = 0; pieces < 4; pieces++) await assistant.release();
    await answered;
    expect(assistant.isOpen).to.equal(true);
    expect(assistant.input.value).to.equal('にほん');
    expect((await assistant.requests()).length).to.equal(1);
  });

  it('sends nothing with the Enter that confirms what an input method composes', async () => {
    const assistant = await AssistantHarness.show();
    await assistant.type('日本');
    expect(await assistant.press('Enter', { isComposing: true })).to.equal(false);
    // Safari has ended the composition by then.
    expect(await assistant.press('Enter', { keyCode: 229 })).to.equal(false);
    expect(assistant.input.value).to.equal('日本');
  });

  it('recalls earlier questions with the arrow keys, newest first, and leaves what is being written alone', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('1'), answer('2'), answer('3')] });
    for (const question of ['One?', 'Two?', 'Two?']) await assistant.ask(question);
    assistant.input.focus();
    await assistant.press('ArrowUp');
    await assistant.until(() => assistant.input.value === 'Two?');
    await assistant.press('ArrowUp');
    await assistant.until(() => assistant.input.value === 'One?');
    await assistant.press('ArrowUp');
    await assistant.press('ArrowDown');
    await assistant.until(() => assistant.input.value === 'Two?');
    await assistant.press('ArrowDown');
    await assistant.until(() => assistant.input.value === '');
    await assistant.type('Mine');
    expect(await assistant.press('ArrowUp')).to.equal(false);
    expect(assistant.input.value).to.equal('Mine');
  });

  it('keeps the draft when the panel is closed and when the page is loaded again', async () => {
    const assistant = await AssistantHarness.show();
    await assistant.type('Half a que');
    assistant.element.hide();
    await assistant.show();
    expect(assistant.input.value).to.equal('Half a que');
    const again = await assistant.reload();
    await again.show();
    expect(again.input.value).to.equal('Half a que');
  });

  it('takes the next question while an answer is being written, shows it and asks it then', async () => {
    const assistant = await begin();
    expect(assistant.find('[part=send]') === null).to.equal(true);
    await assistant.type('Second?');
    expect(assistant.find('[part=send]')!.getAttribute('aria-label')).to.equal('Ask after this answer');
    await assistant.press('Enter');
    await assistant.until(() => assistant.text('.queue li') === 'Asked after this answer: Second?');
    expect(assistant.input.value).to.equal('');
    expect(assistant.said).to.equal('Your question is asked after this answer.');
    expect(assistant.texts('.question')).to.deep.equal(['First?']);
    await finish(assistant);
    await assistant.until(() => assistant.texts('.prose').join() === 'One.,Two.');
    expect(assistant.texts('.question')).to.deep.equal(['First?', 'Second?']);
    expect(assistant.find('.queue') === null).to.equal(true);
  });

  it('asks several one after the other, and takes no more than fit', async () => {
    const assistant = await begin();
    for (let count = 0; count <= MAX_QUEUED_QUESTIONS; count++) {
      await assistant.type(`Next ${count}?`);
      await assistant.press('Enter');
      await assistant.until(
        () => assistant.findAll('.queue li').length === Math.min(count + 1, MAX_QUEUED_QUESTIONS),
      );
    }
    expect(assistant.input.value).to.equal(`Next ${MAX_QUEUED_QUESTIONS}?`);
    await finish(assistant);
    await assistant.until(() => assistant.texts('.prose').join().startsWith('One.,Two.,Three.'));
  });

  it('takes a waiting question back into the field', async () => {
    const assistant = await begin();
    await assistant.type('Second?');
    await assistant.press('Enter');
    await assistant.until(() => assistant.find('.queue button') !== null);
    expect(assistant.find('.queue button')!.getAttribute('aria-label')).to.equal('Take back “Second?”');
    await assistant.click('.queue button');
    expect(assistant.input.value).to.equal('Second?');
    expect(assistant.find('.queue') === null).to.equal(true);
  });

  it('puts a waiting question back when the answer is stopped, and loses it neither over a reload nor with a new thread', async () => {
    const assistant = await begin();
    await assistant.type('Second?');
    await assistant.press('Enter');
    await assistant.until(() => assistant.find('.queue') !== null);
    await assistant.type('Third');
    const again = await assistant.reload();
    await again.show();
    expect(again.input.value).to.equal('Second?\n\nThird');

    const other = await begin();
    await other.type('Later?');
    await other.press('Enter');
    await other.until(() => other.find('.queue') !== null);
    await other.click('[part=stop]');
    await other.until(() => other.input.value === 'Later?');
    expect(other.find('.queue') === null).to.equal(true);
  });

  it('asks the question that the page asks at once, and the waiting one after it', async () => {
    const assistant = await begin([answer('One.', { held: true }), answer('Two.'), answer('Three.')]);
    await assistant.type('Waits?');
    await assistant.press('Enter');
    await assistant.until(() => assistant.find('.queue') !== null);
    assistant.element.ask('Now?');
    await assistant.until(() => assistant.texts('.question').join() === 'First?,Now?,Waits?');
  });

  it('changes the last question: the new answer takes the place of the old one', async () => {
    const assistant = await AssistantHarness.show({
      replies: [answer('1'), answer('2'), answer('Changed.')],
    });
    await assistant.ask('One?');
    await assistant.ask('Two?');
    await assistant.until(() => assistant.find('[part=edit]') !== null);
    expect(assistant.findAll('[part=edit]').length).to.equal(1);
    await assistant.click('[part=edit]');
    await assistant.until(() => assistant.input.value === 'Two?');
    expect(assistant.text('.queue li')).to.equal('You are changing your last question.');
    await assistant.type('Too?');
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.press('Enter');
    await answered;
    expect(assistant.texts('.question')).to.deep.equal(['One?', 'Too?']);
    expect(assistant.texts('.prose')).to.deep.equal(['1', 'Changed.']);
    const { body } = (await assistant.requests()).at(-1)!;
    expect(body.messages.map(({ content }) => content)).to.deep.equal(['One?', '1', 'Too?']);
    expect(assistant.find('.queue') === null).to.equal(true);
  });

  it('can leave the last question as it was', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('1')] });
    await assistant.ask('One?');
    await assistant.until(() => assistant.find('[part=edit]') !== null);
    await assistant.click('[part=edit]');
    await assistant.until(() => assistant.find('.queue') !== null);
    await assistant.click('.queue button');
    expect(assistant.input.value).to.equal('');
    expect(assistant.find('.queue') === null).to.equal(true);
    expect(assistant.texts('.question')).to.deep.equal(['One?']);
  });

  it('asks the last question again', async () => {
    const assistant = await AssistantHarness.show({ replies: [answer('1'), answer('Again.')] });
    await assistant.ask('One?');
    await assistant.until(() => assistant.find('[part=ask-again]') !== null);
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=ask-again]');
    await answered;
    expect(assistant.texts('.prose')).to.deep.equal(['Again.']);
    expect(assistant.texts('.question')).to.deep.equal(['One?']);
  });

  it('offers the questions of the page where the element has none of its own', async () => {
    const add = (content: string): void => {
      const meta = document.createElement('meta');
      meta.name = 'docs-assistant:suggestions';
      meta.content = content;
      document.head.append(meta);
    };
    add('How do I deploy?');
    add('["What is an island?", 5, "Why?"]');
    add(' ');
    const assistant = await AssistantHarness.show();
    expect(assistant.texts('.suggestions button')).to.deep.equal([
      'How do I deploy?',
      'What is an island?',
      'Why?',
    ]);
    assistant.element.suggestions = ['Mine?'];
    await assistant.element.updateComplete;
    expect(assistant.texts('.suggestions button')).to.deep.equal(['Mine?']);
  });

  it('offers the questions that came with the answer, and asks the one that is chosen', async () => {
    const replies = [
      answer('Done.\n\n```suggestions\nHow do I deploy it?\n(Install)[/guides/install]\n```\n'),
      answer('So.'),
    ];
    const assistant = await AssistantHarness.answered({ replies });
    expect(assistant.texts('.follow-ups .label')).to.deep.equal(['Read next', 'Ask next']);
    expect(assistant.texts('[part=suggestion] span')).to.deep.equal(['Install', 'How do I deploy it?']);
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('button[part=suggestion]');
    await answered;
    expect(assistant.texts('.question').at(-1)).to.equal('How do I deploy it?');
    expect(assistant.texts('.prose').at(-1)).to.equal('So.');
  });
});
