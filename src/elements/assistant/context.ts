import type { nothing, ReactiveControllerHost, TemplateResult } from 'lit';
import type { ConversationPieces } from '../../state/conversation/conversation-options.ts';
import type { ConversationSnapshot, ToolStep, Turn } from '../../state/conversation/conversation-snapshot.ts';
import type { ConversationStore } from '../../state/conversation/conversation-store.ts';
import type { DocsFilter } from '../../protocol/api.ts';
import type { ReadingPlace } from '../../state/conversation/reading-place.ts';
import type * as LeaseLock from '../../state/conversation/writer-lock.ts';
import type * as Mask from '../../state/mask.ts';
import type { CheckedStorage, Site } from '../../state/storage/storage.ts';
import type * as Highlighter from '../shared/code/code-highlighter.ts';
import type { Lazy } from '../shared/lazy.ts';
import type { MarkdownExtensions } from '../shared/markdown/markdown-extensions-loader.ts';
import type { ScrollFollower } from '../shared/controllers/scroll-follower.ts';
import type { StringsController } from '../shared/i18n/strings-controller.ts';
import type * as SourcePreview from './messages/source-preview.ts';
import type * as PlacementFloating from './panel/placement-floating.ts';
import type { AssistantStrings } from './strings/en/panel.ts';

/** How the panel stands on the page. A `sheet` and a `dialog` are modal. */
export type PanelMode = 'floating' | 'sheet' | 'sidebar' | 'dialog' | 'inline';

/** The element, as the pieces of its panel see it: the attributes that they read, and events. */
export interface AssistantHost extends ReactiveControllerHost, Site {
  open: boolean;
  /** Whether the panel has been open since the page was loaded. */
  readonly hasBeenOpen: boolean;
  readonly isConnected: boolean;
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** Everything that the element draws is in it. */
  readonly frame: HTMLElement;
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
  /** Find an element that the page has put into this one. */
  querySelector(selector: string): Element | null;
  /** Close the panel, unless the page prevents it. */
  hide(): void;
  /** Dispatch an event. @returns `false` when it was cancelable and a listener canceled it */
  emit(type: string, detail?: unknown, options?: EventInit): boolean;
}

/** What pieces change about the conversation of the current site. */
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
  readonly kept: KeptOpen;
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
}

/** Attributes of the host that need checking or a default. */
export interface Settings {
  /** Days for which a conversation is kept. */
  readonly historyDays: number;
  readonly retrievalPageSize: number;
  /** Questions offered before the first one. */
  readonly suggestions: readonly string[];
}

/** The mode that the panel is open in, as the variant and the size of the window ask for. */
export interface Placement {
  /** The mode; `floating` until the code for the others is loaded. */
  readonly mode: PanelMode;
  /** Whether the panel blocks the page. */
  readonly isModal: boolean;
  /** Whether the panel that opens next leaves the page as wide as it is, also with `push`. */
  keepsPage: boolean;
}

/** That the panel is open, as the pages of a tab tell each other. */
export interface KeptOpen {
  /** Return the place that is kept when the page is left. Default: the end of the conversation. */
  findPlace: () => ReadingPlace;
  /** Values that are kept for this tab. */
  readonly storage: CheckedStorage;
}

/** The question in the composer, and the questions that wait for the answer under way. */
export interface Draft {
  /** The question as it is sent: quotes, then words. */
  readonly value: string;
  /** What the question is about: quotes and code blocks of the page, as Markdown. They are drawn above the field. */
  readonly quotes: string;
  /** Text of the field. */
  readonly words: string;
  /** Questions that are asked after the answer under way, in this order. */
  queue: readonly string[];
  readonly isTooLong: boolean;
  /** Whether the text can be sent now. */
  readonly canSend: boolean;
  /** Replace the question; quotes that it begins with are drawn above the field. */
  set(value: string): void;
  /** Replace the text of the field, and what is drawn above it. */
  type(words: string, quotes?: string): void;
  /** Begin with the question that is kept for a site, and an empty queue. */
  restore(kept: string): void;
  /** Append to the queue. @returns `false` for a blank or too long question, and when the queue is full */
  enqueue(question: string): boolean;
  /** Move all questions of the queue, and the quotes, into the field. */
  release(): void;
}

/** What readers and the page can do with the conversation, beyond its store. */
export interface AssistantActions {
  /** @returns whether the question was taken: not blank, and not canceled by the page */
  ask(question: string, options?: { filter?: DocsFilter | undefined; replacesLast?: boolean }): boolean;
  /** Ask a question that was offered; while an answer is streaming, after it. */
  askOffered(question: string): void;
  /** Send the text of the composer; while an answer is streaming, after it. */
  submit(): void;
  /** Ask the last question again. */
  retry(): void;
  /** Start a new conversation. */
  reset(): void;
  /** Remove everything that is kept of the reader on this site. */
  forget(): void;
  /** Remove the notices and the queue of the conversation before. */
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
  /** The lock of pages without `navigator.locks`. */
  readonly leaseLock: Lazy<typeof LeaseLock>;
}

/** The list of keys. */
export interface ShortcutListPart {
  show(): void;
}

/** Sources, outcome, follow-ups and buttons below an answer that has ended. */
export interface AnswerFooterPart {
  /** Seconds until the server takes questions again. */
  readonly secondsToWait: number;
  /** Increases whenever the footer of this turn has to be drawn again. */
  revision(turn: Turn): number;
  render(turn: Turn, isLast: boolean): TemplateResult;
  /** Ask whether the conversation helped, if the host wants that. */
  handleClose(): void;
  /** Announce how an answer has just ended. */
  announce(turn: Turn): void;
  /** Stop waiting for the server's rate limit. */
  stopWaiting(): void;
  /** Open or close the panel as the reader has left it on another page. */
  reopen(): Promise<void>;
}

/** Words for the steps of an answer other than searches that succeed. */
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

/** Questions with quotes, and long ones. */
export interface QuestionTextPart {
  /** Increases whenever questions have to be drawn again. */
  readonly revision: number;
  render(turn: Turn, language: string | typeof nothing): TemplateResult;
}

/** Queued questions, what the question quotes, recalling earlier questions, and editing the last one. */
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
  /** Move what a text in the field quotes at its beginning to the quotes of the draft. */
  takeQuotes(text: string): void;
  /** Announce that a question was queued. */
  announceQueued(): void;
  /** Announce, once for each question, that an answer is streaming in another tab. */
  announceWaiting(): void;
  /** Ask the next question of the queue after an answer. */
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
  /** Give the panel the size that is kept for its mode. */
  apply(panel: HTMLElement): void;
}

/** The modes of the panel other than `floating`. */
export interface PlacementModes {
  /** Open the dialog in a mode. @returns restore the page and the dialog */
  enterMode(
    dialog: HTMLDialogElement,
    mode: PanelMode,
    options: { readonly push: boolean; readonly hide: () => void },
  ): (() => void)[];
  /** Draw the panel in the content of the page. */
  renderInline(content: TemplateResult, heading: string, language: string): TemplateResult;
}
