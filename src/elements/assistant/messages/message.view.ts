import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { isFinalStatus } from '../../../protocol/reply/reply-status.ts';
import type { Answer, Turn, ToolStep } from '../../../state/conversation/conversation-snapshot.ts';
import { markdown } from '../../shared/markdown/markdown-directive.ts';
import type { PanelContext } from '../panel/panel.view.ts';
import { renderFallback } from './fallback.view.ts';
import { isolateCode } from './isolate-code.ts';
import { navigate } from './navigate.ts';
import { findSource, linkSources } from './source-links.ts';
import { icons } from '../icons.ts';

/** Matches questions that begin with a quote or a code block, have many lines, or enough text for many in a narrow panel. */
const LONG_OR_QUOTING = /^[>`]|(\n.*){8}|[^]{300}/;

/** Draw a question with its answer, only if one of their dependencies has changed. */
export function renderTurn(
  context: PanelContext,
  turn: Turn,
  { isLast, threadLost }: { isLast: boolean; threadLost: boolean },
): unknown {
  const { host, text, strings, groups } = context;
  const { value: after, failed } = groups.afterAnswer;
  const dependencies = [
    turn,
    isLast,
    threadLost,
    groups.markdownExtensions.value,
    groups.speech.value,
    after?.revision(turn) ?? failed,
    navigator.onLine,
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
        <article part="message message-user" class="question" aria-label=${text('question')}>
          ${renderQuestion(context, turn)}
        </article>
        <article
          part="message message-assistant"
          class="answer"
          aria-label=${text('answer')}
          @pointerover=${(event: Event) => showSourcePreview(context, event, turn)}
          @focusin=${(event: Event) => showSourcePreview(context, event, turn)}
        >
          ${threadLost ? html`<p part="notice" class="note">${text('threadLost')}</p>` : nothing}
          ${renderAnswer(context, turn, isLast)}
        </article>
      </div>`,
  );
}

/** Draw a question: one with quotes, and a long one, by what is loaded after an answer. */
function renderQuestion(context: PanelContext, turn: Turn): TemplateResult {
  const language = findLanguage(context, turn, turn.question);
  const after = LONG_OR_QUOTING.test(turn.question) ? context.groups.afterAnswer.draw() : undefined;
  return (
    after?.questionText.render(turn, language) ??
    html`<p dir="auto" lang=${language}>${isolateCode(turn.question)}</p>`
  );
}

function renderAnswer(context: PanelContext, turn: Turn, isLast: boolean): TemplateResult {
  const { answer } = turn;
  const { host, text, groups } = context;
  const { sources } = answer;
  const hasEnded = isFinalStatus(answer.status);
  return html`
    ${renderSteps(context, turn)}
    ${answer.reasoning && groups.afterAnswer.draw()?.toolSteps.renderReasoning(turn, hasEnded)}
    <div
      class=${answer.status === 'streaming' ? 'prose growing' : 'prose'}
      lang=${findLanguage(context, turn, answer.text)}
      @click=${(event: MouseEvent) => {
        const link = (event.target as Element).closest('a');
        // Resolve the attribute, not `link.href`: a fragment belongs to the current page, whatever its `<base>`.
        const url = link && new URL(link.getAttribute('href')!, location.href).href;
        if (url) navigate(context, event, url, findSource(link, sources));
      }}
      ${markdown(answer.text, {
        // In an incomplete text, a half link or table row at the end is not drawn.
        done: isWhole(answer),
        linkBase: host.linkBase,
        linkTarget: host.linkTarget,
        extensions: groups.markdownExtensions,
        text,
        announce: (message) => context.announce(message),
        choices: context,
        citations: linkSources(sources, host),
        onCode: (code) => highlight(context, code),
        onLoad: (loader) => groups.all.report(loader),
      })}
    ></div>
    ${hasEnded ? renderFooter(context, turn, isLast) : nothing}
  `;
}

/** Whether an answer is complete: neither stopped nor cut off. */
function isWhole({ status, note }: Answer): boolean {
  return status === 'done' && note !== 'length';
}

/** Draw the outcome, the sources and the buttons, once what draws them is loaded. */
function renderFooter(context: PanelContext, turn: Turn, isLast: boolean): TemplateResult | typeof nothing {
  const { value: after, failed } = context.groups.afterAnswer;
  if (after) return after.render(turn, isLast);
  return failed && isLast ? renderFallback(context, turn) : nothing;
}

/** Find the language of a text, once what finds it is loaded; until then that of the interface applies. */
function findLanguage({ groups }: PanelContext, turn: Turn, text: string): string | typeof nothing {
  return groups.speech.value?.findLanguage(text, turn) ?? nothing;
}

/** Show the preview of a hovered or focused citation or source. */
function showSourcePreview({ groups }: PanelContext, { target }: Event, { answer: { sources } }: Turn): void {
  const link = (target as Element).closest<HTMLAnchorElement>('a.mark, .source');
  const source = link && findSource(link, sources);
  if (!source) return;
  const loaded = groups.afterAnswer.value;
  void groups.afterAnswer.load().then((after) => {
    // The pointer may have left the link while the group was loading. Firefox has no :hover yet where it was there.
    if (loaded || link.matches(':hover, :focus')) after?.showPreview(link, source);
  });
}

/** Highlight the syntax of a code block. */
function highlight({ groups }: PanelContext, code: HTMLElement): void {
  if ('highlights' in CSS) void groups.highlighter.load().then((highlight) => highlight?.(code));
}

/** Icons of steps by their state. */
const STATE_ICONS = { running: icons.search, done: icons.done, failed: icons.close } as const;

/** Draw the steps of an answer, and a last one while its text has not begun. */
function renderSteps(
  context: PanelContext,
  { question, answer: { status, steps } }: Turn,
): TemplateResult | typeof nothing {
  const isWaiting = status === 'submitted' || status === 'waiting';
  if (steps.length === 0 && !isWaiting) return nothing;
  return html`<ul class="list steps">
    ${steps.map(
      (step) =>
        html`<li class="step" data-state=${step.state}>
          ${STATE_ICONS[step.state]}<span>${isolateCode(describeStep(context, step, question))}</span>
        </li>`,
    )}
    ${isWaiting ? html`<li class="step" data-state="running">${icons.sparkle}<span>${context.text('waiting')}</span></li>` : nothing}
  </ul>`;
}

/** Describe a step: a search here, because most answers begin with one, any other by what is loaded after an answer. */
function describeStep({ text, groups }: PanelContext, step: ToolStep, question: string): string {
  const { state, name, query } = step;
  if (state !== 'failed') {
    const isRunning = state === 'running';
    // A query that is the question would say it twice.
    if (query && query !== question) return text(isRunning ? 'searching' : 'searched', { query });
    if (query || name === '' || /^(?!.*web).*(?:search|retriev|find)/i.test(name))
      return text(isRunning ? 'searchingUnnamed' : 'searchedUnnamed');
  }
  return groups.afterAnswer.draw()?.toolSteps.describe(step) ?? query ?? name;
}
