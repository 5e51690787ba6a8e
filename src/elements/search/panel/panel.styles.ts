import { css } from '../../shared/styles/css.ts';

/** Everything below the box. */
export const panelStyles = css`
  .panel {
    display: flex;
    flex-direction: column;
    min-height: 0;
    overflow: hidden;
    --_active: color-mix(in srgb, var(--_accent) 12%, var(--_surface));
  }
  .inline .panel {
    z-index: var(--docs-z-index, 1000);
    margin: 0;
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    box-shadow: var(--_shadow);
  }
  .docs [hidden] {
    display: none;
  }

  .progress {
    position: absolute;
    width: 100%;
    height: 2px;
    overflow: hidden;
  }
  [data-loading] .progress::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: -40%;
    width: 40%;
    background: var(--_accent);
    animation: progress 1.1s ease-in-out 0.15s infinite;
  }
  .progress:dir(rtl) {
    --_sweep: -350%;
  }
  /* Needs no layout in each frame. */
  @keyframes progress {
    to {
      translate: var(--_sweep, 350%);
    }
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  /* Results of the previous query are faded, with a contrast of at least 4.5 : 1. */
  [data-loading] :is(.list, .message) {
    opacity: 0.88;
  }

  .icon-button {
    display: grid;
    place-items: center;
    min-width: 28px;
    height: 28px;
    border-radius: 6px;
    color: var(--_muted);
  }
  .icon-button svg {
    width: 16px;
    height: 16px;
  }

  /* In a short window, the list gives way. */
  .footer {
    flex: none;
  }
  p {
    margin: 0;
  }
  [part='empty'],
  [part='error'] {
    padding: 20px;
    color: var(--_muted);
  }
  .skeleton {
    display: grid;
    gap: 20px;
    padding: 20px;
    animation: appear 0.2s 0.3s both;
  }
  .skeleton span {
    height: 36px;
    border-radius: 6px;
    background: linear-gradient(var(--_soft) 14px, transparent 0 22px, var(--_soft) 0);
  }

  .list {
    flex: auto;
    min-height: 0;
    max-height: var(--docs-search-results-height, 480px);
    padding: 8px;
    overflow-y: auto;
    overscroll-behavior: contain;
    scroll-padding-block: 8px 56px;
  }
  .page + .several,
  .several + .page {
    margin-block-start: 8px;
  }
  .option {
    position: relative;
    display: block;
    padding: 8px 12px;
    border-radius: 8px;
    color: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  .row {
    display: grid;
    grid-template-columns: 18px minmax(0, 1fr);
    column-gap: 12px;
    align-items: baseline;
  }
  .row svg {
    grid-row: span 2;
    align-self: center;
  }
  .row > span {
    grid-column: 2;
  }
  /* The page beside the title, and what the section says below it. */
  .quoted {
    grid-template-columns: 18px fit-content(100%) minmax(0, 1fr);
  }
  .quoted .path {
    grid-column: 3;
  }
  .quoted .excerpt {
    grid-column: 2 / -1;
  }
  .head,
  .line {
    display: flex;
    gap: 8px;
    align-items: baseline;
    min-width: 0;
  }
  .line {
    align-items: center;
  }
  .row svg,
  .line svg {
    width: 18px;
    height: 18px;
    color: var(--_muted);
  }
  .title,
  .path {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .title,
  .option.line {
    font-size: 0.9333em;
    line-height: 20px;
  }
  .title {
    font-weight: 500;
  }
  .path,
  .excerpt,
  .badge {
    color: var(--_muted);
    font-size: 0.8em;
    line-height: 16px;
  }
  .badge {
    flex: none;
    padding: 0 6px;
    border: 1px solid var(--_border);
    border-radius: 6px;
  }
  .path:empty,
  .excerpt:empty,
  .row:not(.quoted) .excerpt {
    display: none;
  }
  .excerpt {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
  }
  .title,
  .path,
  .excerpt {
    text-align: -webkit-match-parent;
    text-align: match-parent;
    unicode-bidi: plaintext;
  }
  .docs .option[aria-selected='true'] {
    background: var(--_active);
  }
  /* The active row has room for what the section says. */
  [aria-selected='true'] .row .excerpt:not(:empty) {
    display: -webkit-box;
    -webkit-line-clamp: 2;
  }
  /* Texts that arrive move no row. */
  [data-placed] [aria-selected='true'] .row {
    align-content: start;
    min-height: 68px;
  }
  mark {
    background: none;
    color: var(--_accent);
    font-weight: 600;
  }
  .option.line {
    display: flex;
  }

  .footer {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
    min-height: 36px;
    padding: 5px 20px 6px;
    border-block-start: 1px solid var(--_border);
    color: var(--_muted);
    font-size: 0.8em;
  }
  .status {
    flex: 1;
    white-space: nowrap;
  }
  .bare {
    min-height: 0;
    padding: 0;
    border: 0;
  }
  @media (prefers-reduced-motion: reduce) {
    [data-loading] .progress::before {
      inset-inline-start: 0;
      width: 100%;
      animation: appear 0s 0.15s both;
    }
  }
`;
