import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../../src/cli/log.ts';

function logged(error: unknown): string {
  const lines: string[] = [];
  createLog('json', ['secret-key'], (line) => lines.push(line)).failure(error);
  return (JSON.parse(lines[0]!) as { error: string }).error;
}

describe('a failure in the log', () => {
  it('is told by name and message, with no secret in it', () => {
    assert.equal(logged(new TypeError('secret-key is refused')), 'TypeError: [hidden] is refused');
    assert.equal(logged('secret-key'), '[hidden]');
  });

  it('has no secret in it that JSON writes otherwise, and makes no lines of its own', () => {
    const failure = new Error('refused k"e\\y\n2026 info request: all is well');
    for (const format of ['json', 'text'] as const) {
      const lines: string[] = [];
      createLog(format, ['k"e\\y'], (line) => lines.push(line)).failure(failure);
      assert.equal(lines.length, 1);
      assert.match(lines[0]!, /refused \[hidden\]/);
      assert.doesNotMatch(lines[0]!, /\n/);
    }
  });

  it('names the causes that the message does not', () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432');
    const known = new Error(`The database does not answer: ${cause.message}`, { cause });
    assert.equal(logged(known), `Error: The database does not answer: ${cause.message}`);
    const unknown = new TypeError('fetch failed', { cause });
    assert.equal(
      logged(unknown),
      'TypeError: fetch failed; cause: Error: connect ECONNREFUSED 127.0.0.1:5432',
    );
  });

  it('of a language model does not repeat what its server says, which may be the question', () => {
    const error = Object.assign(new Error('I do not answer "Where is the treasure?"'), { statusCode: 400 });
    error.name = 'AI_APICallError';
    assert.equal(logged(error), 'AI_APICallError (status 400)');
    error.name = 'AI_NoObjectGeneratedError';
    error.cause = new Error('Where is the treasure?');
    assert.doesNotMatch(logged(error), /treasure/);
  });
});

describe('calls that machines make all day long', () => {
  it('are written down only when they fail', () => {
    const lines: string[] = [];
    const log = createLog('text', [], (line) => lines.push(line));
    const entry = {
      requestId: '1',
      method: 'GET',
      route: '/readyz',
      end: 'complete',
      firstByteSeconds: 0,
    } as const;
    for (const [operation, status] of [
      ['health', 200],
      ['metrics', 200],
      ['readiness', 503],
      ['readiness', 500],
    ] as const) {
      log.request({ ...entry, operation, status, seconds: 0.25 });
    }
    assert.deepEqual(
      lines.map((line) => line.slice(line.indexOf(' ') + 1)),
      ['error request: readiness 500 0.25 s'],
    );
  });
});
