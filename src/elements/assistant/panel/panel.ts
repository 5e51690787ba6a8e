import { panelStyles } from './panel.styles.ts';
import { adoptStyles, html, nothing, render, type ReactiveController, type TemplateResult } from 'lit';
import { AssistantClient } from '../../../client/assistant-client.ts';
import { DEFAULT_RETRIEVAL_PAGE_SIZE, MAX_PAGE_SIZE, type DocsFilter } from '../../../protocol/api.ts';
import type { AnswerSourceLink, ConversationSnapshot, Turn } from '../../../state/conversation-snapshot.ts';
import type { ConversationPieces } from '../../../state/conversation-options.ts';
import { LiveConversation } from '../../../state/live-conversation.ts';
import { MAX_QUESTION_LENGTH } from '../../../state/question.ts';
import { siteKey, storageKey, type CheckedStorage, type Site } from '../../../state/storage.ts';
import { DEFAULT_HISTORY_DAYS } from '../../../state/thread-content.ts';
import { handToRouter, isPlainClick } from '../../shared/follow-link.ts';
import { lazy, type Lazy } from '../../shared/lazy.ts';
import { lazyMarkdownExtensions, type MarkdownExtensions } from '../../shared/markdown-extensions-loader.ts';
import { createScrollFollower, type ScrollFollower } from '../../shared/scroll-follower.ts';
import { createSite, type SiteController } from '../../shared/site-controller.ts';
import { createStrings, type StringsController } from '../../shared/strings-controller.ts';
import type { AnswerFooter } from '../answer-footer/answer-footer.ts';
import type { QuestionQueue } from '../composer/question-queue.ts';
import type { DocsAssistant } from '../docs-assistant.ts';
import type {
  AnsweredDetail,
  AskDetail,
  ErrorDetail,
  NavigateDetail,
  ThreadDetail,
} from '../docs-assistant.events.ts';
import type { History } from '../history/history.ts';
import { createPlacement, isModal, type Placement } from './placement.ts';
import { renderPanel } from './panel.view.ts';
import type { PanelResizer } from './resize.ts';
import { readStarterQuestions } from '../composer/starter-questions.ts';
import { strings, type AssistantStrings } from '../strings/en/panel.ts';
import { createWebLock } from './web-lock.ts';

/** Longest time, in days, for which a page may keep conversations. */
const MAX_HISTORY_DAYS = 365;

const WINDOW_EVENTS = ['online', 'offline', 'pagehide'];

/** Makes the panel of an assistant, with its strings in the language of the page. */
export async function createPanel(host: DocsAssistant): Promise<Panel> {
  const panel = new Panel(host);
  // Before it is seen in another size.
  if (panel.storage.has(storageKey(panel.site, 'size'))) await panel.loadResizer();
  await Promise.all([panel.restored, panel.strings.load(), panel.layer.load()]);
  return panel;
}

/** Everything about a `<docs-assistant>` but its launcher: the conversation, and how it is drawn. Loaded on first use. */
export class Panel implements ReactiveController {
  readonly host: DocsAssistant;
  readonly strings: StringsController<AssistantStrings>;
  readonly layer: Placement;
  readonly scroll: ScrollFollower;
  readonly markdownExtensions: Lazy<MarkdownExtensions>;
  /** What stands in the composer. */
  draft = '';
  /** What the composer does beyond sending, once it is wanted. */
  questionQueue: QuestionQueue | null = null;
  /** What the live region says. */
  announcement = '';
  /** What is said above the composer, and is not about an answer. */
  hint: 'notLoaded' | 'offlineNow' | null = navigator.onLine ? null : 'offlineNow';

  /** Where the last press of a pointer in the panel, or on the ground around it, began. */
  pressed: EventTarget | null = null;
  /** The list of earlier conversations, while that is in the place of this one. */
  history: History | null = null;
  /** Handles that change the panel's size, once the reader is near them. */
  resizer: PanelResizer | null = null;
  /** Until what was said before is there. */
  restored!: Promise<void>;

  /** The conversation, which changes with the site. */
  store!: LiveConversation;

  readonly #pieces: ConversationPieces = {
    archive: lazy(async () => (await import('../../../state/full-archive.ts')).openFullArchive),
    suggestions: lazy(async () => (await import('../../../protocol/suggestions.ts')).splitSuggestions),
  };
  readonly #site: SiteController;
  /** The next drawing, which shows all that has changed until then; 0 for none. */
  #frame = 0;
  /** Site of the conversation; `null` when that was closed. */
  #siteKey: string | null = null;
  #announcedStart: string | null = null;
  #threadId: string | null = null;
  #answerFooter: AnswerFooter | undefined;
  #answerFooterFailed = false;
  #open = false;
  #opener: HTMLElement | null = null;
  /** The text that the field was last given the height for. */
  #fitted = '';

  constructor(host: DocsAssistant) {
    this.host = host;
    this.strings = createStrings<AssistantStrings>(host, strings, () => import('../strings/translations.ts'));
    this.#site = createSite(host, { variant: ['popover', 'sidebar', 'dialog', 'inline'] });
    this.layer = createPlacement(host);
    this.scroll = createScrollFollower(host);
    this.markdownExtensions = lazyMarkdownExtensions(() => host.requestUpdate());
    const { elementStyles } = host.constructor as typeof DocsAssistant;
    adoptStyles(host.renderRoot as ShadowRoot, [...elementStyles, ...panelStyles]);
    this.#enter();
    host.addController(this);
  }

  get text(): StringsController<AssistantStrings>['text'] {
    return this.strings.text;
  }

  /** Questions offered before the first one. */
  get suggestions(): readonly string[] {
    const { suggestions } = this.host;
    if (Array.isArray(suggestions)) {
      const questions = suggestions.filter((question) => typeof question === 'string');
      return questions.length > 0 ? questions : readStarterQuestions();
    }
    this.#site.warnOnce('suggestions is no JSON list of questions.');
    return [];
  }

  get site(): Site {
    const { endpoint, domain } = this.host;
    return { endpoint, domain };
  }

  get storage(): CheckedStorage {
    return this.#site.storage;
  }

  /** Days for which a conversation is kept. */
  get historyDays(): number {
    return this.#readNumber('historyDays', MAX_HISTORY_DAYS, DEFAULT_HISTORY_DAYS);
  }

  get conversation(): ConversationSnapshot {
    return this.store.snapshot;
  }

  get questionTooLong(): boolean {
    return this.draft.trim().length > MAX_QUESTION_LENGTH;
  }

  /** Seconds until the server takes questions again. */
  get secondsToWait(): number {
    return this.#answerFooter?.countdown.seconds ?? 0;
  }

  get canSend(): boolean {
    return (
      this.draft.trim() !== '' &&
      !this.questionTooLong &&
      this.conversation.status === 'idle' &&
      this.secondsToWait === 0 &&
      this.host.missing.length === 0
    );
  }

  hostConnected(): void {
    for (const type of WINDOW_EVENTS) window.addEventListener(type, this.#handleWindow);
    this.#follow();
  }

  hostDisconnected(): void {
    for (const type of WINDOW_EVENTS) window.removeEventListener(type, this.#handleWindow);
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
    this.resizer?.apply(element);
    this.scroll.watch(this.#find('.messages'));
    this.#fitInput();
    if (open === this.#open) return;
    this.#open = open;
    if (open) {
      this.#opener = focused;
      if (this.conversation.turns.length > 0) this.scroll.follow();
    } else if (focusInside) {
      (this.#opener?.isConnected ? this.#opener : this.#find('.launcher'))?.focus();
    }
  }

  draw(): void {
    render(renderPanel(this), this.host.frame);
  }

  /** Opens the panel as the reader has left it on the page before. */
  async reopen(): Promise<void> {
    await (await this.loadAnswerFooter())?.reopen();
  }

  focusInput(): void {
    this.focusIn('.input');
  }

  /** Puts the focus onto the first element of this kind, once it is drawn. */
  focusIn(selector: string): void {
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => this.#find(selector)?.focus());
  }

  /** Shows the list of earlier conversations in the place of this one, or this one again. */
  async toggleHistory(): Promise<void> {
    const module = await this.loadPiece(() => import('../history/history.ts'));
    this.store.load();
    await this.store.loading;
    module?.toggleHistory(this);
  }

  /** Leaves e-mail addresses and secrets out of a text, where the host asks for that. */
  async mask(text: string): Promise<string> {
    return this.host.mask ? (await import('../../../state/mask.ts')).maskSecrets(text) : text;
  }

  /** Makes the edges of the panel movable: loaded when the pointer or the Tab key comes near them. */
  async loadResizer(): Promise<void> {
    if (this.resizer !== null) return;
    const module = await import('./resize.ts').catch(() => null);
    if (module) this.resizer ??= new module.PanelResizer(this);
    this.host.requestUpdate();
  }

  /** Draws what stands below an answer that has ended, as soon as that is loaded. */
  renderAnswerFooter(turn: Turn, isLast: boolean): TemplateResult | typeof nothing {
    if (this.#answerFooter) return this.#answerFooter.render(turn, isLast);
    const { status, failure } = turn.answer;
    if (!this.#answerFooterFailed || !isLast || (status !== 'interrupted' && failure === null))
      return nothing;
    // There may be no network to load a better sentence from.
    return html`<div part="error" class="hint">
      ${this.text('network')}
      <button part="retry" class="retry" type="button" @click=${() => this.handleRetry()}>
        ${this.text('retry')}
      </button>
    </div>`;
  }

  answerFooterDependencies(turn: Turn, isLast: boolean): readonly unknown[] {
    return this.#answerFooter?.dependencies(turn, isLast) ?? [this.#answerFooterFailed];
  }

  /** Loads what stands below answers that have ended; after a failure again with the next one. */
  async loadAnswerFooter(): Promise<AnswerFooter | undefined> {
    try {
      const { AnswerFooter } = await import('../answer-footer/answer-footer.ts');
      this.#answerFooter ??= new AnswerFooter(this);
    } catch {
      this.#answerFooterFailed = true;
    }
    this.host.requestUpdate();
    return this.#answerFooter;
  }

  /** Loads what a first answer can do without. @returns `undefined`, which is said, when it cannot be had */
  async loadPiece<T>(load: () => Promise<T>): Promise<T | undefined> {
    try {
      const piece = await load();
      if (this.hint === 'notLoaded') this.hint = null;
      return piece;
    } catch {
      this.hint = 'notLoaded';
      this.announce(this.text('notLoaded'));
      return undefined;
    }
  }

  /** Has the composer do more than send, as soon as that is loaded. */
  async withQueue(act: (questionQueue: QuestionQueue) => void): Promise<void> {
    const module = await this.loadPiece(() => import('../composer/question-queue.ts'));
    if (module) act((this.questionQueue ??= new module.QuestionQueue(this)));
    this.host.requestUpdate();
  }

  /** Has the live region say something. */
  announce(message: string): void {
    // The same words again are heard only if the text differs.
    this.announcement = message === this.announcement ? `${message}\u00a0` : message;
    this.host.requestUpdate();
  }

  /** @returns whether the question was taken: not blank, and not kept back by the page */
  ask(question: string, options: { filter?: DocsFilter | undefined; replacesLast?: boolean } = {}): boolean {
    this.#follow();
    const text = question.trim();
    const filter = options.filter ?? this.#site.filters.snapshot;
    const detail: AskDetail = { question: text, filter };
    if (text === '' || !this.host.emit('docs-assistant-ask', detail, { cancelable: true })) return false;
    const { replacesLast } = options;
    this.#await(replacesLast ? this.store.retry(text) : this.store.ask(text, { filter }));
    return true;
  }

  stop(): void {
    this.store.stop();
  }

  retry(): void {
    this.#await(this.store.retry());
  }

  reset(): void {
    this.store.reset();
    this.clear();
  }

  forget(): void {
    this.store.forget();
    this.questionQueue?.clear();
    this.clear();
    this.handleInput('');
  }

  /** Takes over what was typed. */
  handleInput(draft: string): void {
    this.draft = draft;
    this.store.draft = this.questionQueue?.unsent(draft) ?? draft;
    this.host.requestUpdate();
  }

  /** Puts a text into the field, behind what is written there. */
  fill(text: string): void {
    const draft = this.draft.trimEnd();
    if (!draft.includes(text.trim())) this.handleInput(draft === '' ? text : `${draft}\n\n${text}`);
  }

  handleSubmit(): void {
    if (this.conversation.status === 'busy' || this.questionQueue?.isEditing)
      void this.withQueue((questionQueue) => questionQueue.submit());
    else if (this.canSend && this.ask(this.draft)) this.handleInput('');
  }

  handleNewThread(): void {
    this.reset();
    this.focusInput();
  }

  handleSuggestion(question: string): void {
    if (this.conversation.status === 'busy')
      void this.withQueue((questionQueue) => questionQueue.add(question));
    else this.ask(question);
    this.focusInput();
  }

  handleRetry(): void {
    this.retry();
    this.focusInput();
  }

  /** Puts an earlier question into a field that is empty, or that has another one of them. */
  handleRecall(event: Event, key: 'ArrowUp' | 'ArrowDown'): void {
    if (!(this.questionQueue?.canRecall ?? this.draft === '')) return;
    event.preventDefault();
    void this.withQueue((questionQueue) => questionQueue.recall(key));
  }

  /** Offers a click on a link to the page, which may follow the link in a way of its own. */
  handleNavigate(event: MouseEvent, url: string, source: AnswerSourceLink | null): void {
    if (!isPlainClick(event, url)) return;
    const detail: NavigateDetail = { url, source };
    if (!this.host.emit('docs-assistant-navigate', detail, { cancelable: true })) event.preventDefault();
    if (this.host.linkTarget === 'blank') return;
    handToRouter(event, url);
    // A modal panel covers the page that the reader wants to see.
    if (isModal(this.layer.mode)) this.host.hide();
  }

  readonly #handleWindow = ({ type }: Event): void => {
    if (type === 'pagehide') return this.store.save();
    const { onLine } = navigator;
    const isHeld = this.conversation.turns.at(-1)?.answer.failure?.code === 'offline';
    this.hint = onLine ? null : 'offlineNow';
    // What could not be loaded without a network.
    if (onLine) void this.loadAnswerFooter();
    // A question that is held is sent when the reader says so: by then it may no longer be wanted.
    this.announce(this.text(!onLine ? 'offlineNow' : isHeld ? 'heldOnline' : 'onlineAgain'));
  };

  readonly #handleChange = (): void => {
    const { threadId, turns, waitsForTab } = this.conversation;
    if (waitsForTab) void this.withQueue((questionQueue) => questionQueue.sayWaiting());
    if (threadId !== this.#threadId) {
      this.#threadId = threadId;
      this.host.emit('docs-assistant-thread', { threadId } satisfies ThreadDetail);
    }
    const last = turns.at(-1);
    if (last?.answer.status === 'streaming' && last.id !== this.#announcedStart) {
      this.#announcedStart = last.id;
      this.announce(this.text('started'));
    }
    // Changes that come faster than the screen shows them are drawn together.
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.host.requestUpdate();
    });
  };

  /** Follows the host to another site. */
  #follow(): void {
    if (siteKey(this.host) !== this.#siteKey) this.#enter();
    this.store.retrievalPageSize = this.#readNumber(
      'retrievalPageSize',
      MAX_PAGE_SIZE,
      DEFAULT_RETRIEVAL_PAGE_SIZE,
    );
    this.store.prepareQuestion = this.host.mask ? (question) => this.mask(question) : null;
  }

  /** A number that the host has between 1 and another one. */
  #readNumber(name: 'retrievalPageSize' | 'historyDays', most: number, byDefault: number): number {
    const value = this.host[name];
    if (value >= 1 && value <= most) return Math.round(value);
    this.#site.warnOnce(`${name} is not between 1 and ${most}.`);
    return byDefault;
  }

  #enter(): void {
    this.#leave();
    const { endpoint, domain } = this.host;
    this.#siteKey = siteKey(this.host);
    this.store = new LiveConversation(
      {
        source: this.host.missing.length > 0 ? null : new AssistantClient({ endpoint, domain }),
        site: { endpoint, domain },
        storage: this.storage,
        lock: createWebLock(this.storage),
        historyDays: this.historyDays,
      },
      this.#pieces,
    );
    this.restored = this.#restore();
    this.questionQueue?.clear();
    this.draft = this.store.draft;
  }

  /** Takes up what was said before, which comes as a whole. */
  async #restore(): Promise<void> {
    const conversation = this.store;
    await conversation.loading;
    if (conversation !== this.store) return;
    this.#threadId = this.conversation.threadId;
    conversation.subscribe(this.#handleChange);
    this.host.requestUpdate();
    if (this.conversation.turns.length > 0) await this.loadAnswerFooter();
  }

  #leave(): void {
    if (this.#siteKey === null) return;
    this.#siteKey = null;
    this.#answerFooter?.countdown.stop();
    this.store.close();
  }

  /** Begins with nothing beside another conversation. */
  clear(): void {
    this.#answerFooter?.countdown.stop();
    this.questionQueue?.release();
    this.announcement = '';
    this.host.requestUpdate();
  }

  #await(ending: Promise<Turn | null>): void {
    this.#answerFooter?.countdown.stop();
    this.scroll.follow();
    const conversation = this.store;
    void ending.then((turn) => turn && this.#handleEnded(turn, conversation));
  }

  async #handleEnded(turn: Turn, conversation: LiveConversation): Promise<void> {
    const { status, messageId, failure } = turn.answer;
    const { threadId } = conversation.snapshot;
    this.host.emit('docs-assistant-answered', { messageId, threadId, status } satisfies AnsweredDetail);
    if (failure !== null) {
      const { code, retryable, status: httpStatus } = failure;
      const error: ErrorDetail = { code, retryable, ...(httpStatus && { status: httpStatus }) };
      this.host.emit('docs-assistant-error', error);
    }
    const end = this.#answerFooter ?? (await this.loadAnswerFooter());
    conversation.load();
    if (conversation !== this.store) return;
    if (end) await end.tell(turn);
    else if (failure !== null) this.announce(this.text('network'));
    if (conversation === this.store) this.questionQueue?.handleEnded(turn);
  }

  /** Writes the draft into the field, which grows with it. */
  #fitInput(): void {
    const input = this.#find<HTMLTextAreaElement>('.input');
    if (input === null) return;
    if (input.value !== this.draft) input.value = this.draft;
    if (input.value === this.#fitted) return;
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
