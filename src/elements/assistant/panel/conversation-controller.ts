import type { ReactiveController } from 'lit';
import { AssistantClient } from '../../../client/assistant-client.ts';
import { RequestFailure, toFailure } from '../../../protocol/failures/failure.ts';
import type { AnswerSource } from '../../../protocol/sources.ts';
import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { Conversation } from '../../../state/conversation/conversation.ts';
import { siteKey } from '../../../state/storage/storage.ts';
import type { AssistantActions } from '../context.ts';
import type { AnsweredDetail, AskDetail, ErrorDetail, ThreadDetail } from '../docs-assistant.events.ts';
import type { AssistantHost } from '../host.ts';
import { fallbackSentence } from '../messages/fallback.view.ts';
import type { PanelContext } from './panel.view.ts';
import { createWebLock } from './web-lock.ts';

/**
 * Connects the conversation of a site to its host: carries out what readers and the page ask for, dispatches the events, and redraws at
 * most once per frame.
 */
export class ConversationController implements AssistantActions, ReactiveController {
  /** Store of the current site; replaced when the site or its source changes. */
  store!: Conversation;

  readonly #context: PanelContext;
  /** Key of the site of `store`; `null` if that is closed. */
  #siteKey: string | null = null;
  /** The page's own source of `store`. */
  #given: AssistantHost['source'];
  /** Handle of the requested animation frame; 0 for none. */
  #frame = 0;
  #threadId: string | null = null;
  #isStreaming = false;

  constructor(context: PanelContext) {
    this.#context = context;
    this.#enter();
    context.host.addController(this);
  }

  hostConnected(): void {
    this.syncSite();
  }

  hostDisconnected(): void {
    // An element that was only moved is connected again by then. Turbo does that after some microtasks, with what is permanent.
    setTimeout(() => {
      if (!this.#context.host.isConnected) this.#leave();
    });
  }

  hostUpdate(): void {
    if (this.#context.host.isConnected) this.syncSite();
  }

  /** Apply the site and the settings of the host. */
  syncSite(): void {
    const { host, settings } = this.#context;
    if (keyOf(host) !== this.#siteKey || host.source !== this.#given) this.#enter();
    this.store.retrievalPageSize = settings.retrievalPageSize;
    this.store.prepareQuestion = host.mask ? this.#mask : null;
  }

  /** Load what a question needs to be masked and kept. */
  prepare(): void {
    const { host, groups } = this.#context;
    if (host.mask) void groups.mask.load();
    if (!navigator.locks) void groups.leaseLock.load();
  }

  ask(question: string, options: Parameters<AssistantActions['ask']>[1] = {}): boolean {
    this.syncSite();
    const { filter = this.#context.filter, replacesLast } = options;
    const text = question.trim();
    // A copy, which the page may change.
    const detail: AskDetail = { question: text, filter: { ...filter } };
    if (text === '' || !this.#context.host.emit('docs-assistant-ask', detail, { cancelable: true }))
      return false;
    this.#await(this.store[replacesLast ? 'retry' : 'ask'](text, detail));
    return true;
  }

  askOffered(question: string): void {
    if (this.#isBusy) this.#enqueue(question);
    else this.ask(question);
    this.#context.focus('.input');
  }

  submit(): void {
    const { draft, groups } = this.#context;
    const queue = groups.afterAnswer.value?.queue;
    if (queue?.isEditing) queue.submit();
    // Enqueued before what draws the queue is loaded, because text that is typed meanwhile is another question.
    else if (this.#isBusy ? this.#enqueue(draft.value) : draft.canSend && this.ask(draft.value))
      draft.set('');
  }

  retry(): void {
    const last = this.store.snapshot.turns.at(-1);
    if (last) this.ask(last.question, { ...last, replacesLast: true });
  }

  reset(): void {
    this.store.reset();
    this.clear();
  }

  forget(): void {
    const { draft } = this.#context;
    this.store.forget();
    draft.restore('');
    this.clear();
  }

  clear(): void {
    const { draft, groups } = this.#context;
    groups.afterAnswer.value?.footer.stopWaiting();
    if (draft.queue.length > 0) draft.unqueue();
    this.#context.announce('');
  }

  /** Mask the secrets in a question. Rejects if the rules cannot be loaded; the question is not sent then. */
  readonly #mask = async (question: string): Promise<string> => {
    const mask = await this.#context.groups.mask.load();
    if (mask) return mask.maskSecrets(question);
    throw new Error('Code could not be loaded.');
  };

  readonly #handleChange = (): void => {
    const context = this.#context;
    const { threadId, turns, waitsForTab } = this.store.snapshot;
    if (waitsForTab) void context.groups.afterAnswer.load().then((after) => after?.queue.announceWaiting());
    if (threadId !== this.#threadId) {
      this.#threadId = threadId;
      context.host.emit('docs-assistant-thread', { threadId } satisfies ThreadDetail);
    }
    const isStreaming = turns.at(-1)?.answer.status === 'streaming';
    if (isStreaming && !this.#isStreaming) {
      context.announce(context.text('started'));
      void context.groups.speech.load();
    }
    this.#isStreaming = isStreaming;
    // Coalesce the changes of a frame.
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => void this.#draw());
  };

  /** Draw the changes since the last frame and adjust the scroll position: in a frame, both before it is painted. */
  async #draw(): Promise<void> {
    const { host, scroll } = this.#context;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    host.requestUpdate();
    await host.updateComplete;
    scroll.stick();
  }

  #enter(): void {
    this.#leave();
    const { host, site, storage, settings, draft, groups } = this.#context;
    this.#siteKey = keyOf(host);
    host.hasModel = undefined;
    this.#given = host.source;
    const store = new Conversation({
      source: this.#createSource(),
      site,
      storage,
      lock: createWebLock(storage, groups.leaseLock),
      historyDays: settings.historyDays,
    });
    this.store = store;
    this.#threadId = store.snapshot.threadId;
    store.subscribe(this.#handleChange);
    if (store.snapshot.turns.length > 0) {
      void groups.speech.load();
      void groups.afterAnswer.load();
    }
    draft.restore(store.draft);
    host.requestUpdate();
    groups.afterAnswer.value?.learnModel();
  }

  #createSource(): AnswerSource | null {
    const { host, site, groups } = this.#context;
    const { source, missing, quotesIndex } = host;
    if (!source && !quotesIndex) return missing.length > 0 ? null : new AssistantClient(site);
    const load = async () => {
      if (source && typeof source !== 'string') return source;
      return source ? (await groups.namedSource.load())?.(source) : (await groups.staticIndex.load())?.(host);
    };
    void load().catch(() => {});
    return {
      // Without a network, the failure of code that cannot be loaded is that of the network: the question is held.
      async *answer(...request) {
        try {
          const loaded = await load();
          if (!loaded) throw new Error('Code could not be loaded.');
          yield* loaded.answer(...request);
        } catch (error) {
          const failure = toFailure(error);
          if (navigator.onLine || failure.code !== 'network') throw error;
          throw new RequestFailure({ ...failure, code: 'offline' }, { cause: error });
        }
      },
    };
  }

  #leave(): void {
    if (this.#siteKey === null) return;
    this.#siteKey = null;
    this.#context.groups.afterAnswer.value?.footer.stopWaiting();
    this.store.close();
  }

  get #isBusy(): boolean {
    return this.store.snapshot.status === 'busy';
  }

  /** Enqueue a question until the current answer has ended. @returns whether it was accepted */
  #enqueue(question: string): boolean {
    const { draft, groups } = this.#context;
    if (!draft.enqueue(question)) return false;
    void groups.afterAnswer.load().then((after) => {
      if (after) after.queue.announceQueued();
      // The queue would never be asked.
      else draft.unqueue();
    });
    return true;
  }

  /** Scroll to a new question, and handle the end of its answer. */
  #await(ending: Promise<Turn | null>): void {
    const { groups, scroll } = this.#context;
    groups.afterAnswer.value?.footer.stopWaiting();
    scroll.showNewest();
    const { store } = this;
    void ending.then((turn) => turn && this.#handleEnded(turn, store));
  }

  async #handleEnded(turn: Turn, store: Conversation): Promise<void> {
    const { host, groups, draft, text } = this.#context;
    const { messageId, status, failure } = turn.answer;
    const { threadId } = store.snapshot;
    host.emit('docs-assistant-answered', { messageId, threadId, status } satisfies AnsweredDetail);
    if (failure !== null) {
      const { code, retryable, status: httpStatus } = failure;
      const detail: ErrorDetail = { code, retryable, ...(httpStatus && { status: httpStatus }) };
      host.emit('docs-assistant-error', detail);
    }
    const loading = groups.afterAnswer.load();
    if (turn.answer.text) await (await groups.speech.load())?.end(turn);
    const after = await loading;
    if (store !== this.store) return;
    const fallback = fallbackSentence(turn.answer);
    if (after) after.handleEnded(turn);
    else if (fallback !== null) this.#context.announce(text(fallback));
    if (store !== this.store || draft.queue.length === 0 || !after) return;
    // Whether the reader follows the next question depends on the height of the answer. A page out of sight has no frames.
    await this.#draw();
    after.queue.handleEnded(turn);
  }
}

/** Name the site and its index, which may change alone. */
function keyOf(host: AssistantHost): string {
  return siteKey(host) + host.indexUrl;
}
