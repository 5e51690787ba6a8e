/** Interface strings of the list of keys, in English. */
export const shortcutListStrings = {
  shortcuts: 'Keyboard shortcuts',
  keyOpen: 'Open the assistant',
  keyNewLine: 'New line',
  keyRecall: 'Earlier questions, in the empty field',
};
