import { html, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import { markdown } from '../../shared/markdown/markdown-directive.ts';
import { lazyMarkdownExtensions } from '../../shared/markdown/markdown-extensions-loader.ts';
import type { MarkdownText } from '../../shared/markdown/markdown-options.ts';
import { markdownStyles } from '../../shared/markdown/markdown-view.styles.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AdminStrings } from '../../strings/english.ts';

/** Strings of the drawn Markdown. There are no citations, which would need the word for sources. */
const LABELS = {
  copy: 'copyCode',
  copied: 'copied',
  copyFailed: 'copyFailed',
  code: 'code',
  table: 'table',
  sources: 'message',
  taskDone: 'taskDone',
  taskOpen: 'taskOpen',
  calloutNote: 'calloutNote',
  calloutTip: 'calloutTip',
  calloutWarning: 'calloutWarning',
} as const satisfies Record<Parameters<MarkdownText>[0], keyof AdminStrings>;

/** Headings in a message are below that of the message itself. */
const HEADING_OFFSET = 4;

/** The element of a message, as far as its view uses it. */
export interface MessageContext {
  readonly renderRoot: Node;
  readonly text: StringsController<AdminStrings>['text'];
  /** Announce a message to screen readers. */
  announce(message: string): void;
}

/** An agent's message about the outcome, drawn as Markdown. Loaded with the first message. */
export class MessageView {
  readonly #context: MessageContext;
  readonly #extensions = lazyMarkdownExtensions();

  constructor(context: MessageContext) {
    this.#context = context;
    for (const styles of [markdownStyles, messageStyles]) addStyles(context.renderRoot, styles);
  }

  render(message: string): TemplateResult {
    const { text, announce } = this.#context;
    return html`<div
      class="message prose"
      part="message"
      dir="auto"
      ${markdown(message, {
        headingOffset: HEADING_OFFSET,
        linkTarget: 'blank',
        extensions: this.#extensions,
        text: (label) => text(LABELS[label]),
        announce,
      })}
    ></div>`;
  }
}

/** What Markdown has beside {@link markdownStyles} in an element that takes the marks of all its lists away. */
const messageStyles = css`
  .message.prose {
    border-color: var(--_border);
    background: none;
    text-align: start;
    white-space: normal;
  }
  .message [dir='auto'] {
    text-align: start;
    unicode-bidi: isolate;
  }
  .message ul {
    list-style: disc;
  }
  .message ol {
    list-style: decimal;
  }
  .message :is(h5, h6) {
    margin: 1.2em 0 0.4em;
  }
`;
