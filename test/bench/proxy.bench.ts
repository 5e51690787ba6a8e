/**
 * What the proxy adds: time to the first byte of a stream, and memory while many streams are open. Run with
 * `node test/bench/proxy.bench.ts [streams] [seconds]`; default 1,000 streams for 30 seconds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const STREAMS = Number(process.argv[2] ?? 1000);
const SECONDS = Number(process.argv[3] ?? 30);
const PROBES = 200;
/** Milliseconds between two pieces of one stream. */
const PACE = 500;
const FINISH = 'data: {"type":"finish","messageMetadata":{"threadId":"t"}}\n\ndata: [DONE]\n\n';
const BODY = JSON.stringify({ fp: 'bench', messages: [{ id: '1', role: 'user', content: 'Hello?' }] });

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
let seconds = 0;
const open = new Set<ServerResponse>();
const upstream = createServer((incoming, response) => {
  incoming.resume();
  incoming.once('end', () => void stream(response));
});

async function stream(response: ServerResponse): Promise<void> {
  open.add(response);
  response.once('close', () => open.delete(response));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: {"type":"start"}\n\n');
  for (let piece = 0; piece < (seconds * 1000) / PACE && !response.destroyed; piece++) {
    await wait(PACE);
    response.write('data: {"type":"text-delta","id":"1","delta":"some words of it "}\n\n');
  }
  response.end(FINISH);
}

async function ask(url: string, visitor: number): Promise<IncomingMessage> {
  const outgoing = request(`${url}/v1/assistant/docs/message`, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}`,
    },
  });
  outgoing.end(BODY);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}

async function firstByte(url: string): Promise<number> {
  const times: number[] = [];
  for (let probe = 0; probe < PROBES; probe++) {
    const start = performance.now();
    const response = await ask(url, probe);
    response.once('data', () => times.push(performance.now() - start));
    await once(response, 'end');
  }
  return times.sort((a, b) => a - b)[PROBES / 2]!;
}

async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

upstream.listen(0, '127.0.0.1');
await once(upstream, 'listening');
const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
const command = fileURLToPath(new URL('../../src/cli/docs-assistant.ts', import.meta.url));
const args = [
  'proxy',
  '--upstream',
  upstreamUrl,
  '--domain',
  'docs',
  '--port',
  '0',
  '--trusted-proxies',
  '1',
];
const proxy = spawn(process.execPath, [command, ...args], {
  env: { ...process.env, DOCS_ASSISTANT_KEY: 'bench-key' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(createInterface({ input: proxy.stdout }), 'line')) as [string];
const url = line.slice(line.indexOf('http'));

await firstByte(url);
const direct = await firstByte(upstreamUrl);
const proxied = await firstByte(url);
console.log(`first byte p50: direct ${direct.toFixed(2)} ms, proxied ${proxied.toFixed(2)} ms`);

seconds = SECONDS;
let finished = 0;
await Promise.all(
  Array.from({ length: STREAMS }, async (_, visitor) => {
    const response = await ask(url, visitor);
    let tail = '';
    response.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-FINISH.length)));
    await once(response, 'end');
    if (tail === FINISH) finished++;
  }),
);
console.log(
  `${STREAMS} streams of ${SECONDS} s: ${finished} finished, peak ${(await memory(proxy.pid!)).toFixed(0)} MB`,
);

const leaving = await Promise.all(Array.from({ length: 50 }, (_, visitor) => ask(url, visitor)));
const left = performance.now();
for (const response of leaving) response.destroy();
while (open.size > 0) await wait(1);
console.log(`50 visitors left: upstream let go after ${(performance.now() - left).toFixed(0)} ms`);

const last = await Promise.all(Array.from({ length: 50 }, (_, visitor) => ask(url, visitor)));
const stopped = performance.now();
const ends = last.map(async (response) => (await response.toArray()).join('').endsWith(FINISH));
proxy.kill('SIGTERM');
const [code] = (await once(proxy, 'exit')) as [number];
const whole = (await Promise.allSettled(ends)).filter(
  (end) => end.status === 'fulfilled' && end.value,
).length;
console.log(
  `SIGTERM with 50 streams of ${SECONDS} s: ${whole} finished, exit ${code} after ${((performance.now() - stopped) / 1000).toFixed(1)} s`,
);
agent.destroy();
upstream.close();
