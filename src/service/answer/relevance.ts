import type { SectionHit } from '../search/search-engine.ts';
import { sharedTerms, termsOf } from './quotes.ts';

/** Cosine from which a section is about the question, whatever its words. */
const CLOSE = 0.375;
/** Cosine below which a section is about something else, whatever its words. */
const FAR = 0.25;
/** Share of the question's words that a section in between has to have, and one whose closeness is not known. */
const SHARED_WORDS = 0.6;
/** How much farther than the closest section another one may be to be quoted beside it, unless it has the question's words. */
const COSINE_MARGIN = 0.12;
/** Share of the best section's words that another one needs to be quoted beside it. */
const WORDS_MARGIN = 0.75;

/**
 * Leaves of what was found what is about the question. A search always finds something, so that somebody who looks can
 * choose; an answer must not pass off the nearest section as one.
 *
 * @param words folded words that say what the question is about
 * @returns best first; empty when nothing is close
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

/** What may be offered in place of an answer: it has a word of the question at least, or is not far from it in meaning. */
export function remotelyRelated(words: readonly string[], hits: readonly SectionHit[]): SectionHit[] {
  const asked = termsOf(words);
  return hits.filter((hit) => (hit.cosine ?? FAR) > FAR || sharedWords(asked, hit) > 0);
}

/**
 * Share of the question's words that a section has, at most 1. A word in its headings or title counts twice: that is what the
 * section is about.
 */
function sharedWords(asked: ReadonlySet<string>, { section }: SectionHit): number {
  if (asked.size === 0) return 0;
  const headings = [section.title, ...section.headings].join('\n');
  const text = [headings, section.description ?? '', section.content].join('\n');
  return Math.min(1, (sharedTerms(asked, text).size + sharedTerms(asked, headings).size) / asked.size);
}
