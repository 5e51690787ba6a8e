import { expect } from '@open-wc/testing';
import { focusPage, pressKeys, setViewport } from '../../support/page-commands.ts';
import { answer, AssistantHarness, drawn, openReplies } from '../../support/assistant-harness.ts';
import { loadModule } from '../../support/late-module.ts';
import type { FeedbackDetail } from '../../../src/assistant.ts';

const CARD = '[part=closing-question]';

/** Have a conversation in an open panel. */
async function talk(
  answers: number,
  attributes: Readonly<Record<string, string>> = {},
): Promise<AssistantHarness> {
  const replies = Array.from({ length: 6 }, () => answer('Use middleware.'));
  const assistant = await AssistantHarness.show({
    attributes: { 'feedback-on-close': '', ...attributes },
    replies,
  });
  for (let number = 1; number <= answers; number++) await assistant.ask(`Question ${number}?`);
  return assistant;
}

/** Close the panel, and wait until the question could be there. */
async function close(assistant: AssistantHarness): Promise<void> {
  await assistant.click('[part=close]');
  expect(assistant.isOpen).to.equal(false);
  await loadModule('/src/elements/assistant/after-answer/closing-question.ts');
  await drawn();
  await assistant.element.updateComplete;
}

async function closeAsked(assistant: AssistantHarness): Promise<void> {
  await close(assistant);
  await assistant.until(() => assistant.find(CARD) !== null);
}

const isAsked = (assistant: AssistantHarness): boolean => assistant.find(CARD) !== null;
const press = (assistant: AssistantHarness, label: string): void =>
  assistant
    .findAll(`${CARD} button`)
    .find(({ textContent }) => textContent.trim() === label)!
    .click();

describe('<docs-assistant>: the question after a conversation', () => {
  beforeEach(async () => {
    await setViewport({ width: 1000, height: 800 });
    await focusPage();
  });
  afterEach(() => AssistantHarness.reset());

  it('is not asked unless the page wants it', async () => {
    const assistant = await talk(3);
    assistant.element.feedbackOnClose = false;
    await close(assistant);
    expect(isAsked(assistant)).to.equal(false);
  });

  it('has its replies beside the question, or all below it where there is no room', async () => {
    const assistant = await talk(3);
    assistant.element.strings = { closingQuestion: 'Did you find what you came for in the end?' };
    await closeAsked(assistant);
    const tops = (selector: string): number[] =>
      assistant.findAll(`${CARD} ${selector}`).map((element) => element.getBoundingClientRect().top);
    const areBelow = (): boolean => tops('button').every((top) => top > tops('p')[0]! + 16);
    expect(areBelow()).to.equal(false);
    // No window of WebKitGTK is narrower than 447 px.
    for (const width of [450, 1000]) {
      await setViewport({ width, height: 700 });
      await assistant.until(() => areBelow() === (width === 450));
      expect(new Set(tops('button')).size).to.equal(1);
    }
  });

  it('comes when the panel is closed, and takes no focus', async () => {
    const assistant = await talk(3);
    await closeAsked(assistant);
    expect(assistant.text(`${CARD} p`)).to.equal('Did this help?');
    expect(assistant.texts(`${CARD} button`)).to.deep.equal(['Yes', 'No', 'Close']);
    expect(assistant.find(CARD)!.contains(assistant.root.activeElement)).to.equal(false);
    await assistant.until(() => assistant.texts('.docs > [role=status]').includes('Did this help?'));
  });

  it('is not asked after a short conversation', async () => {
    const assistant = await talk(2);
    await close(assistant);
    expect(isAsked(assistant)).to.equal(false);
  });

  it('is not asked after a conversation with a rating', async () => {
    const assistant = await talk(3);
    await assistant.click('.turn:first-child [data-rating=positive]');
    await close(assistant);
    expect(isAsked(assistant)).to.equal(false);
  });

  it('is not asked while an answer is being written', async () => {
    const replies = [answer('One.'), answer('Two.'), answer('Three.'), answer('Four.', { held: true })];
    const endpoint = await openReplies(replies);
    const assistant = await talk(3, { endpoint });
    assistant.element.ask('And then?');
    await assistant.until(() => assistant.find('[part=stop]') !== null);
    await close(assistant);
    expect(isAsked(assistant)).to.equal(false);
  });

  it('rates the last answer as its thumbs do', async () => {
    const endpoint = await openReplies([{ status: 204 }]);
    const assistant = await talk(3, { 'feedback-endpoint': endpoint });
    const told: FeedbackDetail[] = [];
    assistant.element.addEventListener('docs-assistant-feedback', ({ detail }) => told.push(detail));
    await closeAsked(assistant);
    press(assistant, 'No');
    expect(isAsked(assistant)).to.equal(false);
    const rating = { messageId: 'message-1', rating: 'negative', reasons: [], note: '' } as const;
    await assistant.until(() => told.length > 0);
    expect(told).to.deep.equal([rating]);
    let requests: { body: unknown }[] = [];
    await assistant.until(async () => {
      requests = (await (await fetch(`${endpoint}/requests`)).json()) as typeof requests;
      return requests.length > 0;
    });
    expect(requests[0]!.body).to.deep.equal({ domain: 'docs', ...rating });
    await assistant.until(() =>
      assistant.texts('.docs > [role=status]').includes('Thank you for your feedback'),
    );
    await assistant.show();
    const pressed = assistant
      .findAll('[data-rating]')
      .map((thumb) => `${thumb.dataset.rating} ${thumb.ariaPressed}`);
    expect(pressed.slice(-2)).to.deep.equal(['positive false', 'negative true']);
    expect(assistant.find('[part=feedback-form]') === null).to.equal(true);
  });

  it('is asked once for each conversation, also over a reload', async () => {
    const before = await talk(3);
    await closeAsked(before);
    press(before, 'Close');
    expect(isAsked(before)).to.equal(false);
    await before.show();
    await close(before);
    expect(isAsked(before)).to.equal(false);

    const assistant = await before.reload();
    assistant.element.feedbackOnClose = true;
    await assistant.show();
    await assistant.until(() => assistant.findAll('.turn').length === 3);
    await close(assistant);
    expect(isAsked(assistant)).to.equal(false);

    await assistant.show();
    assistant.element.reset();
    for (const question of ['One?', 'Two?', 'Three?']) await assistant.ask(question);
    await closeAsked(assistant);
  });

  it('follows the launcher in the order of the focus, and Escape dismisses it', async () => {
    const assistant = await talk(3);
    assistant.find('[part=input]')!.focus();
    await pressKeys('Escape');
    await assistant.until(() => isAsked(assistant));
    assistant.launcher.focus();
    await pressKeys('Tab');
    expect(assistant.root.activeElement?.textContent?.trim()).to.equal('Yes');
    await pressKeys('Escape');
    expect(isAsked(assistant)).to.equal(false);
    expect(assistant.focused).to.equal('launcher');
  });

  it('is dismissed with Escape at the launcher', async () => {
    const assistant = await talk(3);
    await closeAsked(assistant);
    assistant.launcher.focus();
    await pressKeys('Escape');
    expect(isAsked(assistant)).to.equal(false);
  });

  it('goes when the panel is opened again', async () => {
    const assistant = await talk(3);
    await closeAsked(assistant);
    await assistant.show();
    expect(isAsked(assistant)).to.equal(false);
  });

  it('is above the launcher, wherever the page has put that, and inside the window', async () => {
    const assistant = await talk(3);
    assistant.launcher.style.setProperty('inset', '300px auto auto 40px');
    await closeAsked(assistant);
    await assistant.until(() => {
      const card = assistant.find(CARD)!.getBoundingClientRect();
      return Math.round(card.bottom) === 300 - 12 && card.left >= 0;
    });
  });

  it('is in the corner of a page without a launcher', async () => {
    const assistant = await talk(3, { 'without-launcher': '' });
    await closeAsked(assistant);
    await assistant.settle();
    const { bottom } = assistant.find(CARD)!.getBoundingClientRect();
    expect(Math.round(bottom)).to.equal(innerHeight - 24);
  });
});
