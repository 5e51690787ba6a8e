import { html, nothing, type TemplateResult } from 'lit';
import type { Answer } from '../../../state/conversation/conversation-snapshot.ts';
import { pageLink, type PageLink } from '../../shared/links/page-link.ts';
import type { AssistantContext } from '../context.ts';
import { navigate } from '../messages/navigate.ts';

/** Draw the questions and pages that an answer suggests. */
export function renderFollowUps(
  context: AssistantContext,
  { suggestions }: Answer,
): TemplateResult | typeof nothing {
  const items = suggestions.flatMap(({ label, target }) => {
    const question = target.startsWith('?ask=') && new URLSearchParams(target).get('ask');
    if (question) return [renderQuestion(context, label, question)];
    const link = pageLink(target, context.host);
    return link === null ? [] : [renderPage(context, label, link)];
  });
  if (items.length === 0) return nothing;
  return html`<div>
    <p class="label">${context.text('followUps')}</p>
    <ul class="list suggestions">
      ${items}
    </ul>
  </div>`;
}

function renderQuestion({ actions }: AssistantContext, label: string, question: string): TemplateResult {
  return html`<li>
    <button
      part="suggestion"
      class="suggestion"
      type="button"
      dir="auto"
      @click=${() => actions.askOffered(question)}
    >
      ${label}
    </button>
  </li>`;
}

function renderPage(context: AssistantContext, label: string, link: PageLink): TemplateResult {
  return html`<li>
    <a
      part="suggestion"
      class="suggestion"
      href=${link.href}
      target=${link.target}
      rel=${link.rel}
      dir="auto"
      @click=${(event: MouseEvent) => navigate(context, event, link.href, null)}
      >${label}</a
    >
  </li>`;
}
