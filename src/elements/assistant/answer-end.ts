import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, Turn } from '../../state/conversation-snapshot.ts';
import { MAX_QUESTION_LENGTH } from '../../state/messages.ts';
import { copyText } from '../shared/copy-text.ts';
import { icon } from '../shared/icon.ts';
import { pageLink } from '../shared/page-link.ts';
import { answerEndStrings } from './answer-end.strings.ts';
import { describeAnswer, type NoticeAction } from './answer-notice.ts';
import type { FeedbackDetail } from './docs-assistant.events.ts';
import { renderNotice, renderWayOut } from './notice.view.ts';
import type { Panel } from './panel.ts';

type Rating = NonNullable<FeedbackDetail['rating']>;

const icons = {
  copy: icon(
    'M7.5 7.5V4.8c0-.7.6-1.3 1.3-1.3h6.4c.7 0 1.3.6 1.3 1.3v6.4c0 .7-.6 1.3-1.3 1.3h-2.7M4.8 7.5h6.4c.7 0 1.3.6 1.3 1.3v6.4c0 .7-.6 1.3-1.3 1.3H4.8c-.7 0-1.3-.6-1.3-1.3V8.8c0-.7.6-1.3 1.3-1.3z',
  ),
  thumb: icon(
    'M6.5 9v7.5h-2A1 1 0 0 1 3.5 15.5V10a1 1 0 0 1 1-1zl3-5.5c1.2 0 2 .8 2 2V8h3.7c1 0 1.7.9 1.5 1.9l-1 5.3c-.2.8-.8 1.3-1.6 1.3H6.5',
  ),
};

/** What stands below answers that have ended: how they ended, where to read on, copying and rating. */
export class AnswerEnd {
  readonly #panel: Panel;
  readonly #ratings = new Map<string, Rating>();

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.strings.add(answerEndStrings);
  }

  /** What, beside the turn, decides how its end is drawn. */
  dependencies(turn: Turn, isLast: boolean): readonly unknown[] {
    return [this.#ratings.get(turn.id), isLast && this.#panel.countdown.seconds];
  }

  render(turn: Turn, isLast: boolean): TemplateResult {
    return html`${this.#renderNotice(turn, isLast)} ${this.#renderFollowUps(turn.answer)}
    ${turn.answer.text === '' ? nothing : this.#renderActions(turn)}`;
  }

  /** Forgets the ratings. */
  clear(): void {
    this.#ratings.clear();
  }

  /** The sentence about how an answer ended; `null` when it ended well. */
  noticeText(turn: Turn, seconds: number): string | null {
    const { text, missing } = this.#panel;
    const notice = describeAnswer(turn);
    if (notice === null) return null;
    if (notice.sentence === 'tooManyRequests' && seconds > 0)
      return text('tooManyRequestsFor', { count: seconds });
    return text(notice.sentence, {
      length: turn.question.length,
      limit: MAX_QUESTION_LENGTH,
      missing: missing.join(', '),
    });
  }

  #renderNotice(turn: Turn, isLast: boolean): TemplateResult | typeof nothing {
    const notice = describeAnswer(turn);
    const sentence = this.noticeText(turn, isLast ? this.#panel.countdown.seconds : 0);
    if (notice === null || sentence === null) return nothing;
    const action = isLast && notice.action !== null ? this.#renderWayOut(turn, notice.action) : nothing;
    return renderNotice(notice.kind, sentence, action);
  }

  #renderWayOut(turn: Turn, action: NoticeAction): TemplateResult {
    const panel = this.#panel;
    const { text } = panel;
    switch (action) {
      case 'retry': {
        const label = text(turn.answer.failure?.code === 'offline' ? 'sendAgain' : 'retry');
        return renderWayOut(label, () => panel.handleRetry(), panel.countdown.seconds > 0);
      }
      case 'edit':
        return renderWayOut(text('editQuestion'), () => panel.handleEdit(turn));
      case 'new-thread':
        return renderWayOut(text('continueInNewThread'), () => panel.handleContinueInNewThread(turn));
    }
  }

  #renderFollowUps({ suggestions }: Answer): TemplateResult | typeof nothing {
    const panel = this.#panel;
    const links = suggestions.flatMap(({ label, target }) => {
      const link = pageLink(target, panel.host);
      return link === null ? [] : [{ label, link }];
    });
    if (links.length === 0) return nothing;
    return html`<div>
      <p class="label">${panel.text('followUps')}</p>
      <ul class="list suggestions">
        ${links.map(
          ({ label, link }) =>
            html`<li>
              <a
                part="suggestion"
                class="suggestion"
                href=${link.href}
                target=${link.target}
                rel=${link.rel}
                dir="auto"
                @click=${(event: MouseEvent) => panel.handleNavigate(event, link.href, null)}
                >${label}</a
              >
            </li>`,
        )}
      </ul>
    </div>`;
  }

  #renderActions(turn: Turn): TemplateResult {
    const label = this.#panel.text('copyAnswer');
    return html`<div class="actions">
      <button
        part="copy"
        class="icon-button"
        type="button"
        aria-label=${label}
        title=${label}
        @click=${(event: MouseEvent) => void this.#copy(turn, event.currentTarget as HTMLElement)}
      >
        ${icons.copy}
      </button>
      <span part="feedback" class="feedback">
        ${this.#renderThumb(turn, 'positive')}${this.#renderThumb(turn, 'negative')}
      </span>
    </div>`;
  }

  #renderThumb(turn: Turn, rating: Rating): TemplateResult {
    const label = this.#panel.text(rating === 'positive' ? 'helpful' : 'unhelpful');
    return html`<button
      class="icon-button"
      type="button"
      data-rating=${rating}
      aria-label=${label}
      title=${label}
      aria-pressed=${this.#ratings.get(turn.id) === rating}
      @click=${() => this.#rate(turn, rating)}
    >
      ${icons.thumb}
    </button>`;
  }

  #rate(turn: Turn, rating: Rating): void {
    const panel = this.#panel;
    const taken = this.#ratings.get(turn.id) !== rating;
    if (taken) this.#ratings.set(turn.id, rating);
    else this.#ratings.delete(turn.id);
    panel.host.emit('docs-assistant-feedback', {
      messageId: turn.answer.messageId,
      rating: taken ? rating : null,
      reasons: [],
      note: '',
    } satisfies FeedbackDetail);
    if (taken) panel.announce(panel.text('thanks'));
    panel.host.requestUpdate();
  }

  async #copy(turn: Turn, button: HTMLElement): Promise<void> {
    const isCopied = await copyText(turn.answer.text, button);
    this.#panel.announce(this.#panel.text(isCopied ? 'copied' : 'copyFailed'));
  }
}
