/** Answer every question of this page as a server would, without a network. @param pieces the text of an answer */
export function answerQuestions(pieces: () => AsyncIterable<string>): void {
  window.fetch = () => {
    const encoder = new TextEncoder();
    const encode = (chunk: object): Uint8Array => encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(encode({ type: 'start', messageId: crypto.randomUUID() }));
        for await (const delta of pieces())
          controller.enqueue(encode({ type: 'text-delta', id: 't', delta }));
        controller.enqueue(
          encode({ type: 'finish', finishReason: 'stop', messageMetadata: { threadId: 't' } }),
        );
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
}

/** Cut a text into pieces, one a frame. */
export async function* onePieceAFrame(text: string, length: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += length) {
    await new Promise(requestAnimationFrame);
    yield text.slice(start, start + length);
  }
}
