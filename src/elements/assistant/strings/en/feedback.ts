/** Interface strings of the feedback on an answer, in English, beside those that all feedback has. */
export const answerFeedbackStrings = {
  reasonOffTopic: 'Not what I asked',
};
