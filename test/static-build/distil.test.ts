import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Section } from '../../src/engine/sections/section.ts';
import { wordsOf } from '../../src/engine/words/searchable-text.ts';
import { columnsOf } from '../../src/engine/sections/section-columns.ts';
import type { IndexedSection } from '../../src/service/index/index-content.ts';
import {
  matrixOf,
  multiply,
  rowOf,
  rowsOf,
  withUnitRows,
  type DenseMatrix,
} from '../../src/static-build/distil/dense-matrix.ts';
import {
  distilPart,
  fitRidgeMatrix,
  principalComponents,
  fitTexts,
} from '../../src/static-build/distil/distil-part.ts';
import { divideIntoCells } from '../../src/static-build/distil/vector-cells.ts';
import { createWordBags, raritiesOf } from '../../src/static-build/distil/word-bags.ts';
import { fitCorrections, sumBags } from '../../src/static-build/distil/word-corrections.ts';
import { PartWords } from '../../src/static-build/part-words.ts';

/** Numbers that look random and are the same in each run, around 0. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}

function matrix(rows: number, columns: number, seed: number): DenseMatrix {
  return { columns, values: numbers(rows * columns, seed) };
}

function assertNear(actual: Float32Array, expected: Float32Array, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (const [at, value] of actual.entries()) {
    assert.ok(Math.abs(value - expected[at]!) <= tolerance, `${at}: ${value} is not ${expected[at]}`);
  }
}

describe('the texts of a fit', () => {
  const section: Section = {
    id: 'a',
    path: 'a',
    place: 1,
    title: 'Guide',
    headings: ['Setup', 'Keys'],
    content:
      'Put the key into a file. Restart the server then!\n\n```sh\nrun this is code now\n```\n\nShort one.',
    href: 'a',
  };

  test('are headings, with and without those above them, sentences, and spans of words', () => {
    const texts = fitTexts([section]);
    assert.deepEqual(texts.slice(0, 4), [
      'Keys',
      'Guide > Setup > Keys',
      'Put the key into a file.',
      'Restart the server then!',
    ]);
    const readable = 'Put the key into a file. Restart the server then! run this is code now Short one.';
    const spans = texts.slice(4);
    assert.ok(spans.length > 0);
    for (const span of spans) assert.ok(readable.includes(span), span);
  });

  test('are the title and the description before the first heading, and each text once', () => {
    const introduction = { ...section, headings: [], description: 'All of it', content: '' };
    assert.deepEqual(fitTexts([introduction, introduction]), ['Guide', 'All of it']);
  });
});

test('a bag has the known words of a text, by their rarity and number, in weights that sum to 1', () => {
  const bags = createWordBags(
    ['Key, key, and file', 'unknown words'],
    new Map([
      ['key', 0],
      ['file', 1],
    ]),
    Float32Array.of(1, 3),
  );
  assert.deepEqual([...bags.starts], [0, 2, 2]);
  assert.deepEqual([...bags.words], [0, 1]);
  const twice = 1 + Math.log(2);
  assertNear(bags.weights, Float32Array.of(twice / (twice + 3), 3 / (twice + 3)), 1e-6);
  const [rare, frequent] = raritiesOf([1, 50], 100);
  assert.ok(rare! > frequent! && frequent! > 0);
});

test('principal components are the directions in which vectors differ most', () => {
  const values = Float32Array.from({ length: 300 }, (_, at) => {
    const row = Math.floor(at / 3) - 49.5;
    return [row * 0.6, row * 0.8, Math.sin(at) * 0.1][at % 3]!;
  });
  const basis = principalComponents({ columns: 3, values }, 2);
  const first = Float32Array.of(basis.values[0]!, basis.values[2]!, basis.values[4]!);
  assertNear(first.map(Math.abs), Float32Array.of(0.6, 0.8, 0), 0.01);
});

test('the ridge matrix finds the map between vectors, and stays near to its prior with few of them', () => {
  const map = matrix(6, 4, 1);
  const inputs = matrix(500, 6, 2);
  const unrelated = matrix(6, 4, 3);
  assertNear(fitRidgeMatrix(inputs, multiply(inputs, map), unrelated).values, map.values, 0.01);
  const few = matrix(1, 6, 4);
  assertNear(fitRidgeMatrix(few, multiply(few, map), map).values, map.values, 1e-4);
});

test('corrections of words make up for what is missing to the texts, the less the larger the penalty', () => {
  const wordCount = 20;
  const texts = Array.from({ length: 400 }, (_, at) => `w${at % 20} w${(at * 7) % 19} w${(at * 3) % 17}`);
  const known = new Map(Array.from({ length: wordCount }, (_, at) => [`w${at}`, at]));
  const bags = createWordBags(texts, known, new Float32Array(wordCount).fill(1));
  const truth = matrix(wordCount, 3, 5);
  const missing = sumBags(bags, truth);
  assertNear(fitCorrections(bags, missing, wordCount, 1e-6).values, truth.values, 0.02);
  const size = (penalty: number): number =>
    fitCorrections(bags, missing, wordCount, penalty).values.reduce((sum, value) => sum + value ** 2, 0);
  assert.ok(size(1e-6) > size(1) && size(1) > size(100));
});

describe('cells of vectors', () => {
  const vectors = withUnitRows(matrix(600, 8, 6));

  test('are one up to a number of vectors', () => {
    const [cell, ...others] = divideIntoCells(vectors);
    assert.equal(others.length, 0);
    assert.deepEqual(
      cell!.rows,
      Array.from({ length: 600 }, (_, row) => row),
    );
  });

  test('have each vector once beyond, where it is nearest, in order', () => {
    const cells = divideIntoCells(vectors, { maxOfOne: 100, perCell: 50 });
    assert.ok(cells.length > 8 && cells.length <= 12);
    assert.deepEqual(
      cells.flatMap(({ rows }) => rows).toSorted((a, b) => a - b),
      Array.from({ length: 600 }, (_, row) => row),
    );
    const cosine = (row: number, centre: Float32Array): number =>
      rowOf(vectors, row).reduce((sum, value, at) => sum + value * centre[at]!, 0);
    for (const { centre, rows } of cells) {
      assert.deepEqual(
        rows,
        rows.toSorted((a, b) => a - b),
      );
      for (const row of rows) {
        assert.ok(cells.every((other) => cosine(row, other.centre) <= cosine(row, centre) + 1e-6));
      }
    }
  });
});

describe('a distilled part', () => {
  /** Subjects of sections, each with words that mean the same to the model. */
  const SUBJECTS = [
    ['login', 'password', 'account'],
    ['photo', 'picture', 'album'],
    ['backup', 'restore', 'archive'],
    ['theme', 'colour', 'dark'],
    ['server', 'port', 'proxy'],
    ['language', 'translation', 'locale'],
    ['search', 'query', 'find'],
    ['install', 'package', 'download'],
    ['error', 'failure', 'crash'],
    ['invoice', 'payment', 'price'],
  ];
  const length = 16;
  const directions = SUBJECTS.map((_, at) => numbers(length, 100 + at));

  /** A model that tells the subject of a text by its words. */
  function embed(texts: readonly string[]): DenseMatrix {
    const rows = texts.map((text, at) => {
      const vector = numbers(length, 1_000 + at).map((value) => value / 10);
      for (const word of wordsOf(text)) {
        const subject = SUBJECTS.findIndex((words) => words.includes(word));
        if (subject !== -1) for (let i = 0; i < length; i++) vector[i]! += directions[subject]![i]!;
      }
      return vector;
    });
    return withUnitRows(matrixOf(rows, length));
  }

  const sections = SUBJECTS.flatMap(([first, second, third], page): IndexedSection[] =>
    [first, second, third].map((word, at) => {
      const section: Section = {
        id: `${page}-${at}`,
        path: `${page}`,
        place: 3 * page + at + 1,
        title: `About ${first}`,
        headings: at === 0 ? [] : [`The ${word}`],
        content: `Here the ${word} is explained with its ${at === 2 ? first : third}. Read on for more of ${word}.`,
        href: `${page}`,
      };
      const vector = rowOf(embed([section.content]), 0);
      const isFirst = at === 0;
      return {
        section,
        page: page + 1,
        isFirst,
        pageKey: `${page}`,
        columns: columnsOf(section, section, isFirst),
        vectors: [vector],
        mixedVectors: [vector],
      };
    }),
  );
  const words = new PartWords();
  for (const section of sections) words.add(section);
  const lexicon = words.lexicon();

  test('has vectors of words that lead to the sections of their subject', async () => {
    const { sections: vectors, words: wordVectors } = await distilPart(sections, lexicon, async (texts) =>
      embed(texts),
    );
    assert.equal(rowsOf(vectors), sections.length);
    assert.equal(rowsOf(wordVectors), lexicon.words.length);
    for (const [subject, names] of SUBJECTS.entries()) {
      for (const name of names) {
        const query = rowOf(wordVectors, lexicon.words.indexOf(name));
        const products = sections.map((_, row) =>
          rowOf(vectors, row).reduce((sum, value, at) => sum + value * query[at]!, 0),
        );
        const best = products.indexOf(Math.max(...products));
        assert.equal(sections[best]!.page, subject + 1, name);
      }
    }
  });

  test('has a scale on which headings are nearer to their sections than to others', async () => {
    const { calibration } = await distilPart(sections, lexicon, async (texts) => embed(texts));
    assert.ok(calibration!.related > calibration!.unrelated);
  });

  test('has no scale when all sections are those of one page', async () => {
    const ofOnePage = sections.map((section, at) => ({ ...section, page: 1, isFirst: at === 0 }));
    const { calibration } = await distilPart(ofOnePage, lexicon, async (texts) => embed(texts));
    assert.equal(calibration, null);
  });

  test('is the same for the same sections', async () => {
    const [first, second] = [
      await distilPart(sections, lexicon, async (texts) => embed(texts)),
      await distilPart(sections, lexicon, async (texts) => embed(texts)),
    ];
    assert.deepEqual(first, second);
  });
});
