/** Interface strings of what can be done with an answer that has ended, in English. */
export const answerActionsStrings = {
  copyAnswer: 'Copy answer as Markdown',
  askAgain: 'Ask again',
  changeQuestion: 'Change the question',
  more: 'More',
  saveThread: 'Save conversation as Markdown',
  printThread: 'Print conversation',
};
