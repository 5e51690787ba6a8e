import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { SearchResult } from '../../../src/protocol/api.ts';
import {
  createList,
  mayRetry,
  moveActive,
  opensFirstNow,
  enterAction,
  updateList,
  type EnterContext,
  type KeyedOption,
  type ListModel,
  type ListParts,
  type Step,
} from '../../../src/state/search/list-model.ts';
import type { SearchSnapshot } from '../../../src/state/search/search-snapshot.ts';

const IDLE: SearchSnapshot = {
  query: '',
  filter: {},
  status: 'idle',
  results: [],
  batches: [0],
  isPlaced: false,
  resultsFor: '',
  hasMore: false,
  took: 0,
  failure: null,
  recent: [],
};
const FAILURE = { code: 'network', retryable: true, message: 'No.' } as const;
const PARTS: ListParts<KeyedOption> = {
  isConfigured: true,
  saved: options('recent', 'favourite'),
  results: options('result 0', 'result 1', 'result 2'),
  more: { key: 'more' },
  elsewhere: options('elsewhere'),
  ask: { key: 'ask' },
  asksFirst: false,
};
const ASKING = { ...PARTS, asksFirst: true };
const NOTHING = { ...PARTS, results: [] };

function options(...keys: readonly string[]): KeyedOption[] {
  return keys.map((key) => ({ key }));
}

function answer(query: string, change: Partial<SearchSnapshot> = {}): SearchSnapshot {
  const results: SearchResult[] = [{ path: 'page', content: '', metadata: {} }];
  return { ...IDLE, query, resultsFor: query, status: 'done', results, ...change };
}

/** Update a new list with these snapshots, one after the other. */
function listOf(snapshots: readonly SearchSnapshot[], parts = PARTS): ListModel<KeyedOption> {
  return snapshots.reduce((model, snapshot) => updateList(model, snapshot, parts), createList<KeyedOption>());
}

function keysOf({ options }: ListModel<KeyedOption>): string[] {
  return options.map(({ key }) => key);
}

function moved(model: ListModel<KeyedOption>, ...steps: readonly Step[]): ListModel<KeyedOption> {
  return steps.reduce((now, step) => moveActive(now, step), model);
}

function activeKey({ options, active }: ListModel<KeyedOption>): string | undefined {
  return options[active]?.key;
}

describe('the scene and its options', () => {
  const unanswered = { ...IDLE, query: 'route', status: 'loading' } as const;
  for (const [name, snapshot, parts, scene, keys] of [
    ['a box without a site', answer('route'), { ...PARTS, isConfigured: false }, 'not-configured', []],
    ['an empty box', IDLE, PARTS, 'start', ['recent', 'favourite']],
    [
      'a text below the minimum',
      { ...IDLE, query: 'r', status: 'too-short' },
      PARTS,
      'too-short',
      ['recent', 'favourite'],
    ],
    ['the first search under way', unanswered, PARTS, 'waiting', ['ask']],
    ['an answer', answer('route'), PARTS, 'results', ['result 0', 'result 1', 'result 2', 'ask']],
    [
      'an answer that goes on',
      answer('route', { hasMore: true }),
      PARTS,
      'results',
      ['result 0', 'result 1', 'result 2', 'more', 'ask'],
    ],
    [
      'an answer without an assistant',
      answer('route'),
      { ...PARTS, ask: null },
      'results',
      ['result 0', 'result 1', 'result 2'],
    ],
    [
      'an earlier answer while the next is under way',
      { ...answer('rou'), query: 'route', status: 'loading' },
      PARTS,
      'results',
      ['result 0', 'result 1', 'result 2', 'ask'],
    ],
    ['an empty answer', answer('zebra', { results: [] }), NOTHING, 'nothing', ['elsewhere', 'ask']],
    [
      'results none of which can be opened',
      answer('zebra', { hasMore: true }),
      NOTHING,
      'nothing',
      ['elsewhere', 'ask'],
    ],
    ['a failure', { ...answer('route'), status: 'error', failure: FAILURE }, PARTS, 'error', ['ask']],
  ] as const) {
    test(`of ${name}`, () => {
      const model = listOf([snapshot], parts);
      assert.equal(model.scene, scene);
      assert.deepEqual(keysOf(model), keys);
      assert.equal(model.active, scene === 'results' ? 0 : -1);
      assert.equal(model.isChosen, false);
    });
  }

  for (const [name, snapshot, parts, keys, active] of [
    ['an answer', answer('route'), ASKING, ['ask', 'result 0', 'result 1', 'result 2'], 0],
    [
      'an empty answer',
      answer('zebra', { results: [] }),
      { ...ASKING, results: [] },
      ['ask', 'elsewhere'],
      0,
    ],
    ['the first search under way', unanswered, ASKING, ['ask'], 0],
  ] as const)
    test(`of ${name} for a question`, () => {
      const model = listOf([snapshot], parts);
      assert.deepEqual(keysOf(model), keys);
      assert.equal(model.active, active);
    });

  test('stay where they are when it turns out later that the assistant would come first', () => {
    const before = listOf([answer('route')], { ...PARTS, ask: null });
    const after = updateList(before, answer('route'), ASKING);
    assert.deepEqual(keysOf(after), ['result 0', 'result 1', 'result 2', 'ask']);
    const next = updateList(after, answer('routes'), ASKING);
    assert.deepEqual(keysOf(next), ['ask', 'result 0', 'result 1', 'result 2']);
    // While the next answer is under way, the results of this one stay where they are.
    const typed = updateList(next, { ...answer('routes'), query: 'routes of', status: 'loading' }, PARTS);
    assert.deepEqual(keysOf(typed), keysOf(next));
  });

  test('read only the parts of the scene', () => {
    const parts = {
      ...NOTHING,
      get saved(): never {
        throw new Error('The saved options were read.');
      },
    };
    assert.equal(listOf([answer('zebra')], parts).scene, 'nothing');
  });
});

describe('the active option', () => {
  const list = listOf([answer('route')]);

  test('moves and wraps around both ends', () => {
    assert.equal(activeKey(list), 'result 0');
    assert.equal(activeKey(moved(list, 'next')), 'result 1');
    assert.equal(activeKey(moved(list, 'previous')), 'ask');
    assert.equal(activeKey(moved(list, 'previous', 'next')), 'result 0');
    assert.equal(activeKey(moved(list, 'next', 'previous')), 'result 0');
    assert.equal(activeKey(moved(list, 'last')), 'ask');
    assert.equal(activeKey(moved(list, 'last', 'first')), 'result 0');
    assert.equal(moved(list, 'next', 'leave-list').active, -1);
    assert.equal(moved(list, 'next', 'leave-list').isChosen, false);
  });

  test('is none in an empty list, wherever a key leads', () => {
    const empty = listOf([answer('route')], { ...PARTS, isConfigured: false });
    for (const step of ['next', 'previous', 'first', 'last', 'leave-list'] as const)
      assert.equal(moved(empty, step).active, -1, step);
  });

  test('comes back to where it was after as many steps as there are options', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.constantFrom('next', 'previous'), (length, step) => {
        const results = options(...Array.from({ length }, (_, index) => `result ${index}`));
        const start = moved(listOf([answer('route')], { ...PARTS, results, ask: null }), 'first');
        assert.equal(moved(start, ...Array<Step>(length).fill(step)).active, 0);
      }),
    );
  });

  test('is the first again with another query, filter, or answer of it, and none of another scene', () => {
    const active = moved(list, 'next');
    const { snapshot } = list;
    const update = (change: Partial<SearchSnapshot>): ListModel<KeyedOption> =>
      updateList(active, { ...snapshot!, ...change }, PARTS);
    assert.equal(update({ query: 'routes', status: 'loading' }).active, 0);
    assert.equal(update({ filter: { version: 'v5' }, status: 'loading' }).active, 0);
    assert.equal(update({ status: 'error', failure: FAILURE }).active, -1);
    const typed = updateList(active, { ...snapshot!, query: 'routes', status: 'loading' }, PARTS);
    // An arrow may be pressed in the earlier answer; the next one has other options at its place.
    assert.equal(updateList(moved(typed, 'next'), answer('routes'), PARTS).active, 1);
  });

  test('stays while nothing that it belongs to changes', () => {
    const active = moved(list, 'next');
    assert.equal(updateList(active, list.snapshot!, PARTS).active, 1);
    assert.equal(updateList(active, { ...list.snapshot!, recent: ['route'] }, PARTS).active, 1);
  });

  test('stays the same option when others arrive before it', () => {
    const nothing = answer('zebra', { results: [] });
    const before = moved(listOf([nothing], { ...NOTHING, elsewhere: [] }), 'first');
    assert.equal(activeKey(before), 'ask');
    const after = updateList(before, nothing, NOTHING);
    assert.deepEqual(keysOf(after), ['elsewhere', 'ask']);
    assert.equal(activeKey(after), 'ask');
  });

  test('gives its place to the next one when it is removed, and to the last one at the end', () => {
    const saved = options('a', 'b', 'c');
    const active = moved(listOf([IDLE], { ...PARTS, saved }), 'first', 'next');
    const removed = updateList(active, IDLE, { ...PARTS, saved: options('a', 'c') });
    assert.equal(activeKey(removed), 'c');
    assert.equal(activeKey(updateList(removed, IDLE, { ...PARTS, saved: options('a') })), 'a');
    assert.equal(updateList(removed, IDLE, { ...PARTS, saved: [] }).active, -1);
  });

  test('is the first of the new results after "more"', () => {
    const first = answer('route', { hasMore: true });
    const more = moved(listOf([first]), 'last', 'previous');
    assert.equal(activeKey(more), 'more');
    const loading = updateList(more, { ...first, status: 'loading' }, PARTS);
    assert.equal(activeKey(loading), 'more');
    const results = options('result 0', 'result 1', 'result 2', 'result 3', 'result 4');
    const longer = { ...first, results: [...first.results, ...first.results] };
    assert.equal(activeKey(updateList(loading, longer, { ...PARTS, results })), 'result 3');
  });

  test('is none after "more" has failed', () => {
    const first = answer('route', { hasMore: true });
    const loading = updateList(
      moved(listOf([first]), 'last', 'previous'),
      { ...first, status: 'loading' },
      PARTS,
    );
    assert.equal(updateList(loading, { ...first, status: 'error', failure: FAILURE }, PARTS).active, -1);
  });

  test('is always one of the options or none, whatever happens', () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
    const status = fc.constantFrom('idle', 'too-short', 'loading', 'done', 'error');
    const change = fc.record({ query: fc.constantFrom('', 'x'), status, keys, hasMore: fc.boolean() });
    const step = fc.constantFrom<Step>('next', 'previous', 'first', 'last', 'leave-list');
    fc.assert(
      fc.property(fc.array(fc.oneof(change, step)), (actions) => {
        let model = createList<KeyedOption>();
        for (const action of actions) {
          if (typeof action === 'string') model = moveActive(model, action);
          else {
            const list = options(...action.keys);
            const parts = { ...PARTS, saved: list, results: list, elsewhere: list };
            model = updateList(model, { ...answer(action.query), ...action }, parts);
          }
          assert.ok(model.active >= -1 && model.active < model.options.length);
        }
      }),
    );
  });
});

describe('Enter', () => {
  const BOX: EnterContext = { text: 'route', isOpen: true, opensTab: false, canAsk: true, isQuestion: false };
  const done = answer('route');
  const list = listOf([done]);

  for (const [name, model, snapshot, context, action] of [
    ['presses the active option', moved(list, 'next'), done, BOX, 'press-active'],
    ['presses it in a new tab, too', moved(list, 'next'), done, { ...BOX, opensTab: true }, 'press-active'],
    ['presses the first result while the reader has chosen none', list, done, BOX, 'press-first'],
    ['asks what looks like a question', list, done, { ...BOX, isQuestion: true }, 'ask'],
    ['asks it before there is an answer', list, done, { ...BOX, text: 'how?', isQuestion: true }, 'ask'],
    [
      'presses what the reader has chosen for a question',
      moved(list, 'next'),
      done,
      { ...BOX, isQuestion: true },
      'press-active',
    ],
    [
      'asks where that is active because nothing was found',
      listOf([done], { ...ASKING, results: [] }),
      done,
      BOX,
      'press-first',
    ],
    [
      'presses the first result when the list is closed',
      moved(list, 'next'),
      done,
      { ...BOX, isOpen: false },
      'press-first',
    ],
    ['asks the assistant with Control', list, done, { ...BOX, opensTab: true }, 'ask'],
    [
      'presses the first result with Control where there is none to ask',
      list,
      done,
      { ...BOX, opensTab: true, canAsk: false },
      'press-first',
    ],
    ['does nothing where nothing was found', listOf([done], NOTHING), done, BOX, null],
    ['does nothing in an empty box', createList<KeyedOption>(), IDLE, { ...BOX, text: '' }, null],
    ['waits for a query that has not been sent yet', list, done, { ...BOX, text: 'routes' }, 'wait'],
    ['waits for an answer that is under way', list, { ...done, status: 'loading' }, BOX, 'wait'],
    ['does not wait in a closed box', list, done, { ...BOX, text: 'routes', isOpen: false }, null],
    [
      'does nothing below the minimum',
      list,
      { ...IDLE, query: 'r', status: 'too-short' },
      { ...BOX, text: 'r' },
      null,
    ],
    ['searches again after a failure', list, { ...done, status: 'error', failure: FAILURE }, BOX, 'retry'],
    [
      'does not search again before the time that the server named',
      list,
      { ...done, status: 'error', failure: { ...FAILURE, retryAfter: 30 } },
      BOX,
      null,
    ],
    [
      'does not search again for what cannot succeed',
      list,
      { ...done, status: 'error', failure: { ...FAILURE, retryable: false } },
      BOX,
      null,
    ],
    [
      'waits for another query than the one that failed',
      list,
      { ...done, status: 'error', failure: FAILURE },
      { ...BOX, text: 'routes' },
      'wait',
    ],
  ] as const) {
    test(name, () => assert.equal(enterAction(model, snapshot, context), action));
  }
});

describe('a first result that opens with its answer', () => {
  const waiting = { ...listOf([answer('rou')]), opensFirst: 'route' };
  const loading: SearchSnapshot = { ...answer('rou'), query: 'route', status: 'loading' };

  test('is awaited while its query is under way, and is due with the answer', () => {
    const model = updateList(waiting, loading, PARTS);
    assert.equal(model.opensFirst, 'route');
    assert.equal(opensFirstNow(model, loading), false);
    const done = answer('route');
    assert.equal(opensFirstNow(updateList(model, done, PARTS), done), true);
  });

  for (const [name, snapshot] of [
    ['the typing goes on', { ...loading, query: 'routes' }],
    ['the search fails', { ...loading, status: 'error', failure: FAILURE }],
    ['the box is emptied', IDLE],
    ['the page cancels the query', { ...loading, status: 'idle' }],
  ] as const) {
    test(`is not awaited any more when ${name}`, () => {
      const model = updateList(updateList(waiting, loading, PARTS), snapshot, PARTS);
      assert.equal(model.opensFirst, null);
      assert.equal(opensFirstNow(model, answer('route')), false);
    });
  }

  test('is not due before Enter was pressed', () => {
    assert.equal(opensFirstNow(listOf([answer('route')]), answer('route')), false);
  });
});

test('a failure may be tried again unless that is useless or the server named a time', () => {
  assert.equal(mayRetry(FAILURE), true);
  assert.equal(mayRetry({ ...FAILURE, retryAfter: 5 }), false);
  assert.equal(mayRetry({ ...FAILURE, retryable: false }), false);
});
