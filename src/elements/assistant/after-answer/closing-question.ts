import { html, render, type ReactiveController } from 'lit';
import { css } from '../../shared/styles/css.ts';
import type { AnswerFeedback, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { storageKey, type CheckedStorage, type Site } from '../../../state/storage/storage.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import { keepAtLauncher } from '../../shared/dom/keep-at-launcher.ts';
import { keepOnTop } from '../../shared/dom/keep-on-top.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';

/** Maximum number of conversations that were asked about: as many as the archive keeps. */
const MAX_ASKED = 50;
/** Number of answers from which a conversation counts as long. */
const LONG_CONVERSATION = 3;
/** Pixels between the card and the launcher. */
const GAP = 12;

/**
 * Asks, once the panel is closed, whether a long conversation helped. The card at the launcher takes no focus, blocks
 * nothing and has no time limit. It is there until it is answered, dismissed, or the panel is opened again.
 */
export class ClosingQuestion implements ReactiveController {
  readonly #context: AssistantContext;
  readonly #rate: (turn: Turn, feedback: AnswerFeedback) => void;
  readonly #card = createElement('div', {
    className: 'closing-question',
    part: 'closing-question',
    role: 'group',
  });
  /** Live region. It is on the page from the start, because only changes of an existing one are announced. */
  readonly #status = createElement('div', { className: 'visually-hidden', role: 'status' });
  /** Answer that is rated; `null` while the card is not shown. */
  #turn: Turn | null = null;
  /** Element that is focused when the card is dismissed on a page without a launcher. */
  #opener: Element | null = null;
  /** Aborted when the card is removed. */
  #shown = new AbortController();

  /** @param rate stores and sends the rating of an answer */
  constructor(context: AssistantContext, rate: (turn: Turn, feedback: AnswerFeedback) => void) {
    this.#context = context;
    this.#rate = rate;
    const { host } = context;
    addStyles(host.renderRoot, closingQuestionStyles);
    host.frame.append(this.#status);
    host.frame.addEventListener('keydown', (event) => {
      // The key event that has closed the panel arrives here, too, perhaps with the card already shown.
      if (event.key !== 'Escape' || event.defaultPrevented || this.#turn === null) return;
      event.preventDefault();
      event.stopPropagation();
      this.#dismiss();
    });
    host.addController(this);
  }

  /** Ask, unless the conversation is short or rated, or the question was asked before. */
  ask(): void {
    const { host, site, storage, conversation, text } = this.#context;
    const turn = findTurn(conversation);
    if (host.open || turn === null || wasAsked(storage, site, conversation.id)) return;
    keepAsked(storage, site, conversation.id);
    this.#turn = turn;
    this.#opener = document.activeElement;
    this.#draw();
    this.#place();
    this.#announce(text('closingQuestion'));
  }

  hostUpdated(): void {
    if (this.#turn === null) return;
    if (this.#context.host.open) this.#remove();
    else this.#draw();
  }

  hostDisconnected(): void {
    this.#remove();
  }

  get #launcher(): HTMLElement | null {
    return this.#context.host.frame.querySelector<HTMLElement>('.launcher');
  }

  #draw(): void {
    const { text, strings } = this.#context;
    this.#card.lang = strings.language;
    this.#card.ariaLabel = text('closingQuestion');
    render(
      html`<p>${text('closingQuestion')}</p>
        <div class="replies">
          <button class="retry" type="button" @click=${() => this.#answer('positive')}>
            ${text('feedbackYes')}
          </button>
          <button class="retry" type="button" @click=${() => this.#answer('negative')}>
            ${text('feedbackNo')}
          </button>
          <button class="quiet" type="button" @click=${() => this.#dismiss()}>${text('feedbackSkip')}</button>
        </div>`,
      this.#card,
    );
  }

  /** Place the card after the launcher in the tab order, and above it on the screen. */
  #place(): void {
    const { host } = this.#context;
    const launcher = this.#launcher;
    if (launcher) launcher.after(this.#card);
    else host.frame.prepend(this.#card);
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    keepOnTop(this.#card, signal);
    if (!launcher?.checkVisibility()) return;
    signal.addEventListener('abort', keepAtLauncher(this.#card, launcher, 'top-end', GAP));
  }

  #answer(rating: AnswerFeedback['rating']): void {
    const turn = this.#turn;
    this.#dismiss();
    if (turn === null) return;
    this.#announce(this.#context.text('thanks'));
    this.#rate(turn, { rating, reasons: [], note: '' });
  }

  #dismiss(): void {
    const hasFocus = this.#card.matches(':focus-within');
    this.#remove();
    if (hasFocus) ((this.#launcher ?? this.#opener) as HTMLElement | null)?.focus();
  }

  #remove(): void {
    this.#turn = null;
    this.#status.textContent = '';
    this.#shown.abort();
    this.#card.remove();
  }

  #announce(message: string): void {
    requestAnimationFrame(() => (this.#status.textContent = message));
  }
}

/** Find the answer to rate, the last one; `null` if the conversation is short, has a rating, or an answer is being written. */
function findTurn({ status, turns }: AssistantContext['conversation']): Turn | null {
  const last = turns.at(-1);
  if (status === 'busy' || turns.length < LONG_CONVERSATION || !last?.answer.text) return null;
  return turns.some(({ feedback }) => feedback) ? null : last;
}

/** Whether the question was asked about a conversation, here or in another tab. */
function wasAsked(storage: CheckedStorage, site: Site, id: string): boolean {
  return readAsked(storage, site).includes(id);
}

/** Store that the question was asked about a conversation. */
function keepAsked(storage: CheckedStorage, site: Site, id: string): void {
  storage.write(storageKey(site, 'asked'), [...readAsked(storage, site), id].slice(-MAX_ASKED));
}

function readAsked(storage: CheckedStorage, site: Site): readonly string[] {
  return storage.read(storageKey(site, 'asked'), readIds) ?? [];
}

function readIds(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null;
}

/** The card above the launcher. */
const closingQuestionStyles = css`
  .closing-question {
    position: fixed;
    /* Override the browser's styles of popovers: inset: 0 and overflow: auto. */
    inset: auto;
    overflow: visible;
    inset-block-end: calc(24px + env(safe-area-inset-bottom));
    inset-inline-end: 24px;
    z-index: var(--docs-z-index, 1000);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    width: max-content;
    max-width: calc(100vw - 48px);
    margin: 0;
    padding: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    box-shadow: var(--_shadow);
  }
  .launcher ~ .closing-question {
    inset-block-end: calc(84px + env(safe-area-inset-bottom));
  }
  .closing-question p {
    margin: 0;
    margin-inline-end: 4px;
    font-weight: 600;
  }
  /* A group, so that all replies go below the question where they do not fit beside it. */
  .closing-question .replies {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .closing-question button {
    min-height: 36px;
  }
  .closing-question .quiet {
    padding-inline: 8px;
    border-radius: calc(var(--_radius) / 2);
    color: var(--_muted);
  }
  .closing-question .quiet:hover {
    background: var(--_soft);
    color: var(--_text);
  }
  @media (prefers-reduced-motion: no-preference) {
    .closing-question {
      animation: appear 180ms cubic-bezier(0.2, 0.8, 0.2, 1);
    }
  }
  @media print {
    .closing-question {
      display: none;
    }
  }
`;
