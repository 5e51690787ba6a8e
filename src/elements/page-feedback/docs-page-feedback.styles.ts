import { css } from '../shared/styles/css.ts';

/** The question, and its two answers. */
export const pageFeedbackStyles = css`
  :host {
    display: block;
  }
  .panel {
    padding: 16px 20px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .ask,
  .ratings,
  .rating {
    display: flex;
    align-items: center;
  }
  .ask {
    flex-wrap: wrap;
    gap: 8px 16px;
  }
  .ask p {
    margin: 0;
    font-weight: 600;
  }
  .ratings {
    gap: 8px;
  }
  .rating {
    gap: 6px;
    min-height: 36px;
    padding-inline: 12px 14px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) * 1.5);
  }
  .rating svg {
    width: 18px;
    height: 18px;
  }
  .rating[data-rating='negative'] svg {
    transform: rotate(180deg);
  }
  .rating:hover {
    background: var(--_soft);
  }
  .rating[aria-pressed='true'] {
    border-color: var(--_fill);
    background: var(--_fill);
    color: var(--_accent-text);
  }
  .thanks {
    color: var(--_muted);
  }
  .feedback-form,
  .feedback-said,
  .notice {
    max-width: 600px;
    margin-block-start: 16px;
  }
  .panel > :is(.feedback-form, .feedback-said) {
    padding: 0;
    border: 0;
  }
  @media (forced-colors: active) {
    button[aria-pressed='true'] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
  @media (prefers-contrast: more) {
    .panel {
      --_border: var(--_text);
      --_control: var(--_text);
      --_muted: var(--_text);
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
