import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import type { Answer } from '../../../state/conversation/conversation-snapshot.ts';
import { icon } from '../../shared/dom/icon.ts';
import { pageLink, type PageLink } from '../../shared/links/page-link.ts';
import type { AssistantContext } from '../context.ts';
import { navigate } from '../messages/navigate.ts';
import { renderAddress } from './sources.view.ts';

const pageIcon = icon('M5.5 3.2h6l3 3v10.6h-9zM11.2 3.4v3.1h3.1');
const questionIcon = icon(
  'M4 4.2h12v9.2H9.6L6.2 16.4v-3H4zM8.4 7.4c.2-1.6 3.2-1.5 3.2.1 0 1-1.6 1.1-1.6 2.1M10 11.5v.1',
);

/** Draw the pages and the questions that an answer suggests, in two groups. */
export function renderFollowUps(
  context: AssistantContext,
  { suggestions }: Answer,
): TemplateResult | typeof nothing {
  const pages: TemplateResult[] = [];
  const questions: TemplateResult[] = [];
  for (const { label, target } of suggestions) {
    const asked = target.startsWith('?ask=') && new URLSearchParams(target).get('ask');
    const link = asked ? null : pageLink(target, context.host);
    if (asked) questions.push(renderQuestion(context, label, asked));
    else if (link !== null) pages.push(renderPage(context, label, link));
  }
  return html`${renderGroup(context.text('followUpPages'), 'pages', pages)}
  ${renderGroup(context.text('followUps'), 'questions', questions)}`;
}

function renderGroup(
  label: string,
  kind: 'pages' | 'questions',
  items: readonly TemplateResult[],
): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return html`<div class="follow-ups" data-kind=${kind}>
    <p class="label">${label}</p>
    <ul class="list" aria-label=${label}>
      ${items}
    </ul>
  </div>`;
}

function renderQuestion({ actions }: AssistantContext, label: string, asked: string): TemplateResult {
  return html`<li>
    <button part="suggestion" class="follow-up" type="button" @click=${() => actions.askOffered(asked)}>
      ${questionIcon}<span dir="auto">${label}</span>
    </button>
  </li>`;
}

function renderPage(context: AssistantContext, label: string, link: PageLink): TemplateResult {
  return html`<li>
    <a
      part="suggestion"
      class="follow-up"
      href=${link.href}
      target=${link.target}
      rel=${link.rel}
      @click=${(event: MouseEvent) => navigate(context, event, link.href, null)}
    >
      ${pageIcon}<span dir="auto">${label}</span><small dir="ltr">${renderAddress(link.href)}</small>
    </a>
  </li>`;
}

/** Suggested pages as a list of links, and suggested questions as buttons. */
export const followUpsStyles = css`
  .follow-up {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 40px;
    padding: 8px 12px;
    color: var(--_text);
    line-height: 1.4;
    text-align: start;
    text-decoration: none;
  }
  .follow-up:hover {
    background: var(--_soft);
  }
  .follow-up svg {
    width: 18px;
    height: 18px;
    color: var(--_muted);
  }
  .follow-up span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-kind='pages'] > .list {
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  [data-kind='pages'] > .list > li + li {
    border-block-start: 1px solid var(--_border);
  }
  [data-kind='pages'] .follow-up:focus-visible {
    border-radius: var(--_radius);
    outline-offset: -2px;
  }
  [data-kind='pages'] span {
    flex-grow: 1;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .follow-up small {
    max-width: 45%;
    overflow: hidden;
    color: var(--_muted);
    font-size: 0.8em;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* A host is not truncated, because its registrable domain is at the end. */
  .follow-up small:has(.host) {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  [data-kind='questions'] > .list {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  [data-kind='questions'] .follow-up {
    border: 1px solid var(--_control);
    border-radius: var(--_radius);
  }
  [data-kind='questions'] svg {
    color: var(--_accent);
  }
`;
