import type { SectionHit } from '../search/search-engine.ts';
import { termsOf } from './quotes.ts';

/** Cosine from which a section is about the question, whatever its words. */
const CLOSE = 0.45;
/** Cosine below which only words can tell. */
const FAR = 0.2;
/** Share of the question's words that a section in between has to have. */
const SHARED_WORDS = 0.5;
/** How much farther than the closest section another one may be to be quoted beside it. */
const CLOSENESS_MARGIN = 0.12;
/** Share of the best section's words that another one needs to be quoted beside it. */
const WORDS_MARGIN = 0.75;

/**
 * Leaves of what was found what is about the question. A search always finds something, so that somebody who looks can
 * choose; an answer must not pass off the nearest section as one.
 *
 * @returns best first; empty when nothing is close
 */
export function relevantHits(question: string, hits: readonly SectionHit[]): SectionHit[] {
  const asked = [...new Set(termsOf(question))];
  const judged = hits.map((hit) => ({ hit, shared: sharedWords(asked, hit), closeness: hit.closeness }));
  const fitting = judged.filter(({ shared, closeness }) => {
    if (closeness === null) return shared >= SHARED_WORDS;
    return closeness >= CLOSE || (closeness >= FAR && shared >= SHARED_WORDS);
  });
  const closest = Math.max(...fitting.map(({ closeness }) => closeness ?? 0));
  const mostShared = Math.max(...fitting.map(({ shared }) => shared));
  return fitting
    .filter(({ shared, closeness }) =>
      closeness === null ? shared >= mostShared * WORDS_MARGIN : closeness >= closest - CLOSENESS_MARGIN,
    )
    .map(({ hit }) => hit);
}

/** Share of the question's words that stand in a section, its headings or its title. */
function sharedWords(asked: readonly string[], { section }: SectionHit): number {
  if (asked.length === 0) return 0;
  const words = new Set(
    termsOf([section.title, section.description ?? '', ...section.headings, section.content].join('\n')),
  );
  return asked.filter((word) => words.has(word)).length / asked.length;
}
