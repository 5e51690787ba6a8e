/** Interface strings of the question after a conversation, in English. Its answers are those of all feedback. */
export const closingQuestionStrings = {
  closingQuestion: 'Did this help?',
};
