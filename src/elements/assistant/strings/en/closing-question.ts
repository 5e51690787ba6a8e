/** Interface strings of the question whether a conversation helped, in English. Its answers are strings of the feedback. */
export const closingQuestionStrings = {
  closingQuestion: 'Did this help?',
};
