import type { DocsFilter, RequestFilter } from '../../protocol/api.ts';
import type * as Mask from '../../protocol/mask-secrets.ts';
import type { ConversationSnapshot } from '../../state/conversation/conversation-snapshot.ts';
import type { Conversation } from '../../state/conversation/conversation.ts';
import type { ScrollPosition } from '../../state/conversation/scroll-position.ts';
import type { CheckedStorage, Site } from '../../state/storage/storage.ts';
import type { ScrollFollower } from '../shared/controllers/scroll-follower.ts';
import type { StringsController } from '../shared/i18n/strings-controller.ts';
import type { Group } from '../shared/groups.ts';
import type { Lazy } from '../shared/lazy.ts';
import type { MarkdownExtensions } from '../shared/markdown/markdown-extensions-loader.ts';
import type { AssistantHost, PanelMode } from './host.ts';
import type { AssistantStrings } from '../strings/english.ts';

/** What the panel offers to the groups that are loaded late. They use nothing else of it, and not each other. */
export interface AssistantContext {
  readonly host: AssistantHost;
  readonly strings: StringsController<AssistantStrings>;
  /** Look an interface string up. */
  readonly text: StringsController<AssistantStrings>['text'];
  readonly site: Site;
  readonly storage: CheckedStorage;
  readonly settings: AssistantSettings;
  readonly placement: Placement;
  readonly scroll: ScrollFollower;
  /** State of the panel that is stored for this tab. */
  readonly tab: TabState;
  readonly conversation: ConversationSnapshot;
  /** Version and language that the page or the reader has chosen. */
  readonly filter: DocsFilter;
  /** The conversation store of the current site. */
  readonly store: Pick<Conversation, 'draft' | 'stop' | 'open' | 'remove' | 'rate' | 'save'>;
  readonly draft: Draft;
  readonly actions: AssistantActions;
  readonly groups: CommonGroups;
  /** Announce a message to screen readers, and draw the change that it is about. */
  announce(message: string): void;
  /** Put the focus onto the first element that matches, once it is drawn. */
  focus(selector: string): void;
}

/** Groups that others use, too. */
export interface CommonGroups {
  readonly markdownExtensions: Group<MarkdownExtensions>;
  readonly highlighter: Group<(code: HTMLElement) => void>;
  /** The rules for secrets. Without them, nothing is sent that may hold some, and that is said in its place. */
  readonly mask: Lazy<typeof Mask>;
}

/** Attributes of the host that need checking or a default. */
export interface AssistantSettings {
  /** Days for which a conversation is kept. */
  readonly historyDays: number;
  readonly retrievalPageSize: number;
  /** Questions offered before the first one. */
  readonly suggestions: readonly string[];
}

/** The mode of the panel, which depends on the variant and the size of the window. */
export interface Placement {
  /** The mode; `floating` until the code for the others is loaded. */
  readonly mode: PanelMode;
  /** The code of the modes other than `floating`; `undefined` until it is loaded. */
  readonly modes: { dock(host: AssistantHost): Promise<void> } | undefined;
  /** Whether the panel blocks the page. */
  readonly isModal: boolean;
  /** Whether to ignore `push` the next time that the panel opens. */
  withoutPush: boolean;
}

/** State of the open panel, which is stored for the next page of this tab. */
export interface TabState {
  /** Return the position of the reader to store when the page is left. Default: the end of the conversation. */
  findPosition: () => ScrollPosition;
  /** The storage of this tab. */
  readonly storage: CheckedStorage;
}

/** The question in the composer, and the queue of questions to ask after the current answer. */
export interface Draft {
  /** The whole question: quotes, then words. */
  readonly value: string;
  /** Quotes and code blocks of the page that the question is about, as Markdown. They are drawn above the field. */
  readonly quotes: string;
  /** Text of the field. */
  readonly words: string;
  /** Questions to ask after the current answer, in this order. */
  queue: readonly string[];
  readonly isTooLong: boolean;
  /** Whether the text can be sent now. */
  readonly canSend: boolean;
  /** Replace the question; quotes that it begins with are drawn above the field. */
  set(value: string): void;
  /** Replace the text of the field, and the quotes if they are given. */
  edit(words: string, quotes?: string): void;
  /** Start with the question that is stored for a site, and an empty queue. */
  restore(kept: string): void;
  /** Append to the queue. @returns `false` for a blank or too long question, and when the queue is full */
  enqueue(question: string): boolean;
  /** Move all questions of the queue, and the quotes, into the field. */
  unqueue(): void;
}

/** Actions of readers and of the page on the conversation. */
export interface AssistantActions {
  /** Ask a question. @returns whether it was accepted: not blank, and not canceled by the page */
  ask(question: string, options?: { filter?: RequestFilter | undefined; replacesLast?: boolean }): boolean;
  /** Ask a suggested question, or enqueue it while an answer is streaming. */
  askOffered(question: string): void;
  /** Send the question in the composer, or enqueue it while an answer is streaming. */
  submit(): void;
  /** Ask the last question again. */
  retry(): void;
  /** Start a new conversation. */
  reset(): void;
  /** Remove all data of the reader on this site. */
  forget(): void;
  /** Remove notices and queue of the previous conversation. */
  clear(): void;
}
