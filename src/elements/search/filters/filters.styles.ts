import { css } from 'lit';

/** The row of filters. */
export const filtersStyles = css`
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    padding: 10px 16px;
    font-size: 0.8667em;
  }
  .filter {
    display: flex;
    align-items: center;
    max-width: 100%;
    border: 1px solid var(--_border);
    border-radius: 15px;
    color: var(--_muted);
  }
  /* Where several rows would leave no room for results. */
  @media (max-width: 600px), (max-height: 480px) {
    .filters {
      flex-wrap: nowrap;
      overflow: auto hidden;
      scrollbar-width: none;
    }
    .filters > * {
      flex: none;
    }
  }
  .filter:hover {
    border-color: var(--_control);
  }
  .filter[data-chosen] {
    background: var(--_active);
    border-color: transparent;
    color: var(--_text);
  }
  select {
    appearance: none;
    height: 28px;
    min-width: 0;
    padding-inline: 12px 26px;
    border-radius: inherit;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  select option {
    background: var(--_surface);
    color: var(--_text);
  }
  .filter > svg {
    width: 14px;
    height: 14px;
    margin-inline: -22px 8px;
    pointer-events: none;
  }
  .filter .icon-button {
    margin-inline: -6px 0;
    border-radius: 14px;
    color: inherit;
  }
`;
