import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { DocsFilter } from '../../../src/protocol/api.ts';
import {
  DEFAULT_DEBOUNCE,
  MAX_QUERY_LENGTH,
  MAX_RECENT_LENGTH,
  MAX_RECENT_SEARCHES,
  MAX_RESULTS,
  SEARCH_CACHE_SIZE,
  SearchSession,
  type SearchSessionOptions,
} from '../../../src/state/search/search-session.ts';
import { SnapshotStore } from '../../../src/state/snapshot-store.ts';
import { openStorage, storageKey, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { failure, FakeWebStorage, record, ScriptedSearchSource, SITE, until } from '../fakes.ts';

const RECENT = storageKey(SITE, 'recent');

class Filters extends SnapshotStore<DocsFilter> {
  set(filter: DocsFilter): void {
    this.replace(filter);
  }
}

let source: ScriptedSearchSource;
let area: FakeWebStorage;
let storage: CheckedStorage;

beforeEach(() => {
  source = new ScriptedSearchSource();
  area = new FakeWebStorage();
  storage = openStorage('local', () => area);
  mock.timers.enable({ apis: ['setTimeout'] });
});

afterEach(() => mock.timers.reset());

function open(options: Partial<SearchSessionOptions> = {}): SearchSession {
  return new SearchSession({ source, site: SITE, storage, ...options });
}

const paths = (session: SearchSession): string[] => session.snapshot.results.map(({ path }) => path);
const settled = (session: SearchSession) => until(session, ({ status }) => status !== 'loading');
const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `page-${index}`);

/** Searches and is answered. */
async function exchange(session: SearchSession, query: string, ...found: string[]): Promise<void> {
  const searched = session.search(query);
  source.last.answer(...found);
  await searched;
}

describe('a server that wants no more requests for a while', () => {
  const limited = failure('http', { status: 429, retryAfter: 30 });

  it('gets none while one types on, and the failure stays with the new text', async () => {
    const session = open({ debounce: 0 });
    session.setQuery('mid');
    source.last.fail(limited);
    await settled(session);
    const { failure: told } = session.snapshot;
    session.setQuery('midd');
    const { query, status, failure: kept } = session.snapshot;
    assert.deepEqual({ query, status }, { query: 'midd', status: 'error' });
    assert.equal(kept, told);
    assert.deepEqual(source.queries, ['mid']);
  });

  it('does not keep answers back that are here already', async () => {
    const session = open({ debounce: 0 });
    await exchange(session, 'mid', 'a');
    session.setQuery('midd');
    source.last.fail(limited);
    await settled(session);
    session.setQuery('mid');
    assert.equal(session.snapshot.status, 'done');
    assert.deepEqual(paths(session), ['a']);
  });

  it('gets the text as it is by then when it is asked again', async () => {
    const session = open({ debounce: 0 });
    session.setQuery('mid');
    source.last.fail(limited);
    await settled(session);
    session.setQuery('midd');
    const asked = session.retry();
    source.last.answer('a');
    await asked;
    assert.deepEqual(source.queries, ['mid', 'midd']);
    session.setQuery('middl');
    assert.deepEqual(source.queries, ['mid', 'midd', 'middl']);
  });
});

describe('typing', () => {
  it('sends the query once the typing pauses', () => {
    const session = open();
    for (const text of ['in', 'ins', 'inst']) {
      session.setQuery(text);
      mock.timers.tick(DEFAULT_DEBOUNCE - 1);
    }
    assert.deepEqual(source.queries, []);
    mock.timers.tick(1);
    assert.deepEqual(source.queries, ['inst']);
  });

  it('shows the text and that results are on their way at once', () => {
    const session = open();
    session.setQuery('inst');
    assert.deepEqual([session.snapshot.query, session.snapshot.status], ['inst', 'loading']);
  });

  it('waits as long as it is told to', () => {
    const session = open({ debounce: 0 });
    session.setQuery('inst');
    mock.timers.tick(0);
    assert.deepEqual(source.queries, ['inst']);
  });

  it('aborts the request before and drops its answer, whichever comes first', async () => {
    const session = open({ debounce: 0 });
    session.setQuery('inst');
    mock.timers.tick(0);
    session.setQuery('install');
    const [first] = source.searches;
    assert.equal(first?.signal?.aborted, true);
    mock.timers.tick(0);
    source.last.answer('install');
    await settled(session);
    first?.answer('inst');
    await new Promise(setImmediate);
    assert.deepEqual(paths(session), ['install']);
  });

  it('waits for the present request, however it ends, when the answer to an aborted one comes first', async () => {
    const session = open();
    void session.search('inst');
    const searched = session.search('install');
    source.searches[0]?.answer('inst');
    await new Promise(setImmediate);
    assert.equal(session.snapshot.status, 'loading');
    source.last.fail(failure('network'));
    await searched;
    assert.equal(session.snapshot.status, 'error');
  });

  it('drops the error of an aborted request', async () => {
    const session = open({ debounce: 0 });
    session.setQuery('inst');
    const first = source.last;
    session.setQuery('install');
    first.fail(failure('network'));
    await new Promise(setImmediate);
    assert.equal(session.snapshot.status, 'loading');
  });

  it('keeps the results on view while the next are on their way', async () => {
    const session = open();
    await exchange(session, 'inst', 'install');
    session.setQuery('insta');
    const { status, resultsFor } = session.snapshot;
    assert.deepEqual([status, resultsFor, paths(session)], ['loading', 'inst', ['install']]);
  });

  it('shows what the query before has found while one types on, as results of that query', async () => {
    const session = open();
    session.setQuery('inst');
    mock.timers.tick(DEFAULT_DEBOUNCE);
    const [first] = source.searches;
    session.setQuery('insta');
    assert.equal(first?.signal?.aborted, false);
    first?.answer('install');
    await until(session, ({ resultsFor }) => resultsFor === 'inst');
    assert.deepEqual([session.snapshot.status, paths(session)], ['loading', ['install']]);
    mock.timers.tick(DEFAULT_DEBOUNCE);
    source.last.answer('install', 'instant');
    await settled(session);
    assert.deepEqual([session.snapshot.resultsFor, paths(session)], ['insta', ['install', 'instant']]);
    assert.deepEqual(source.queries, ['inst', 'insta']);
  });

  it('aborts the query before when the next is sent', () => {
    const session = open();
    void session.search('inst');
    const first = source.last;
    session.setQuery('insta');
    assert.equal(first.signal?.aborted, false);
    mock.timers.tick(DEFAULT_DEBOUNCE);
    assert.equal(first.signal?.aborted, true);
  });

  for (const [ended, end] of [
    ['has found nothing', () => source.last.answer()],
    ['has failed', () => source.last.fail(failure('network'))],
  ] as const) {
    it(`keeps the results on view when the query before ${ended}`, async () => {
      const session = open();
      await exchange(session, 'in', 'install');
      void session.search('ins');
      session.setQuery('inst');
      end();
      await new Promise(setImmediate);
      const { status, resultsFor } = session.snapshot;
      assert.deepEqual([status, resultsFor, paths(session)], ['loading', 'in', ['install']]);
    });
  }

  it('sends nothing more when the query before is told to wait', async () => {
    const session = open();
    void session.search('ins');
    session.setQuery('inst');
    source.last.fail(failure('http', { status: 429, retryAfter: 30 }));
    await settled(session);
    mock.timers.tick(1000);
    assert.deepEqual([session.snapshot.status, source.queries], ['error', ['ins']]);
  });

  it('sends no second request when one goes back to the query that is under way', async () => {
    const session = open();
    void session.search('inst');
    session.setQuery('insta');
    session.setQuery('inst');
    source.last.answer('install');
    await settled(session);
    mock.timers.tick(1000);
    assert.deepEqual([source.queries, paths(session)], [['inst'], ['install']]);
  });

  it('drops a query before that was asked with a filter of its own', async () => {
    const session = open();
    void session.search('inst', { filter: { version: 'v1' } });
    session.setQuery('insta');
    assert.equal(source.last.signal?.aborted, true);
  });

  it('says when the query is too short, and shows nothing', async () => {
    const session = open({ minLength: 3 });
    await exchange(session, 'inst', 'install');
    session.setQuery(' in ');
    assert.deepEqual([session.snapshot.status, paths(session)], ['too-short', []]);
    mock.timers.tick(1000);
    assert.equal(source.searches.length, 1);
  });

  for (const query of ['版', 'あ', 'ア']) {
    it(`searches for one character of Chinese or Japanese: ${query}`, async () => {
      const session = open();
      await exchange(session, query, 'release');
      assert.deepEqual([session.snapshot.status, paths(session)], ['done', ['release']]);
    });
  }

  it('is idle with nothing but blanks, and drops the request under way', () => {
    const session = open();
    void session.search('inst');
    session.setQuery('  ');
    assert.equal(session.snapshot.status, 'idle');
    assert.equal(source.last.signal?.aborted, true);
  });

  it('does nothing when the text is the same', () => {
    const session = open();
    session.setQuery('inst');
    const told = record(session);
    session.setQuery('inst');
    assert.deepEqual(told, []);
  });
});

describe('searching', () => {
  it('asks at once, with what is set', () => {
    const session = open({ pageSize: 5, filters: new Filters({ version: 'v6' }) });
    void session.search('  install ');
    assert.deepEqual(source.last.request, { query: 'install', pageSize: 5, filter: { version: 'v6' } });
  });

  it('leaves an empty filter out', () => {
    void open().search('install');
    assert.deepEqual(source.last.request, { query: 'install', pageSize: 10 });
  });

  it('tells the results, for which query, and how long it took', async (context) => {
    let now = 1000;
    context.mock.method(performance, 'now', () => now);
    const session = open();
    const searched = session.search('install');
    now = 1042.4;
    source.last.answer('a', 'b');
    await searched;
    const { status, resultsFor, took, hasMore } = session.snapshot;
    assert.deepEqual(
      [status, resultsFor, took, hasMore, paths(session)],
      ['done', 'install', 42, false, ['a', 'b']],
    );
  });

  it('is done with no results', async () => {
    const session = open();
    await exchange(session, 'xyzzy');
    assert.deepEqual([session.snapshot.status, paths(session)], ['done', []]);
  });

  it('does not wait for the pause that typing started', () => {
    const session = open();
    session.setQuery('inst');
    void session.search('inst');
    mock.timers.tick(1000);
    assert.deepEqual(source.queries, ['inst']);
  });

  it('settles when another search has taken its place', async () => {
    const session = open();
    const first = session.search('one');
    void session.search('two');
    source.searches[0]!.fail(failure('aborted'));
    await first;
    assert.equal(session.snapshot.status, 'loading');
  });

  for (const [given, sent] of [
    [0, 1],
    [-3, 1],
    [7.9, 7],
    [1000, 50],
    [Number.NaN, 10],
  ] as const) {
    it(`makes ${sent} of a page size of ${given}`, () => {
      void open({ pageSize: given }).search('install');
      assert.equal(source.last.request.pageSize, sent);
    });
  }

  it('takes no more results than can be shown, however many a server sends', async () => {
    const session = open();
    await exchange(session, 'install', ...many(500));
    assert.equal(paths(session).length, MAX_RESULTS);
  });
});

describe('a search that fails', () => {
  it('says why, keeps the query, and works when it is sent again', async () => {
    const session = open();
    const searched = session.search('install');
    source.last.fail(failure('http', { status: 503 }));
    await searched;
    assert.deepEqual(
      [session.snapshot.status, session.snapshot.failure?.status, session.snapshot.query],
      ['error', 503, 'install'],
    );
    const again = session.retry();
    assert.deepEqual([session.snapshot.status, session.snapshot.failure], ['loading', null]);
    source.last.answer('install');
    await again;
    assert.deepEqual([session.snapshot.status, paths(session)], ['done', ['install']]);
  });

  it('keeps the results on view, and for which query they are', async () => {
    const session = open();
    await exchange(session, 'inst', 'install');
    const searched = session.search('install');
    source.last.fail(failure('offline'));
    await searched;
    assert.deepEqual([session.snapshot.resultsFor, paths(session)], ['inst', ['install']]);
  });

  it('is not repeated while nothing failed', async () => {
    const session = open();
    await exchange(session, 'install');
    await session.retry();
    assert.equal(source.searches.length, 1);
  });

  it('is silent when the source itself aborted', async () => {
    const session = open();
    const searched = session.search('install');
    source.last.fail(failure('aborted'));
    await searched;
    assert.deepEqual([session.snapshot.status, session.snapshot.failure], ['idle', null]);
  });

  it('fails without being sent when the query is too long', async () => {
    const session = open();
    await session.search('x'.repeat(MAX_QUERY_LENGTH + 1));
    assert.deepEqual([session.snapshot.status, session.snapshot.failure?.code], ['error', 'too-large']);
    assert.equal(source.searches.length, 0);
  });

  it('fails while no source is set', async () => {
    const session = open({ source: null });
    await session.search('install');
    assert.equal(session.snapshot.failure?.code, 'not-configured');
  });

  it('fails when the source throws or answers with something else', async () => {
    for (const search of [
      () => {
        throw new Error('no such backend');
      },
      () => Promise.resolve({ error: 'x' } as never),
    ]) {
      const session = open({ source: { search } });
      await session.search('install');
      assert.equal(session.snapshot.status, 'error');
    }
  });
});

describe('answers that are remembered', () => {
  it('are shown at once when the reader goes back, with the time they took', async (context) => {
    let now = 0;
    context.mock.method(performance, 'now', () => now);
    const session = open();
    const searched = session.search('inst');
    now = 20;
    source.last.answer('install');
    await searched;
    await exchange(session, 'insta', 'instantiate');
    session.setQuery('inst');
    const { status, resultsFor, took } = session.snapshot;
    assert.deepEqual([status, resultsFor, took, paths(session)], ['done', 'inst', 20, ['install']]);
    mock.timers.tick(1000);
    assert.equal(source.searches.length, 2);
  });

  it('are for one filter', async () => {
    const filters = new Filters({ version: 'v5' });
    const session = open({ filters });
    await exchange(session, 'inst', 'old');
    filters.set({ version: 'v6' });
    assert.deepEqual([session.snapshot.status, source.searches.length], ['loading', 2]);
  });

  it('are few: those that were not used for long are asked for again', async () => {
    const session = open();
    await exchange(session, 'first');
    await exchange(session, 'second');
    for (let index = 0; index < SEARCH_CACHE_SIZE - 2; index++) await exchange(session, `query ${index}`);
    await session.search('first');
    await exchange(session, 'one more');
    const sent = source.searches.length;
    await session.search('first');
    assert.equal(source.searches.length, sent);
    void session.search('second');
    assert.equal(source.searches.length, sent + 1);
  });

  it('do not hide a failure: it is asked for again', async () => {
    const session = open();
    const searched = session.search('inst');
    source.last.fail(failure('network'));
    await searched;
    void session.search('inst');
    assert.equal(source.searches.length, 2);
  });
});

describe('more results', () => {
  it('are asked for page by page, and those on view stay meanwhile', async () => {
    const session = open();
    await exchange(session, 'install', ...many(10));
    assert.equal(session.snapshot.hasMore, true);
    const loading = session.loadMore();
    assert.deepEqual([session.snapshot.status, paths(session).length], ['loading', 10]);
    assert.equal(source.last.request.pageSize, 20);
    source.last.answer(...many(20));
    await loading;
    assert.deepEqual([paths(session).length, session.snapshot.hasMore], [20, true]);
  });

  it('end where the API ends', async () => {
    const session = open({ pageSize: 30 });
    await exchange(session, 'install', ...many(30));
    const loading = session.loadMore();
    assert.equal(source.last.request.pageSize, 50);
    source.last.answer(...many(50));
    await loading;
    assert.equal(session.snapshot.hasMore, false);
    await session.loadMore();
    assert.equal(source.searches.length, 2);
  });

  it('end where the results end', async () => {
    const session = open();
    await exchange(session, 'install', ...many(9));
    assert.equal(session.snapshot.hasMore, false);
  });

  it('are asked for once, also when asked for twice', async () => {
    const session = open();
    await exchange(session, 'install', ...many(10));
    void session.loadMore();
    void session.loadMore();
    assert.equal(source.searches.length, 2);
  });

  it('that fail leave the results on view, and can be asked for again', async () => {
    const session = open();
    await exchange(session, 'install', ...many(10));
    const loading = session.loadMore();
    source.last.fail(failure('network'));
    await loading;
    assert.deepEqual([session.snapshot.status, paths(session).length], ['error', 10]);
    void session.retry();
    assert.equal(source.last.request.pageSize, 20);
  });

  it('are forgotten with the next query', async () => {
    const session = open();
    await exchange(session, 'install', ...many(10));
    void session.loadMore();
    void session.search('update');
    assert.equal(source.last.request.pageSize, 10);
  });
});

describe('interim results', () => {
  it('are shown while the search is still loading, for its query and without a time', async () => {
    const session = open();
    await exchange(session, 'in', 'old');
    void session.search('install');
    source.last.find('a', 'b');
    const { status, resultsFor, took, hasMore, isPlaced } = session.snapshot;
    assert.deepEqual(
      { status, resultsFor, took, hasMore, isPlaced, paths: paths(session) },
      {
        status: 'loading',
        resultsFor: 'install',
        took: 0,
        hasMore: false,
        isPlaced: true,
        paths: ['a', 'b'],
      },
    );
  });

  it('give way to the order of the final ones', async () => {
    const session = open();
    const searched = session.search('install');
    source.last.find('a', 'b');
    source.last.answer('c', 'b', 'a');
    await searched;
    const { status, batches, isPlaced } = session.snapshot;
    assert.deepEqual([status, batches, isPlaced, paths(session)], ['done', [0], true, ['c', 'b', 'a']]);
  });

  it('that are none leave the results of the query before', async () => {
    const session = open();
    await exchange(session, 'in', 'old');
    void session.search('install');
    source.last.find();
    assert.deepEqual([paths(session), session.snapshot.resultsFor], [['old'], 'in']);
  });

  it('of a query that was replaced are not shown, nor those that come after the end', async () => {
    const session = open();
    void session.search('install');
    const replaced = source.last;
    await exchange(session, 'update', 'new');
    replaced.find('a');
    source.last.find('b');
    assert.deepEqual([paths(session), session.snapshot.status], [['new'], 'done']);
  });

  it('stay beside the failure of their search, and are replaced by a retry', async () => {
    const session = open();
    const searched = session.search('install');
    source.last.find('a');
    source.last.fail(failure('network'));
    await searched;
    assert.equal(session.snapshot.status, 'error');
    const again = session.retry();
    source.last.answer('b');
    await again;
    assert.deepEqual(paths(session), ['b']);
  });

  it('are no more than can be shown', () => {
    const session = open();
    void session.search('install');
    source.last.find(...many(MAX_RESULTS + 1));
    assert.equal(paths(session).length, MAX_RESULTS);
  });
});

describe('a list that is held', () => {
  it('keeps the places of interim results, fills their texts and appends the others', async () => {
    const session = open({ isHeld: () => true });
    const searched = session.search('install');
    source.last.find('a', 'b');
    source.last.find('c', 'a', 'b');
    source.last.answer('d', 'b', 'a');
    await searched;
    assert.deepEqual(paths(session), ['a', 'b', 'c', 'd']);
    assert.deepEqual(
      session.snapshot.results.map(({ content }) => content),
      ['about a', 'about b', '', 'about d'],
    );
    assert.deepEqual([session.snapshot.batches, session.snapshot.isPlaced], [[0, 2, 3], true]);
  });

  it('has the order of the source with the next query', async () => {
    const session = open({ isHeld: () => true });
    const searched = session.search('install');
    source.last.find('a', 'b');
    source.last.answer('b', 'a');
    await searched;
    const next = session.search('installs');
    source.last.answer('b', 'a');
    await next;
    assert.deepEqual([paths(session), session.snapshot.isPlaced], [['b', 'a'], false]);
  });

  it('tells two sections of one page apart', async () => {
    const session = new SearchSession({
      source: {
        async search(_, { onInterim } = {}) {
          onInterim?.([part('one', ''), part('two', '')]);
          return [part('two', 'Second'), part('one', 'First')];
        },
      },
      site: SITE,
      storage,
      isHeld: () => true,
    });
    await session.search('install');
    assert.deepEqual(
      session.snapshot.results.map(({ content }) => content),
      ['First', 'Second'],
    );
  });

  it('moves nothing either when more results come in another order', async () => {
    const session = open();
    await exchange(session, 'install', ...many(10));
    const loading = session.loadMore();
    source.last.answer(...many(20).toReversed());
    await loading;
    assert.deepEqual(paths(session).slice(0, 11), [...many(10), 'page-19']);
    assert.deepEqual(session.snapshot.batches, [0, 10]);
  });

  const part = (anchor: string, content: string) => ({ path: 'page', content, metadata: { anchor } });
});

describe('the filter', () => {
  it('searches again when it changes', () => {
    const filters = new Filters({ version: 'v5' });
    const session = open({ filters });
    void session.search('install');
    filters.set({ version: 'v6' });
    assert.deepEqual(source.last.request.filter, { version: 'v6' });
    assert.equal(source.searches[0]?.signal?.aborted, true);
    assert.deepEqual(session.snapshot.filter, { version: 'v6' });
  });

  it('searches for nothing when nothing is typed, or when it stays the same', () => {
    const filters = new Filters({ version: 'v5' });
    const session = open({ filters });
    filters.set({ version: 'v6' });
    void session.search('install');
    filters.set({ version: 'v6' });
    assert.equal(source.searches.length, 1);
  });

  it('of a search holds for its further pages, until something else is typed', async () => {
    const session = open({ filters: new Filters({ version: 'v5' }) });
    const searched = session.search('install', { filter: { version: 'v4' } });
    source.last.answer(...many(10));
    await searched;
    void session.loadMore();
    assert.deepEqual(source.last.request.filter, { version: 'v4' });
    session.setQuery('installs');
    assert.deepEqual(session.snapshot.filter, { version: 'v5' });
  });

  it('of a search gives way to one that is chosen', () => {
    const filters = new Filters({ version: 'v5' });
    const session = open({ filters });
    void session.search('install', { filter: { version: 'v4' } });
    filters.set({ version: 'v6' });
    assert.deepEqual(source.last.request.filter, { version: 'v6' });
  });

  it('can come from another store later', () => {
    const before = new Filters({ version: 'v5' });
    const session = open({ filters: before });
    void session.search('install');
    session.filters = new Filters({ version: 'v6' });
    before.set({ version: 'v4' });
    assert.deepEqual(session.snapshot.filter, { version: 'v6' });
    assert.equal(source.searches.length, 2);
  });
});

describe('clearing and closing', () => {
  it('goes back to the beginning', async () => {
    const session = open();
    const before = session.snapshot;
    await exchange(session, 'install', 'a');
    session.clear();
    assert.deepEqual(session.snapshot, before);
  });

  it('drops the pause and the request under way', () => {
    const filters = new Filters({});
    const session = open({ filters });
    void session.search('install');
    session.setQuery('installs');
    session.close();
    filters.set({ version: 'v6' });
    mock.timers.tick(1000);
    assert.equal(source.searches.length, 1);
    assert.equal(source.last.signal?.aborted, true);
  });
});

describe('earlier searches', () => {
  it('are kept for the next page, the newest first and each once', () => {
    const session = open();
    for (const query of ['one', 'two', ' one ']) session.remember(query);
    assert.deepEqual(session.snapshot.recent, ['one', 'two']);
    assert.deepEqual(open().snapshot.recent, ['one', 'two']);
  });

  it('take the present query when none is given', () => {
    const session = open();
    session.setQuery('install');
    session.remember();
    assert.deepEqual(session.snapshot.recent, ['install']);
  });

  it('are few and short', () => {
    const session = open();
    for (let index = 0; index < MAX_RECENT_SEARCHES + 3; index++) session.remember(`query ${index}`);
    session.remember('x'.repeat(MAX_RECENT_LENGTH + 1));
    session.remember(' ');
    assert.equal(session.snapshot.recent.length, MAX_RECENT_SEARCHES);
    assert.equal(session.snapshot.recent[0], `query ${MAX_RECENT_SEARCHES + 2}`);
  });

  it('can be removed one by one and all at once', () => {
    const session = open();
    for (const query of ['one', 'two', 'three']) session.remember(query);
    session.forget('two');
    assert.deepEqual(open().snapshot.recent, ['three', 'one']);
    session.forget();
    assert.equal(area.items.has(RECENT), false);
  });

  it('follow another tab, and a storage that is allowed later', () => {
    const session = open();
    area.items.set(RECENT, '["elsewhere"]');
    storage.handleStorageEvent({ key: RECENT, storageArea: area });
    assert.deepEqual(session.snapshot.recent, ['elsewhere']);
    const memory = openStorage('memory', () => area);
    const late = open({ storage: memory });
    memory.switchTo('local');
    assert.deepEqual(late.snapshot.recent, ['elsewhere']);
  });

  for (const [text, recent] of [
    ['{"length":3}', []],
    ['"<b>"', []],
    ['[1,null,["x"],"good","good",""]', ['good']],
    [JSON.stringify(['x'.repeat(MAX_RECENT_LENGTH + 1), 'good']), ['good']],
    [JSON.stringify(many(100)), many(MAX_RECENT_SEARCHES)],
  ] as const) {
    it(`are checked when the storage has ${text.slice(0, 30)}`, () => {
      area.items.set(RECENT, text);
      assert.deepEqual(open().snapshot.recent, recent);
    });
  }
});
