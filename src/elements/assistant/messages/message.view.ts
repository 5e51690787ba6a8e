import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { isFinalStatus } from '../../../protocol/reply/reply-content.ts';
import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { markdown } from '../../shared/markdown/markdown-directive.ts';
import type { AssistantContext } from '../context.ts';
import { renderFallback } from './fallback.view.ts';
import { navigate } from './navigate.ts';
import { findSource, linkSources } from './source-links.ts';
import { renderSteps, renderWaiting } from './steps.view.ts';

/** Draw a question with its answer, again only when something of it has changed. */
export function renderTurn(
  context: AssistantContext,
  turn: Turn,
  { isLast, threadLost }: { isLast: boolean; threadLost: boolean },
): unknown {
  const { host, text, strings, parts } = context;
  const { value: footer, failed } = parts.answerFooter;
  const dependencies = [
    turn,
    isLast,
    threadLost,
    parts.answerHeader.value,
    parts.markdownExtensions.value,
    footer?.revision(turn) ?? failed,
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
          <p dir="auto" lang=${host.interfaceLanguage || nothing}>${turn.question}</p>
        </article>
        <article
          part="message message-assistant"
          class="answer"
          aria-label=${text('answer')}
          @pointerover=${(event: Event) => showSourcePreview(context, event, turn)}
          @focusin=${(event: Event) => showSourcePreview(context, event, turn)}
        >
          ${renderHeader(context, turn, threadLost)} ${renderAnswer(context, turn, isLast)}
        </article>
      </div>`,
  );
}

/** Draw what is above the text. Until the piece for it is loaded, that is only that the answer is still to come. */
function renderHeader(
  { text, parts }: AssistantContext,
  turn: Turn,
  threadLost: boolean,
): TemplateResult | typeof nothing {
  const { status, steps, reasoning } = turn.answer;
  const { value: header, failed } = parts.answerHeader;
  const hasHeader = steps.length > 0 || reasoning !== '' || threadLost;
  const isWaiting = status === 'submitted' || status === 'waiting';
  if (header && hasHeader) return header.render(turn, { threadLost, isWaiting });
  // After a failure again when the answer has ended: an answer is drawn often.
  if (hasHeader && !failed) void parts.answerHeader.load();
  return isWaiting || status === 'searching' ? renderSteps(renderWaiting(text)) : nothing;
}

function renderAnswer(context: AssistantContext, turn: Turn, isLast: boolean): TemplateResult {
  const { answer } = turn;
  const { host, text, parts } = context;
  const { sources } = answer;
  const hasEnded = isFinalStatus(answer.status);
  return html`
    <div
      class="prose"
      dir="auto"
      lang=${host.interfaceLanguage || nothing}
      @click=${(event: MouseEvent) => {
        const link = (event.target as Element).closest('a');
        // As it is written: only a fragment belongs to the page that the reader is on, whatever its `<base>`.
        const url = link && new URL(link.getAttribute('href')!, location.href).href;
        if (url) navigate(context, event, url, findSource(link, sources));
      }}
      ${markdown(answer.text, {
        done: hasEnded,
        linkBase: host.linkBase,
        linkTarget: host.linkTarget,
        extensions: parts.markdownExtensions,
        text,
        announce: (message) => context.announce(message),
        citations: linkSources(sources, host),
        onCode: (code) => highlight(context, code),
      })}
    ></div>
    ${hasEnded ? renderFooter(context, turn, isLast) : nothing}
  `;
}

/** Draw the sources, the outcome and the buttons, once the piece for them is loaded. */
function renderFooter(
  context: AssistantContext,
  turn: Turn,
  isLast: boolean,
): TemplateResult | typeof nothing {
  const { value: footer, failed } = context.parts.answerFooter;
  if (footer) return footer.render(turn, isLast);
  return failed && isLast ? renderFallback(context, turn) : nothing;
}

/** Show what a citation or a source links to. */
function showSourcePreview(
  { parts }: AssistantContext,
  { target }: Event,
  { answer: { sources } }: Turn,
): void {
  const link = (target as Element).closest<HTMLAnchorElement>('a.mark, .source');
  const source = link && findSource(link, sources);
  if (!source) return;
  void parts.sourcePreview.load().then((piece) => {
    // The reader may have left the link while the piece was loading.
    if (link.matches(':hover, :focus')) piece?.showPreview(link, source);
  });
}

/** Highlight the syntax of a code block. */
function highlight({ parts }: AssistantContext, code: HTMLElement): void {
  if ('highlights' in CSS) void parts.highlighter.load().then((piece) => piece?.highlightCode(code));
}
