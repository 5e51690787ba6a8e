/** Interface strings of the keyboard shortcuts, in English. */
export const shortcutListStrings = {
  shortcuts: 'Keyboard shortcuts',
  keyOpen: 'Open the assistant',
  keyNewLine: 'New line',
  keyRecall: 'Earlier questions, in the empty field',
};
