/**
 * What the proxy adds: time to the first byte and to every piece of a stream, memory while many streams are open or nobody
 * reads them, ends that got lost. Run with `node test/bench/proxy.bench.ts [streams] [seconds]`; default 500 streams for
 * 30 seconds.
 */
import { once } from 'node:events';
import { Agent, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createProxy } from '../../src/proxy.ts';
import {
  ask,
  BODY,
  FINISH,
  percentiles,
  readMemory,
  readStreams,
  startStreamingProxy,
  streamPaced,
} from '../support/streaming-proxy.ts';

const STREAMS = Number(process.argv[2] ?? 500);
const SECONDS = Number(process.argv[3] ?? 30);
const PROBES = 200;
/** Streams that nobody reads, and what the upstream would send into each. */
const STALLED = 50;
const STALLED_BYTES = 32 * 1024 * 1024;
const STALLED_PIECE = Buffer.alloc(64 * 1024, 'x');
const DELTA = 'data: {"type":"text-delta","id":"1","delta":"words"}\n\n';
/** What passing on is measured with. */
const PIECES = {
  'an event': DELTA,
  'the beginning of an event': DELTA.slice(0, 40),
  'a hundred events': DELTA.repeat(100),
  'a result of 135 kB': `data: {"type":"tool-output-available","output":"${'x'.repeat(135_000)}"}\n\n`,
  'an event that begins without its type': `data: {"id":"1","delta":"words","type":"text-delta"}\n\n`,
  'an error, in other words': 'data: {"type":"error","errorText":"secret"}\n\n',
};

/** For the time to the first byte alone: a connection that is kept may be closed by the server just when it is taken. */
const keptAgent = new Agent({ keepAlive: true });
/** Send as much as is taken. */
async function flood(response: ServerResponse): Promise<void> {
  const closed = once(response, 'close');
  for (let sent = 0; sent < STALLED_BYTES && !response.destroyed; sent += STALLED_PIECE.length) {
    if (response.write(STALLED_PIECE)) continue;
    await Promise.race([new Promise<void>((resolve) => void response.once('drain', resolve)), closed]);
  }
}

async function firstByte(url: string): Promise<string> {
  const times: number[] = [];
  for (let probe = 0; probe < PROBES; probe++) {
    const start = performance.now();
    const response = await ask(url, probe, keptAgent);
    response.once('data', () => times.push(performance.now() - start));
    await once(response, 'end');
  }
  return percentiles(times);
}

/** From the piece being there to the visitor having it, in one process: what the proxy itself does with it. */
async function passingOn(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  let sent: (piece: Uint8Array) => Promise<void>;
  const proxy = createProxy({
    upstream: 'http://127.0.0.1:9',
    keys: { assistant: 'bench-key-of-usual-length' },
    domains: ['docs'],
    visitorLimits: false,
    fetch: async () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      sent = (piece) => writer.write(piece);
      return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  const times: number[] = [];
  const headers = { 'content-type': 'application/json' };
  const response = await proxy(
    new Request('http://bench.example/v1/assistant/docs/message', { method: 'POST', headers, body: BODY }),
  );
  const reader = response.body!.getReader();
  for (let piece = 0; piece < 10 * PROBES; piece++) {
    const read = reader.read();
    const start = performance.now();
    void sent!(bytes);
    await read;
    times.push(performance.now() - start);
  }
  await reader.cancel();
  return percentiles(times);
}

const command = fileURLToPath(new URL('../../src/cli/docs-assistant.ts', import.meta.url));
const {
  url,
  upstreamUrl,
  open,
  process: proxy,
  respondWith,
  closeUpstream,
} = await startStreamingProxy(command);

for (const [name, text] of Object.entries(PIECES)) {
  console.log(`${name} is passed on within ${await passingOn(text)}`);
}
await firstByte(url);
console.log(`first byte, direct: ${await firstByte(upstreamUrl)}`);
console.log(`first byte, proxied: ${await firstByte(url)}`);

respondWith((response) => streamPaced(response, SECONDS));
const samples: number[] = [];
const sampler = setInterval(() => void readMemory(proxy.pid!).then(({ now }) => samples.push(now)), 5000);
const { finished, delays } = await readStreams(url, STREAMS);
clearInterval(sampler);
const { peak } = await readMemory(proxy.pid!);
console.log(
  `${STREAMS} streams of ${SECONDS} s: ${STREAMS - finished} lost their end, ${delays.length} pieces, ${percentiles(delays)} on the way, ` +
    `memory ${samples.at(0) ?? '-'} MB at first, ${samples.at(-1) ?? '-'} MB at last, ${peak} MB at most`,
);

respondWith(flood);
const before = await readMemory(proxy.pid!);
const stalled = await Promise.all(
  Array.from({ length: STALLED }, (_, visitor) => ask(url, STREAMS + visitor)),
);
for (let settled = -1, written = 0; settled !== written; await wait(500)) {
  settled = written;
  written = [...open].reduce((sum, { socket }) => sum + (socket?.bytesWritten ?? 0), 0);
}
const during = await readMemory(proxy.pid!);
console.log(
  `${STALLED} streams of ${STALLED_BYTES / 1024 / 1024} MB that nobody reads: ${during.now - before.now} MB more`,
);
const left = performance.now();
for (const response of stalled) response.destroy();
while (open.size > 0) await wait(1);
console.log(`their visitors left: upstream let go after ${(performance.now() - left).toFixed(0)} ms`);

const LAST_SECONDS = Math.min(SECONDS, 10);
respondWith((response) => streamPaced(response, LAST_SECONDS));
const last = await Promise.all(
  Array.from({ length: 50 }, (_, visitor) => ask(url, STREAMS + STALLED + visitor)),
);
const stopped = performance.now();
const ends = last.map(async (response) => (await response.toArray()).join('').endsWith(FINISH));
proxy.kill('SIGTERM');
const [code] = (await once(proxy, 'exit')) as [number];
const whole = (await Promise.allSettled(ends)).filter(
  (end) => end.status === 'fulfilled' && end.value,
).length;
console.log(
  `SIGTERM with 50 streams of ${LAST_SECONDS} s: ${whole} finished, exit ${code} after ${((performance.now() - stopped) / 1000).toFixed(1)} s`,
);
keptAgent.destroy();
closeUpstream();
