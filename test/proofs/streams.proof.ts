/**
 * Many streams through the proxy for a long time: none is lost, and its memory stays flat. `npm run proof:streams`, with
 * `-- 100 60` for another number of streams and seconds.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  percentiles,
  readMemory,
  readStreams,
  startStreamingProxy,
  streamPaced,
} from '../support/streaming-proxy.ts';
import { announce, conclude } from './report.ts';

const streams = Number(process.argv[2] ?? 1_000);
const seconds = Number(process.argv[3] ?? 600);
/** Length of an answer in seconds: a long one. The proxy ends one after ten minutes. */
const ANSWER_SECONDS = Math.min(seconds, 60);
const MAX_MEGABYTES = 300;
/** Growth from the second third of the time to the last that counts as flat: the size of the heap between two collections varies. */
const FLAT = 1.1;
/** As the documentation recommends for many streams: with gigabytes to spare, V8 lets garbage pile up before it collects. */
const NODE_OPTIONS = (process.argv[4] ?? '--max-semi-space-size=16 --max-old-space-size=256').split(' ');
/** Samples of the memory. */
const SAMPLES = 60;

announce(
  `${streams} streams at a time through the shipped proxy for ${seconds} s, answers of ${ANSWER_SECONDS} s, a piece every half second in each, ${NODE_OPTIONS.join(' ')}`,
);
const proxy = await startStreamingProxy(
  fileURLToPath(new URL('../../dist/cli/docs-assistant.js', import.meta.url)),
  NODE_OPTIONS,
);
const idle = (await readMemory(proxy.process.pid!)).now;
proxy.respondWith((response) => streamPaced(response, ANSWER_SECONDS));
const samples: number[] = [];
const sampler = setInterval(
  () => void readMemory(proxy.process.pid!).then(({ now }) => samples.push(now)),
  (seconds * 1000) / SAMPLES,
);
const { begun, finished, delays } = await readStreams(proxy.url, streams, seconds - ANSWER_SECONDS / 2);
clearInterval(sampler);
const { peak } = await readMemory(proxy.process.pid!);
proxy.process.kill('SIGTERM');
await once(proxy.process, 'exit');
proxy.closeUpstream();

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const third = Math.floor(samples.length / 3);
const first = average(samples.slice(third, 2 * third));
const last = average(samples.slice(-third));
console.log(
  `${delays.length} pieces, ${percentiles(delays)} on the way; memory every ${seconds / SAMPLES} s: ${samples.join(' ')} MB`,
);
conclude([
  {
    claim: 'no stream is lost',
    figure: `${begun - finished} lost of ${begun}`,
    holds: finished === begun,
  },
  {
    claim: `the proxy stays below ${MAX_MEGABYTES} MB`,
    figure: `${idle} MB before, ${peak} MB at most`,
    holds: peak < MAX_MEGABYTES,
  },
  {
    claim: 'its memory is flat',
    figure: `${first.toFixed(0)} MB in the second third, ${last.toFixed(0)} MB in the last`,
    holds: last < first * FLAT,
  },
]);
