import { css } from '../styles/css.ts';

/** Form that asks for reasons, and the reasons that were given. */
export const feedbackFormStyles = css`
  .feedback-form,
  .feedback-said {
    padding: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    font-size: 0.8667em;
    line-height: 1.45;
  }
  .feedback-form {
    display: grid;
  }
  .reasons,
  .feedback-said,
  .feedback-end {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .reasons {
    margin-block-end: 16px;
  }
  .reason {
    min-height: 32px;
    padding: 4px 12px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) * 1.5);
  }
  span.reason {
    border-color: var(--_border);
    background: var(--_soft);
  }
  button.reason:hover {
    background: var(--_soft);
  }
  .reason[aria-pressed='true'] {
    border-color: var(--_fill);
    background: var(--_fill);
    color: var(--_accent-text);
  }
  .note-input {
    width: 100%;
    min-height: 60px;
    padding: 8px 12px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) / 2);
    resize: vertical;
  }
  .feedback-end {
    justify-content: flex-end;
    margin-block-start: 4px;
  }
  .feedback-end small {
    flex-basis: 100%;
    color: var(--_muted);
    font-size: 0.9231em;
    font-variant-numeric: tabular-nums;
  }
  .quiet {
    min-height: 32px;
    padding-inline: 8px;
    border-radius: calc(var(--_radius) / 2);
    color: var(--_muted);
  }
  .quiet:hover {
    background: var(--_soft);
    color: var(--_text);
  }
  .feedback-said q {
    min-width: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .feedback-said .quiet {
    margin-inline-start: auto;
  }
  .feedback-form .label {
    margin: 0 0 8px;
    color: var(--_muted);
    font-size: 1em;
    font-weight: 600;
  }
  .feedback-form .label,
  .feedback-end small {
    unicode-bidi: plaintext;
  }
`;
