import type { ReactiveControllerHost } from 'lit';
import type { AnswerSource } from '../../protocol/sources.ts';
import type { Site } from '../../state/storage/storage.ts';

/** Layout of the panel. A `sheet` and a `dialog` are modal. */
export type PanelMode = 'floating' | 'sheet' | 'sidebar' | 'dialog' | 'inline';

/** The part of the element that its panel and its groups use. */
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
  /** Whether a language model may write the answers, as the service has said; `undefined` until it is asked. */
  hasModel: boolean | undefined;
  readonly speaksOfAi: boolean;
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
