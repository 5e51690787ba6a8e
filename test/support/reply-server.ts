import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the server answers to one request. */
export interface ScriptedReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, piece by piece. */
  readonly pieces?: readonly string[];
  /** Whether every piece but the first, and the end, waits to be released. */
  readonly held?: boolean;
  /** Whether the connection breaks at the end. */
  readonly broken?: boolean;
}

/** What came of one request. */
export interface ReceivedRequest {
  readonly body: unknown;
  /** Path below the endpoint, with its query: `/v1/search/docs`. */
  readonly path: string;
  /** Whether the visitor left before the end of the reply. */
  left: boolean;
}

interface Script {
  readonly replies: ScriptedReply[];
  readonly requests: ReceivedRequest[];
  /** Answer to whether there is a language model, and how often that was asked. */
  about: unknown;
  asked: number;
  /** Releases that wait for a piece, and pieces that wait for a release. */
  released: number;
  wake: () => void;
}

/** Bytes that a reply promises which breaks off: more than any test sends. */
const BROKEN_LENGTH = 1_000_000;
const PREFIX = '/__replies/';
const scripts = new Map<string, Script>();
/** Paths of files that are refused, and how many times more. */
const refused = new Map<string, number>();
/** Paths of files that are held back, until this is called. */
const heldBack = new Map<string, PromiseWithResolvers<void>>();

/**
 * Answers as a test has written, over real HTTP and at the test's own pace:
 * `PUT /__replies/{name}` takes the script, `POST /__replies/{name}/release` lets the next held piece go,
 * `GET /__replies/{name}/requests` tells what was asked; `POST /__replies/{name}/about` sets what is said of the assistant, which `GET`
 * tells how often it was; everything else below is a request to the API.
 * `PUT /__replies/refuse` has one more request for a file fail; `PUT /__replies/hold` holds the requests for a file back;
 * `PUT /__replies/let-go` ends both.
 *
 * @returns whether the address was one of these
 */
export async function handleScriptedReply(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  const refusals = refused.get(pathname) ?? 0;
  if (refusals > 0) {
    refused.set(pathname, refusals - 1);
    response.writeHead(503).end();
    return true;
  }
  await heldBack.get(pathname)?.promise;
  if (!pathname.startsWith(PREFIX)) return false;
  const [name = '', action] = pathname.slice(PREFIX.length).split('/');
  const body = await readBody(request);
  if (request.method === 'PUT' && name === 'refuse') {
    const path = JSON.parse(body) as string;
    refused.set(path, (refused.get(path) ?? 0) + 1);
    response.writeHead(204).end();
    return true;
  }
  if (request.method === 'PUT' && name === 'hold') {
    heldBack.set(JSON.parse(body) as string, Promise.withResolvers());
    response.writeHead(204).end();
    return true;
  }
  if (request.method === 'PUT' && name === 'let-go') {
    const path = JSON.parse(body) as string;
    heldBack.get(path)?.resolve();
    heldBack.delete(path);
    refused.delete(path);
    response.writeHead(204).end();
    return true;
  }
  if (request.method === 'PUT') {
    const replies = JSON.parse(body) as ScriptedReply[];
    scripts.set(name, { replies, requests: [], about: null, asked: 0, released: 0, wake: () => {} });
    response.writeHead(204).end();
    return true;
  }
  const script = scripts.get(name);
  if (script === undefined) response.writeHead(404).end();
  else if (action === 'about') {
    if (request.method === 'POST') script.about = JSON.parse(body);
    response.writeHead(200).end(`${script.asked}`);
  } else if (request.method === 'GET' && /\/v1\/assistant\/[^/]+$/.test(pathname)) {
    script.asked++;
    if (script.about === null) response.writeHead(204).end();
    else if (typeof script.about === 'number') response.writeHead(script.about).end();
    else response.writeHead(200).end(JSON.stringify(script.about));
  } else if (action === 'requests') response.writeHead(200).end(JSON.stringify(script.requests));
  else if (action === 'release') {
    script.released++;
    script.wake();
    response.writeHead(204).end();
  } else await answer(script, { url: request.url ?? '', body }, response);
  return true;
}

async function answer(
  script: Script,
  { url, body }: { url: string; body: string },
  response: ServerResponse,
): Promise<void> {
  const path = url.slice(PREFIX.length).replace(/^[^/]*/, '');
  const received: ReceivedRequest = { body: body === '' ? null : JSON.parse(body), path, left: false };
  script.requests.push(received);
  const reply = script.replies.shift() ?? { status: 500 };
  const left = new Promise<void>((resolve) => {
    response.on('close', () => {
      received.left = !response.writableFinished;
      resolve();
    });
  });
  response.writeHead(reply.status ?? 200, {
    'content-type': 'text/plain; charset=utf-8',
    // WebKitGTK takes a chunked body that breaks off for a whole one.
    ...(reply.broken && { 'content-length': BROKEN_LENGTH }),
    ...reply.headers,
  });
  response.flushHeaders();
  for (const [index, piece] of (reply.pieces ?? []).entries()) {
    if (reply.held && index > 0) await Promise.race([release(script), left]);
    if (response.destroyed) return;
    response.write(piece);
  }
  if (reply.held) await Promise.race([release(script), left]);
  if (reply.broken) response.destroy();
  else response.end();
}

async function release(script: Script): Promise<void> {
  while (script.released === 0) {
    await new Promise<void>((resolve) => {
      script.wake = resolve;
    });
  }
  script.released--;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
