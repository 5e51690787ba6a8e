import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { holdModule } from '../../support/late-module.ts';
import { nextEvent } from '../../support/until.ts';

const ROOM = '/src/elements/assistant';
const SOURCES = [{ path: '/guide', title: 'Guide' }];

/** A piece that is loaded late, and what a reader does with it. */
interface Piece {
  readonly path: `${typeof ROOM}/${string}.ts`;
  /** Shows the assistant in the state before the piece is needed. */
  readonly open: () => Promise<AssistantHarness>;
  /** Needs the piece. */
  readonly use: (assistant: AssistantHarness) => Promise<void>;
  /** Whether the reader sees what a fast network would have shown. */
  readonly outcome: (assistant: AssistantHarness) => boolean;
}

const show = (): Promise<AssistantHarness> => AssistantHarness.show({ replies: [answer('Use middleware.')] });
const answered = (): Promise<AssistantHarness> =>
  AssistantHarness.answered({ replies: [answer('Use middleware [1].', { sources: SOURCES })] });

/** Asks, without waiting for the footer of the answer. */
async function ask(assistant: AssistantHarness): Promise<void> {
  const ended = nextEvent(assistant.element, 'docs-assistant-answered');
  assistant.element.ask('How?');
  await ended;
}

// In their order: a page loads a piece once.
const PIECES: Readonly<Record<string, Piece>> = {
  'the footer of an answer': {
    path: `${ROOM}/answer-footer/answer-footer.ts`,
    open: show,
    use: ask,
    outcome: (assistant) =>
      assistant.text('.prose') === 'Use middleware.' &&
      assistant.said === 'Use middleware. The answer is complete' &&
      assistant.findAll('[data-rating]').length === 2 &&
      assistant.find('.actions [part=copy]') !== null,
  },
  'the form for feedback': {
    path: `${ROOM}/answer-footer/feedback.ts`,
    open: answered,
    use: (assistant) => assistant.click('[data-rating=negative]'),
    outcome: (assistant) =>
      assistant.find('[data-rating=negative]')!.ariaPressed === 'true' &&
      assistant.find('[part=feedback-form]') !== null,
  },
  'the list of conversations': {
    path: `${ROOM}/history/history.ts`,
    open: answered,
    use: (assistant) => assistant.click('[part=history]'),
    outcome: (assistant) =>
      assistant.findAll('[part=history-item]').length === 1 && assistant.focused.includes('history-back'),
  },
  'recalling a question': {
    path: `${ROOM}/composer/question-queue.ts`,
    open: async () => {
      const assistant = await answered();
      assistant.input.focus();
      return assistant;
    },
    use: async (assistant) => void (await assistant.press('ArrowUp')),
    outcome: (assistant) => assistant.input.value === 'How do I run code before a page?',
  },
  'the handles at the edges': {
    path: `${ROOM}/panel/resize.ts`,
    open: show,
    use: async (assistant) => void assistant.find('.panel')!.dispatchEvent(new PointerEvent('pointerenter')),
    outcome: (assistant) => assistant.findAll('[part=resize]').length === 2,
  },
};

describe('<docs-assistant> on a slow network', () => {
  afterEach(() => AssistantHarness.reset());

  for (const [name, { path, open, use, outcome }] of Object.entries(PIECES)) {
    it(`shows ${name} once it is loaded`, async () => {
      const letGo = await holdModule(path);
      try {
        const assistant = await open();
        await use(assistant);
        await drawn();
        await drawn();
        expect(outcome(assistant)).to.equal(false);
        await letGo();
        await assistant.until(() => outcome(assistant));
        expect(assistant.isOpen).to.equal(true);
      } finally {
        await letGo();
      }
    });
  }
});
