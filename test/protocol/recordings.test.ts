import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { cutBytes, readRecordings, replay, toRecommended, type Recording } from './recordings.ts';

const recordings = readRecordings().filter(({ status }) => status === 200);

/** What was read, as the recording tells it. */
function expected({ recommended }: Recording): unknown {
  const { message: _, ...state } = recommended;
  return state;
}

for (const recording of recordings) {
  describe(recording.name, () => {
    it('reaches its state whole', async () => {
      assert.deepEqual(toRecommended(await replay(recording)), expected(recording));
    });

    for (const size of [1, 2, 3, 7, 64]) {
      it(`reaches its state in pieces of ${size} bytes`, async () => {
        assert.deepEqual(
          toRecommended(await replay(recording, cutBytes(recording.body, size))),
          expected(recording),
        );
      });
    }

    it('reaches its state cut at random', async () => {
      const { body } = recording;
      const cuts = fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, body.length - 1) }), {
        maxLength: 40,
      });
      await fc.assert(
        fc.asyncProperty(cuts, async (places) => {
          const ends = [...places.sort((a, b) => a - b), body.length];
          const pieces = ends.map((end, index) => body.subarray(ends[index - 1] ?? 0, end));
          assert.deepEqual(toRecommended(await replay(recording, pieces)), expected(recording));
        }),
        { numRuns: body.length > 100_000 ? 3 : 20 },
      );
    });
  });
}
