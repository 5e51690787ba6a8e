import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSession } from '../../../protocol/api.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { renderTime } from '../time.view.ts';
import { describeProgress, describeState, nameOf } from './session-text.ts';

type Localizer = StringsController<AdminStrings>;

/** The states that can be chosen. */
const FILTERS = ['all', 'running', 'done', 'attention'] as const;
export type SessionFilter = (typeof FILTERS)[number];

/** Draw the search and the choice of states. */
export function renderToolbar(
  query: string,
  chosen: SessionFilter,
  text: Localizer['text'],
  {
    handleSearch,
    handleFilter,
  }: { handleSearch: (event: InputEvent) => void; handleFilter: (filter: SessionFilter) => void },
): TemplateResult {
  return html`<div class="toolbar">
    <input
      part="search"
      type="search"
      autocomplete="off"
      spellcheck="false"
      placeholder=${text('search')}
      aria-label=${text('search')}
      .value=${query}
      @input=${handleSearch}
    />
    <fieldset part="filter">
      <legend class="visually-hidden">${text('state')}</legend>
      ${FILTERS.map(
        (filter) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="filter"
              .checked=${filter === chosen}
              @change=${() => handleFilter(filter)}
            /><span>${text(filter)}</span></label
          >`,
      )}
    </fieldset>
  </div>`;
}

/** Draw a session in the list. */
export function renderOption(
  session: AgentSession,
  { text, locale }: Localizer,
  {
    isActive,
    isChosen,
    handleChoice,
  }: { isActive: boolean; isChosen: boolean; handleChoice: (sessionId: string) => void },
): TemplateResult {
  const { sessionId, createdAt } = session;
  const { label, tone } = describeState(session, text);
  const progress = describeProgress(session, text);
  return html`<li
    class="session has-time"
    part="session"
    role="option"
    tabindex=${isActive ? 0 : -1}
    aria-selected=${isChosen}
    data-id=${sessionId}
    @click=${() => handleChoice(sessionId)}
  >
    <span class="name" dir="auto">${nameOf(session, text)}</span>
    <span class="state" part="state" data-tone=${tone}>${label}</span>
    <span class="muted line">
      ${renderTime(createdAt, locale)} ${progress ? html`· ${progress}` : nothing}
    </span>
  </li>`;
}
