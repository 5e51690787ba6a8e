import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const MODEL_KEY = 'model-key-91d4';

export interface ModelRequest {
  authorization: string | undefined;
  headers: IncomingMessage['headers'];
  model: string;
  stream: boolean;
  stream_options?: object;
  messages: { role: string; content: string }[];
  tools?: object[];
  tool_choice?: string;
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
}

export interface ModelEndpoint extends AsyncDisposable {
  url: string;
  received: ModelRequest[];
}

/** An OpenAI-compatible endpoint that says what the test wants it to say. */
export async function startModelEndpoint(
  respond: (response: ServerResponse, request: ModelRequest) => void,
): Promise<ModelEndpoint> {
  const received: ModelRequest[] = [];
  const server = createServer((incoming, response) => void answer(incoming, response));

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { authorization } = incoming.headers;
    const { headers } = incoming;
    const request = {
      authorization,
      headers,
      ...JSON.parse(Buffer.concat(chunks).toString()),
    } as ModelRequest;
    received.push(request);
    respond(response, request);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Writes pieces of a streamed completion. */
export function writePieces(response: ServerResponse, ...pieces: string[]): void {
  writeDeltas(response, ...pieces.map((content) => ({ role: 'assistant', content })));
}

/** Writes pieces of a streamed completion other than text. */
export function writeDeltas(response: ServerResponse, ...deltas: object[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const delta of deltas) response.write(chunk({ delta, finish_reason: null }));
}

/** A call of the tool that searches. */
export function searchCall(args: string, index = 0, name = 'search'): object {
  return {
    tool_calls: [{ index, id: `call-${index}`, type: 'function', function: { name, arguments: args } }],
  };
}

/** Tokens of a completion. */
const usageOf = (prompt: number, completion: number) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
});

/** Ends a streamed completion. @param tokens of the prompt and of the completion */
export function endPieces(
  response: ServerResponse,
  reason = 'stop',
  tokens?: [prompt: number, completion: number],
): void {
  const usage = tokens ? usageOf(...tokens) : {};
  response.end(`${chunk({ delta: {}, finish_reason: reason }, usage)}data: [DONE]\n\n`);
}

/** A completion in one piece. */
export function sendCompletion(
  response: ServerResponse,
  content: string,
  tokens?: [prompt: number, completion: number],
): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'completion-1',
      object: 'chat.completion',
      created: 0,
      model: 'test-model',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      ...(tokens && usageOf(...tokens)),
    }),
  );
}

function chunk(choice: object, more: object = {}): string {
  const body = { id: 'completion-1', object: 'chat.completion.chunk', created: 0, model: 'test-model' };
  return `data: ${JSON.stringify({ ...body, choices: [{ index: 0, ...choice }], ...more })}\n\n`;
}
