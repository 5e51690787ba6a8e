/** A proxy as a process of its own, before an upstream in this process that streams as it is told. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** Last events of an answer: an answer without them is cut. */
export const FINISH = 'data: {"type":"finish","messageMetadata":{"threadId":"t"}}\n\ndata: [DONE]\n\n';
/** Milliseconds between two pieces of one stream. */
const PACE = 500;
export const BODY = JSON.stringify({
  fp: 'bench',
  messages: [{ id: '1', role: 'user', content: 'Hello?' }],
});

export type Respond = (response: ServerResponse) => Promise<void>;

export interface StreamingProxy {
  /** Address of the API at the upstream and at the proxy. */
  readonly upstreamUrl: string;
  readonly url: string;
  readonly process: ChildProcess;
  /** Answers of the upstream that are open. */
  readonly open: ReadonlySet<ServerResponse>;
  /** Answer all questions from now on in this way. */
  respondWith(respond: Respond): void;
  closeUpstream(): void;
}

/**
 * @param command the program: from source, or as it is shipped
 * @param nodeArgs options of Node
 */
export async function startStreamingProxy(
  command: string,
  nodeArgs: readonly string[] = [],
): Promise<StreamingProxy> {
  const open = new Set<ServerResponse>();
  let respond: Respond = (response) => streamPaced(response, 0);
  const upstream = createServer((incoming, response) => {
    incoming.resume();
    incoming.once('end', () => {
      open.add(response);
      response.once('close', () => open.delete(response));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      void respond(response);
    });
  });
  // Close no connection that the proxy may be about to use again.
  upstream.keepAliveTimeout = 0;
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const budget = ['minute', 'day', 'month'].flatMap((window) => [`--questions-per-${window}`, '1000000']);
  const args = ['proxy', '--upstream', upstreamUrl, '--domain', 'docs', '--port', '0'];
  const child = spawn(
    process.execPath,
    [...nodeArgs, command, ...args, '--trusted-proxies', '1', ...budget],
    {
      env: { ...process.env, DOCS_ASSISTANT_KEY: 'bench-key-of-usual-length' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    upstreamUrl,
    url: `${line.slice(line.indexOf('http'))}/docs-api`,
    process: child,
    open,
    respondWith(next) {
      respond = next;
    },
    closeUpstream: () => upstream.close(),
  };
}

/** Stream pieces that carry the time at which they were sent. */
export async function streamPaced(response: ServerResponse, seconds: number): Promise<void> {
  response.write('data: {"type":"start"}\n\n');
  for (let piece = 0; piece < (seconds * 1000) / PACE && !response.destroyed; piece++) {
    await wait(PACE);
    response.write(`data: {"type":"text-delta","id":"1","delta":"words","at":${performance.now()}}\n\n`);
  }
  response.end(FINISH);
}

/** Ask a question as a visitor with an address of its own. */
export async function ask(
  url: string,
  visitor: number,
  agent: Agent | false = false,
): Promise<IncomingMessage> {
  const outgoing = request(`${url}/v1/assistant/docs/message`, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}`,
    },
  });
  outgoing.end(BODY.replace('bench', `bench-${visitor}`));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The proxy answered with ${response.statusCode}.`);
  return response;
}

/** Report of many streams at the same time. */
export interface StreamsReport {
  begun: number;
  /** Streams that came to their end. */
  finished: number;
  /** Milliseconds of each piece on its way. */
  delays: number[];
}

/** @param seconds time in which each visitor asks one question after the other. Default 0: one */
export async function readStreams(url: string, visitors: number, seconds = 0): Promise<StreamsReport> {
  const report: StreamsReport = { begun: 0, finished: 0, delays: [] };
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: visitors }, async (_, visitor) => {
      do await readStream(await ask(url, visitor), report);
      while (performance.now() < end);
    }),
  );
  return report;
}

async function readStream(response: IncomingMessage, report: StreamsReport): Promise<void> {
  report.begun++;
  let tail = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const sent = /"at":([\d.]+)/.exec(text)?.[1];
    if (sent !== undefined) report.delays.push(performance.now() - Number(sent));
    tail = (tail + text).slice(-FINISH.length);
  });
  await once(response, 'close');
  if (tail === FINISH) report.finished++;
}

/** Megabytes of a process: at the moment, and the most there ever were. */
export async function readMemory(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const read = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN) / 1024);
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

export function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.99]
    .map((part) => `p${part * 100} ${sorted[Math.floor(sorted.length * part)]!.toFixed(2)} ms`)
    .join(', ');
}
