import type { SectionHit } from '../search/search-engine.ts';
import { sharedTerms, termsOf } from './quotes.ts';

/** Cosine from which a section is relevant, whatever its words. */
const CLOSE = 0.375;
/** Cosine below which a section is irrelevant, whatever its words. */
const FAR = 0.25;
/** Share of the question's words that a section needs between the two, or without a cosine. */
const SHARED_WORDS = 0.6;
/** How far the cosine of a further section may be below the best one, unless it has the words of the question. */
const COSINE_MARGIN = 0.12;
/** Share of the best section's words that another one needs to be quoted beside it. */
const WORDS_MARGIN = 0.75;

/**
 * Keep the hits that are relevant to the question. A search returns the nearest sections, however far, for a reader to choose
 * from; an answer must not quote an irrelevant one.
 *
 * @param words folded words of the question, without stop words
 * @returns best first; empty when nothing is relevant
 */
export function relevantHits(words: readonly string[], hits: readonly SectionHit[]): SectionHit[] {
  const asked = termsOf(words);
  const judged = hits.map((hit) => ({ hit, shared: sharedWords(asked, hit), cosine: hit.cosine }));
  const fitting = judged.filter(({ shared, cosine }) => {
    if (cosine === null) return shared >= SHARED_WORDS;
    return cosine >= CLOSE || (cosine >= FAR && shared >= SHARED_WORDS);
  });
  const closest = Math.max(...fitting.map(({ cosine }) => cosine ?? 0));
  const mostShared = Math.max(...fitting.map(({ shared }) => shared));
  return fitting
    .filter(({ shared, cosine }) => {
      const hasWords = shared > 0 && shared >= mostShared * WORDS_MARGIN;
      if (cosine === null) return hasWords;
      return cosine >= closest - COSINE_MARGIN || (cosine >= CLOSE && hasWords);
    })
    .map(({ hit }) => hit);
}

/**
 * Keep the hits to offer as links when there is no answer: with at least one word of the question, or not far from it in meaning.
 */
export function remotelyRelated(words: readonly string[], hits: readonly SectionHit[]): SectionHit[] {
  const asked = termsOf(words);
  return hits.filter((hit) => (hit.cosine ?? FAR) > FAR || sharedWords(asked, hit) > 0);
}

/**
 * Return the share of the question's words in a section, at most 1. Words in its headings or title count twice, because they name
 * its subject.
 */
function sharedWords(asked: ReadonlySet<string>, { section }: SectionHit): number {
  if (asked.size === 0) return 0;
  const headings = [section.title, ...section.headings].join('\n');
  const text = [headings, section.description ?? '', section.content].join('\n');
  return Math.min(1, (sharedTerms(asked, text).size + sharedTerms(asked, headings).size) / asked.size);
}
