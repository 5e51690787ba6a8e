import { createHash } from 'node:crypto';
import type { ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type { MatchedRange, SearchResult } from '../../protocol/api.ts';
import type { ResultsPageWords } from './words.ts';

/** What the page shows. */
export interface ResultsPage {
  /** Language of the page, as a BCP 47 tag. */
  language: string;
  words: ResultsPageWords;
  query: string;
  /** Other parameters of the search, which the form repeats. */
  parameters: Readonly<Record<string, string>>;
  /** Results with their addresses; a sentence instead of them; `null` before a search. */
  outcome: readonly LinkedResult[] | string | null;
}

export interface LinkedResult extends SearchResult {
  href: string;
}

/** Characters of the text of a result that has no excerpt. */
const EXCERPT_CHARACTERS = 200;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-inline-size: 44rem; margin: 2rem auto; padding-inline: 1rem; }
form { display: flex; gap: .5rem; }
input { flex: 1; min-inline-size: 0; }
input, button { font: inherit; padding: .4rem .7rem; }
ol { list-style: none; padding: 0; }
li { margin-block: 1.25rem; overflow-wrap: anywhere; }
p { margin: 0; }
.path { font-size: .875rem; opacity: .8; }
`;

/** Policy of the page: its own style, its own form, nothing else. */
export const RESULTS_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Draw the page. All texts are text nodes of a tree. */
export function drawResultsPage({ language, words, query, parameters, outcome }: ResultsPage): string {
  const isRightToLeft = ['ar', 'he'].includes(language);
  const page = h('html', { lang: language, dir: isRightToLeft ? 'rtl' : null }, [
    h('head', [
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', query === '' ? words.search : `${query} · ${words.results}`),
      h('style', STYLE),
    ]),
    h('body', [
      h('form', { role: 'search' }, [
        h('input', {
          type: 'search',
          name: 'q',
          value: query,
          required: true,
          ariaLabel: words.search,
        }),
        ...Object.entries(parameters).map(([name, value]) => h('input', { type: 'hidden', name, value })),
        h('button', words.search),
      ]),
      outcome === null ? null : h('main', [h('h1', words.results), drawOutcome(outcome, words)]),
    ]),
  ]);
  return `<!doctype html>\n${toHtml(page)}\n`;
}

function drawOutcome(outcome: readonly LinkedResult[] | string, { nothing }: ResultsPageWords) {
  if (typeof outcome === 'string') return h('p', outcome);
  return outcome.length === 0 ? h('p', nothing) : h('ol', outcome.map(drawResult));
}

function drawResult({ href, path, content, metadata }: LinkedResult) {
  // A page that is not translated is found in another language.
  const { title, headings = [], excerpt, language } = metadata;
  const name = [title ?? '', ...headings].filter(Boolean).join(' › ');
  return h('li', { lang: language ?? null }, [
    h('a', { href }, name || path || '/'),
    h('p.path', `/${path}`),
    excerpt === undefined
      ? h('p', content.slice(0, EXCERPT_CHARACTERS))
      : h('p', markRanges(excerpt.text, excerpt.ranges)),
  ]);
}

/** Put `<mark>` around ranges of a text; a range that overlaps an earlier one is left out. */
function markRanges(text: string, ranges: readonly MatchedRange[]): ElementContent[] {
  const parts: ElementContent[] = [];
  let end = 0;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from < end) continue;
    parts.push({ type: 'text', value: text.slice(end, from) }, h('mark', text.slice(from, to)));
    end = to;
  }
  return [...parts, { type: 'text', value: text.slice(end) }];
}
