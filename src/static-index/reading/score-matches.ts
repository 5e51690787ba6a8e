import type { WordExpression } from '../../engine/words/word-expression.ts';
import type { Postings } from '../format/word-file.ts';
import type { Leaf } from './postings-of.ts';

/** Parameters of BM25, which are those of FTS5. */
const K1 = 1.2;
const B = 0.75;
/** What FTS5 takes for the weight of a word that is in half of the sections or more. */
const MIN_IDF = 1e-6;
/** Frequencies in a file are doubled, because the weight of a column may be a half. */
const FREQUENCY_SCALE = 2;

/** Sections in order, and a score for each. */
export interface Scores {
  sections: Uint32Array;
  scores: Float64Array;
}

/** Return the distinct look-ups of expressions, by a text that names them. */
export function leavesOf(expressions: readonly WordExpression[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const collect = (expression: WordExpression): void => {
    if ('anyOf' in expression) expression.anyOf.forEach(collect);
    else if ('allOf' in expression) expression.allOf.forEach(collect);
    else leaves.set(nameOfLeaf(expression), expression);
  };
  expressions.forEach(collect);
  return leaves;
}

/** Return a text that is the same for equal leaves only. */
export function nameOfLeaf(leaf: Leaf): string {
  return 'phrase' in leaf ? `"${leaf.phrase}"` : leaf.prefix;
}

/** Return the inverse document frequency of what is in `found` of `sections`. */
export function inverseFrequency(sections: number, found: number): number {
  return Math.max(MIN_IDF, Math.log((sections - found + 0.5) / (found + 0.5)));
}

/** Score the postings of one look-up by BM25. */
export function scorePostings(
  { sections, frequencies }: Postings,
  idf: number,
  lengths: Uint32Array,
  meanLength: number,
): Scores {
  const scores = new Float64Array(sections.length);
  for (let at = 0; at < sections.length; at++) {
    const times = frequencies[at]! / FREQUENCY_SCALE;
    const length = lengths[sections[at]!]! / meanLength;
    scores[at] = (idf * times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
  }
  return { sections, scores };
}

/** Evaluate an expression: its sections, scored by the sum of the look-ups that match. */
export function evaluate(expression: WordExpression, scoresOf: (leaf: Leaf) => Scores): Scores {
  if ('anyOf' in expression) {
    return expression.anyOf.map((one) => evaluate(one, scoresOf)).reduce(unite, NOTHING);
  }
  if ('allOf' in expression) {
    const [first = NOTHING, ...others] = expression.allOf.map((one) => evaluate(one, scoresOf));
    return others.reduce(intersect, first);
  }
  return scoresOf(expression);
}

const NOTHING: Scores = { sections: new Uint32Array(), scores: new Float64Array() };

function unite(one: Scores, other: Scores): Scores {
  if (one.sections.length === 0) return other;
  const sections = new Uint32Array(one.sections.length + other.sections.length);
  const scores = new Float64Array(sections.length);
  let count = 0;
  for (let a = 0, b = 0; a < one.sections.length || b < other.sections.length; count++) {
    const first = one.sections[a] ?? Infinity;
    const second = other.sections[b] ?? Infinity;
    sections[count] = Math.min(first, second);
    scores[count] = (first <= second ? one.scores[a++]! : 0) + (second <= first ? other.scores[b++]! : 0);
  }
  return { sections: sections.subarray(0, count), scores: scores.subarray(0, count) };
}

function intersect(one: Scores, other: Scores): Scores {
  const sections = new Uint32Array(Math.min(one.sections.length, other.sections.length));
  const scores = new Float64Array(sections.length);
  let count = 0;
  for (let a = 0, b = 0; a < one.sections.length && b < other.sections.length;) {
    const first = one.sections[a]!;
    const second = other.sections[b]!;
    if (first === second) {
      sections[count] = first;
      scores[count++] = one.scores[a]! + other.scores[b]!;
    }
    if (first <= second) a++;
    if (second <= first) b++;
  }
  return { sections: sections.subarray(0, count), scores: scores.subarray(0, count) };
}
