import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { RequestFailure, toFailure, type Failure } from '../../../src/protocol/failures/failure.ts';

const REFUSED: Failure = {
  code: 'http',
  status: 429,
  retryable: true,
  retryAfter: 30,
  serverCode: 'rate-limited',
  message: 'Too many questions.',
};

describe('RequestFailure', () => {
  it('is an error with the fields of the failure', () => {
    const cause = new Error('cause');
    const error = new RequestFailure(REFUSED, { cause });
    const { code, status, retryable, retryAfter, serverCode, message } = error;
    assert.deepEqual({ code, status, retryable, retryAfter, serverCode, message }, REFUSED);
    assert.equal(String(error), 'RequestFailure: Too many questions.');
    assert.equal(error.cause, cause);
  });

  it('has no field that the failure has not', () => {
    const error = new RequestFailure({ code: 'offline', retryable: true, message: 'x' });
    assert.deepEqual(
      ['status' in error, 'retryAfter' in error, 'serverCode' in error],
      [false, false, false],
    );
  });

  it('is plain data in a log', () => {
    assert.deepEqual(JSON.parse(JSON.stringify({ error: new RequestFailure(REFUSED) })), { error: REFUSED });
  });
});

describe('toFailure', () => {
  it('gives back what the error was made of', () => {
    assert.deepEqual(toFailure(new RequestFailure(REFUSED)), REFUSED);
  });

  it('calls anything else a failure of the network', () => {
    const network = (message: string): Failure => ({ code: 'network', retryable: true, message });
    assert.deepEqual(toFailure(new TypeError('fetch failed')), network('fetch failed'));
    assert.deepEqual(toFailure('no luck'), network('no luck'));
  });
});
