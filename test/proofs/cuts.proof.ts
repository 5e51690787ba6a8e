/**
 * Every recorded stream, cut at every byte: `npm run proof:cuts`. Short ones are cut in two at each byte; longer ones into pieces of
 * a kilobyte, whose first cut moves on by a byte from run to run, so that each byte is a cut in one of them.
 */
import { isDeepStrictEqual } from 'node:util';
import { cutBytes, readRecordings, replay, toRecommended, type Recording } from '../protocol/recordings.ts';
import { announce, conclude } from './report.ts';

/** Longest recording that is cut in two at each byte: the work grows with the square of it. */
const MOST_BYTES = 8_192;
const PIECE = 1_024;

const recordings = readRecordings().filter(({ status }) => status === 200);
const bytes = recordings.reduce((sum, { body }) => sum + body.length, 0);
announce(`${recordings.length} recordings of ${bytes} bytes, cut at every byte`);
const wrong: string[] = [];
let runs = 0;
for (const recording of recordings) {
  const { message: _, ...expected } = recording.recommended;
  for (const pieces of cuts(recording)) {
    runs++;
    if (isDeepStrictEqual(toRecommended(await replay(recording, pieces)), expected)) continue;
    wrong.push(`${recording.name} at byte ${pieces[0]!.length}`);
  }
}
conclude([
  {
    claim: 'every recording reaches its state, wherever it is cut',
    figure: `${runs} runs, ${wrong.length} with another state${wrong.length > 0 ? `: ${wrong.slice(0, 5).join(', ')}` : ''}`,
    holds: wrong.length === 0,
  },
]);

function* cuts({ body }: Recording): Generator<Uint8Array[]> {
  const isShort = body.length <= MOST_BYTES;
  for (let first = 1; first < (isShort ? body.length : PIECE + 1); first++) {
    const rest = body.subarray(first);
    yield [body.subarray(0, first), ...(isShort ? [rest] : cutBytes(rest, PIECE))];
  }
}
