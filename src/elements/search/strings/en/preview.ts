/** Interface strings of the preview of a result, and of the Markdown in it, in English. */
export const previewStrings = {
  preview: 'Preview',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying did not work',
  code: 'Code',
  table: 'Table',
  taskDone: 'Done',
  taskOpen: 'Not done',
  calloutNote: 'Note',
  calloutTip: 'Tip',
  calloutWarning: 'Warning',
} as const;
