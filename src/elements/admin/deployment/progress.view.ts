import { html, nothing, type TemplateResult } from 'lit';
import type { UpdateStatus } from '../../../protocol/api.ts';
import { hasEnded } from '../../../state/admin/update-watch.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import { icons } from '../icons.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { formatDuration, renderWhen } from '../time.view.ts';
import { describeSource, describeUpdate, listSteps } from './update-text.ts';

/** Draw the steps of an update, with its summary and its times. */
export function renderProgress(
  update: UpdateStatus | null,
  { text, locale }: StringsController<AdminStrings>,
): TemplateResult {
  const isOver = update !== null && hasEnded(update);
  const outcome = update?.status === 'failure' ? icons.cross : icons.check;
  const toneOf = (state: string): string | typeof nothing => {
    if (state === 'past') return 'done';
    if (state === 'to-come') return nothing;
    return update === null ? 'running' : describeUpdate(update, text).tone;
  };
  return html`<div class="section progress" ?data-over=${isOver}>
    <ol class="steps" part="steps" aria-label=${text('state')}>
      ${listSteps(update, text).map(
        ({ label, state }) =>
          html`<li
            class="step"
            part="step"
            data-state=${state}
            data-tone=${toneOf(state)}
            aria-current=${state === 'current' ? 'step' : nothing}
          >
            <span class="mark"
              >${state === 'past' ? icons.check : state === 'current' && isOver ? outcome : nothing}</span
            >
            <span>${label}</span>
          </li>`,
      )}
    </ol>
    ${
      update?.summary && update.status !== 'failure'
        ? html`<p class="summary" part="summary" dir="auto">${update.summary}</p>`
        : nothing
    }
    ${update ? renderFacts(update, { text, locale }) : nothing}
  </div>`;
}

function renderFacts(
  update: UpdateStatus,
  { text, locale }: Pick<StringsController<AdminStrings>, 'text' | 'locale'>,
): TemplateResult {
  const begin = Date.parse(update.createdAt);
  const isOver = hasEnded(update);
  const end = update.endedAt ? Date.parse(update.endedAt) : isOver ? NaN : Date.now();
  return html`<dl>
    <div>
      <dt>${text('started')}</dt>
      <dd>${renderWhen(update.createdAt, locale)}</dd>
    </div>
    ${
      Number.isNaN(end - begin)
        ? nothing
        : html`<div>
            <dt>${text(isOver ? 'elapsed' : 'elapsedSoFar')}</dt>
            <dd class="clock" part="elapsed">${formatDuration(end - begin)}</dd>
          </div>`
    }
    ${
      update.source
        ? html`<div>
            <dt>${text('source')}</dt>
            <dd><bdi>${describeSource(update.source, text)}</bdi></dd>
          </div>`
        : nothing
    }
  </dl>`;
}
