import type { AssistantActions } from '../context.ts';
import type { AskDetail } from '../docs-assistant.events.ts';
import type { ConversationController } from './conversation-controller.ts';
import type { PanelContext } from './panel.view.ts';

/** Actions of readers and of the page on the conversation. */
export class ConversationActions implements AssistantActions {
  readonly #context: PanelContext;
  readonly #conversation: ConversationController;

  constructor(context: PanelContext, conversation: ConversationController) {
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
    const { draft, groups } = this.#context;
    const queue = groups.afterAnswer.value?.queue;
    if (queue?.isEditing) queue.submit();
    // Enqueued before what draws the queue is loaded, because text that is typed meanwhile is another question.
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
    const { draft, groups } = this.#context;
    groups.afterAnswer.value?.footer.stopWaiting();
    if (draft.queue.length > 0) draft.unqueue();
    this.#context.announce('');
  }

  get #isBusy(): boolean {
    return this.#conversation.snapshot.status === 'busy';
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
}
