import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  createHistory,
  interruptTurn,
  MAX_HISTORY_LENGTH,
  MAX_HISTORY_TURNS,
  readHistory,
} from '../../../src/state/archive/history.ts';
import { MAX_STORED_LENGTH } from '../../../src/state/storage/storage.ts';
import { createTurn } from '../conversation/turns.ts';

const reload = (value: unknown) => readHistory(JSON.parse(JSON.stringify(value)));

describe('history', () => {
  it('comes back from the storage as it was', () => {
    const turn = createTurn('one', {
      messageId: 'msg-1',
      sources: [
        { path: 'guides/install', title: 'Install' },
        { path: 'guides/deploy', title: 'Deploy', excerpt: 'Build first.' },
      ],
      suggestions: [{ label: 'Next', target: '/next' }],
      note: 'length',
    });
    assert.deepEqual(reload(createHistory([turn])), [turn]);
  });

  it('keeps why an answer failed', () => {
    const failure = {
      code: 'http',
      status: 503,
      retryable: true,
      message: 'busy',
      serverCode: 'unavailable',
    } as const;
    const turn = createTurn('one', { status: 'error', text: '', failure });
    assert.deepEqual(reload(createHistory([turn])), [turn]);
  });

  it('forgets how long to wait: that moment has passed', () => {
    const failure = { code: 'http', status: 429, retryable: true, message: 'slow', retryAfter: 60 } as const;
    const [turn] = reload([createTurn('one', { status: 'error', failure })])!;
    assert.equal(turn?.answer.failure?.retryAfter, undefined);
  });

  it('leaves out how an answer was found', () => {
    const steps = [{ id: '1', name: 'search', query: 'install', state: 'done' }] as const;
    const [turn] = createHistory([createTurn('one', { steps, reasoning: 'Let me see.' })]);
    assert.deepEqual([turn?.answer.steps, turn?.answer.reasoning], [[], '']);
  });

  it('keeps the newest turns', () => {
    const turns = Array.from({ length: MAX_HISTORY_TURNS + 10 }, (_, index) => createTurn(`${index}`));
    assert.deepEqual(
      createHistory(turns).map(({ question }) => question),
      turns.slice(10).map(({ question }) => question),
    );
  });

  it('keeps the newest turns that fit, and never more than a storage takes', () => {
    const turns = ['one', 'two', 'three'].map((question) =>
      createTurn(question, { text: 'x'.repeat(200_000) }),
    );
    const kept = createHistory(turns);
    assert.deepEqual(
      kept.map(({ question }) => question),
      ['two', 'three'],
    );
    assert.ok(JSON.stringify(kept).length <= MAX_HISTORY_LENGTH + MAX_HISTORY_TURNS);
    assert.ok(MAX_HISTORY_LENGTH + MAX_HISTORY_TURNS < MAX_STORED_LENGTH);
  });

  it('leaves a bad turn out and keeps the others', () => {
    const good = createTurn('good');
    const bad = [
      null,
      'turn',
      [],
      { ...good, id: 'one' },
      { ...createTurn('x'), question: 7 },
      { ...createTurn('x'), question: '' },
      { ...createTurn('x'), answer: null },
      createTurn('x', { status: 'dancing' as 'done' }),
      createTurn('x', { text: {} as string }),
    ];
    assert.deepEqual(reload([...bad, good]), [good]);
  });

  it('mends a turn whose small parts are bad', () => {
    const turn = createTurn('one');
    const tampered = {
      ...turn,
      askedAt: 'yesterday',
      filter: { version: ['v6'], language: 'en' },
      answer: {
        ...turn.answer,
        messageId: {},
        sources: [{ path: 1, title: 'x' }, 'x', { path: 'a', title: 'A', excerpt: 5 }],
        suggestions: 'none',
        note: 'other',
        failure: { code: 'worse' },
      },
    };
    assert.deepEqual(reload([tampered]), [
      {
        ...turn,
        askedAt: 0,
        filter: { language: 'en' },
        answer: { ...turn.answer, sources: [{ path: 'a', title: 'A' }] },
      },
    ]);
  });

  it('keeps one of two turns with the same id', () => {
    const turn = createTurn('one');
    assert.deepEqual(reload([turn, { ...turn, question: 'two' }]), [turn]);
  });

  it('reads any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const turn of readHistory([
          value,
          createTurn('good'),
          ...(Array.isArray(value) ? value : []),
        ])!) {
          assert.equal(typeof turn.answer.text, 'string');
        }
      }),
    );
  });
});

describe('interruptTurn', () => {
  it('ends a turn that was running', () => {
    const turn = interruptTurn(createTurn('one', { status: 'streaming', text: 'Half' }));
    assert.deepEqual([turn.answer.status, turn.answer.text], ['interrupted', 'Half']);
  });

  it('leaves a turn that had ended as it was', () => {
    const turn = createTurn('one', { status: 'stopped' });
    assert.equal(interruptTurn(turn), turn);
  });
});
