import type { DocsFilter } from '../../protocol/api.ts';
import { siteKey } from '../../state/storage.ts';
import type { DocsSearch } from './docs-search.ts';

/** What the search needs of a `<docs-assistant>`; any element that has it can take questions over. */
export interface QuestionTaker extends HTMLElement {
  show(): void;
  ask(question: string, options: { filter?: DocsFilter }): void;
}

/** Finds the assistant that takes questions of this search over: the one named, else the first of the same site. */
export function findAssistant(search: DocsSearch): QuestionTaker | null {
  const { assistant } = search;
  if (assistant === 'none') return null;
  const roots = [search.getRootNode() as ParentNode, document];
  for (const root of roots) {
    const found = [
      ...root.querySelectorAll<HTMLElement>(assistant ? `#${CSS.escape(assistant)}` : 'docs-assistant'),
    ];
    const taker = found.find(
      (element) => isQuestionTaker(element) && (assistant || isSameSite(element, search)),
    );
    if (taker) return taker as QuestionTaker;
  }
  return null;
}

function isQuestionTaker(element: HTMLElement): boolean {
  return typeof (element as Partial<QuestionTaker>).ask === 'function';
}

function isSameSite(element: HTMLElement, search: DocsSearch): boolean {
  const { endpoint, domain } = element as Partial<DocsSearch>;
  return endpoint !== undefined && domain !== undefined && siteKey({ endpoint, domain }) === siteKey(search);
}
