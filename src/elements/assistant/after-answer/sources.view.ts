import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, AnswerSourceLink } from '../../../state/conversation/conversation-snapshot.ts';
import { shortAddress } from '../../shared/links/short-address.ts';
import type { AssistantContext } from '../context.ts';
import { navigate } from '../messages/navigate.ts';
import { linkSources, type SourceLink } from '../messages/source-links.ts';

/** Number of sources that are listed at first; the others can be unfolded. */
const SOURCES_SHOWN = 3;

/** Draw the list of pages that an answer is based on. */
export function renderSources(
  context: AssistantContext,
  { sources }: Answer,
): TemplateResult | typeof nothing {
  const { text, host } = context;
  const links = linkSources(sources, host);
  const items = sources.flatMap(
    (source, index) => renderSource(context, source, index + 1, links[index]!) ?? [],
  );
  if (items.length === 0) return nothing;
  const more = items.length - SOURCES_SHOWN;
  return html`<div part="sources" class="sources">
    <p class="label">${text('sources', { count: items.length })}</p>
    <ul class="list">
      ${items.slice(0, SOURCES_SHOWN)}
    </ul>
    ${
      more > 0
        ? html`<details>
            <summary>${text('moreSources', { count: more })}</summary>
            <ul class="list">
              ${items.slice(SOURCES_SHOWN)}
            </ul>
          </details>`
        : nothing
    }
  </div>`;
}

function renderSource(
  context: AssistantContext,
  source: AnswerSourceLink,
  number: number,
  link: SourceLink,
): TemplateResult | null {
  if (link === null) return null;
  return html`<li>
    <a
      part="source"
      class="source"
      href=${link.href}
      target=${link.target}
      rel=${link.rel}
      @click=${(event: MouseEvent) => navigate(context, event, link.href, source)}
    >
      <b>${number}</b><span dir="auto">${source.title}</span
      ><small dir="ltr">${renderAddress(link.href)}</small>
    </a>
  </li>`;
}

/** Draw host and path in separate elements, because only the path may be truncated. */
export function renderAddress(href: string): TemplateResult {
  const { host, path } = shortAddress(href);
  return html`${host === '' ? nothing : html`<bdi class="host">${host}</bdi>`}<bdi class="path"
      >${path}</bdi
    >`;
}
