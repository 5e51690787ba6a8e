/** Interface strings of the buttons and the menu below an answer, in English. */
export const answerActionsStrings = {
  copyAnswer: 'Copy answer as Markdown',
  askAgain: 'Ask again',
  changeQuestion: 'Change the question',
  more: 'More',
  saveThread: 'Save conversation as Markdown',
  printThread: 'Print conversation',
};
