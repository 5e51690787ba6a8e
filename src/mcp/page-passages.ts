import type { PageText } from '../engine/pages/docs-pages.ts';
import { bestPassages } from './best-passages.ts';
import { estimateTokens } from './token-estimate.ts';

/** Share of what is left of the budget that one passage may take: the best one is mostly whole. */
const SHARE = 0.75;

/**
 * Write the passages of a page that answer a question as Markdown, in the order of the page, each below its headings.
 *
 * @param maxTokens of all passages
 * @returns `null` when the page has no word of the question
 */
export function writePassages(
  { title, sections, passages = [] }: PageText,
  maxTokens: number,
): string | null {
  const headingOf = ({ headings }: { headings: readonly string[] }): string =>
    `## ${(headings.length > 0 ? headings : [title]).join(' › ')}`;
  const chosen = bestPassages(passages, { maxTokens, share: SHARE }, (passage) =>
    estimateTokens(headingOf(passage)),
  );
  const placeOf = ({ anchor: own }: { anchor?: string }) =>
    sections.findIndex(({ anchor }) => anchor === own);
  const written = chosen
    .toSorted((a, b) => placeOf(a.result) - placeOf(b.result))
    .map(({ result, text }) => `${headingOf(result)}\n\n${text}`);
  return written.length === 0 ? null : `${written.join('\n\n')}\n`;
}
