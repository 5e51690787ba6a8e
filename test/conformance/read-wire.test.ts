import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readWire } from '../../src/conformance/read-wire.ts';

/** What the recordings tell of the official client of the generation. */
interface OfficialOutcome {
  readonly http: { readonly status: number };
  readonly official: { readonly status: 'ready' | 'error'; readonly error: { readonly name: string } | null };
}

/** Bodies that an official client takes without an error, and yet not as they were meant: silently without all or some of it. */
const SILENTLY_LOST = new Set([
  ...['ai4/text-stream', 'ai7/text-stream', 'ai4/empty-body', 'ai7/empty-body', 'ai7/ndjson'],
  ...['ai7/no-last-blank-line', 'ai7/single-lf-events', 'ai7/truncated-mid-line'],
]);
/** Bodies at which a client ends with an error because they carry one, or because the connection broke. */
const CARRY_ERRORS = /\/(?:error-.*|disconnect)$|^ai4\/tool-error$/;

const FOLDER = new URL('../protocol/streams/', import.meta.url);

describe('a stream is read as strictly as by the official clients', () => {
  for (const sdk of ['ai4', 'ai7']) {
    const files = readdirSync(new URL(`${sdk}/`, FOLDER)).filter((file) => file.endsWith('.json'));
    for (const file of files) {
      const name = `${sdk}/${file.replace('.json', '')}`;
      const { http, official } = JSON.parse(
        readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'),
      ) as OfficialOutcome;
      if (http.status !== 200) continue;
      it(`${name}: ${official.status}`, () => {
        const { format, problems } = readWire(readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8'));
        const isRead = official.status === 'ready' ? !SILENTLY_LOST.has(name) : CARRY_ERRORS.test(name);
        assert.equal(format !== null && problems.length === 0, isRead, problems.join());
      });
    }
  }
});

describe('a stream of whatever kind', () => {
  it('is read without an error', () => {
    const pieces = fc.oneof(
      fc.constantFrom(
        'data: ',
        'data:',
        '0:',
        '2:',
        'd:',
        'a:',
        '\n',
        '\n\n',
        '[DONE]',
        '{"type":"finish"}',
        ':',
      ),
      fc.constantFrom(
        '{"type":"text-delta","id":{}}',
        '{"type":"tool-output-available","toolCallId":[]}',
        '"x"',
      ),
      fc.constantFrom('[{"type":"finish","threadId":1}]', '["{"]', 'null', '{"finishReason":null}'),
      fc.string(),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        readWire(parts.join(''));
      }),
    );
  });

  it('is told with three problems at most', () => {
    assert.equal(readWire('0:1\n'.repeat(100)).problems.length, 3);
  });

  it('names its thread in its own data, too, in the line protocol', () => {
    const finish = 'd:{"finishReason":"stop"}\n';
    assert.equal(readWire(`2:[{"type":"finish","threadId":"a"}]\n${finish}`).threadId, 'a');
    assert.equal(readWire(`2:["{\\"type\\":\\"finish\\",\\"threadId\\":\\"a\\"}"]\n${finish}`).threadId, 'a');
    assert.equal(readWire(`2:[{"type":"other","threadId":"a"}]\n${finish}`).threadId, undefined);
  });
});
