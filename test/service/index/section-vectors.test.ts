import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalize } from '../../../src/service/models/embedder.ts';
import { SectionVectors } from '../../../src/service/index/section-vectors.ts';

/** No multiple of 32, which is how many signs are looked up at a time. */
const LENGTH = 100;
const SECTIONS = 12_000;
const SECTIONS_PER_PAGE = 6;

/** The same numbers in every run, from -1 to 1. */
function createRandom(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const random = createRandom();
const anyVector = () => Float32Array.from({ length: LENGTH }, random);
/** As models place texts: all of them on one side, in clouds. */
const everywhere = anyVector();
const subjects = Array.from({ length: 200 }, anyVector);
function vectorAbout(subject: Float32Array): Float32Array {
  return normalize(subject.map((value, at) => value + everywhere[at]! + 0.5 * random()));
}

const pages = Int32Array.from({ length: SECTIONS }, (_, at) => 1 + Math.floor(at / SECTIONS_PER_PAGE));
const texts = Array.from({ length: SECTIONS }, (_, at) =>
  vectorAbout(subjects[Math.floor(at / SECTIONS_PER_PAGE) % subjects.length]!),
);
const ALL = [{ first: 1, last: SECTIONS }];

async function readVectors(): Promise<SectionVectors> {
  const vectors = new SectionVectors(pages, SECTIONS);
  for (const [at, vector] of texts.entries()) vectors.add(at + 1, [vector]);
  await vectors.prepare();
  return vectors;
}

/** What every section compared with the query gives. */
function nearestOfAll(query: Float32Array, limit: number, first = 1, last = SECTIONS): number[] {
  const cosine = (at: number) => texts[at]!.reduce((sum, value, i) => sum + value * query[i]!, 0);
  const scores = texts.map((_, at) => 0.6 * cosine(at) + 0.4 * cosine(at - (at % SECTIONS_PER_PAGE)));
  return scores
    .map((score, at) => ({ score, section: at + 1 }))
    .filter(({ section }) => section >= first && section <= last)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ section }) => section);
}

test('of many sections the nearest are the same as when all are compared', async () => {
  const vectors = await readVectors();
  for (let question = 0; question < 5; question++) {
    const query = vectorAbout(subjects[question]!);
    const nearest = vectors.nearest(query, ALL, 100).map(({ section }) => section);
    assert.equal(nearest.length, 100);
    assert.deepEqual(nearest.slice(0, 20), nearestOfAll(query, 20));
  }
});

test('scores are those of the whole vectors, nearest first', async () => {
  const vectors = await readVectors();
  const query = vectorAbout(subjects[3]!);
  const nearest = vectors.nearest(query, ALL, 10);
  const first = (section: number) => section - ((section - 1) % SECTIONS_PER_PAGE);
  for (const { section, score } of nearest) {
    const expected = 0.6 * vectors.cosine(section, query)! + 0.4 * vectors.cosine(first(section), query)!;
    assert.ok(Math.abs(score - expected) < 1e-6);
  }
  assert.deepEqual(
    nearest,
    nearest.toSorted((a, b) => b.score - a.score),
  );
});

test('a filter that leaves few sections compares all of them', async () => {
  const vectors = await readVectors();
  const query = vectorAbout(subjects[5]!);
  const sections = vectors.nearest(query, [{ first: 601, last: 1_800 }], 100).map(({ section }) => section);
  assert.deepEqual(sections, nearestOfAll(query, 100, 601, 1_800));
});

test('vectors that are missing or of another length are no neighbours', async () => {
  const vectors = new SectionVectors(Int32Array.of(1, 2, 3), 2);
  vectors.add(1, [Float32Array.of(1, 0)]);
  vectors.add(2, [Float32Array.of(1, 0, 0)]);
  await vectors.prepare();
  assert.equal(vectors.count, 1);
  const query = Float32Array.of(1, 0);
  assert.equal(vectors.cosine(1, query), 1);
  assert.equal(vectors.cosine(2, query), null);
  assert.deepEqual(vectors.nearest(Float32Array.of(1, 0, 0), [{ first: 1, last: 3 }], 5), []);
});

test('of several pieces of a section the nearest counts, and of a page its first piece', async () => {
  const vectors = new SectionVectors(Int32Array.of(1, 1, 2), 5);
  const [east, north] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  vectors.add(1, [east, north]);
  vectors.add(2, [east]);
  vectors.add(3, [north, east]);
  await vectors.prepare();
  assert.equal(vectors.count, 3);
  assert.deepEqual(
    [1, 2, 3].map((section) => vectors.cosine(section, north)),
    [1, 0, 1],
  );
  const scores = vectors.nearest(north, [{ first: 1, last: 3 }], 3);
  assert.deepEqual(
    scores.map(({ section, score }) => [section, Number(score.toFixed(2))]),
    [
      [3, 1],
      [1, 0.6],
      [2, 0],
    ],
  );
});

test('of many sections with several pieces the nearest are the same as when all are compared', async () => {
  const pieces = texts.map((text, at) => (at % 3 === 0 ? [vectorAbout(anyVector()), text] : [text]));
  const vectors = new SectionVectors(pages, pieces.flat().length);
  for (const [at, own] of pieces.entries()) vectors.add(at + 1, own);
  await vectors.prepare();
  const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  for (let question = 0; question < 3; question++) {
    const query = vectorAbout(subjects[question]!);
    const expected = pieces
      .map((own, at) => ({
        section: at + 1,
        score:
          0.6 * Math.max(...own.map((piece) => product(piece, query))) +
          0.4 * product(pieces[at - (at % SECTIONS_PER_PAGE)]![0]!, query),
      }))
      .sort((a, b) => b.score - a.score);
    assert.deepEqual(
      vectors
        .nearest(query, ALL, 100)
        .slice(0, 20)
        .map(({ section }) => section),
      expected.slice(0, 20).map(({ section }) => section),
    );
  }
});
