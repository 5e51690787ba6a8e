import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, AnswerFeedback, Turn } from '../../../state/conversation-snapshot.ts';
import { MAX_QUESTION_LENGTH } from '../../../state/question.ts';
import { addStyles } from '../../shared/add-styles.ts';
import { Countdown } from '../../shared/countdown.ts';
import { icon } from '../../shared/icon.ts';
import { pageLink, type PageLink } from '../../shared/page-link.ts';
import { answerFooterStrings } from '../strings/en/answer-footer.ts';
import { answerFooterStyles } from './answer-footer.styles.ts';
import type { AnswerActions } from './answer-actions.ts';
import { describeAnswer, type NoticeAction } from './outcome.ts';
import type { Feedback } from './feedback.ts';
import { renderNotice, renderWayOut } from './notice.view.ts';
import type { Panel } from '../panel/panel.ts';
import { rate } from './rate.ts';
import { createReopener } from '../panel/reopener.ts';
import { findSearch } from './find-search.ts';

const icons = {
  thumb: icon(
    'M6.5 9v7.5h-2A1 1 0 0 1 3.5 15.5V10a1 1 0 0 1 1-1zl3-5.5c1.2 0 2 .8 2 2V8h3.7c1 0 1.7.9 1.5 1.9l-1 5.3c-.2.8-.8 1.3-1.6 1.3H6.5',
  ),
};

const NOTES = {
  length: 'noteLength',
  'content-filter': 'noteContentFilter',
  unsupported: 'noteUnsupported',
} as const;

/** Most of an answer that is read out when it has ended, in UTF-16 units: some two minutes. */
const MAX_SPOKEN_LENGTH = 2000;

/** What stands below answers that have ended: how they ended, where to read on, copying and rating. */
export class AnswerFooter {
  /** Until the server takes questions again. */
  readonly countdown: Countdown;
  /** Opens the panel as it was on the page before: loaded here, as only a conversation is worth it. */
  readonly reopen: () => Promise<void>;
  readonly #panel: Panel;
  #feedback: Feedback | undefined;
  #actions: AnswerActions | undefined;
  #loadingActions: Promise<void> | undefined;

  constructor(panel: Panel) {
    this.#panel = panel;
    this.countdown = new Countdown(panel.host, () => panel.announce(panel.text('canAskAgain')));
    this.reopen = createReopener(panel);
    panel.strings.add(answerFooterStrings);
    addStyles(panel.host.renderRoot, answerFooterStyles);
  }

  /** What, beside the turn, decides how its end is drawn. */
  dependencies(turn: Turn, isLast: boolean): readonly unknown[] {
    return [
      this.#feedback?.revision(turn),
      this.#actions,
      isLast && this.countdown.seconds,
      isLast && navigator.onLine,
    ];
  }

  render(turn: Turn, isLast: boolean): TemplateResult {
    const { note } = turn.answer;
    return html`${note === null ? nothing : html`<p part="notice" class="note">${this.#panel.text(NOTES[note])}</p>`}
    ${this.#renderNotice(turn, isLast)} ${this.#renderFollowUps(turn.answer)}
    ${turn.answer.text === '' ? nothing : html`${this.#renderActions(turn, isLast)} ${this.#renderFeedback(turn)}`}`;
  }

  /** Says how an answer has ended, and the answer with it. */
  async tell(turn: Turn): Promise<void> {
    const panel = this.#panel;
    const retryAfter = turn.answer.failure?.retryAfter ?? 0;
    if (retryAfter > 0) this.countdown.start(retryAfter);
    const notice = this.#noticeText(turn, retryAfter) ?? panel.text('finished');
    await panel.host.updateComplete;
    await panel.markdownExtensions.loading;
    panel.announce([this.#readAloud(turn), notice].join(' ').trim());
  }

  /** What of an answer is said: as it is drawn, without the names of buttons and the numbers of sources. */
  #readAloud({ answer }: Turn): string {
    const proses = this.#panel.host.renderRoot.querySelectorAll('.prose');
    const copy = answer.text === '' ? undefined : ([...proses].at(-1)?.cloneNode(true) as HTMLElement);
    for (const extra of copy?.querySelectorAll('button, .mark') ?? []) extra.remove();
    const text = copy?.textContent.replace(/\s+/g, ' ').trim() ?? '';
    return text.length > MAX_SPOKEN_LENGTH ? `${text.slice(0, MAX_SPOKEN_LENGTH)} …` : text;
  }

  #continueInNewThread(turn: Turn): void {
    this.#panel.reset();
    this.#panel.handleSuggestion(turn.question);
  }

  /** The sentence about how an answer ended; `null` when it ended well. */
  #noticeText(turn: Turn, seconds: number): string | null {
    const { text, host } = this.#panel;
    const notice = describeAnswer(turn);
    if (notice === null) return null;
    if (notice.sentence === 'offline' && navigator.onLine) return text('heldOnline');
    if (notice.sentence === 'tooManyRequests' && seconds > 0)
      return text('tooManyRequestsFor', { count: seconds });
    return text(notice.sentence, {
      length: turn.question.length,
      limit: MAX_QUESTION_LENGTH,
      missing: host.missing.join(', '),
    });
  }

  #renderNotice(turn: Turn, isLast: boolean): TemplateResult | typeof nothing {
    const notice = describeAnswer(turn);
    const sentence = this.#noticeText(turn, isLast ? this.countdown.seconds : 0);
    if (notice === null || sentence === null) return nothing;
    const action = isLast && notice.action !== null ? this.#renderWayOut(turn, notice.action) : nothing;
    const offer = isLast ? this.#renderSearchOffer(turn) : nothing;
    const isHeld = notice.sentence === 'offline' && navigator.onLine;
    return renderNotice(isHeld ? 'notice' : notice.kind, sentence, html`${action} ${offer}`);
  }

  #renderWayOut(turn: Turn, action: NoticeAction): TemplateResult {
    const panel = this.#panel;
    const { text } = panel;
    switch (action) {
      case 'retry': {
        const label = text(turn.answer.failure?.code === 'offline' ? 'sendNow' : 'retry');
        return renderWayOut(label, () => panel.handleRetry(), this.countdown.seconds > 0);
      }
      case 'edit':
        return renderWayOut(
          text('editQuestion'),
          () => void panel.withQueue((questionQueue) => questionQueue.edit(turn)),
        );
      case 'new-thread':
        return renderWayOut(text('continueInNewThread'), () => this.#continueInNewThread(turn));
    }
  }

  /** Where there is a search on the page, that may be reached when the assistant is not. */
  #renderSearchOffer({ question, answer: { failure } }: Turn): TemplateResult | typeof nothing {
    const isUnreachable =
      failure?.code === 'network' || failure?.code === 'timeout' || failure?.code === 'http';
    const search = isUnreachable ? findSearch(this.#panel.host) : null;
    if (search === null) return nothing;
    return html`<button
      class="retry"
      type="button"
      @click=${() => {
        this.#panel.host.hide();
        void search.search(question);
      }}
    >
      ${this.#panel.text('searchInstead')}
    </button>`;
  }

  #renderFollowUps({ suggestions }: Answer): TemplateResult | typeof nothing {
    const panel = this.#panel;
    const items = suggestions.flatMap(({ label, target }) => {
      const question = target.startsWith('?ask=') && new URLSearchParams(target).get('ask');
      const link = question ? null : pageLink(target, panel.host);
      if (question) return [this.#renderQuestion(label, question)];
      return link === null ? [] : [this.#renderPage(label, link)];
    });
    if (items.length === 0) return nothing;
    return html`<div>
      <p class="label">${panel.text('followUps')}</p>
      <ul class="list suggestions">
        ${items}
      </ul>
    </div>`;
  }

  #renderQuestion(label: string, question: string): TemplateResult {
    return html`<li>
      <button
        part="suggestion"
        class="suggestion"
        type="button"
        dir="auto"
        @click=${() => this.#panel.handleSuggestion(question)}
      >
        ${label}
      </button>
    </li>`;
  }

  #renderPage(label: string, link: PageLink): TemplateResult {
    return html`<li>
      <a
        part="suggestion"
        class="suggestion"
        href=${link.href}
        target=${link.target}
        rel=${link.rel}
        dir="auto"
        @click=${(event: MouseEvent) => this.#panel.handleNavigate(event, link.href, null)}
        >${label}</a
      >
    </li>`;
  }

  #renderActions(turn: Turn, isLast: boolean): TemplateResult {
    if (this.#actions === undefined) void this.#loadActions();
    return html`<div class="actions">
      ${this.#actions?.render(turn, isLast)}
      <span part="feedback" class="feedback">
        ${this.#renderThumb(turn, 'positive')}${this.#renderThumb(turn, 'negative')}
      </span>
      ${isLast ? this.#actions?.renderMore() : nothing}
    </div>`;
  }

  #loadActions(): Promise<void> {
    return (this.#loadingActions ??= import('./answer-actions.ts').then(
      (module) => {
        this.#actions = new module.AnswerActions(this.#panel);
        this.#panel.host.requestUpdate();
      },
      // Another try is made below the next answer.
      () => {
        this.#loadingActions = undefined;
      },
    ));
  }

  #renderThumb(turn: Turn, rating: AnswerFeedback['rating']): TemplateResult {
    const label = this.#panel.text(rating === 'positive' ? 'helpful' : 'unhelpful');
    return html`<button
      class="icon-button"
      type="button"
      data-rating=${rating}
      aria-label=${label}
      title=${label}
      aria-pressed=${turn.feedback?.rating === rating}
      @click=${() => this.#rate(turn, rating)}
    >
      ${icons.thumb}
    </button>`;
  }

  #renderFeedback(turn: Turn): TemplateResult | typeof nothing {
    if (turn.feedback === undefined) return nothing;
    if (this.#feedback === undefined) void this.#loadFeedback();
    return this.#feedback?.render(turn, turn.feedback) ?? nothing;
  }

  #rate(turn: Turn, rating: AnswerFeedback['rating']): void {
    const feedback = turn.feedback?.rating === rating ? null : { rating, reasons: [], note: '' };
    rate(this.#panel, turn, feedback);
    void this.#loadFeedback().then((form) => form?.handleRated(turn, feedback));
  }

  async #loadFeedback(): Promise<Feedback | undefined> {
    const module = await this.#panel.loadPiece(() => import('./feedback.ts'));
    if (module) this.#feedback ??= new module.Feedback(this.#panel);
    this.#panel.host.requestUpdate();
    return this.#feedback;
  }
}
