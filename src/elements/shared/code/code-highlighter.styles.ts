import { css } from 'lit';

/** Colours of code: each at least 4.5 : 1 on the ground of a code block, in both themes. */
export const codeHighlighterStyles = css`
  ::highlight(docs-code-comment) {
    color: light-dark(#59636e, #9ba4ae);
  }
  ::highlight(docs-code-keyword) {
    color: light-dark(#b3202c, #ff8a80);
  }
  ::highlight(docs-code-string) {
    color: light-dark(#0a3069, #a5d6ff);
  }
  ::highlight(docs-code-number) {
    color: light-dark(#0550ae, #79c0ff);
  }
  ::highlight(docs-code-title) {
    color: light-dark(#6639ba, #d2a8ff);
  }
  ::highlight(docs-code-type) {
    color: light-dark(#8a3a00, #ffb070);
  }
  ::highlight(docs-code-name) {
    color: light-dark(#116329, #7ee787);
  }
  ::highlight(docs-code-deletion) {
    color: light-dark(#82071e, #ffb3ad);
  }
`;
