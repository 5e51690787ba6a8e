import { expect } from '@open-wc/testing';
import { readFailureCause, type FailureCause } from '../../../src/elements/shared/failure-cause.ts';

const STATUSES: Readonly<Record<number, FailureCause>> = {
  400: 'rejected',
  401: 'refused',
  403: 'refused',
  404: 'not-found',
  405: 'not-found',
  408: 'timeout',
  413: 'request-too-large',
  418: 'rejected',
  429: 'limited',
  500: 'server-error',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
  599: 'server-error',
};

describe('the cause of a failure', () => {
  for (const [status, cause] of Object.entries(STATUSES)) {
    it(`is ${cause} for the status ${status}`, () => {
      const failure = { code: 'http', status: Number(status), retryable: false, message: '' } as const;
      expect(readFailureCause(failure)).to.equal(cause);
    });
  }

  it('is a challenge where the server says so, whatever its status', () => {
    const failure = { code: 'http', status: 403, serverCode: 'challenge-required' } as const;
    expect(readFailureCause({ ...failure, retryable: false, message: '' })).to.equal('challenge');
  });

  it('is the code of a failure without a status', () => {
    expect(readFailureCause({ code: 'offline', retryable: true, message: '' })).to.equal('offline');
  });
});
