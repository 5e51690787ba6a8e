import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadTokenizer } from '../../../src/service/models/tokenizer.ts';
import { openLocalReranker, defaultReranker, meterReranker } from '../../../src/service/models/reranker.ts';
import { fetchMetrics, readSamples } from '../../support/exposition.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { collect, question, startService } from '../http-service.ts';
import { smallModel, smallReranker, UNIGRAM, WORDS } from './small-models.ts';

const METRICS_KEY = 'metrics-key-5b1e';
const { signal } = new AbortController();
const passage = (text: string) => ({ place: '', text });

describe('a cross-encoder', () => {
  for (const runtime of ['native', 'WebAssembly'] as const) {
    it(`scores how well passages answer a query, in their order, with ${runtime}`, async () => {
      await using folder = await smallReranker();
      const reranker = await openLocalReranker(folder.path, { runtime });
      const scores = await reranker.score(
        'red sea',
        ['green', 'red', 'sea red blue', 'blue'].map(passage),
        signal,
      );
      await reranker.close();
      // One separator is in both texts, and a pair that shares six words has an even chance.
      const chance = (shared: number) => 1 / (1 + Math.exp(6 - shared));
      assert.deepEqual(
        scores.map((score) => score.toFixed(5)),
        [1, 2, 3, 1].map((shared) => chance(shared).toFixed(5)),
      );
    });
  }

  it('reads a long passage from its beginning, and at most half of its tokens of a query', async () => {
    await using folder = await smallReranker();
    const tokenizer = await loadTokenizer(folder.path, 17);
    const words = ({ ids }: { ids: readonly number[] }) => ids.map((id) => WORDS[id]).join(' ');
    const { types, ...pair } = tokenizer.pair('red '.repeat(50), 'sea '.repeat(50));
    assert.equal(words(pair), `[CLS]${' red'.repeat(7)} [SEP]${' sea'.repeat(7)} [SEP]`);
    assert.equal(types.join(''), '00000000011111111');
    assert.equal(words(tokenizer.pair('red', 'sea')), '[CLS] red [SEP] sea [SEP]');
  });

  it('puts two separators between texts where its tokenizer does', async () => {
    await using folder = await smallModel({
      'tokenizer.json': UNIGRAM,
      'tokenizer_config.json': { tokenizer_class: 'XLMRobertaTokenizer' },
    });
    const { ids, types } = (await loadTokenizer(folder.path, 64)).pair('sea', 'world');
    assert.deepEqual([ids[0], ids[2], ids[3], ids.at(-1), ids.length], [0, 2, 2, 2, 6]);
    assert.deepEqual(new Set(types), new Set([0]));
  });

  it('takes back the passages that wait when it takes too long', async () => {
    await using folder = await smallReranker();
    const reranker = await openLocalReranker(folder.path);
    const stopped = new AbortController();
    const scores = reranker.score(
      'sea',
      Array.from({ length: 500 }, () => passage('sea')),
      stopped.signal,
    );
    stopped.abort(new Error('too late'));
    await assert.rejects(scores, /too late/);
    assert.equal((await reranker.score('sea', [passage('sea')], signal)).length, 1);
    await reranker.close();
  });

  it('is refused when its weights are those of another kind of model', async () => {
    await using folder = await smallModel();
    const reranker = await openLocalReranker(folder.path);
    await assert.rejects(reranker.score('a', [passage('b')], signal), /has no output "logits"/);
    await reranker.close();
  });
});

describe('reranking in the service', () => {
  /** By words, the page called like the query is first; by shared words, the one that repeats them. */
  const PAGES = {
    'named.md': '# Red sea\n\nShips sail here, says the harbour master of this town.',
    'repeated.md': '# Notes\n\nThe red sea, a red red red sea of red sea weed.',
    'notiz.md': '# Das rote Meer\n\nSchiffe fahren hier.',
  };

  async function start(reranker: { folder: string } | null) {
    const docs = await temporaryFolder(PAGES);
    const service = await startService({
      projects: [{ dir: docs.path, domain: 'lighthouse', projectId: 'project-1' }],
      reranker,
      metricsKey: METRICS_KEY,
    });
    await service.service.ready;
    return {
      ...service,
      answered: async (text: string) => {
        const events = await collect(service.client.answer(question(text, { filter: {} })));
        const found = events.find((event) => event.type === 'tool' && event.output !== undefined);
        assert.ok(found?.type === 'tool', JSON.stringify(events));
        return (found.output as { results: { path: string }[] }).results.map(({ path }) => path);
      },
      async [Symbol.asyncDispose]() {
        await service[Symbol.asyncDispose]();
        await docs[Symbol.asyncDispose]();
      },
    };
  }

  it('puts what answers best first in an answer, and leaves a search as it is', async () => {
    await using folder = await smallReranker();
    await using plain = await start(null);
    assert.equal((await plain.answered('red sea'))[0], 'named');
    await using service = await start({ folder: folder.path });
    assert.equal((await service.answered('red sea'))[0], 'repeated');
    const [first] = await service.client.search({ query: 'red sea' });
    assert.equal(first!.path, 'named');
  });

  it('leaves queries alone that an English model cannot read', async () => {
    const german = 'Wo ist das red sea und warum ist es nicht blau?';
    await using folder = await smallReranker();
    await using plain = await start(null);
    await using service = await start({ folder: folder.path });
    assert.deepEqual(await service.answered(german), await plain.answered(german));
  });

  it('answers without it, and says why, when it cannot be loaded', async () => {
    await using folder = await temporaryFolder();
    await using service = await start({ folder: folder.path });
    assert.equal((await service.answered('red sea'))[0], 'named');
    assert.match(
      String(service.failures[0]),
      /Answers are not reranked: .* is no folder of a model: it holds no config\.json\./,
    );
  });

  it('answers without it when the model fails, and says why once', async () => {
    await using folder = await smallModel();
    await using service = await start({ folder: folder.path });
    assert.equal((await service.answered('red sea'))[0], 'named');
    assert.equal((await service.answered('blue sea'))[0], 'named');
    assert.deepEqual(service.failures.map(String), [
      'Error: Answers are not reranked for the time being: The model has no output "logits", so it is no cross-encoder.',
    ]);
  });

  it('counts answers that were reranked and those that were not', async () => {
    const counted = async ({ url }: { url: string }) => {
      const samples = readSamples(await fetchMetrics(url, METRICS_KEY));
      return ['ok', 'failed', 'timeout', 'aborted'].map((outcome) =>
        samples.get(`docs_assistant_rerankings_total{outcome="${outcome}"}`),
      );
    };
    await using working = await smallReranker();
    await using service = await start({ folder: working.path });
    assert.deepEqual(await counted(service), [0, 0, 0, 0]);
    await service.answered('red sea');
    assert.deepEqual(await counted(service), [1, 0, 0, 0]);
    await using broken = await smallModel();
    await using failing = await start({ folder: broken.path });
    await failing.answered('red sea');
    assert.deepEqual(await counted(failing), [0, 1, 0, 0]);
  });
});

describe('an observed cross-encoder', () => {
  const ended = (name: string) => AbortSignal.abort(new DOMException('', name));

  /** Call a cross-encoder once for each: it fails with an error, and with a signal that is aborted. */
  async function observe(calls: readonly ('works' | Error | AbortSignal)[]) {
    const outcomes: string[] = [];
    const failures: string[] = [];
    let failure: Error | null = null;
    const reranker = meterReranker(
      {
        name: '',
        isEnglishOnly: true,
        async score(_, passages, { aborted, reason }) {
          if (failure !== null) throw failure;
          if (aborted) throw reason;
          return passages.map(() => 1);
        },
        async close() {},
      },
      {
        onCall: ({ outcome }) => outcomes.push(outcome),
        onFailure: ({ message }) => failures.push(message),
      },
    );
    for (const call of calls) {
      failure = call instanceof Error ? call : null;
      await reranker.score('', [], call instanceof AbortSignal ? call : signal).catch(() => {});
    }
    return { outcomes, failures };
  }

  it('tells how each call ended', async () => {
    const { outcomes } = await observe(['works', new Error('x'), ended('TimeoutError'), ended('AbortError')]);
    assert.deepEqual(outcomes, ['ok', 'failed', 'timeout', 'aborted']);
  });

  it('reports an outage once, and the next one again', async () => {
    const broken = new Error('The model was stopped');
    const { failures } = await observe([
      broken,
      broken,
      ended('TimeoutError'),
      'works',
      ended('TimeoutError'),
    ]);
    assert.deepEqual(failures, [
      'Answers are not reranked for the time being: The model was stopped',
      'Answers are not reranked for the time being: the model takes too long',
    ]);
  });

  it('takes a reader who leaves neither for an outage nor for its end', async () => {
    const broken = new Error('The model was stopped');
    const { failures } = await observe([ended('AbortError'), broken, ended('AbortError'), broken]);
    assert.equal(failures.length, 1);
  });
});

describe('the choice of a cross-encoder', () => {
  it('is that of the environment, else none', async () => {
    await using cache = await temporaryFolder();
    const environment = { DOCS_EMBEDDINGS_CACHE: cache.path };
    assert.equal(defaultReranker(null, environment), null);
    const folder = join(cache.path, 'own');
    assert.deepEqual(defaultReranker(null, { ...environment, DOCS_RERANKER_FOLDER: folder }), { folder });
    assert.equal(defaultReranker(null, { ...environment, DOCS_RERANKER_FOLDER: 'none' }), null);
  });
});
