import { expect } from '@open-wc/testing';
import { setViewport } from '../../support/page-commands.ts';
import type { FeedbackDetail } from '../../../src/elements/assistant/docs-assistant.events.ts';
import { answer, AssistantHarness, drawn, openReplies } from '../../support/assistant-harness.ts';
import { until } from '../../support/until.ts';

async function rated(
  rating: 'positive' | 'negative',
  attributes: Readonly<Record<string, string>> = {},
): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({ attributes, replies: [answer('Use middleware.')] });
  await assistant.ask('How?');
  await assistant.click(`[data-rating=${rating}]`);
  await assistant.until(() => assistant.find('[part=feedback-form]') !== null);
  return assistant;
}

async function note(assistant: AssistantHarness, text: string): Promise<void> {
  const field = assistant.find<HTMLTextAreaElement>('.note-input')!;
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await assistant.element.updateComplete;
}

const reason = (assistant: AssistantHarness, label: string): HTMLElement =>
  assistant.findAll('button.reason').find(({ textContent }) => textContent?.trim() === label)!;

const sendFeedback = (assistant: AssistantHarness): Promise<void> =>
  assistant.click('.feedback-form .feedback-end .retry');

/** What was posted to an endpoint, once that is this much. */
async function posted(endpoint: string, count: number): Promise<unknown[]> {
  let requests: { body: unknown }[] = [];
  await until(async () => {
    requests = (await (await fetch(`${endpoint}/requests`)).json()) as typeof requests;
    return requests.length >= count;
  });
  return requests.map(({ body }) => body);
}

describe('<docs-assistant>: feedback', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => AssistantHarness.reset());

  it('asks why, and tells the page the reasons and the note', async () => {
    const assistant = await rated('negative');
    const told: FeedbackDetail[] = [];
    assistant.element.addEventListener('docs-assistant-feedback', (event) => told.push(event.detail));
    expect(assistant.texts('button.reason')).to.deep.equal([
      'Not correct',
      'Out of date',
      'Incomplete',
      'Not what I asked',
      'Hard to follow',
    ]);
    reason(assistant, 'Out of date').click();
    reason(assistant, 'Incomplete').click();
    reason(assistant, 'Incomplete').click();
    await note(assistant, ' The option has another name. ');
    expect(assistant.text('#note-count')).to.equal('');
    await note(assistant, 'a'.repeat(1_800));
    expect(assistant.text('#note-count')).to.equal('1,800 of 2,000 characters');
    await note(assistant, ' The option has another name. ');
    await sendFeedback(assistant);
    expect(told).to.deep.equal([
      {
        messageId: 'message-1',
        rating: 'negative',
        reasons: ['outdated'],
        note: 'The option has another name.',
      },
    ]);
    expect(assistant.said).to.equal('Thank you for your feedback');
    expect(assistant.root.activeElement?.getAttribute('data-rating')).to.equal('negative');
  });

  it('asks what was good about a good answer', async () => {
    const assistant = await rated('positive');
    expect(assistant.text('.feedback-form .label')).to.equal('What was good about it?');
    expect(assistant.texts('button.reason')).to.deep.equal(['Correct', 'Complete', 'Easy to follow']);
  });

  it('is remembered, and shown again after a reload', async () => {
    const before = await rated('negative');
    reason(before, 'Not correct').click();
    await note(before, 'See issue 7.');
    await sendFeedback(before);
    const assistant = await before.reload();
    await assistant.show();
    await assistant.until(() => assistant.find('.feedback-said') !== null);
    expect(assistant.find('[data-rating=negative]')!.getAttribute('aria-pressed')).to.equal('true');
    expect(assistant.texts('.feedback-said > :not(button)')).to.deep.equal(['Not correct', 'See issue 7.']);
    await assistant.click('.feedback-said button');
    await assistant.until(() => assistant.focused === 'note-input');
    expect(assistant.find<HTMLTextAreaElement>('.note-input')!.value).to.equal('See issue 7.');
    expect(reason(assistant, 'Not correct').getAttribute('aria-pressed')).to.equal('true');
  });

  it('takes no more of a note than its limit', async () => {
    const assistant = await rated('negative');
    expect(assistant.find<HTMLTextAreaElement>('.note-input')!.maxLength).to.equal(2000);
  });

  it('needs no reasons: the form is left with Escape, and the rating stays', async () => {
    const assistant = await rated('positive');
    assistant.find('.note-input')!.focus();
    await assistant.press('Escape');
    expect(assistant.find('[part=feedback-form]') === null).to.equal(true);
    expect(assistant.isOpen).to.equal(true);
    expect(assistant.find('[data-rating=positive]')!.getAttribute('aria-pressed')).to.equal('true');
  });

  it('shows the whole form where it is clicked without pointer and keys, as assistive technology does', async () => {
    await setViewport({ width: 1200, height: 700 });
    const assistant = await AssistantHarness.answered({
      // The question stays at the top of the panel: the answer is higher than that.
      replies: [answer('A paragraph of the answer.\n\n'.repeat(20))],
    });
    const below = (): number =>
      assistant.find('[part=feedback-form]')!.getBoundingClientRect().bottom -
      assistant.find('.messages')!.getBoundingClientRect().bottom;
    assistant.find('[data-rating=negative]')!.click();
    await assistant.until(() => assistant.find('[part=feedback-form]') !== null && below() <= 1);
    // The answer would come back into view with the next size.
    await setViewport({ width: 1200, height: 690 });
    for (let frame = 0; frame < 3; frame++) await drawn();
    expect(below()).to.be.at.most(11);
  });

  it('is taken back with a second press', async () => {
    const assistant = await rated('positive');
    const told = assistant.heard('docs-assistant-feedback');
    await assistant.click('[data-rating=positive]');
    expect((await told).rating).to.equal(null);
    expect(assistant.find('[part=feedback-form]') === null).to.equal(true);
    const after = await assistant.reload();
    await after.show();
    expect(after.find('[data-rating=positive]')!.getAttribute('aria-pressed')).to.equal('false');
  });

  it('is gone when the answer is asked for again', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('One.'), answer('Two.')] });
    await assistant.click('[data-rating=negative]');
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.retry();
    await answered;
    expect(assistant.find('[data-rating=negative]')!.getAttribute('aria-pressed')).to.equal('false');
  });

  it('is posted to the endpoint that the page names, as the proxy takes it', async () => {
    const endpoint = await openReplies([{ status: 204 }, { status: 204 }]);
    const assistant = await rated('negative', { 'feedback-endpoint': endpoint });
    reason(assistant, 'Hard to follow').click();
    await note(assistant, 'Too long.');
    await sendFeedback(assistant);
    expect(await posted(endpoint, 2)).to.deep.equal([
      { domain: 'docs', messageId: 'message-1', rating: 'negative', reasons: [], note: '' },
      { domain: 'docs', messageId: 'message-1', rating: 'negative', reasons: ['unclear'], note: 'Too long.' },
    ]);
    expect(assistant.find('.answer [part=error]') === null).to.equal(true);
  });

  it('is posted in the order in which it was given', async () => {
    const endpoint = await openReplies([{}, {}]);
    const assistant = await rated('negative', { 'feedback-endpoint': endpoint });
    await note(assistant, 'Too long.');
    await sendFeedback(assistant);
    const notes = (await posted(endpoint, 2)).map((body) => (body as { note: string }).note);
    expect(notes).to.deep.equal(['', 'Too long.']);
  });

  it('is posted nowhere when the page names no endpoint', async () => {
    const assistant = await rated('negative');
    await sendFeedback(assistant);
    expect((await assistant.requests()).length).to.equal(1);
  });

  it('leaves secrets out of the note where the page asks for that', async () => {
    const endpoint = await openReplies([{ status: 204 }, { status: 204 }]);
    const assistant = await rated('negative', { 'feedback-endpoint': endpoint, mask: '' });
    await note(assistant, 'Write to ann@example.org');
    await sendFeedback(assistant);
    const [, last] = (await posted(endpoint, 2)) as { note: string }[];
    expect(last!.note).to.equal('Write to [email]');
  });

  it('is kept when it is refused, and sent again', async () => {
    const endpoint = await openReplies([{ status: 204 }, { status: 500 }, { status: 204 }]);
    const assistant = await rated('negative', { 'feedback-endpoint': endpoint });
    await posted(endpoint, 1);
    await note(assistant, 'Too long.');
    await sendFeedback(assistant);
    await assistant.until(() => assistant.find('.answer [part=error]') !== null);
    const sentence = 'Your feedback is kept here, but could not be sent.';
    expect(assistant.text('.answer [part=error]')).to.equal(`${sentence} Send again`);
    expect(assistant.said).to.equal(sentence);
    await assistant.click('.answer [part=error] .retry');
    expect(((await posted(endpoint, 3)) as { note: string }[])[2]!.note).to.equal('Too long.');
    await assistant.until(() => assistant.find('.answer [part=error]') === null);
  });
});
