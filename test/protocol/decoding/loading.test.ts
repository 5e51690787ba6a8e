import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createReplyDecoder,
  type DecoderModules,
  type ReplyDecoder,
} from '../../../src/protocol/decoding/decode.ts';
import { lazy } from '../../../src/protocol/lazy.ts';
import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';

type Start = <T>(load: () => Promise<T>) => () => Promise<T>;

/** Pieces of a page that loads them in this way. */
function createPieces(start: Start = (load) => load): DecoderModules {
  return {
    extended: lazy(start(() => import('../../../src/protocol/decoding/decode-extended.ts'))),
    fallback: lazy(start(() => import('../../../src/protocol/decoding/decode-fallback.ts'))),
  };
}

/** Fail the first attempts to load each piece. */
const failing =
  (failures: number): Start =>
  (load) => {
    let attempts = 0;
    return async () => {
      if (attempts++ < failures) throw new TypeError('Failed to fetch dynamically imported module');
      return load();
    };
  };

const data = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;

/** One reply for each piece, in reads. */
const REPLIES: Readonly<Record<keyof DecoderModules, readonly string[]>> = {
  extended: [
    data({ type: 'start', messageId: 'm' }),
    data({ type: 'reasoning-delta', id: 'r', delta: 'Hm.' }) +
      data({ type: 'text-delta', id: '0', delta: 'Wrong' }),
    data({ type: 'reset-step' }) + data({ type: 'text-delta', id: '1', delta: 'Right' }),
    data({ type: 'data-thread', data: { threadId: 'T' } }) + data({ type: 'finish', finishReason: 'stop' }),
  ],
  fallback: ['0:"Use "\n', '0:"npm."\n', 'd:{"finishReason":"stop","threadId":"T"}\n'],
};

async function read(decoder: ReplyDecoder, pieces: readonly string[]): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for (const piece of pieces) events.push(...(await decoder.push(piece)));
  return [...events, ...(await decoder.end())];
}

describe('code of the decoder that is loaded late', () => {
  for (const [name, reply] of Object.entries(REPLIES)) {
    const expected = (): Promise<AnswerEvent[]> => read(createReplyDecoder({}, createPieces()), reply);

    it(`${name}: one that is held back leads to the same events`, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const held: Start = (load) => async () => {
        await promise;
        return load();
      };
      let isRead = false;
      const reading = read(createReplyDecoder({}, createPieces(held)), reply).finally(() => {
        isRead = true;
      });
      await new Promise(setImmediate);
      assert.equal(isRead, false);
      resolve();
      assert.deepEqual(await reading, await expected());
    });

    it(`${name}: one whose first attempt fails leads to the same events`, async () => {
      assert.deepEqual(await read(createReplyDecoder({}, createPieces(failing(1))), reply), await expected());
    });

    it(`${name}: a failure is not remembered for the next reply`, async () => {
      const pieces = createPieces(failing(3));
      await read(createReplyDecoder({}, pieces), reply.slice(0, 2)).catch(() => {});
      assert.deepEqual(await read(createReplyDecoder({}, pieces), reply), await expected());
    });
  }

  it('a format whose decoder cannot be loaded is an error, not an answer', async () => {
    const decoder = createReplyDecoder({}, createPieces(failing(2)));
    await assert.rejects(decoder.push(REPLIES.fallback[0]!), /could not be loaded/);
  });

  it('chunks whose reader cannot be loaded are left out with a warning, and the next one tries again', async () => {
    const events = await read(createReplyDecoder({}, createPieces(failing(2))), REPLIES.extended);
    assert.deepEqual(
      events.filter(({ type }) => type === 'warning'),
      [{ type: 'warning', kind: 'not-loaded', detail: 'reasoning-delta' }],
    );
    assert.ok(events.some((event) => event.type === 'step' && event.phase === 'reset'));
    assert.ok(events.some((event) => event.type === 'thread' && event.threadId === 'T'));
  });
});
