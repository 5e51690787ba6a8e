import { css } from '../shared/styles/css.ts';

/** What the elements for maintainers look like. */
export const adminStyles = css`
  :host {
    display: block;
    margin-block: 24px;
  }
  .docs {
    --_good: light-dark(#14713a, #7bdc9f);
    --_tone: var(--_muted);
    container-type: inline-size;
  }
  [data-tone='running'] {
    --_tone: var(--_accent);
  }
  [data-tone='done'] {
    --_tone: var(--_good);
  }
  [data-tone='attention'] {
    --_tone: var(--_danger);
  }
  .card {
    overflow: clip;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .header {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
    min-height: 56px;
    padding: 8px 20px;
  }
  h2,
  h3,
  h4,
  p,
  dl,
  dd,
  ol,
  ul,
  figure {
    margin: 0;
    padding: 0;
  }
  h2 {
    font-size: 1.0667em;
    font-weight: 650;
    letter-spacing: -0.01em;
    line-height: 1.3;
  }
  h3 {
    font-size: 1.2em;
    font-weight: 650;
    letter-spacing: -0.01em;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  h4 {
    color: var(--_muted);
    font-size: 0.8667em;
    font-weight: 600;
  }
  :is(h3, [role='group']):focus-visible {
    outline-offset: 4px;
    border-radius: 4px;
  }
  ol,
  ul {
    list-style: none;
  }
  a {
    color: var(--_accent);
    text-underline-offset: 3px;
    overflow-wrap: anywhere;
  }
  code {
    font: 0.9em/1.5 var(--_code-font);
    overflow-wrap: anywhere;
  }
  .muted {
    color: var(--_muted);
    font-size: 0.8667em;
  }
  /* A text in another direction than the page's runs its own way, and stands where the others stand. */
  [dir='auto'],
  .name,
  .muted,
  .state,
  dd,
  time {
    text-align: -webkit-match-parent;
    text-align: match-parent;
    unicode-bidi: plaintext;
  }
  .push {
    flex: 1;
  }
  /* A button that has found no room beside the title takes the whole line below it. */
  .header .push {
    flex-grow: 1000;
  }
  .header .button {
    flex-grow: 1;
  }

  .state {
    display: inline-flex;
    flex: none;
    gap: 6px;
    align-items: center;
    max-width: 100%;
    padding-block: 1px;
    padding-inline: 8px 10px;
    border: 1px solid color-mix(in srgb, var(--_tone) 30%, var(--_surface));
    border-radius: 99px;
    background: color-mix(in srgb, var(--_tone) 7%, var(--_surface));
    color: var(--_tone);
    font-size: 0.8em;
    font-weight: 550;
    line-height: 1.6;
    overflow-wrap: anywhere;
  }
  .state::before {
    content: '';
    flex: none;
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: currentColor;
  }
  .state[data-tone='attention']::before {
    border-radius: 1px;
    transform: rotate(45deg);
  }
  .state[data-tone='running']::before {
    animation: pulse 1.6s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.3;
    }
  }

  .button {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-height: 36px;
    padding: 4px 14px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    font-size: 0.9333em;
    font-weight: 550;
    line-height: 1.3;
  }
  .button:hover {
    background: var(--_soft);
  }
  .primary {
    border-color: transparent;
    background: var(--_fill);
    color: var(--_accent-text);
  }
  .primary:hover {
    background: color-mix(in srgb, var(--_fill) 88%, var(--_text));
  }
  .small {
    min-height: 32px;
    padding-inline: 10px;
    font-size: 0.8667em;
  }
  .button[aria-disabled='true'] {
    border-color: var(--_border);
    background: var(--_soft);
    color: var(--_muted);
    cursor: default;
  }
  .round {
    display: grid;
    flex: none;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: 8px;
    color: var(--_muted);
  }
  .round:hover {
    background: var(--_soft);
    color: var(--_text);
  }
  input[type='search'] {
    flex: 1 1 180px;
    min-width: 0;
    min-height: 36px;
    padding: 4px 12px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    background: var(--_surface);
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .toolbar {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
  }

  .notice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    padding: 12px 20px;
    border-block-start: 1px solid var(--_border);
    background: color-mix(in srgb, var(--_danger) 6%, var(--_surface));
    line-height: 1.5;
  }
  .notice p {
    flex: 1 1 240px;
    min-width: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .notice strong {
    color: var(--_danger);
  }
  .empty {
    display: grid;
    gap: 8px;
    justify-items: center;
    padding: 40px 20px;
    border-block-start: 1px solid var(--_border);
    text-align: center;
    text-wrap: balance;
  }
  .empty p {
    text-align: center;
  }
  .skeleton {
    display: grid;
    gap: 16px;
    padding: 20px;
    border-block-start: 1px solid var(--_border);
    animation: appear 0.2s 0.3s both;
  }
  .skeleton span {
    height: 32px;
    border-radius: 6px;
    background: var(--_soft);
  }
  .skeleton span:nth-child(2) {
    width: 84%;
  }
  .skeleton span:nth-child(3) {
    width: 68%;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }

  .when {
    border-radius: 4px;
    text-decoration: underline dotted var(--_control);
    text-underline-offset: 3px;
  }
  .exact,
  .has-time:is(:hover, :focus-visible) .relative {
    display: none;
  }
  .has-time:is(:hover, :focus-visible) .exact {
    display: inline;
  }

  @media (prefers-reduced-motion: reduce) {
    .state[data-tone]::before {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .state::before {
      forced-color-adjust: none;
    }
    .skeleton span {
      border: 1px solid GrayText;
    }
    button:disabled {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
