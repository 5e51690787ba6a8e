import { css } from '../styles/css.ts';

/** How drawn Markdown looks: for the element with the class `prose`, together with `tokens` and `surface`. */
export const markdownStyles = css`
  .prose {
    --_gap: 0.75em;
    overflow-wrap: break-word;
    line-height: 1.6;
  }
  .prose :is(p, ul, ol, blockquote, hr, .code) {
    margin: var(--_gap) 0;
  }
  .prose :is(h3, h4, h5, h6) {
    margin: 1.4em 0 0.5em;
    font-size: 1em;
    line-height: 1.3;
    text-wrap: balance;
  }
  .prose h3 {
    font-size: 1.2em;
  }
  /*
   * Off screen, a finished long block costs neither layout nor paint; the margin is for outlines and list markers. Not a numbered list:
   * its items would not see its counter, because the style containment of the list ends at them.
   */
  .prose > .skip:not(:last-child, ol) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 6em;
    overflow-clip-margin: 1em;
  }

  .prose :is(h3, h4, h5, h6, strong) {
    font-weight: 600;
  }
  .prose :is(h6, del, blockquote, .html, .code-head),
  .prose li::marker {
    color: var(--_muted);
  }
  .prose li::marker {
    font-variant-numeric: tabular-nums;
  }
  .prose :is(code, .code, .code-copy, .mark) {
    border-radius: calc(var(--_radius) / 2);
  }
  .prose :is(code, .code, .mark) {
    background: var(--_soft);
  }
  .prose pre {
    overflow-x: auto;
    scrollbar-width: thin;
    outline-offset: -2px;
  }

  .prose a {
    color: var(--_accent);
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
    unicode-bidi: isolate;
  }
  .prose a:hover {
    text-decoration-thickness: 2px;
  }
  .prose .mark {
    margin-inline-start: 0.15em;
    padding: 0.1em 0.4em;
    font-size: 0.8em;
    font-weight: 600;
    line-height: 1;
    text-decoration: none;
    vertical-align: 0.3em;
  }
  .prose h3 .mark {
    font-size: 0.6667em;
  }
  .prose .mark:hover {
    background: var(--_border);
  }
  .prose hr {
    border: 0;
    border-block-start: 1px solid var(--_border);
  }
  .prose .html {
    white-space: pre-wrap;
  }
  .prose blockquote {
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_border);
  }

  .prose :is(ul, ol) {
    padding-inline-start: 1.6em;
  }
  .prose li + li {
    margin-block-start: 0.25em;
  }
  .prose li:has(> p) + li {
    margin-block-start: var(--_gap);
  }

  .prose code {
    padding: 0.12em 0.35em;
    font-family: var(--_code-font);
    font-size: 0.8667em;
  }
  .prose h3 code {
    font-size: 1em;
  }
  .prose .code {
    position: relative;
    border: 1px solid var(--_border);
  }
  .prose .code-head {
    overflow: hidden;
    padding-block-start: 8px;
    padding-inline: 12px 44px;
    font-size: 0.8em;
    text-overflow: ellipsis;
    /* Not copied with the code. */
    -webkit-user-select: none;
    user-select: none;
  }
  /* For whoever is at the code, and always where nothing can hover. */
  .prose .code-copy {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-end: 4px;
    padding: 6px;
    background: var(--_surface);
    color: var(--_muted);
    font-size: 0.8em;
  }
  @media (hover: hover) {
    .prose .code:not(:hover, :focus-within) .code-copy {
      opacity: 0;
    }
  }
  .prose .code-copy svg {
    width: 16px;
    height: 16px;
  }
  .prose pre {
    margin: 0;
    padding: 8px 12px;
    tab-size: 2;
  }
  .prose pre code {
    display: block;
    inline-size: max-content;
    min-inline-size: 100%;
    padding: 0;
    line-height: 1.55;
  }

  /* Last, so that no other margin wins. */
  .prose > :first-child,
  .prose :is(li, blockquote) > :first-child {
    margin-block-start: 0;
  }
  .prose > :last-child,
  .prose :is(li, blockquote) > :last-child {
    margin-block-end: 0;
  }

  @media (forced-colors: active) {
    .prose :is(:not(pre) > code, .code-copy) {
      border: 1px solid;
    }
  }
`;
