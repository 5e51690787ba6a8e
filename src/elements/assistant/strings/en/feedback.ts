/** Interface strings of the feedback on an answer, in English, in addition to those of all feedback. */
export const answerFeedbackStrings = {
  reasonOffTopic: 'Not what I asked',
};
