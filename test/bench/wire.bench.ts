/**
 * What reading a reply costs, as a multiple of what cannot be avoided: JSON.parse of its payloads.
 * Run with `node test/bench/wire.bench.ts`.
 */
import { readFileSync } from 'node:fs';

import type { AnswerEvent } from '../../src/protocol/reply/answer-event.ts';
import { createReplyDecoder } from '../../src/protocol/decoding/decode.ts';
import { applyEvent, createReply } from '../../src/protocol/reply/reply.ts';

/** Size of a piece as a network read brings it, and the smallest that a hostile server sends. */
const NETWORK_PIECE = 1400;
const TINY_PIECE = 16;
const ROUNDS = 60;

const streams = new URL('../protocol/streams/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, streams), 'utf8');

function cut(body: string, size: number): string[] {
  return Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.slice(index * size, (index + 1) * size),
  );
}

/** Milliseconds of the fastest of many rounds, the one with the least noise. */
async function measure(work: () => void | Promise<void>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

async function decode(pieces: readonly string[], reduce: boolean): Promise<void> {
  const decoder = createReplyDecoder();
  const reply = createReply();
  const take = (events: readonly AnswerEvent[]): void => {
    if (reduce) for (const event of events) applyEvent(reply, event);
  };
  for (const piece of pieces) take(await decoder.push(piece));
  take(await decoder.end());
}

function report(name: string, milliseconds: number, floor: number): void {
  console.log(
    `${name.padEnd(58)} ${milliseconds.toFixed(2).padStart(7)} ms ${(milliseconds / floor).toFixed(2).padStart(6)} x`,
  );
}

for (const [name, payloadOf] of [
  ['ai7/long-200k', (line: string) => (line.startsWith('data: {') ? line.slice(6) : null)],
  ['ai4/long-200k', (line: string) => (line === '' ? null : line.slice(2))],
] as const) {
  const body = read(`${name}.txt`);
  const payloads = body.split('\n').flatMap((line) => payloadOf(line) ?? []);
  const floor = await measure(() => {
    for (const payload of payloads) JSON.parse(payload);
  });
  console.log(`${name}: ${payloads.length} payloads`);
  report('bare JSON.parse', floor, floor);
  const pieces = cut(body, NETWORK_PIECE);
  report(`decoder, pieces of ${NETWORK_PIECE}`, await measure(() => decode(pieces, false)), floor);
  report(`decoder and reducer, pieces of ${NETWORK_PIECE}`, await measure(() => decode(pieces, true)), floor);
}

for (const name of ['ai7/long-one-delta', 'ai4/long-one-delta']) {
  const body = read(`${name}.txt`);
  const tiny = cut(body, TINY_PIECE);
  console.log(`${name}: one line of ${body.length} characters`);
  const whole = await measure(() => decode([body], true));
  report('whole', whole, whole);
  report(`${tiny.length} pieces of ${TINY_PIECE}`, await measure(() => decode(tiny, true)), whole);
}
