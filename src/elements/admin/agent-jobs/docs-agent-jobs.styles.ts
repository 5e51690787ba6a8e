import { css } from '../../shared/styles/css.ts';

/** The list of sessions beside the one that is chosen; where there is no room for both, one of them. */
export const jobsStyles = css`
  .toolbar {
    padding: 0 20px 12px;
  }

  .tasks {
    padding: 12px 20px 8px;
    border-block: 1px solid var(--_border);
  }
  :is(.tasks, form, .notice) + div .toolbar {
    padding-block-start: 12px;
  }
  .tasks h3 {
    font-size: 0.9333em;
    letter-spacing: normal;
  }
  .task {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 12px;
    align-items: start;
    padding-block: 10px;
  }
  .task + .task {
    border-block-start: 1px solid var(--_border);
  }
  .task-name {
    display: -webkit-box;
    overflow: hidden;
    border-radius: 4px;
    font-weight: 600;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    align-items: baseline;
    min-width: 0;
  }
  .facts,
  .task form,
  .task .buttons {
    grid-column: 1 / -1;
  }
  .task form {
    padding: 12px 16px;
    border: 0;
    border-radius: 8px;
  }

  .panes {
    display: grid;
    border-block-start: 1px solid var(--_border);
  }
  .list {
    max-height: 480px;
    padding: 8px;
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  .panes .empty {
    border: 0;
  }
  .session {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px 12px;
    align-items: center;
    padding: 8px 12px;
    border-radius: 8px;
    cursor: pointer;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 66px;
  }
  .session:hover {
    background: var(--_soft);
  }
  .session[aria-selected='true'] {
    background: color-mix(in srgb, var(--_accent) 10%, var(--_surface));
  }
  .session:focus-visible {
    outline-offset: -2px;
  }
  .name {
    overflow: hidden;
    font-weight: 600;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .line {
    grid-column: 1 / -1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  [aria-selected='true'] .line {
    color: var(--_text);
  }

  .detail {
    display: none;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    align-content: start;
    min-width: 0;
    padding: 20px;
  }
  [data-detail] .detail {
    display: grid;
  }
  [data-detail] .list,
  [data-detail] .toolbar {
    display: none;
  }
  @container (max-width: 480px) {
    .header {
      display: grid;
      grid-template: 1fr auto / 1fr auto;
      gap: 0 12px;
    }
    .header .push {
      display: none;
    }
    .header .round {
      grid-area: 1 / 2 / span 2;
    }
    .header .button {
      grid-column: 1 / -1;
      margin-block: 8px 4px;
    }
  }
  @container (min-width: 720px) {
    .panes {
      grid-template-columns: minmax(280px, 2fr) minmax(0, 3fr);
    }
    [data-detail] .toolbar {
      display: flex;
    }
    .panes .list {
      display: block;
      max-height: 560px;
    }
    .panes .detail {
      display: grid;
      max-height: 560px;
      border-inline-start: 1px solid var(--_border);
      overflow-y: auto;
      overscroll-behavior: contain;
    }
    .back {
      display: none;
    }
    .nothing {
      place-content: center;
    }
  }
  .title {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  .back {
    margin-inline-start: -8px;
  }
  .back:dir(rtl) svg {
    transform: scaleX(-1);
  }
  .outcome {
    display: grid;
    gap: 8px;
    justify-items: start;
  }
  dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 6px 16px;
    font-size: 0.9333em;
  }
  dt {
    color: var(--_muted);
  }
  .message {
    margin-block-start: 4px;
    padding: 12px 16px;
    /* Seen in forced colours, which take the background away. */
    border: 1px solid transparent;
    border-radius: 8px;
    background: var(--_soft);
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .meter {
    display: flex;
    gap: 12px;
    align-items: center;
    margin-block: 8px;
  }
  progress {
    flex: 1;
    height: 6px;
    border: 0;
    border-radius: 3px;
    background: var(--_border);
    overflow: hidden;
    appearance: none;
  }
  progress::-webkit-progress-bar {
    background: var(--_border);
  }
  progress::-webkit-progress-value {
    background: var(--_good);
  }
  progress::-moz-progress-bar {
    background: var(--_good);
  }
  .todo {
    display: grid;
    grid-template-columns: 18px minmax(0, 1fr);
    gap: 2px 10px;
    padding-block: 6px;
    line-height: 1.45;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 56px;
  }
  .mark {
    display: grid;
    place-items: center;
    width: 18px;
    height: 18px;
    margin-block-start: 2px;
    border: 1.5px solid var(--_control);
    border-radius: 50%;
    color: var(--_surface);
  }
  .mark svg {
    width: 14px;
    height: 14px;
    stroke-width: 2.4;
  }
  .todo[data-status='completed'] .mark {
    border-color: transparent;
    background: var(--_good);
  }
  .todo[data-status='in_progress'] .mark {
    border-color: var(--_accent);
    border-style: dashed;
  }
  .todo[data-status='cancelled'] .content {
    text-decoration: line-through;
  }
  .content {
    overflow-wrap: anywhere;
  }
  .tags {
    display: flex;
    flex-wrap: wrap;
    grid-column: 2;
    gap: 0 12px;
    overflow-wrap: anywhere;
  }
  .todo:not([data-status='completed']) [data-priority='high'] {
    color: var(--_danger);
  }
  @media (forced-colors: active) {
    .session[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    progress {
      border: 1px solid;
    }
    progress::-webkit-progress-value,
    .todo[data-status='completed'] .mark {
      forced-color-adjust: none;
    }
  }
`;
