import { DocsAssistant } from '../../../src/elements/assistant/docs-assistant.ts';
import { answerQuestions, onePieceAFrame } from '../../support/streamed-answers.ts';

/** What a proof calls in the page. */
export interface PanelProof {
  /** Put a chat onto the page. */
  mount(): Promise<void>;
  /** Ask a question, which is answered with a text. Resolves when all of the answer is drawn. */
  ask(text: string, pieceLength: number): Promise<void>;
  remove(): Promise<void>;
}

declare global {
  var proof: PanelProof;
}

let answer = '';
let length = 0;
let element: DocsAssistant | null = null;
answerQuestions(() => onePieceAFrame(answer, length));
customElements.define('docs-assistant', DocsAssistant);

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

globalThis.proof = {
  async mount() {
    element = document.createElement('docs-assistant');
    Object.assign(element, { endpoint: '/api', domain: 'docs', storage: 'memory' });
    document.body.append(element);
    await element.updateComplete;
  },
  async ask(text, pieceLength) {
    answer = text;
    length = pieceLength;
    const answered = new Promise((resolve) => {
      element!.addEventListener('docs-assistant-answered', resolve, { once: true });
    });
    element!.ask('How do I run code before a page?');
    await answered;
    await element!.updateComplete;
    await nextFrame();
    await nextFrame();
  },
  async remove() {
    element!.open = false;
    await element!.updateComplete;
    element!.remove();
    element = null;
    await nextFrame();
  },
};
