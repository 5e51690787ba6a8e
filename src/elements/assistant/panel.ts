import { adoptStyles, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { AssistantClient } from '../../client/assistant-client.ts';
import { DEFAULT_RETRIEVAL_PAGE_SIZE, MAX_PAGE_SIZE, type DocsFilter } from '../../protocol/api.ts';
import { Conversation } from '../../state/conversation.ts';
import type { AnswerSourceLink, ConversationSnapshot, Turn } from '../../state/conversation-snapshot.ts';
import { MAX_QUESTION_LENGTH } from '../../state/messages.ts';
import { siteKey } from '../../state/storage.ts';
import { Countdown } from '../shared/countdown.ts';
import { markdownStyles } from '../shared/markdown-view.styles.ts';
import { SiteController } from '../shared/site-controller.ts';
import { StoreController } from '../shared/store-controller.ts';
import { StringsController } from '../shared/strings-controller.ts';
import { surface } from '../shared/surface.styles.ts';
import type { AnswerEnd } from './answer-end.ts';
import { composerStyles } from './composer.styles.ts';
import type { DocsAssistant } from './docs-assistant.ts';
import type {
  AnsweredDetail,
  AskDetail,
  ErrorDetail,
  NavigateDetail,
  ThreadDetail,
} from './docs-assistant.events.ts';
import { messageStyles } from './message.styles.ts';
import { renderNotice, renderWayOut } from './notice.view.ts';
import { PanelLayer } from './panel-layer.ts';
import { panelStyles } from './panel.styles.ts';
import { renderPanel } from './panel.view.ts';
import { ScrollFollower } from './scroll-follower.ts';
import { strings, type AssistantStrings } from './strings.ts';

/** Makes the panel of an assistant, with its strings in the language of the page. */
export async function createPanel(host: DocsAssistant): Promise<Panel> {
  const panel = new Panel(host);
  // What was said before comes as a whole.
  if (panel.conversation.turns.length > 0) await panel.loadAnswerEnd();
  await panel.strings.load();
  return panel;
}

/** Everything about a `<docs-assistant>` but its launcher: the conversation, and how it is drawn. Loaded on first use. */
export class Panel implements ReactiveController {
  readonly host: DocsAssistant;
  readonly strings: StringsController<AssistantStrings>;
  readonly layer: PanelLayer;
  readonly scroll: ScrollFollower;
  /** Until the server takes questions again. */
  readonly countdown: Countdown;
  /** What stands in the composer. */
  draft = '';
  /** What the live region says. */
  announcement = '';

  readonly #site: SiteController;
  readonly #store: StoreController<ConversationSnapshot>;
  #conversation!: Conversation;
  /** Site of the conversation; `null` when that was closed. */
  #siteKey: string | null = null;
  #announcedStart: string | null = null;
  #threadId: string | null = null;
  #answerEnd: AnswerEnd | undefined;
  #answerEndFailed = false;
  #open = false;
  #opener: HTMLElement | null = null;
  /** The text that the field was last given the height for. */
  #fitted = '';

  constructor(host: DocsAssistant) {
    this.host = host;
    this.strings = new StringsController<AssistantStrings>(host, strings, {
      de: () => import('./strings.de.ts').then((module) => module.strings),
    });
    this.#site = new SiteController(host, { variant: ['popover', 'sidebar', 'dialog', 'inline'] });
    this.#store = new StoreController(host, { oncePerFrame: true });
    this.countdown = new Countdown(host, () => this.announce(this.text('canAskAgain')));
    this.layer = new PanelLayer(host);
    this.scroll = new ScrollFollower(host);
    const { elementStyles } = host.constructor as typeof DocsAssistant;
    const styles = [...elementStyles, surface, panelStyles, messageStyles, composerStyles, markdownStyles];
    adoptStyles(host.renderRoot as ShadowRoot, styles);
    this.#enter();
    host.addController(this);
  }

  get text(): StringsController<AssistantStrings>['text'] {
    return this.strings.text;
  }

  /** The attributes that are not set and without which nothing can be asked. */
  get missing(): readonly string[] {
    return this.#site.missing;
  }

  /** Questions offered before the first one. */
  get suggestions(): readonly string[] {
    const { suggestions } = this.host;
    if (Array.isArray(suggestions)) return suggestions.filter((question) => typeof question === 'string');
    this.#site.warnOnce('suggestions is no JSON list of questions.');
    return [];
  }

  get conversation(): ConversationSnapshot {
    return this.#conversation.snapshot;
  }

  get questionTooLong(): boolean {
    return this.draft.trim().length > MAX_QUESTION_LENGTH;
  }

  get canSend(): boolean {
    return (
      this.draft.trim() !== '' &&
      !this.questionTooLong &&
      this.conversation.status === 'idle' &&
      this.countdown.seconds === 0 &&
      this.missing.length === 0
    );
  }

  hostConnected(): void {
    window.addEventListener('online', this.#handleOnline);
    window.addEventListener('pagehide', this.#handlePageHide);
    this.#follow();
  }

  hostDisconnected(): void {
    window.removeEventListener('online', this.#handleOnline);
    window.removeEventListener('pagehide', this.#handlePageHide);
    // An element that is only moved is connected again by then.
    queueMicrotask(() => {
      if (!this.host.isConnected) this.#leave();
    });
  }

  hostUpdate(): void {
    if (this.host.isConnected) this.#follow();
  }

  hostUpdated(): void {
    const element = this.#find('.panel');
    // The strings may still be on their way.
    if (element === null) return;
    const { open } = this.host;
    const focused = open === this.#open ? null : findFocused();
    const focusInside = element.contains(focused);
    this.layer.sync(element, this.#find('.launcher'));
    this.scroll.watch(this.#find('.messages'));
    this.#fitInput();
    if (open === this.#open) return;
    this.#open = open;
    if (open) {
      // Before it is needed: when a question fails for want of a network it is too late to load the sentence for that.
      void this.loadAnswerEnd();
      this.#opener = focused;
      if (this.conversation.turns.length > 0) this.scroll.follow();
    } else if (focusInside) {
      (this.#opener?.isConnected ? this.#opener : this.#find('.launcher'))?.focus();
    }
  }

  render(): TemplateResult {
    return renderPanel(this);
  }

  focusInput(): void {
    void this.host.updateComplete.then(() => this.#find('.input')?.focus());
  }

  /** Draws what stands below an answer that has ended, as soon as that is loaded. */
  renderAnswerEnd(turn: Turn, isLast: boolean): TemplateResult | typeof nothing {
    if (this.#answerEnd) return this.#answerEnd.render(turn, isLast);
    if (!this.#answerEndFailed || !isLast || turn.answer.status === 'done') return nothing;
    // There may be no network to load a better sentence from.
    return renderNotice(
      'error',
      this.text('network'),
      renderWayOut(this.text('retry'), () => this.handleRetry()),
    );
  }

  answerEndDependencies(turn: Turn, isLast: boolean): readonly unknown[] {
    return this.#answerEnd?.dependencies(turn, isLast) ?? [this.#answerEndFailed];
  }

  /** Loads what stands below answers that have ended; after a failure again with the next one. */
  async loadAnswerEnd(): Promise<AnswerEnd | undefined> {
    try {
      const { AnswerEnd } = await import('./answer-end.ts');
      this.#answerEnd ??= new AnswerEnd(this);
    } catch {
      this.#answerEndFailed = true;
    }
    this.host.requestUpdate();
    return this.#answerEnd;
  }

  /** Has the live region say something. */
  announce(message: string): void {
    // The same words again are heard only if the text differs.
    this.announcement = message === this.announcement ? `${message}\u00a0` : message;
    this.host.requestUpdate();
  }

  /** @returns whether the question was taken: not blank, and not kept back by the page */
  ask(question: string, ownFilter?: DocsFilter): boolean {
    this.#follow();
    const text = question.trim();
    const filter = ownFilter ?? this.#site.filters.snapshot;
    const detail: AskDetail = { question: text, filter };
    if (text === '' || !this.host.emit('docs-assistant-ask', detail, { cancelable: true })) return false;
    this.#await(this.#conversation.ask(text, { filter }));
    return true;
  }

  stop(): void {
    this.#conversation.stop();
  }

  retry(): void {
    this.#await(this.#conversation.retry());
  }

  reset(): void {
    this.#conversation.reset();
    this.#clear();
  }

  forget(): void {
    this.#conversation.forget();
    this.#clear();
    this.draft = '';
  }

  /** Takes over what was typed. */
  handleInput(draft: string): void {
    this.draft = draft;
    this.#conversation.draft = draft;
    this.host.requestUpdate();
  }

  handleSubmit(): void {
    if (this.canSend && this.ask(this.draft)) this.handleInput('');
  }

  handleNewThread(): void {
    this.reset();
    this.focusInput();
  }

  handleSuggestion(question: string): void {
    this.ask(question);
    this.focusInput();
  }

  handleRetry(): void {
    this.retry();
    this.focusInput();
  }

  /** Puts a question that could not be sent back into the field. */
  handleEdit(turn: Turn): void {
    this.handleInput(turn.question);
    this.focusInput();
  }

  handleContinueInNewThread(turn: Turn): void {
    this.reset();
    this.handleSuggestion(turn.question);
  }

  /** Offers a click on a link to the page, which may follow the link in a way of its own. */
  handleNavigate(event: MouseEvent, url: string, source: AnswerSourceLink | null): void {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || event.defaultPrevented || new URL(url).origin !== location.origin) return;
    const detail: NavigateDetail = { url, source };
    if (!this.host.emit('docs-assistant-navigate', detail, { cancelable: true })) event.preventDefault();
    // The sheet covers the page that the reader wants to see.
    if (this.layer.mode === 'sheet') this.host.hide();
  }

  readonly #handleOnline = (): void => {
    // Nothing was sent yet, so nothing is sent twice.
    if (this.conversation.turns.at(-1)?.answer.failure?.code === 'offline') this.retry();
  };

  readonly #handlePageHide = (): void => this.#conversation.save();

  readonly #handleChange = (): void => {
    const { threadId, turns } = this.conversation;
    if (threadId !== this.#threadId) {
      this.#threadId = threadId;
      this.host.emit('docs-assistant-thread', { threadId } satisfies ThreadDetail);
    }
    const last = turns.at(-1);
    if (last?.answer.status === 'streaming' && last.id !== this.#announcedStart) {
      this.#announcedStart = last.id;
      this.announce(this.text('started'));
    }
  };

  /** Follows the host to another site. */
  #follow(): void {
    if (siteKey(this.host) !== this.#siteKey) this.#enter();
    this.#conversation.retrievalPageSize = this.#readPageSize();
  }

  #readPageSize(): number {
    const { retrievalPageSize } = this.host;
    if (retrievalPageSize >= 1 && retrievalPageSize <= MAX_PAGE_SIZE) return Math.round(retrievalPageSize);
    this.#site.warnOnce(`retrieval-page-size is not between 1 and ${MAX_PAGE_SIZE}.`);
    return DEFAULT_RETRIEVAL_PAGE_SIZE;
  }

  #enter(): void {
    this.#leave();
    const { endpoint, domain } = this.host;
    this.#siteKey = siteKey(this.host);
    this.#conversation = new Conversation({
      source: this.missing.length > 0 ? null : new AssistantClient({ endpoint, domain }),
      site: { endpoint, domain },
      storage: this.#site.storage,
    });
    this.#conversation.subscribe(this.#handleChange);
    this.#threadId = this.conversation.threadId;
    this.#store.store = this.#conversation;
    this.draft = this.#conversation.draft;
    if (this.conversation.turns.length > 0) void this.loadAnswerEnd();
  }

  #leave(): void {
    if (this.#siteKey === null) return;
    this.#siteKey = null;
    this.countdown.stop();
    this.#conversation.close();
  }

  #clear(): void {
    this.countdown.stop();
    this.#answerEnd?.clear();
    this.announcement = '';
    this.host.requestUpdate();
  }

  #await(ending: Promise<Turn | null>): void {
    this.countdown.stop();
    this.scroll.follow();
    const conversation = this.#conversation;
    void ending.then((turn) => turn && this.#handleEnded(turn, conversation));
  }

  async #handleEnded(turn: Turn, conversation: Conversation): Promise<void> {
    const { status, messageId, failure } = turn.answer;
    const { threadId } = conversation.snapshot;
    this.host.emit('docs-assistant-answered', { messageId, threadId, status } satisfies AnsweredDetail);
    if (failure !== null) {
      const { code, retryable } = failure;
      const error: ErrorDetail = {
        code,
        retryable,
        ...(failure.status !== undefined && { status: failure.status }),
      };
      this.host.emit('docs-assistant-error', error);
    }
    const end = this.#answerEnd ?? (await this.loadAnswerEnd());
    if (conversation !== this.#conversation) return;
    if (end && failure?.retryAfter) this.countdown.start(failure.retryAfter);
    const notice = end ? end.noticeText(turn, failure?.retryAfter ?? 0) : failure && this.text('network');
    this.announce(notice ?? this.text('finished'));
  }

  /** Lets the field grow with its text. */
  #fitInput(): void {
    const input = this.#find<HTMLTextAreaElement>('.input');
    if (input === null || input.value === this.#fitted) return;
    this.#fitted = input.value;
    input.style.setProperty('height', 'auto');
    input.style.setProperty('height', `${input.scrollHeight}px`);
  }

  #find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
    return this.host.renderRoot.querySelector<E>(selector);
  }
}

/** The element that has the focus, looked up through open shadow roots. */
function findFocused(): HTMLElement | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === document.body ? null : (focused as HTMLElement | null);
}
