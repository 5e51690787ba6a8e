/** Runs in the page: how many frames pass from reading a piece of an answer to showing it. */
import { DocsAssistant } from '../../../src/elements/assistant/docs-assistant.ts';

export interface FramesBench {
  /** Frames from the read to the change of the page, for each of so many pieces. */
  measure(pieces: number): Promise<number[]>;
}

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Frames so far, counted at the beginning of each. */
let frame = 0;
function count(): void {
  frame++;
  requestAnimationFrame(count);
}
count();

const readAt: number[] = [];

/** Answers as a server would, each piece some frames after the one before. */
function answer(pieces: number): Response {
  const encoder = new TextEncoder();
  const encode = (chunk: object): Uint8Array => encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`);
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encode({ type: 'start', messageId: 'm' }));
      for (let piece = 0; piece < pieces; piece++) {
        for (let wait = 0; wait < 4; wait++) await nextFrame();
        // Between frames, as the network does.
        await new Promise((resolve) => setTimeout(resolve));
        readAt[piece] = frame;
        controller.enqueue(encode({ type: 'text-delta', id: 't', delta: `piece${piece} ` }));
      }
      controller.enqueue(encode({ type: 'finish', finishReason: 'stop' }));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const frames: FramesBench = {
  async measure(pieces) {
    window.fetch = async () => answer(pieces);
    customElements.define('docs-assistant', DocsAssistant);
    const element = document.createElement('docs-assistant');
    Object.assign(element, { endpoint: '/api', domain: 'docs', storage: 'memory' });
    document.body.append(element);
    await element.updateComplete;
    const shownAt: number[] = [];
    const observer = new MutationObserver(() => {
      const text = element.shadowRoot!.querySelector('.prose')?.textContent ?? '';
      for (let piece = shownAt.length; text.includes(`piece${piece}`); piece++) shownAt[piece] = frame;
    });
    observer.observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true });
    const answered = new Promise((resolve) => element.addEventListener('docs-assistant-answered', resolve));
    element.ask('How?');
    await answered;
    await nextFrame();
    await nextFrame();
    return shownAt.map((shown, piece) => shown - readAt[piece]!);
  },
};
Object.assign(globalThis, { frames });
