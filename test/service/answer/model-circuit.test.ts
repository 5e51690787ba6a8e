import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  createModelCircuit,
  ModelPaused,
  type ModelCircuit,
} from '../../../src/service/answer/model/model-circuit.ts';
import { ModelFailure, type ModelFailureCode } from '../../../src/service/answer/model/model-failure.ts';

const PAUSE = 10_000;
const { signal } = new AbortController();

describe('the circuit breaker of a language model', () => {
  let circuit: ModelCircuit;
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'] });
    circuit = createModelCircuit(PAUSE);
  });
  afterEach(() => mock.timers.reset());

  const succeed = () => circuit.call(async () => 'text', signal);
  const fail = (code: ModelFailureCode) =>
    circuit
      .call(() => Promise.reject(new ModelFailure(code)), signal)
      .then(
        () => assert.fail('It did not fail'),
        (error: unknown) => error,
      );

  for (const code of ['timeout', 'unauthorized', 'rate_limited', 'server_error', 'unreachable'] as const) {
    it(`opens at ${code}`, async () => {
      assert.ok((await fail(code)) instanceof ModelFailure);
      await assert.rejects(succeed, ModelPaused);
    });
  }

  for (const code of ['rejected', 'invalid'] as const) {
    it(`stays closed at ${code}, because the next question may do`, async () => {
      await fail(code);
      assert.equal(await succeed(), 'text');
    });
  }

  it('tries again after its pause, which doubles up to two minutes', async () => {
    await fail('timeout');
    for (const pause of [PAUSE, 2 * PAUSE, 4 * PAUSE, 8 * PAUSE, 120_000, 120_000]) {
      mock.timers.tick(pause - 1);
      await assert.rejects(succeed, ModelPaused);
      mock.timers.tick(1);
      assert.ok((await fail('timeout')) instanceof ModelFailure, `after ${pause} ms`);
    }
    mock.timers.tick(120_000);
    assert.equal(await succeed(), 'text');
    assert.equal(await succeed(), 'text');
  });

  it('makes one call to try, and no other meanwhile', async () => {
    await fail('timeout');
    mock.timers.tick(PAUSE);
    const { promise, resolve } = Promise.withResolvers<string>();
    const trial = circuit.call(() => promise, signal);
    await assert.rejects(succeed, ModelPaused);
    resolve('text');
    assert.equal(await trial, 'text');
    assert.equal(await succeed(), 'text');
  });

  it('learns nothing from a reader who leaves', async () => {
    const leaving = new AbortController();
    const leave = () =>
      circuit.call(() => {
        leaving.abort();
        return Promise.reject(new Error('left'));
      }, leaving.signal);
    await assert.rejects(leave, { name: 'AbortError' });
    assert.equal(await succeed(), 'text', 'still closed');
    await fail('timeout');
    mock.timers.tick(PAUSE);
    await assert.rejects(leave, { name: 'AbortError' });
    await assert.rejects(succeed, ModelPaused);
  });
});
