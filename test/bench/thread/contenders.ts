import { DocsAssistant } from '../../../src/elements/assistant/docs-assistant.ts';
import { answerQuestions, onePieceAFrame } from '../../support/streamed-answers.ts';
import { createAnswer } from '../markdown/sample.ts';

/** What the bench calls in the page. */
export interface ThreadBench {
  prepare(name: string): Promise<void>;
  /** Has so many turns asked and answered, one after the other. */
  ask(first: number, count: number): Promise<void>;
}

declare global {
  var bench: ThreadBench;
}

const ANSWER = createAnswer(1500);
const PIECE = 50;

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

const pieces = () => onePieceAFrame(ANSWER, PIECE);
answerQuestions(pieces);

let askOne: (question: string) => Promise<void>;

/** The floor: text nodes in a scrolling box of the same size. */
function prepareRawText(): void {
  const log = document.createElement('div');
  log.style.cssText =
    'position:fixed;inset:auto 24px 24px auto;width:420px;height:560px;overflow:auto;font:15px/1.6 system-ui';
  document.body.append(log);
  askOne = async (question) => {
    const asked = document.createElement('p');
    asked.textContent = question;
    log.append(asked);
    let line = document.createElement('div');
    log.append(line);
    for await (const piece of pieces()) {
      for (const [index, part] of piece.split('\n').entries()) {
        if (index > 0) {
          line = document.createElement('div');
          log.append(line);
        }
        line.append(part);
      }
      log.scrollTop = log.scrollHeight;
    }
  };
}

function prepareAssistant(): void {
  customElements.define('docs-assistant', DocsAssistant);
  const element = document.createElement('docs-assistant');
  Object.assign(element, { endpoint: '/api', domain: 'docs', storage: 'memory' });
  document.body.append(element);
  askOne = async (question) => {
    const answered = new Promise((resolve) => {
      element.addEventListener('docs-assistant-answered', resolve, { once: true });
    });
    element.ask(question);
    await answered;
    await element.updateComplete;
  };
}

globalThis.bench = {
  async prepare(name) {
    if (name === 'raw text') prepareRawText();
    else prepareAssistant();
    // What is loaded with the first question is not part of a turn.
    await askOne('The first one?');
    await nextFrame();
  },
  async ask(first, count) {
    for (let turn = 0; turn < count; turn++) await askOne(`Question ${first + turn}?`);
    await nextFrame();
  },
};
