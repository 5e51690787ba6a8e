import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import type { AnswerFeedback, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { siteKey, type Site } from '../../../state/storage/storage.ts';
import { MAX_QUESTION_LENGTH } from '../../../state/conversation/question.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { Countdown } from '../../shared/controllers/countdown.ts';
import { thumb } from '../../shared/feedback/thumb.ts';
import { formatWait } from '../../shared/i18n/format-wait.ts';
import { noticeStyles } from '../../shared/notice/notice.styles.ts';
import type { AssistantContext } from '../context.ts';
import { AnswerActions } from './answer-actions.ts';
import { ClarifyingQuestions } from './clarifying-questions.ts';
import type { FeedbackControls } from './feedback.ts';
import { followUpsStyles, renderFollowUps } from './follow-ups.view.ts';
import { renderNotice, renderNoticeButton } from '../../shared/notice/notice.view.ts';
import { Handoff } from './handoff.ts';
import { describeAnswer, type AnswerNotice, type NoticeAction } from './outcome.ts';
import type { PanelResizer } from './resize.ts';
import type { QuestionQueue } from './question-queue.ts';
import { sourcesStyles, renderSources } from './sources.view.ts';

const NOTES = {
  length: 'noteLength',
  'content-filter': 'noteContentFilter',
  unsupported: 'noteUnsupported',
  uncertain: 'noteUncertain',
} as const;

/** The part of `<docs-search>` that the assistant uses. */
interface SearchElement extends HTMLElement, Site {
  search(query: string): unknown;
}

/** What the footer has buttons for. */
interface FooterActions {
  readonly resizer: PanelResizer;
  readonly feedback: FeedbackControls;
  readonly queue: QuestionQueue;
  readonly showShortcuts: () => void;
}

/** Outcome, sources, follow-ups and buttons below an answer that has ended. */
export class AnswerFooter {
  readonly #context: AssistantContext;
  readonly #feedback: FeedbackControls;
  readonly #resizer: PanelResizer;
  readonly #queue: QuestionQueue;
  readonly #actions: AnswerActions;
  readonly #handoff: Handoff;
  readonly #questions: ClarifyingQuestions;
  readonly #countdown: Countdown;
  /** Number of redraws by the id of the turn; an empty id is for redraws of all footers. */
  readonly #revisions = new Map<string, number>();

  constructor(context: AssistantContext, { feedback, queue, resizer, showShortcuts }: FooterActions) {
    this.#context = context;
    this.#feedback = feedback;
    this.#resizer = resizer;
    this.#queue = queue;
    this.#actions = new AnswerActions(context, queue, showShortcuts);
    this.#handoff = new Handoff(context);
    this.#questions = new ClarifyingQuestions(context, (turn) => this.redraw(turn));
    const { host, text } = context;
    this.#countdown = new Countdown(
      host,
      () => context.announce(text('canAskAgain')),
      () => this.redraw(),
    );
    for (const styles of [answerFooterStyles, noticeStyles, sourcesStyles, followUpsStyles])
      addStyles(host.renderRoot, styles);
  }

  /** Seconds until the server accepts questions again. */
  get secondsToWait(): number {
    return this.#countdown.seconds;
  }

  /** Stop the countdown of the server's rate limit. */
  stopWaiting(): void {
    this.#countdown.stop();
  }

  /** Return a value that differs whenever the footer of this turn has to be drawn again. */
  revision(turn: Turn): string {
    const count = (this.#revisions.get('') ?? 0) + (this.#revisions.get(turn.id) ?? 0);
    return `${count} ${this.#questions.replyTo(turn)} ${this.#context.host.hasModel} ${this.#resizer.revision}`;
  }

  render(turn: Turn, isLast: boolean): TemplateResult {
    const context = this.#context;
    const { note, text, asked } = turn.answer;
    const place = isLast ? handoffSlot(turn) : null;
    // The notice follows the text that it is about: below a list of sources it would be out of sight.
    return html`${note === null || note === 'aborted' || (asked && note === 'unsupported') ? nothing : html`<p part="notice" class="note">${context.text(NOTES[note])}</p>`}
    ${this.#renderNotice(turn, isLast)} ${this.#questions.render(turn, isLast)}
    ${renderSources(context, turn.answer)} ${renderFollowUps(context, turn.answer)}
    ${
      text === '' && !asked
        ? nothing
        : html`${this.#renderActions(turn, isLast, place === 'menu')}
          ${turn.feedback && this.#feedback.render(turn, turn.feedback)}`
    }
    ${this.#renderDisclaimer(turn)}
    ${place === 'end' ? html`<div class="notice-actions">${this.#renderHandoff('answer')}</div>` : null}`;
  }

  /** Announce the outcome of an answer that has just ended. */
  announce(turn: Turn): void {
    const retryAfter = turn.answer.failure?.retryAfter ?? 0;
    if (retryAfter > 0) this.#countdown.start(retryAfter);
    const questions = this.#questions.describe(turn);
    this.#context.announce(
      this.#noticeText(turn, retryAfter) ?? (questions || this.#context.text('finished')),
    );
  }

  /** Whether the question has to be changed before it can be asked again. */
  mustEdit(turn: Turn): boolean {
    return this.#describe(turn)?.action === 'edit';
  }

  /** Draw the footer of a turn again; without one, all of them. */
  redraw(turn?: Turn): void {
    const id = turn?.id ?? '';
    this.#revisions.set(id, (this.#revisions.get(id) ?? 0) + 1);
    this.#context.host.requestUpdate();
  }

  #describe(turn: Turn): AnswerNotice | null {
    return describeAnswer(turn, turn.id === this.#context.conversation.turns[0]?.id);
  }

  /** Return the sentence about the outcome of an answer; `null` if it is complete. */
  #noticeText(turn: Turn, seconds: number): string | null {
    const { text, host, strings } = this.#context;
    const notice = this.#describe(turn);
    if (notice === null) return null;
    if (notice.sentence === 'offline' && navigator.onLine) return text('heldOnline');
    // All attributes are set, but no index can be read so: the page was opened as a file.
    if (notice.sentence === 'notConfigured' && host.missing.length === 0) return text('unauthorized');
    if (notice.sentence === 'tooManyRequests' && seconds > 0)
      return text('tooManyRequestsFor', { time: formatWait(seconds, strings) });
    return text(notice.sentence, {
      length: turn.question.length,
      limit: MAX_QUESTION_LENGTH,
      missing: host.missing.join(', '),
    });
  }

  #renderNotice(turn: Turn, isLast: boolean): TemplateResult | typeof nothing {
    const notice = this.#describe(turn);
    const sentence = this.#noticeText(turn, isLast ? this.#countdown.seconds : 0);
    if (notice === null || sentence === null) return nothing;
    const isBackOnline = notice.sentence === 'offline' && navigator.onLine;
    const actions = isLast ? this.#renderNoticeActions(turn, notice.action) : [];
    return renderNotice(isBackOnline ? 'notice' : notice.kind, sentence, actions);
  }

  #renderNoticeActions(turn: Turn, action: NoticeAction | null): readonly TemplateResult[] {
    const button = action === null ? null : this.#renderNoticeAction(turn, action);
    const handoff = handoffSlot(turn) === 'notice' ? this.#renderHandoff('answer') : null;
    return [button, this.#renderSearchOffer(turn), handoff].filter((part) => part !== null);
  }

  #renderNoticeAction(turn: Turn, action: NoticeAction): TemplateResult {
    const { text, actions } = this.#context;
    switch (action) {
      case 'retry': {
        const label = text(turn.answer.failure?.code === 'offline' ? 'sendNow' : 'retry');
        const retry = (): void => {
          actions.retry();
          this.#context.focus('.input');
        };
        return renderNoticeButton(label, retry, this.#countdown.seconds > 0);
      }
      case 'edit':
        return renderNoticeButton(text('editQuestion'), () => {
          this.#queue.edit(turn);
          this.#context.focus('.input');
        });
      case 'new-thread':
        return renderNoticeButton(text('continueInNewThread'), () => {
          actions.reset();
          actions.askOffered(turn.question);
        });
    }
  }

  /** Draw the button that searches instead, if the assistant cannot be reached: the search of the page may work. */
  #renderSearchOffer({ question, answer: { failure } }: Turn): TemplateResult | null {
    const { host, text } = this.#context;
    const isUnreachable =
      failure?.code === 'network' || failure?.code === 'timeout' || failure?.code === 'http';
    const search = isUnreachable ? findSearch(host) : null;
    if (search === null) return null;
    return html`<button
      class="retry"
      type="button"
      @click=${() => {
        host.hide();
        void search.search(question);
      }}
    >
      ${text('searchInstead')}
    </button>`;
  }

  /** Draw the offer to talk to a person, if the page has `handoff` or its slot. */
  #renderHandoff(place: 'answer' | 'menu'): TemplateResult | null {
    const { host } = this.#context;
    const isOffered = host.handoff === '' || host.handoff || host.querySelector(':scope > [slot=handoff]');
    return isOffered ? this.#handoff.render(place) : null;
  }

  #renderActions(turn: Turn, isLast: boolean, hasHandoff: boolean): TemplateResult {
    return html`<div class="actions">
      ${this.#actions.render(turn, isLast)}
      <span part="feedback" class="feedback">
        ${this.#renderThumb(turn, 'positive')}${this.#renderThumb(turn, 'negative')}
      </span>
      ${isLast ? this.#actions.renderMore(this.#resizer.renderExpand(), hasHandoff ? this.#renderHandoff('menu') : null) : nothing}
    </div>`;
  }

  /** Draw, once and below the first answer, that answers can be wrong: where a model has written it, and the page says nothing itself. */
  #renderDisclaimer(turn: Turn): TemplateResult | typeof nothing {
    const { host, text, conversation } = this.#context;
    const isSaid =
      turn.id === conversation.turns[0]?.id &&
      turn.answer.text !== '' &&
      host.hasModel &&
      host.speaksOfAi &&
      !host.quotesIndex &&
      !host.withoutModel &&
      !host.querySelector(':scope > [slot=footer]');
    return isSaid ? html`<p class="note disclaimer">${text('disclaimer')}</p>` : nothing;
  }

  #renderThumb(turn: Turn, rating: AnswerFeedback['rating']): TemplateResult {
    const label = this.#context.text(rating === 'positive' ? 'helpful' : 'unhelpful');
    return html`<button
      class="icon-button"
      type="button"
      data-rating=${rating}
      aria-label=${label}
      aria-pressed=${turn.feedback?.rating === rating}
      @click=${() => this.#feedback.press(turn, rating)}
    >
      ${thumb}
    </button>`;
  }
}

/** Return the place of the offer to talk to a person. There is only one, because a slot is unique. */
function handoffSlot({ answer: { status }, feedback }: Turn): 'notice' | 'end' | 'menu' {
  if (status === 'error' || status === 'empty' || status === 'interrupted') return 'notice';
  return feedback?.rating === 'negative' ? 'end' : 'menu';
}

/** Find a `<docs-search>` of the same site on the page; `null` if there is none. */
function findSearch(assistant: Site): SearchElement | null {
  for (const element of document.querySelectorAll<HTMLElement>('docs-search')) {
    const { search, endpoint, domain, indexUrl } = element as Partial<SearchElement>;
    if (typeof search !== 'function' || endpoint === undefined || domain === undefined) continue;
    if (siteKey({ endpoint, domain, indexUrl }) === siteKey(assistant)) return element as SearchElement;
  }
  return null;
}

/** Labels and buttons below an answer that has ended. */
const answerFooterStyles = css`
  .label {
    margin: 0 0 8px;
    color: var(--_muted);
    font-size: 0.8667em;
    font-weight: 600;
  }
  .actions,
  .feedback {
    display: flex;
    gap: 4px;
  }
  .actions {
    margin-block-start: -8px;
    margin-inline-start: -8px;
  }
  .actions .icon-button {
    width: 32px;
    height: 32px;
  }
  .actions svg {
    width: 18px;
    height: 18px;
  }
  .actions [data-rating='negative'] svg {
    transform: rotate(180deg);
  }
  .actions [aria-pressed='true'] {
    color: var(--_accent);
  }
  /* What a finger hits. */
  @media (pointer: coarse) {
    .panel :is(.icon-button, .actions .icon-button, .send) {
      width: 44px;
      height: 44px;
    }
    .panel :is(.header, .actions, .feedback) {
      gap: 0;
    }
    .panel :is(.follow-up, .source, .suggestion, .retry) {
      min-height: 44px;
    }
    /* Not those that name a foreign host there. */
    .prose .mark:not([data-host]) {
      position: relative;
    }
    .prose .mark:not([data-host])::after {
      position: absolute;
      inset: -14px -10px;
      content: '';
    }
  }
`;
