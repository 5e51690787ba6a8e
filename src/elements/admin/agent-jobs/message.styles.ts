import { css } from 'lit';

/** What Markdown has beside {@link markdownStyles} in an element that takes the marks of all its lists away. */
export const messageStyles = css`
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
