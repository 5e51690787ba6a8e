/** Interface strings of the queue and of editing a question, in English. */
export const questionQueueStrings = {
  queued: 'Asked after this answer',
  queuedSaid: 'Your question is asked after this answer.',
  unqueue: 'Take back “{question}”',
  editing: 'You are changing your last question.',
  stopEditing: 'Do not change it',
  waitsForTab: 'An answer is being written in another tab. Your question comes after it.',
};
