/** Interface strings of the keyboard shortcuts, in English. */
export const shortcutListStrings = {
  shortcuts: 'Keyboard shortcuts',
  keyOpen: 'Open the search',
  keyMove: 'Move through the results',
  keyEnds: 'First and last result',
  keyEnter: 'Open the active result, or the first',
  keyTab: 'Open it in a new tab, or ask the assistant',
  keyRemove: 'Remove a recent search or favourite',
  keyEscape: 'Clear and close',
} as const;
