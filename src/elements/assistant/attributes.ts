import type { DEFAULT_RETRIEVAL_PAGE_SIZE } from '../../protocol/api.ts';
import type { AnswerSource } from '../../protocol/sources.ts';
import type { DEFAULT_HISTORY_DAYS } from '../../state/archive/thread-content.ts';
import type { Attribute, Attributes } from '../shared/attribute.ts';

// The numbers of other layers are written out, because a page loads none of their modules before the panel.
export const assistantAttributes = {
  /**
   * Where answers come from, in place of `endpoint` and `index`. In the attribute, a kind of `docs-assistant/sources` and its options:
   * `ai-sdk url=/api/chat`. In the property also any object with `answer(request, {signal})`; set the same object again and again, not a
   * new one: another source is another conversation. `domain` names the reader's data then.
   */
  source: {} as Attribute<AnswerSource | string | undefined>,
  /** Layout of the panel. On a phone, every variant but `inline` is a sheet over the page. */
  variant: { value: 'popover' } as Attribute<'popover' | 'sidebar' | 'dialog' | 'inline'>,
  /**
   * Position of a `popover` panel relative to the launcher, in the terms of floating-ui. That library (6 kB) is loaded
   * only if needed: for another placement, for a launcher that the page has moved, or where there is too little room.
   */
  placement: { value: 'top-end' },
  /** Heading of the panel. Unset: a bundled one. */
  heading: {},
  /** Greeting shown before the first question. Unset: a bundled one. */
  welcome: {},
  /** Text in the empty field. Unset: a bundled one. */
  placeholder: {},
  /**
   * Questions suggested before the first one; JSON in the attribute. Empty: those of the page, from
   * `<meta name="docs-assistant:suggestions">`.
   */
  suggestions: { type: Array, value: [] } as Attribute<readonly string[]>,
  /** Number of sections retrieved for an answer, 1 to 50. Default 5. */
  retrievalPageSize: {
    type: Number,
    value: 5 satisfies typeof DEFAULT_RETRIEVAL_PAGE_SIZE,
  },
  /** Hide the launcher: the page opens the panel itself. */
  withoutLauncher: { type: Boolean },
  /** No language model writes the answers, which are passages of the pages: nothing speaks of AI. Not needed with `index` alone. */
  withoutModel: { type: Boolean },
  /**
   * Make the page narrower for a `sidebar`, where there is room for both, instead of covering a part of it. Elements at the
   * edge of the window can make room by the custom property `--docs-assistant-sidebar-width`, which is set on the page.
   */
  push: { type: Boolean },
  /** Days for which a conversation is kept in the browser after its last question, 1 to 365. Default 30. */
  historyDays: { type: Number, value: 30 satisfies typeof DEFAULT_HISTORY_DAYS },
  /** Address that ratings are posted to, for instance `/docs-api/feedback` of the proxy. Unset: ratings are only dispatched as events. */
  feedbackEndpoint: {},
  /** Ask once whether a conversation helped: when the panel is closed after three or more answers of which none is rated. */
  feedbackOnClose: { type: Boolean },
  /** Mask e-mail addresses, keys, tokens and passwords that are recognizable by their form in what is sent. */
  mask: { type: Boolean },
  /** Offer, by a small button, to ask about selected text of the page and about its code blocks. */
  askSelection: { type: Boolean },
  /**
   * Offer the browser's agent the tools `search_docs`, `read_page`, `ask_docs` and `show_section` on this page, where the browser has
   * WebMCP (`document.modelContext`); nothing is loaded elsewhere.
   */
  webmcp: { type: Boolean },
  /**
   * Offer to talk to a person: below the last answer if it failed, found nothing or was rated bad, else in its menu. A
   * value is the label of the button. A press dispatches `docs-assistant-handoff` with the conversation.
   */
  handoff: {} as Attribute<string | boolean | undefined>,
  /** Keys that open the element (`mod+k`, several separated by spaces), or `none`. */
  shortcut: { value: 'mod+i' },
} as const satisfies Attributes;
