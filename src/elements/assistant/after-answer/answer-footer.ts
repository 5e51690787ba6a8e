import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerFeedback, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { MAX_QUESTION_LENGTH } from '../../../state/conversation/question.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { Countdown } from '../../shared/controllers/countdown.ts';
import { thumb } from '../../shared/feedback/thumb.ts';
import { formatWait } from '../../shared/i18n/format-wait.ts';
import { lazy } from '../../shared/lazy.ts';
import { noticeStyles } from '../../shared/notice/notice.styles.ts';
import type { AnswerFooterPart, AssistantContext } from '../context.ts';
import { createReopener } from './reopener.ts';
import { answerFooterStrings } from '../strings/en/answer-footer.ts';
import { answerFooterStyles } from './answer-footer.styles.ts';
import { findSearch } from './find-search.ts';
import { followUpsStyles } from './follow-ups.styles.ts';
import { renderFollowUps } from './follow-ups.view.ts';
import { renderNotice, renderNoticeButton } from '../../shared/notice/notice.view.ts';
import { describeAnswer, type AnswerNotice, type NoticeAction } from './outcome.ts';
import { sourcesStyles } from './sources.styles.ts';
import { rate } from './rate.ts';
import { renderSources } from './sources.view.ts';

const NOTES = {
  length: 'noteLength',
  'content-filter': 'noteContentFilter',
  unsupported: 'noteUnsupported',
  uncertain: 'noteUncertain',
} as const;

/** Outcome, sources, follow-ups and buttons below an answer that has ended. Loaded with the first end of an answer. */
export class AnswerFooter implements AnswerFooterPart {
  /** Part of the footer, because the first view of a panel does not need it. */
  readonly reopen: () => Promise<void>;
  readonly #context: AssistantContext;
  readonly #countdown: Countdown;
  /** Number of redraws by the id of the turn; an empty id is for redraws of all footers. */
  readonly #revisions = new Map<string, number>();
  readonly #actions = lazy(
    async () => new (await import('./answer-actions.ts')).AnswerActions(this.#context),
    {
      onChange: () => {
        this.#redraw();
        this.#context.reportDrawing(this.#actions);
      },
    },
  );
  readonly #wideBlocks = lazy(
    async () => new (await import('./wide-blocks.ts')).WideBlocks(this.#context),
    {
      onChange: () => {
        this.#wideBlocks.value?.prepare();
        this.#context.reportDrawing(this.#wideBlocks);
      },
    },
  );
  readonly #handoff = lazy(async () => new (await import('./handoff.ts')).Handoff(this.#context), {
    onChange: () => this.#redraw(),
  });
  readonly #closingQuestion = lazy(async () => {
    const { ClosingQuestion } = await import('./closing-question.ts');
    return new ClosingQuestion(this.#context, (turn, feedback) => {
      rate(this.#context, turn, feedback);
      void this.#feedback.load().then((form) => form?.send(turn, feedback));
    });
  });
  readonly #feedback;

  constructor(context: AssistantContext) {
    this.#context = context;
    const { host, text, strings } = context;
    this.#countdown = new Countdown(
      host,
      () => context.announce(text('canAskAgain')),
      () => this.#redraw(),
    );
    const redraw = (turn?: Turn): void => this.#redraw(turn);
    this.#feedback = context.piece(
      async () => new (await import('./feedback.ts')).Feedback(context, redraw),
      () => redraw(),
    );
    this.reopen = createReopener(context);
    strings.add(answerFooterStrings);
    for (const styles of [answerFooterStyles, noticeStyles, sourcesStyles, followUpsStyles])
      addStyles(host.renderRoot, styles);
    // Here, too, because screen readers cause neither hover nor focus, and a larger panel is useful once there is an answer.
    void context.parts.resizer.load();
  }

  get secondsToWait(): number {
    return this.#countdown.seconds;
  }

  stopWaiting(): void {
    this.#countdown.stop();
  }

  revision({ id }: Turn): number {
    return (this.#revisions.get('') ?? 0) + (this.#revisions.get(id) ?? 0);
  }

  render(turn: Turn, isLast: boolean): TemplateResult {
    const context = this.#context;
    const { note, text } = turn.answer;
    const place = isLast ? placeHandoff(turn) : null;
    void this.#addBlockTools();
    // The notice follows the text that it is about: below a list of sources it would be out of sight.
    return html`${note === null || note === 'aborted' ? nothing : html`<p part="notice" class="note">${context.text(NOTES[note])}</p>`}
    ${this.#renderNotice(turn, isLast)} ${renderSources(context, turn.answer)}
    ${renderFollowUps(context, turn.answer)}
    ${
      text === ''
        ? nothing
        : html`${this.#renderActions(turn, isLast, place === 'menu')} ${this.#renderFeedback(turn)}`
    }
    ${place === 'end' ? html`<div class="notice-actions">${this.#renderHandoff('answer')}</div>` : null}`;
  }

  handleClose(): void {
    if (this.#context.host.feedbackOnClose)
      void this.#closingQuestion.load().then((question) => question?.ask());
  }

  announce(turn: Turn): void {
    const { text, parts } = this.#context;
    const retryAfter = turn.answer.failure?.retryAfter ?? 0;
    if (retryAfter > 0) this.#countdown.start(retryAfter);
    this.#restoreQuestion(turn);
    this.#context.announce(this.#noticeText(turn, retryAfter) ?? text('finished'));
    for (const piece of [this.#actions, this.#handoff, parts.toolSteps, parts.questionText])
      if (piece.failed) void piece.load();
  }

  /** Add the tools of wide tables and code blocks once these are drawn. */
  async #addBlockTools(): Promise<void> {
    const { host } = this.#context;
    await host.updateComplete;
    if (host.renderRoot.querySelector('.prose :is(pre, table)')) (await this.#wideBlocks.load())?.prepare();
  }

  /** Put a question that must be edited back into the field, if that is empty. Does not move the focus. */
  #restoreQuestion(turn: Turn): void {
    const { draft, parts } = this.#context;
    const hasRoom = draft.value === '' && draft.queue.length === 0;
    if (hasRoom && this.#describe(turn)?.action === 'edit')
      void parts.questionQueue.load().then((queue) => draft.value === '' && queue?.edit(turn));
  }

  #describe(turn: Turn): AnswerNotice | null {
    return describeAnswer(turn, turn.id === this.#context.conversation.turns[0]?.id);
  }

  #redraw(turn?: Turn): void {
    const id = turn?.id ?? '';
    this.#revisions.set(id, (this.#revisions.get(id) ?? 0) + 1);
    this.#context.host.requestUpdate();
  }

  /** Return the sentence about the outcome of an answer; `null` if it is complete. */
  #noticeText(turn: Turn, seconds: number): string | null {
    const { text, host, strings } = this.#context;
    const notice = this.#describe(turn);
    if (notice === null) return null;
    if (notice.sentence === 'offline' && navigator.onLine) return text('heldOnline');
    // All attributes are set, but no index can be read so: the page was opened as a file.
    if (notice.sentence === 'notConfigured' && host.missing.length === 0) return text('notFound');
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
    const isHeld = notice.sentence === 'offline' && navigator.onLine;
    const actions = isLast ? this.#renderNoticeActions(turn, notice.action) : [];
    return renderNotice(isHeld ? 'notice' : notice.kind, sentence, actions);
  }

  #renderNoticeActions(turn: Turn, action: NoticeAction | null): readonly TemplateResult[] {
    const button = action === null ? null : this.#renderNoticeAction(turn, action);
    const handoff = placeHandoff(turn) === 'notice' ? this.#renderHandoff('answer') : null;
    return [button, this.#renderSearchOffer(turn), handoff].filter((part) => part !== null);
  }

  #renderNoticeAction(turn: Turn, action: NoticeAction): TemplateResult {
    const { text, actions, parts } = this.#context;
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
          void parts.questionQueue.load().then((queue) => queue?.edit(turn));
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
    if (!isOffered) return null;
    const { value: handoff, failed } = this.#handoff;
    if (!handoff && !failed) void this.#handoff.load();
    return handoff?.render(place) ?? null;
  }

  #renderActions(turn: Turn, isLast: boolean, hasHandoff: boolean): TemplateResult {
    const { value: actions, failed } = this.#actions;
    // After a failure, retried at the next answer, because a footer is drawn often.
    if (!actions && !failed) void this.#actions.load();
    return html`<div class="actions">
      ${actions?.render(turn, isLast)}
      <span part="feedback" class="feedback">
        ${this.#renderThumb(turn, 'positive')}${this.#renderThumb(turn, 'negative')}
      </span>
      ${isLast ? actions?.renderMore(hasHandoff ? this.#renderHandoff('menu') : null) : nothing}
    </div>`;
  }

  #renderThumb(turn: Turn, rating: AnswerFeedback['rating']): TemplateResult {
    const label = this.#context.text(rating === 'positive' ? 'helpful' : 'unhelpful');
    return html`<button
      class="icon-button"
      type="button"
      data-rating=${rating}
      aria-label=${label}
      title=${label}
      aria-pressed=${turn.feedback?.rating === rating}
      @click=${() => this.#rate(turn, rating)}
    >
      ${thumb}
    </button>`;
  }

  #renderFeedback(turn: Turn): TemplateResult | typeof nothing {
    if (turn.feedback === undefined) return nothing;
    const { value: feedback, failed } = this.#feedback;
    if (!feedback && !failed) void this.#feedback.load();
    return feedback?.render(turn, turn.feedback) ?? nothing;
  }

  #rate(turn: Turn, rating: AnswerFeedback['rating']): void {
    const feedback = turn.feedback?.rating === rating ? null : { rating, reasons: [], note: '' };
    rate(this.#context, turn, feedback);
    void this.#feedback.load().then((form) => form?.handleRated(turn, feedback));
  }
}

/** Return the place of the offer to talk to a person. There is only one, because a slot is unique. */
function placeHandoff({ answer: { status }, feedback }: Turn): 'notice' | 'end' | 'menu' {
  if (status === 'error' || status === 'empty' || status === 'interrupted') return 'notice';
  return feedback?.rating === 'negative' ? 'end' : 'menu';
}
