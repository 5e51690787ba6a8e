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
    it('reaches its state whole', () => {
      assert.deepEqual(toRecommended(replay(recording)), expected(recording));
    });

    for (const size of [1, 2, 3, 7, 64]) {
      it(`reaches its state in pieces of ${size} bytes`, () => {
        assert.deepEqual(
          toRecommended(replay(recording, cutBytes(recording.body, size))),
          expected(recording),
        );
      });
    }

    it('reaches its state cut at random', () => {
      const { body } = recording;
      const cuts = fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, body.length - 1) }), {
        maxLength: 40,
      });
      fc.assert(
        fc.property(cuts, (places) => {
          const ends = [...places.sort((a, b) => a - b), body.length];
          const pieces = ends.map((end, index) => body.subarray(ends[index - 1] ?? 0, end));
          assert.deepEqual(toRecommended(replay(recording, pieces)), expected(recording));
        }),
        { numRuns: body.length > 100_000 ? 3 : 20 },
      );
    });
  });
}
