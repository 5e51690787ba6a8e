import type { nothing, ReactiveControllerHost, TemplateResult } from 'lit';
import type { ConversationPieces } from '../../state/conversation/conversation-options.ts';
import type { ConversationSnapshot, ToolStep, Turn } from '../../state/conversation/conversation-snapshot.ts';
import type { ConversationStore } from '../../state/conversation/conversation-store.ts';
import type { DocsFilter } from '../../protocol/api.ts';
import type { AnswerSource } from '../../protocol/sources.ts';
import type { openAnswerSource } from '../../sources/named-answers.ts';
import type { openStaticIndex } from '../shared/static-index.ts';
import type { ReadingPlace } from '../../state/conversation/reading-place.ts';
import type * as LeaseLock from '../../state/conversation/writer-lock.ts';
import type * as Mask from '../../protocol/mask-secrets.ts';
import type { CheckedStorage, Site } from '../../state/storage/storage.ts';
import type * as Highlighter from '../shared/code/code-highlighter.ts';
import type { Lazy } from '../shared/lazy.ts';
import type { MarkdownExtensions } from '../shared/markdown/markdown-extensions-loader.ts';
import type { ScrollFollower } from '../shared/controllers/scroll-follower.ts';
import type { StringsController } from '../shared/i18n/strings-controller.ts';
import type * as SourcePreview from './after-answer/source-preview.ts';
import type * as PlacementFloating from './panel/placement-floating.ts';
import type { AssistantStrings } from './strings/en/panel.ts';

/** Layout of the panel. A `sheet` and a `dialog` are modal. */
export type PanelMode = 'floating' | 'sheet' | 'sidebar' | 'dialog' | 'inline';

/** The part of the element that its panel and the pieces use. */
export interface AssistantHost extends ReactiveControllerHost, Site {
  open: boolean;
  /** Whether the panel has been open since the page was loaded. */
  readonly hasBeenOpen: boolean;
  readonly isConnected: boolean;
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** The element that everything is drawn into. */
  readonly frame: HTMLElement;
  /** Source that the page has set or named. */
  readonly source: AnswerSource | string | undefined;
  /** Whether answers are passages of a static index, which no model has written. */
  readonly quotesIndex: boolean;
  readonly withoutModel: boolean;
  readonly withoutWorker: boolean;
  readonly missing: readonly ('endpoint' | 'domain')[];
  readonly variant: 'popover' | 'sidebar' | 'dialog' | 'inline';
  readonly placement: string;
  readonly push: boolean;
  readonly heading: string | undefined;
  readonly welcome: string | undefined;
  readonly placeholder: string | undefined;
  readonly suggestions: readonly string[];
  readonly retrievalPageSize: number;
  readonly historyDays: number;
  readonly feedbackEndpoint: string | undefined;
  readonly mask: boolean;
  readonly feedbackOnClose: boolean;
  readonly handoff: string | boolean | undefined;
  readonly linkBase: string;
  readonly linkTarget: 'self' | 'blank';
  readonly shortcut: string;
  readonly interfaceLanguage: string;
  readonly strings: Readonly<Record<string, string>>;
  /** Find an element among the children that the page has added. */
  querySelector(selector: string): Element | null;
  /** Close the panel, unless the page prevents it. */
  hide(): void;
  /** Dispatch an event. @returns `false` when it was cancelable and a listener canceled it */
  emit(type: string, detail?: unknown, options?: EventInit): boolean;
}

/** Methods of the conversation store of the current site that pieces may call. */
export type ConversationControls = Pick<ConversationStore, 'stop' | 'open' | 'remove' | 'rate'>;

/** Everything that a piece of the assistant may use. The panel implements it; pieces import nothing of the panel. */
export interface AssistantContext {
  readonly host: AssistantHost;
  readonly strings: StringsController<AssistantStrings>;
  /** Look an interface string up. */
  readonly text: StringsController<AssistantStrings>['text'];
  readonly site: Site;
  readonly storage: CheckedStorage;
  readonly settings: Settings;
  readonly placement: Placement;
  readonly scroll: ScrollFollower;
  /** State of the panel that is stored for this tab. */
  readonly tab: TabState;
  readonly conversation: ConversationSnapshot;
  readonly store: ConversationControls;
  readonly draft: Draft;
  readonly actions: AssistantActions;
  readonly parts: AssistantParts;
  /** Notice above the composer that is not about an answer. */
  hint: 'notLoaded' | 'offlineNow' | null;
  /** Announce a message to screen readers, and draw the change that it is about. */
  announce(message: string): void;
  /** Put the focus onto the first element that matches, once it is drawn. */
  focus(selector: string): void;
  /**
   * Create a piece that is loaded at its first use; a failure is shown and announced.
   *
   * @param onChange is called after each attempt
   */
  piece<T>(start: () => Promise<T>, onChange?: (hasFailed: boolean) => void): Lazy<T>;
  /** Show after an attempt to load a part of an answer whether it is there; if not, with a button that tries again. */
  reportDrawing(piece: Lazy<unknown>): void;
}

/** Attributes of the host that need checking or a default. */
export interface Settings {
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
  /** Whether the panel blocks the page. */
  readonly isModal: boolean;
  /** Whether to ignore `push` the next time that the panel opens. */
  withoutPush: boolean;
}

/** State of the open panel, which is stored for the next page of this tab. */
export interface TabState {
  /** Return the place of the reader to store when the page is left. Default: the end of the conversation. */
  findPlace: () => ReadingPlace;
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
  ask(question: string, options?: { filter?: DocsFilter | undefined; replacesLast?: boolean }): boolean;
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

/** Pieces that are loaded at their first use. */
export interface AssistantParts extends ConversationPieces {
  readonly answerFooter: Lazy<AnswerFooterPart>;
  readonly answerSpeech: Lazy<AnswerSpeechPart>;
  readonly questionQueue: Lazy<QuestionQueuePart>;
  readonly questionText: Lazy<QuestionTextPart>;
  readonly history: Lazy<HistoryPart>;
  readonly resizer: Lazy<ResizerPart>;
  readonly placementModes: Lazy<PlacementModes>;
  readonly placementFloating: Lazy<typeof PlacementFloating>;
  readonly markdownExtensions: Lazy<MarkdownExtensions>;
  readonly toolSteps: Lazy<ToolStepsPart>;
  readonly sourcePreview: Lazy<typeof SourcePreview>;
  readonly shortcutList: Lazy<ShortcutListPart>;
  readonly highlighter: Lazy<typeof Highlighter>;
  readonly mask: Lazy<typeof Mask>;
  /** Opens the static index of the element. */
  readonly staticIndex: Lazy<typeof openStaticIndex>;
  /** Creates the source that the page has named. */
  readonly namedSource: Lazy<typeof openAnswerSource>;
  /** Lock for pages without `navigator.locks`. */
  readonly leaseLock: Lazy<typeof LeaseLock>;
}

/** The dialog with the keyboard shortcuts. */
export interface ShortcutListPart {
  show(): void;
}

/** Outcome, sources, follow-ups and buttons below an answer that has ended. */
export interface AnswerFooterPart {
  /** Seconds until the server accepts questions again. */
  readonly secondsToWait: number;
  /** Increases whenever the footer of this turn has to be drawn again. */
  revision(turn: Turn): number;
  render(turn: Turn, isLast: boolean): TemplateResult;
  /** Called when the panel has closed: ask whether the conversation helped, with `feedbackOnClose`. */
  handleClose(): void;
  /** Announce the outcome of an answer that has just ended. */
  announce(turn: Turn): void;
  /** Stop the countdown of the server's rate limit. */
  stopWaiting(): void;
  /** Restore the state of the panel from the previous page of this tab. */
  reopen(): Promise<void>;
}

/** Descriptions of steps other than successful searches. */
export interface ToolStepsPart {
  describe(step: ToolStep): string;
}

/** Announces answers in portions while they stream. */
export interface AnswerSpeechPart {
  /** Announce the rest of an answer that has just ended. */
  end(turn: Turn): Promise<void>;
  /** Find the language of a question or an answer, for its `lang`; an empty text where it is unknown. */
  findLanguage(text: string, turn: Turn): string;
}

/** Questions that have quotes or are long. */
export interface QuestionTextPart {
  /** Increases whenever questions have to be drawn again. */
  readonly revision: number;
  render(turn: Turn, language: string | typeof nothing): TemplateResult;
}

/** The queue, the quotes of the question, recalling earlier questions, and editing the last one. */
export interface QuestionQueuePart {
  /** Whether the text of the composer is the last question being edited. */
  readonly isEditing: boolean;
  /** Whether the composer is empty, or holds an earlier question unchanged. */
  readonly canRecall: boolean;
  render(): TemplateResult;
  /** Send the edited question. */
  submit(): void;
  /** Put the question of the last turn into the composer, to be sent in place of it. The focus stays where it is. */
  edit(turn: Turn): void;
  /** Put an earlier or later question into the composer. */
  recall(direction: 'ArrowUp' | 'ArrowDown'): void;
  /** Move the quotes at the beginning of a text in the field to the quotes of the draft. */
  takeQuotes(text: string): void;
  /** Announce that a question was queued. */
  announceQueued(): void;
  /** Announce, once for each question, that it waits for an answer in another tab. */
  announceWaiting(): void;
  /** Ask the next question of the queue after the end of an answer. */
  handleEnded(turn: Turn): void;
}

/** The list of earlier conversations, shown in place of the current one. */
export interface HistoryPart {
  readonly isOpen: boolean;
  render(): TemplateResult;
  toggle(): void;
}

/** Handles at the edges of the panel that change its size, and the button that expands it. */
export interface ResizerPart {
  render(): TemplateResult | symbol;
  renderExpand(): TemplateResult | symbol;
  /** Apply the stored size of the current mode to the panel. */
  apply(panel: HTMLElement): void;
}

/** The modes of the panel other than `floating`. */
export interface PlacementModes {
  /**
   * Open the dialog in a mode. @returns functions that restore the page and the dialog
   *
   * @param options.isHeld whether the page holds what is not modal, so that the panel has to be
   */
  enterMode(
    dialog: HTMLDialogElement,
    mode: PanelMode,
    options: { readonly push: boolean; readonly isHeld: boolean; readonly hide: () => void },
  ): (() => void)[];
  /** Draw an `inline` panel. */
  renderInline(content: TemplateResult, heading: string, language: string): TemplateResult;
}
