/** Route handlers as one writes them with the AI SDK: servers of the API that nobody of this project has written. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ReadableStream } from 'node:stream/web';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveHandler } from '../../src/node.ts';
import { check, KEY, namesOf, seenBy } from './run.ts';

const { resolve } = createRequire(fileURLToPath(new URL('../ai-sdk/package.json', import.meta.url)));
const skip = existsSync(new URL('../ai-sdk/node_modules', import.meta.url))
  ? false
  : 'the AI SDK is not installed (npm ci --prefix test/ai-sdk, 56 MB)';

type Model = new (settings: { doStream: () => Promise<object> }) => object;

/** What the server side of the SDK has in all versions. */
interface Sdk {
  streamText(options: object): {
    toUIMessageStreamResponse(options: object): Response;
    mergeIntoDataStream(stream: object): void;
  };
  createDataStreamResponse(options: {
    execute: (stream: { writeData(value: object): void }) => void;
  }): Response;
}

const TEXT = { type: 'text-start', id: 'text-1' };
const TOKENS = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
const NEW_FINISH = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: { inputTokens: TOKENS, outputTokens: TOKENS },
};
const PARTS = [
  { type: 'stream-start', warnings: [] },
  TEXT,
  { ...TEXT, type: 'text-delta', delta: 'Install it.' },
  { ...TEXT, type: 'text-end' },
];
/** The mocked model of each version, and what it streams. */
const MODELS: Readonly<Record<string, readonly [name: string, parts: readonly object[]]>> = {
  'ai-4': [
    'MockLanguageModelV1',
    [
      { type: 'text-delta', textDelta: 'Install it.' },
      { type: 'finish', finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 1 } },
    ],
  ],
  'ai-5': [
    'MockLanguageModelV2',
    [
      ...PARTS,
      { type: 'finish', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } },
    ],
  ],
  'ai-6': ['MockLanguageModelV3', [...PARTS, NEW_FINISH]],
  'ai-7': ['MockLanguageModelV4', [...PARTS, NEW_FINISH]],
};

async function load<Module>(name: string): Promise<Module> {
  return (await import(resolve(name))) as Module;
}

/** Answer as a route handler of this version does. @param threadId is sent as the handler's own metadata */
async function route(version: string, threadId: string | undefined): Promise<Response> {
  const { streamText, createDataStreamResponse } = await load<Sdk>(version);
  const tools = await load<Record<string, Model>>(`${version}/test`);
  const [name, parts] = MODELS[version]!;
  const doStream = () =>
    Promise.resolve({ stream: ReadableStream.from(parts), rawCall: { rawPrompt: null, rawSettings: {} } });
  const result = streamText({ model: new tools[name]!({ doStream }), prompt: 'hello' });
  if (version !== 'ai-4') {
    const messageMetadata = ({ part }: { part: { type: string } }) =>
      part.type === 'finish' && threadId !== undefined ? { threadId } : undefined;
    return result.toUIMessageStreamResponse({ messageMetadata });
  }
  return createDataStreamResponse({
    execute(stream) {
      if (threadId !== undefined) stream.writeData({ type: 'finish', threadId });
      result.mergeIntoDataStream(stream);
    },
  });
}

/** Serve searches without results, and questions by such a handler, with the key. */
async function checkRoute(version: string, hasThreads: boolean) {
  const handler = async (request: Request): Promise<Response> => {
    if (request.headers.get('authorization') !== `Bearer ${KEY}`) return new Response(null, { status: 401 });
    try {
      const body = (await request.json()) as { messages?: unknown[]; threadId?: string | null };
      if (request.url.includes('/search/')) return Response.json([]);
      if (!Array.isArray(body.messages)) return new Response(null, { status: 400 });
      return await route(version, hasThreads ? (body.threadId ?? crypto.randomUUID()) : undefined);
    } catch {
      return new Response(null, { status: 400 });
    }
  };
  const server = await serveHandler(handler, { closeWithin: 0 });
  try {
    return await check(server.url, { projectId: null });
  } finally {
    await server.close();
  }
}

describe('a route handler of the AI SDK', { skip }, () => {
  for (const version of Object.keys(MODELS)) {
    it(`${version}: passes every check when it sends the thread`, async () => {
      const reports = await checkRoute(version, true);
      assert.deepEqual(namesOf(reports, 'fail'), []);
      assert.match(seenBy(reports, 'message.thread'), /^pass/);
    });

    it(`${version}: fails for the thread alone when it does not`, async () => {
      const reports = await checkRoute(version, false);
      assert.deepEqual(namesOf(reports, 'fail'), ['message.thread-id']);
    });
  }
});
