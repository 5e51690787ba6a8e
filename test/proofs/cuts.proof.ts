/**
 * Every recorded stream, cut at every byte: `npm run proof:cuts`. Short ones are cut in two at each byte; longer ones into pieces of
 * a kilobyte, whose first cut moves on by a byte from run to run, so that each byte is a cut in one of them. Each is also read byte
 * by byte.
 */
import { isDeepStrictEqual } from 'node:util';
import { cutBytes, readRecordings, replay, toRecommended, type Recording } from '../protocol/recordings.ts';
import { announce, conclude } from './report.ts';

/** Longest recording that is cut in two at each byte: the work grows with the square of it. */
const MAX_BYTES = 8_192;
const PIECE = 1_024;

const recordings = readRecordings().filter(({ status }) => status === 200);
const bytes = recordings.reduce((sum, { body }) => sum + body.length, 0);
announce(`${recordings.length} recordings of ${bytes} bytes, cut at every byte`);
const long = recordings.filter(({ body }) => body.length > MAX_BYTES);
console.log(
  `${recordings.length - long.length} are cut in two at each byte; ${long.length} of more than ${MAX_BYTES} bytes into pieces of ${PIECE} in ${PIECE} runs, in one of which each byte is a cut: in two at each byte they would take some 7 hours. All are also read byte by byte.`,
);
const wrong: string[] = [];
let runs = 0;
for (const recording of recordings) {
  const { message: _, ...expected } = recording.recommended;
  for (const pieces of cuts(recording)) {
    runs++;
    if (isDeepStrictEqual(toRecommended(await replay(recording, pieces)), expected)) continue;
    wrong.push(`${recording.name} in ${pieces.length} pieces, the first of ${pieces[0]!.length} bytes`);
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
  yield [...cutBytes(body, 1)];
  const isShort = body.length <= MAX_BYTES;
  for (let first = 1; first < (isShort ? body.length : PIECE + 1); first++) {
    const rest = body.subarray(first);
    yield [body.subarray(0, first), ...(isShort ? [rest] : cutBytes(rest, PIECE))];
  }
}
