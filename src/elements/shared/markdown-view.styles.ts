import { css } from 'lit';

/** How drawn Markdown looks: for the element with the class `prose`, together with `tokens`. */
export const markdownStyles = css`
  .prose {
    overflow-wrap: anywhere;
  }
`;
