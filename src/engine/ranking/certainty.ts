import type { Evidence } from './evidence.ts';

/** How certain it is that sections answer a question: they do, they may, or they do not. */
export type Certainty = 'high' | 'low' | 'none';

/** Weights of a logistic regression. */
type Weights = Record<Exclude<keyof Evidence, 'closenessShare'> | 'bias', number>;

/** Fitted to the tuned questions of test/bench/answers.bench.ts (`--dump`), with an English model and an endpoint. */
const BY_MEANING: Weights = { closeness: 5.8, covered: 4.4, named: 0, foreign: -4.1, bias: -4.5 };
/** Likewise without vectors. */
const BY_WORDS: Weights = { closeness: 0, covered: 3.7, named: 5.2, foreign: -4.6, bias: -1.5 };
/**
 * Operating point, set with the tuned questions of test/bench/answers.bench.ts: odds below the first are no answer, from the second
 * on they are a certain one.
 */
const ANSWERS_PERHAPS = -0.4;
const ANSWERS = 1;
/** Range of closeness that counts, because a model can be as sure of a wrong section. */
const CLOSENESS_RANGE = [-0.5, 1.5] as const;

/** Return the logarithm of the odds that a section answers the question. */
export function answerOdds(evidence: Evidence): number {
  const share = evidence.closenessShare;
  return share * oddsBy(BY_MEANING, evidence) + (1 - share) * oddsBy(BY_WORDS, evidence);
}

function oddsBy(weights: Weights, { closeness, covered, named, foreign }: Evidence): number {
  const [least, most] = CLOSENESS_RANGE;
  return (
    weights.bias +
    weights.closeness * Math.min(most, Math.max(least, closeness ?? 0)) +
    weights.covered * covered +
    weights.named * named +
    weights.foreign * foreign
  );
}

/** Return the certainty of an answer from its best section. */
export function certaintyOf(odds: number): Certainty {
  return odds >= ANSWERS ? 'high' : odds >= ANSWERS_PERHAPS ? 'low' : 'none';
}
