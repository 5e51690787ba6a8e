import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { isFinalStatus } from '../../protocol/reply-content.ts';
import type { Answer, AnswerSourceLink, ToolStep, Turn } from '../../state/conversation-snapshot.ts';
import { markdown } from '../shared/markdown-directive.ts';
import { pageLink, type PageLink } from '../shared/page-link.ts';
import { icons } from './icons.ts';
import type { Panel } from './panel.ts';

/** Sources that are listed at once; the others are behind a summary. */
const SOURCES_SHOWN = 3;

const NOTES = {
  length: 'noteLength',
  'content-filter': 'noteContentFilter',
  unsupported: 'noteUnsupported',
} as const;

/** Draws a question with its answer, again only when something of it has changed. */
export function renderTurn(
  panel: Panel,
  turn: Turn,
  { isLast, threadLost }: { isLast: boolean; threadLost: boolean },
): unknown {
  const { host, strings } = panel;
  const dependencies = [
    turn,
    isLast,
    threadLost,
    ...panel.answerEndDependencies(turn, isLast),
    strings.language,
    host.strings,
    host.interfaceLanguage,
    host.linkBase,
    host.linkTarget,
  ];
  return guard(
    dependencies,
    () =>
      html`<div class="turn">
        <article part="message message-user" class="question" aria-label=${panel.text('question')}>
          <p dir="auto" lang=${host.interfaceLanguage || nothing}>${turn.question}</p>
        </article>
        <article part="message message-assistant" class="answer" aria-label=${panel.text('answer')}>
          ${threadLost ? html`<p part="notice" class="note">${panel.text('threadLost')}</p>` : nothing}
          ${renderAnswer(panel, turn, isLast)}
        </article>
      </div>`,
  );
}

function renderAnswer(panel: Panel, turn: Turn, isLast: boolean): TemplateResult {
  const { answer } = turn;
  const { host, text } = panel;
  const ended = isFinalStatus(answer.status);
  return html`
    ${renderSteps(panel, answer)}
    <div
      class="prose"
      dir="auto"
      lang=${host.interfaceLanguage || nothing}
      @click=${(event: MouseEvent) => {
        const link = (event.target as Element).closest('a');
        if (link) panel.handleNavigate(event, link.href, null);
      }}
      ${markdown(answer.text, {
        done: ended,
        linkBase: host.linkBase,
        linkTarget: host.linkTarget,
        labels: {
          copy: text('copy'),
          copied: text('copied'),
          copyFailed: text('copyFailed'),
          code: text('code'),
          table: text('table'),
          taskDone: text('taskDone'),
          taskOpen: text('taskOpen'),
        },
        announce: (message) => panel.announce(message),
      })}
    ></div>
    ${answer.note === null ? nothing : html`<p part="notice" class="note">${text(NOTES[answer.note])}</p>`}
    ${ended ? html`${renderSources(panel, answer.sources)} ${panel.renderAnswerEnd(turn, isLast)}` : nothing}
  `;
}

function renderSteps({ text }: Panel, { status, steps }: Answer): TemplateResult | typeof nothing {
  const waiting = status === 'submitted' || status === 'waiting';
  if (steps.length === 0 && !waiting) return nothing;
  return html`<ul class="list steps">
    ${steps.map(
      (step) =>
        html`<li class="step" data-state=${step.state}>
          ${icons.search}<span>${stepText(text, step)}</span>
        </li>`,
    )}
    ${waiting ? html`<li class="step" data-state="running">${icons.sparkle}<span>${text('waiting')}</span></li>` : nothing}
  </ul>`;
}

function stepText(text: Panel['text'], { state, query }: ToolStep): string {
  if (query === null) return text(state === 'running' ? 'searchingUnnamed' : 'searchedUnnamed');
  return text(state === 'running' ? 'searching' : 'searched', { query });
}

function renderSources(panel: Panel, sources: readonly AnswerSourceLink[]): TemplateResult | typeof nothing {
  const { host, text } = panel;
  const items = sources.flatMap((source) => {
    const link = pageLink(source.path, host);
    return link === null ? [] : [renderSource(panel, source, link)];
  });
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
            <ul>
              ${items.slice(SOURCES_SHOWN)}
            </ul>
          </details>`
        : nothing
    }
  </div>`;
}

function renderSource(panel: Panel, source: AnswerSourceLink, link: PageLink): TemplateResult {
  return html`<li>
    <a
      part="source"
      class="source"
      href=${link.href}
      target=${link.target}
      rel=${link.rel}
      @click=${(event: MouseEvent) => panel.handleNavigate(event, link.href, source)}
    >
      ${icons.page}<span dir="auto">${source.title}</span><small dir="ltr">${shortAddress(link.href)}</small>
    </a>
  </li>`;
}

/** What tells pages with equal titles apart: the path, and the host where it is another one. */
function shortAddress(href: string): string {
  const { origin, host, pathname } = new URL(href);
  return (origin === location.origin ? '' : host) + pathname.replace(/(.)\/$/, '$1');
}
