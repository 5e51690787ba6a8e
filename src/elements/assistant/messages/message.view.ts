import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { isFinalStatus } from '../../../protocol/reply-content.ts';
import type { Answer, AnswerSourceLink, ToolStep, Turn } from '../../../state/conversation-snapshot.ts';
import { markdown } from '../../shared/markdown-directive.ts';
import type { Citation } from '../../shared/markdown-options.ts';
import { pageLink, shortAddress, type PageLink } from '../../shared/page-link.ts';
import { icons } from '../icons.ts';
import type { Panel } from '../panel/panel.ts';

/** Sources that are listed at once; the others are behind a summary. */
const SOURCES_SHOWN = 3;

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
    panel.markdownExtensions.value,
    ...panel.answerFooterDependencies(turn, isLast),
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
        <article
          part="message message-assistant"
          class="answer"
          aria-label=${panel.text('answer')}
          @pointerover=${(event: Event) => showSourcePreview(event, turn)}
          @focusin=${(event: Event) => showSourcePreview(event, turn)}
        >
          ${threadLost ? html`<p part="notice" class="note">${panel.text('threadLost')}</p>` : nothing}
          ${renderAnswer(panel, turn, isLast)}
        </article>
      </div>`,
  );
}

function renderAnswer(panel: Panel, turn: Turn, isLast: boolean): TemplateResult {
  const { answer } = turn;
  const { host, text } = panel;
  const { sources } = answer;
  const ended = isFinalStatus(answer.status);
  const links = linksOf(sources, host);
  return html`
    ${renderSteps(panel, answer)} ${renderReasoning(panel, answer, ended)}
    <div
      class="prose"
      dir="auto"
      lang=${host.interfaceLanguage || nothing}
      @click=${(event: MouseEvent) => {
        const link = (event.target as Element).closest('a');
        // As it is written: only a fragment is of the page that the reader is on, whatever its `<base>`.
        const url = link && new URL(link.getAttribute('href')!, location.href).href;
        if (url) panel.handleNavigate(event, url, sourceOf(link, sources));
      }}
      ${markdown(answer.text, {
        done: ended,
        linkBase: host.linkBase,
        linkTarget: host.linkTarget,
        extensions: panel.markdownExtensions,
        text,
        announce: (message) => panel.announce(message),
        citations: links,
        onCode: colour,
      })}
    ></div>
    ${ended ? [renderSources(panel, sources, links), panel.renderAnswerFooter(turn, isLast)] : nothing}
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

function stepText(text: Panel['text'], { state, name, query }: ToolStep): string {
  if (state === 'failed') return text('stepFailed', { step: query ?? name });
  const isRunning = state === 'running';
  if (query !== null) return text(isRunning ? 'searching' : 'searched', { query });
  if (name === '' || /search|retriev|find/i.test(name))
    return text(isRunning ? 'searchingUnnamed' : 'searchedUnnamed');
  return text(isRunning ? 'usingTool' : 'usedTool', { tool: name });
}

/** What the model thought on the way, folded. */
function renderReasoning(
  { host, text, markdownExtensions: extensions }: Panel,
  { reasoning }: Answer,
  done: boolean,
): TemplateResult | typeof nothing {
  if (reasoning === '') return nothing;
  return html`<details part="reasoning" class="reasoning">
    <summary>${text('reasoning')}</summary>
    <div
      class="prose"
      dir="auto"
      lang=${host.interfaceLanguage || nothing}
      ${markdown(reasoning, { done, text, extensions })}
    ></div>
  </details>`;
}

type SourceLinks = readonly ((PageLink & Citation) | null)[];

/** The links to sources, in the order in which marks in the text count them. */
function linksOf(sources: readonly AnswerSourceLink[], host: Panel['host']): SourceLinks {
  return sources.map(({ path, title }) => {
    const link = pageLink(path, host);
    return link && { ...link, title };
  });
}

/** The source that a mark in the text, or a link of the list, stands for: both begin with its number. */
function sourceOf(link: Element, sources: readonly AnswerSourceLink[]): AnswerSourceLink | null {
  return (link.matches('.mark, .source') && sources[parseInt(link.textContent ?? '') - 1]) || null;
}

function renderSources(
  panel: Panel,
  sources: readonly AnswerSourceLink[],
  links: SourceLinks,
): TemplateResult | typeof nothing {
  const { text } = panel;
  const items = sources.flatMap((source, index) => {
    const link = links[index];
    return link ? [renderSource(panel, source, index + 1, link)] : [];
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
            <ul class="list">
              ${items.slice(SOURCES_SHOWN)}
            </ul>
          </details>`
        : nothing
    }
  </div>`;
}

function renderSource(
  panel: Panel,
  source: AnswerSourceLink,
  number: number,
  link: PageLink,
): TemplateResult {
  return html`<li>
    <a
      part="source"
      class="source"
      href=${link.href}
      target=${link.target}
      rel=${link.rel}
      @click=${(event: MouseEvent) => panel.handleNavigate(event, link.href, source)}
    >
      <b>${number}</b><span dir="auto">${source.title}</span
      ><small dir="ltr">${shortAddress(link.href)}</small>
    </a>
  </li>`;
}

/** Shows what a mark or a link of a source leads to, once that can be had. */
function showSourcePreview({ target }: Event, { answer: { sources } }: Turn): void {
  const link = (target as Element).closest<HTMLAnchorElement>('a.mark, .source');
  const source = link && sourceOf(link, sources);
  if (source)
    void import('./source-preview.ts').then(
      ({ showPreview }) => showPreview(link, source),
      () => {},
    );
}

/** Gives code its colours, once those can be had. */
function colour(code: HTMLElement): void {
  if ('highlights' in CSS)
    void import('../../shared/code-highlighter.ts').then(
      ({ highlightCode }) => highlightCode(code),
      () => {},
    );
}
