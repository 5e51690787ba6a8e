import type { PropertiesOf } from '../shared/attribute.ts';
import type { SiteHost } from '../shared/controllers/site-controller.ts';
import type { Joint } from '../shared/joint.ts';
import type { assistantAttributes } from './attributes.ts';

/** Layout of the panel. A `sheet` and a `dialog` are modal. */
export type PanelMode = 'floating' | 'sheet' | 'sidebar' | 'dialog' | 'inline';

/** The part of the element that its panel and its groups use. */
export interface AssistantHost extends SiteHost, Readonly<PropertiesOf<typeof assistantAttributes>> {
  open: boolean;
  /** The search whose place the panel takes; `undefined` in its own place. */
  joint: Joint | undefined;
  /** Whether the panel has been open since the page was loaded. */
  readonly hasBeenOpen: boolean;
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** The element that everything is drawn into. */
  readonly frame: HTMLElement;
  /** Whether answers are passages of a static index, which no model has written. */
  readonly quotesIndex: boolean;
  /** Whether a language model may write the answers, as the service has said; `undefined` until it is asked. */
  hasModel: boolean | undefined;
  readonly speaksOfAi: boolean;
  readonly missing: readonly ('endpoint' | 'domain')[];
  readonly interfaceLanguage: string;
  /** Close the panel, unless the page prevents it. */
  hide(): void;
  /** Dispatch an event. @returns `false` when it was cancelable and a listener canceled it */
  emit(type: string, detail?: unknown, options?: EventInit): boolean;
}
