/** Interface strings for giving feedback, in English. */
export const feedbackStrings = {
  feedbackYes: 'Yes',
  feedbackNo: 'No',
  thanks: 'Thank you for your feedback',
  sendAgain: 'Send again',
  feedbackForm: 'Your feedback',
  feedbackReasonsGood: 'What was good about it?',
  feedbackReasonsBad: 'What was wrong with it?',
  reasonCorrect: 'Correct',
  reasonComplete: 'Complete',
  reasonClear: 'Easy to follow',
  reasonIncorrect: 'Not correct',
  reasonOutdated: 'Out of date',
  reasonIncomplete: 'Incomplete',
  reasonUnclear: 'Hard to follow',
  feedbackNote: 'Anything else? (optional)',
  feedbackNoteCount: '{count} of {limit} characters',
  feedbackSend: 'Send feedback',
  feedbackSkip: 'Not now',
  feedbackEdit: 'Change',
  feedbackFailed: 'Your feedback is kept here, but could not be sent.',
};

export type FeedbackStrings = typeof feedbackStrings;
