import type { Calibration } from '../../engine/sections/index-facts.ts';
import type { IndexedSection } from '../../service/index/index-content.ts';
import type { Lexicon } from '../../static-index/format/lexicon-file.ts';
import { calibrateMeaning } from './calibrate-meaning.ts';
import {
  matrixOf,
  meanOf,
  multiply,
  rowOf,
  subtractFromRows,
  withUnitRows,
  type DenseMatrix,
  crossProduct,
} from './dense-matrix.ts';
import { createWordBags, raritiesOf } from './word-bags.ts';
import { fitCorrections, sumBags } from './word-corrections.ts';
import { CholeskyDecomposition, Matrix, EigenvalueDecomposition } from 'ml-matrix';
import type { Section } from '../../engine/sections/section.ts';
import { readableText } from '../../engine/words/searchable-text.ts';

/** Dimensions that are kept of the vectors of the model. Half as many find less: see the trial in issue 18. */
const DIMENSIONS = 128;
/**
 * Penalty of the corrections of words. With the tuned questions of test/bench/retrieval.bench.ts, .3, 1 and 3 are alike with words (MRR
 * .69 to .70), and 1 is the best one by meaning alone.
 */
const CORRECTION_PENALTY = 1;
/** Weight of the beginning of a page in the vectors of its sections, as in the service. */
const INTRODUCTION_SHARE = 0.4;
/** Minimum number of sections to fit vectors to: with fewer, a reader sees all of them anyway. */
export const MIN_SECTIONS = 8;

/** Meaning of the sections and words of a part, without the model. */
export interface DistilledPart {
  /** Vectors of the sections, of length 1. */
  sections: DenseMatrix;
  /** Vectors of the words of the lexicon, multiplied with the weights of the words. */
  words: DenseMatrix;
  calibration: Calibration | null;
}

/**
 * Fit vectors of words whose sums are near to the vectors that a sentence model has for texts, so that a page finds the sections that
 * are near to a query without the model. The vector of a word is what the model says of the word alone, times a matrix that is the same
 * for all words, and a correction of its own. All vectors are centred, because what all texts of a documentation have in common tells
 * none from another, and reduced to the directions in which sections differ most.
 *
 * @param sections at least `MIN_SECTIONS`, all of them with vectors
 * @param lexicon all words of the sections
 * @param embed returns the vectors that the model has for texts
 */
export async function distilPart(
  sections: readonly IndexedSection[],
  lexicon: Lexicon,
  embed: (texts: readonly string[]) => Promise<DenseMatrix>,
): Promise<DistilledPart> {
  const texts = fitTexts(sections.map(({ section }) => section));
  const textVectors = centred(await embed(texts));
  const ownVectors = centred(await embed(lexicon.words));
  const length = sections[0]!.vectors[0]!.length;
  const sectionVectors = matrixOf(
    sections.map(({ vectors }) => sumOf(vectors)),
    length,
  );
  const plain = withUnitRows(sectionVectors);
  const plainCentred = centred(plain);
  const dimensions = 2 * Math.floor(Math.min(DIMENSIONS, length, sections.length - 1) / 2);
  const basis = principalComponents(plainCentred, dimensions);

  const numbers = new Map(lexicon.words.map((word, number) => [word, number]));
  const rarities = raritiesOf(lexicon.counts, sections.length);
  const whole = sections.map(({ columns: { title, heading, body } }) => `${title} ${heading} ${body}`);
  const bags = createWordBags([...texts, ...whole], numbers, rarities);
  const targets = multiply(below(textVectors, plainCentred), basis);
  const matrix = fitRidgeMatrix(sumBags(bags, ownVectors), targets, basis);
  const words = multiply(ownVectors, matrix);
  const fitted = sumBags(bags, words).values;
  const residuals = targets.values.map((value, at) => value - fitted[at]!);
  const corrections = fitCorrections(
    bags,
    { columns: dimensions, values: residuals },
    lexicon.words.length,
    CORRECTION_PENALTY,
  ).values;
  for (let at = 0; at < corrections.length; at++) {
    words.values[at] = (words.values[at]! + corrections[at]!) * rarities[Math.floor(at / dimensions)]!;
  }
  const mixed = withUnitRows(multiply(centred(mixIntroductions(sections, plain)), basis));
  return {
    sections: mixed,
    words,
    calibration: calibrateMeaning(sections, mixed, { numbers, vectors: words }),
  };
}

function centred(matrix: DenseMatrix): DenseMatrix {
  return subtractFromRows(matrix, meanOf(matrix));
}

function below(upper: DenseMatrix, lower: DenseMatrix): DenseMatrix {
  const values = new Float32Array(upper.values.length + lower.values.length);
  values.set(upper.values);
  values.set(lower.values, upper.values.length);
  return { columns: upper.columns, values };
}

function sumOf(vectors: readonly Float32Array[]): Float32Array {
  return vectors[0]!.map((_, at) => vectors.reduce((sum, vector) => sum + vector[at]!, 0));
}

/** Mix the vector of the first section of each page into those of all its sections. */
function mixIntroductions(sections: readonly IndexedSection[], vectors: DenseMatrix): DenseMatrix {
  const { columns } = vectors;
  const values = new Float32Array(vectors.values.length);
  let introduction = rowOf(vectors, 0);
  for (const [row, { isFirst }] of sections.entries()) {
    const own = rowOf(vectors, row);
    if (isFirst) introduction = own;
    values.set(
      own.map((value, at) => (1 - INTRODUCTION_SHARE) * value + INTRODUCTION_SHARE * introduction[at]!),
      row * columns,
    );
  }
  return { columns, values };
}

/** Weight of the penalty, as a share of the mean diagonal: against directions in which the inputs hardly differ. */
const PENALTY_SHARE = 1e-3;

/**
 * Return the matrix that maps the rows of `inputs` to those of `targets` best, by ridge regression towards `prior` times a number, so
 * that a documentation with few texts stays near to it.
 */
export function fitRidgeMatrix(inputs: DenseMatrix, targets: DenseMatrix, prior: DenseMatrix): DenseMatrix {
  const expected = multiply(inputs, prior).values;
  let product = 0;
  let square = 0;
  for (let at = 0; at < expected.length; at++) {
    product += expected[at]! * targets.values[at]!;
    square += expected[at]! ** 2;
  }
  const scale = square === 0 ? 1 : product / square;
  const residuals = targets.values.map((value, at) => value - scale * expected[at]!);
  const gram = crossProduct(inputs, inputs);
  const penalty = PENALTY_SHARE * (gram.reduce((sum, row, at) => sum + row[at]!, 0) / inputs.columns) || 1;
  for (const [at, row] of gram.entries()) row[at]! += penalty;
  const change = new CholeskyDecomposition(new Matrix(gram))
    .solve(new Matrix(crossProduct(inputs, { columns: targets.columns, values: residuals })))
    .to1DArray();
  return { columns: targets.columns, values: prior.values.map((value, at) => scale * value + change[at]!) };
}

/**
 * Return the basis of the directions in which vectors differ most (principal component analysis), as columns.
 *
 * @param centred vectors as rows, with mean 0
 */
export function principalComponents(centred: DenseMatrix, count: number): DenseMatrix {
  const { columns } = centred;
  const kept = Math.min(count, columns);
  const { eigenvectorMatrix } = new EigenvalueDecomposition(new Matrix(crossProduct(centred, centred)), {
    assumeSymmetric: true,
  });
  const values = new Float32Array(columns * kept);
  // Eigenvalues ascend.
  for (let at = 0; at < kept; at++) {
    for (let row = 0; row < columns; row++) {
      values[row * kept + at] = eigenvectorMatrix.get(row, columns - 1 - at);
    }
  }
  return { columns: kept, values };
}

/** Maximum number of texts of a fit: more take minutes to embed, and the vectors of words hardly change. */
const MAX_TEXTS = 40_000;
/** Maximum length of a text in UTF-16 units. Longer sentences are tables or data. */
const MAX_TEXT_LENGTH = 300;
const MIN_SENTENCE_WORDS = 4;
/** Spans of words are as long as questions: these lengths in turn. */
const SPAN_LENGTHS = [4, 6, 8, 5, 7, 9] as const;
/** Words of a section for each span that is taken from it, and most spans of a section. */
const WORDS_PER_SPAN = 30;
const MAX_SPANS = 4;

const FENCED_CODE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])|\n+/u;

/**
 * Return the texts of a documentation that word vectors are fitted to: what a reader may ask in length and kind. Sentences, spans of
 * words, headings by themselves and with those above them, and descriptions. The same sections give the same texts.
 */
export function fitTexts(sections: readonly Section[]): string[] {
  const texts = new Set<string>();
  const add = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed.length <= MAX_TEXT_LENGTH) texts.add(trimmed);
  };
  let spans = 0;
  for (const { title, description, headings, content } of sections) {
    const heading = headings.at(-1);
    if (heading === undefined) {
      add(title);
      add(description ?? '');
    } else {
      add(heading);
      add([title, ...headings].join(' > '));
    }
    for (const line of content.replace(FENCED_CODE, '').split(SENTENCE_END)) {
      const sentence = readableText(line);
      if (sentence.split(' ').length >= MIN_SENTENCE_WORDS) add(sentence);
    }
    const words = readableText(content).split(' ');
    const count = Math.min(MAX_SPANS, Math.ceil(words.length / WORDS_PER_SPAN));
    for (let at = 0; at < count; at++) {
      const first = Math.floor(((at + 0.5) * words.length) / count);
      add(words.slice(first, first + SPAN_LENGTHS[spans++ % SPAN_LENGTHS.length]!).join(' '));
    }
  }
  return spread([...texts], MAX_TEXTS);
}

/** Return at most so many items, evenly spread. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]!);
}
