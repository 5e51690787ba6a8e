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
    gap: 16px;
    padding: 16px 20px;
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
    container-type: inline-size;
  }
  .page {
    content-visibility: auto;
    contain-intrinsic-size: auto 52px;
  }
  .first,
  .second,
  .line {
    display: flex;
    gap: 8px;
    align-items: center;
    min-width: 0;
  }
  .option svg {
    flex: none;
    width: 18px;
    height: 18px;
    color: var(--_muted);
  }
  .title,
  .path,
  .excerpt {
    overflow: hidden;
    text-overflow: ellipsis;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    white-space: nowrap;
    unicode-bidi: plaintext;
  }
  .title {
    font-size: 0.9333em;
    font-weight: 500;
    line-height: 20px;
  }
  /* Texts that arrive move no row. */
  .second {
    height: 16px;
    margin-inline-start: 26px;
    color: var(--_muted);
    font-size: 0.8em;
    line-height: 16px;
  }
  .path {
    flex: none;
    max-width: 30%;
  }
  .path + .path {
    margin-inline-start: -4px;
  }
  .path + .path::before {
    content: '› ';
  }
  .excerpt {
    flex: 1;
  }
  .badge {
    flex: none;
    padding: 0 6px;
    border: 1px solid var(--_border);
    border-radius: 6px;
    color: var(--_muted);
    font-size: 0.75em;
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
  .docs .option[aria-selected='true'] {
    background: var(--_active);
  }
  .option[aria-selected='true']::before {
    content: '';
    position: absolute;
    inset-block: 8px;
    inset-inline-start: 0;
    width: 3px;
    border-radius: 2px;
    background: var(--_accent);
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
    padding: 6px 20px;
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
  @container (max-width: 480px) {
    .folders,
    .folders + .path::before {
      display: none;
    }
    .folders + .path {
      margin: 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    [data-loading] .progress::before {
      inset-inline-start: 0;
      width: 100%;
      animation: appear 0s 0.15s both;
    }
  }
`;
