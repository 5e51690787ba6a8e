import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import type { Answer, AnswerSourceLink } from '../../../state/conversation/conversation-snapshot.ts';
import { shortAddress } from '../../shared/links/short-address.ts';
import type { AssistantContext } from '../context.ts';
import { navigate } from '../messages/navigate.ts';
import { linkSources, type LinkedSource } from '../messages/source-links.ts';

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
  link: LinkedSource,
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

/** List of sources. */
export const sourcesStyles = css`
  .sources .list {
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .sources li + li {
    border-block-start: 1px solid var(--_border);
  }
  .source {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 40px;
    padding: 8px 12px;
    color: var(--_text);
    font-size: 0.8667em;
    line-height: 1.4;
    text-decoration: none;
  }
  .source:hover {
    background: var(--_soft);
  }
  .source:focus-visible {
    border-radius: var(--_radius);
    outline-offset: -2px;
  }
  .source b {
    flex: none;
    min-width: 1.2em;
    color: var(--_muted);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .source span,
  .source .path {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .source span {
    flex-grow: 1;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .source small {
    display: flex;
    min-width: 0;
    color: var(--_muted);
    font-size: 0.9231em;
  }
  /* A host is not truncated, because its registrable domain is at the end. */
  .source small:has(.host) {
    flex: none;
    max-width: 60%;
  }
  .source .host {
    flex: none;
    max-width: 100%;
    overflow-wrap: anywhere;
  }
`;
