import { html, nothing, type TemplateResult } from 'lit';
import { resolveLink } from '../../../protocol/address.ts';
import type { AgentSession } from '../../../protocol/api.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import { icons } from '../icons.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { renderWhen } from '../time.view.ts';
import {
  describePriority,
  describeProgress,
  describeState,
  describeTodoStatus,
  isDone,
  nameOf,
} from './session-text.ts';

type Localizer = StringsController<AdminStrings>;

/** Draw all about a session. */
export function renderSession(
  session: AgentSession,
  localizer: Localizer,
  {
    renderMessage,
    handleBack,
  }: { renderMessage: (message: string) => TemplateResult; handleBack: () => void },
): TemplateResult {
  const { text } = localizer;
  const { label, hint, tone } = describeState(session, text);
  const { messageToUser, todos } = session;
  return html`<section class="detail" part="detail" aria-labelledby="name" tabindex="-1">
    <div class="title">
      <button class="round back" part="back" type="button" aria-label=${text('back')} @click=${handleBack}>
        ${icons.back}
      </button>
      <h3 id="name" tabindex="-1"><bdi>${nameOf(session, text)}</bdi></h3>
    </div>
    <div class="outcome">
      <span class="state" part="state" data-tone=${tone}>${label}</span>
      ${hint && html`<p>${hint}</p>`}
    </div>
    ${renderFacts(session, localizer)}
    ${
      messageToUser
        ? html`<div>
            <h4>${text('message')}</h4>
            ${renderMessage(messageToUser)}
          </div>`
        : nothing
    }
    <div>
      <h4>${text('todos')}</h4>
      ${todos.length === 0 ? html`<p class="muted">${text('noTodos')}</p>` : renderTodos(session, text)}
    </div>
  </section>`;
}

function renderFacts(
  { branch, createdAt, pullRequestLink, userId }: AgentSession,
  { text, locale }: Localizer,
): TemplateResult {
  const link = pullRequestLink ? resolveLink(pullRequestLink, document.baseURI) : null;
  return html`<dl>
    <dt>${text('started')}</dt>
    <dd>${renderWhen(createdAt, locale)}</dd>
    ${
      userId
        ? html`<dt>${text('source')}</dt>
            <dd><bdi>${userId}</bdi></dd>`
        : nothing
    }
    <dt>${text('branch')}</dt>
    <dd>
      ${branch ? html`<code><bdi>${branch}</bdi></code>` : html`<span class="muted">${text('noBranch')}</span>`}
    </dd>
    ${
      pullRequestLink
        ? html`<dt>${text('pullRequest')}</dt>
            <dd>
              ${
                link
                  ? html`<a part="pull-request" href=${link} target="_blank" rel="noopener"
                      ><bdi>${pullRequestLink}</bdi></a
                    >`
                  : html`<bdi>${pullRequestLink}</bdi>`
              }
            </dd>`
        : nothing
    }
  </dl>`;
}

function renderTodos(session: AgentSession, text: Localizer['text']): TemplateResult {
  const { todos } = session;
  const progress = describeProgress(session, text);
  return html`<div class="meter">
      <progress
        part="progress"
        max=${todos.length}
        .value=${todos.filter(isDone).length}
        aria-label=${progress}
      ></progress>
      <span class="muted" aria-hidden="true">${progress}</span>
    </div>
    <ol part="todos">
      ${todos.map(
        (todo) =>
          html`<li class="todo" part="todo" data-status=${todo.status}>
            <span class="mark">${isDone(todo) ? icons.check : nothing}</span>
            <span class="content" dir="auto">${todo.content}</span>
            <span class="tags muted">
              <bdi>${describeTodoStatus(todo, text)}</bdi>
              ${
                todo.priority
                  ? html`<bdi data-priority=${todo.priority}
                      >${text('priority', { priority: describePriority(todo, text) })}</bdi
                    >`
                  : nothing
              }
            </span>
          </li>`,
      )}
    </ol>`;
}
