import type { AssistantActions, AssistantContext } from '../context.ts';
import type { AskDetail } from '../docs-assistant.events.ts';
import type { ConversationController } from './conversation-controller.ts';

/** Actions of readers and of the page on the conversation. */
export class ConversationActions implements AssistantActions {
  readonly #context: AssistantContext;
  readonly #conversation: ConversationController;

  constructor(context: AssistantContext, conversation: ConversationController) {
    this.#context = context;
    this.#conversation = conversation;
  }

  ask(question: string, options: Parameters<AssistantActions['ask']>[1] = {}): boolean {
    const conversation = this.#conversation;
    conversation.syncSite();
    const { filter = conversation.filter, replacesLast } = options;
    const text = question.trim();
    const detail: AskDetail = { question: text, filter };
    const { host } = this.#context;
    if (text === '' || !host.emit('docs-assistant-ask', detail, { cancelable: true })) return false;
    const { store } = conversation;
    conversation.show(replacesLast ? store.retry(text) : store.ask(text, { filter }));
    return true;
  }

  askOffered(question: string): void {
    if (this.#isBusy) this.#enqueue(question);
    else this.ask(question);
    this.#context.focus('.input');
  }

  submit(): void {
    const { draft, parts } = this.#context;
    const { value: queue } = parts.questionQueue;
    if (queue?.isEditing) queue.submit();
    // Enqueued before its piece is loaded, because text that is typed meanwhile is another question.
    else if (this.#isBusy ? this.#enqueue(draft.value) : draft.canSend && this.ask(draft.value))
      draft.set('');
  }

  retry(): void {
    this.#conversation.show(this.#conversation.store.retry());
  }

  reset(): void {
    this.#conversation.store.reset();
    this.clear();
  }

  forget(): void {
    const { draft } = this.#context;
    this.#conversation.store.forget();
    draft.restore('');
    this.clear();
  }

  clear(): void {
    const { draft, parts } = this.#context;
    parts.answerFooter.value?.stopWaiting();
    if (draft.queue.length > 0) draft.unqueue();
    this.#context.announce('');
  }

  get #isBusy(): boolean {
    return this.#conversation.snapshot.status === 'busy';
  }

  /** Enqueue a question until the current answer has ended. @returns whether it was accepted */
  #enqueue(question: string): boolean {
    const { draft, parts } = this.#context;
    const isTaken = draft.enqueue(question);
    if (isTaken) void parts.questionQueue.load().then((queue) => queue?.announceQueued());
    return isTaken;
  }
}
