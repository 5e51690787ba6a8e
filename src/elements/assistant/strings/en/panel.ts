import type { FeedbackStrings } from '../../../shared/feedback/strings/en.ts';
import type { answerFooterStrings } from './answer-footer.ts';
import type { answerActionsStrings } from './answer-actions.ts';
import type { draftQuotesStrings } from './draft-quotes.ts';
import type { questionTextStrings } from './question-text.ts';
import type { answerFeedbackStrings } from './feedback.ts';
import type { closingQuestionStrings } from './closing-question.ts';
import type { handoffStrings } from './handoff.ts';
import type { questionQueueStrings } from './question-queue.ts';
import type { historyStrings } from './history.ts';
import type { resizeStrings } from './resize.ts';
import type { wideBlocksStrings } from './wide-blocks.ts';
import type { toolStepsStrings } from './tool-steps.ts';
import type { shortcutListStrings } from './shortcut-list.ts';
import type { speechStrings } from './speech.ts';

/** Interface strings of `<docs-assistant>`, in English. Each can be replaced by the property `strings`. */
export const strings = {
  heading: 'Ask the docs',
  newThread: 'New conversation',
  history: 'Earlier conversations',
  close: 'Close',
  messages: 'Conversation',
  welcome: 'What would you like to know?',
  welcomeDetail: 'Answers come from this documentation and link to the pages they rest on.',
  suggestions: 'Suggested questions',
  input: 'Your question',
  placeholder: 'Ask a question …',
  send: 'Send',
  sendNext: 'Ask after this answer',
  stop: 'Stop answering',
  disclaimer: 'AI answers can be wrong. Check the sources.',
  questionTooLong: 'The question is too long: {length} of at most {limit} characters.',
  newest: 'Go to the newest message',
  question: 'You asked',
  answer: 'Answer',
  waiting: 'Looking for an answer …',
  searching: 'Searching for “{query}” …',
  searchingUnnamed: 'Searching the documentation …',
  searched: 'Searched for “{query}”',
  searchedUnnamed: 'Searched the documentation',
  reasoning: 'Reasoning',
  'sources.one': 'Source',
  'sources.other': 'Sources',
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
  retry: 'Try again',
  started: 'The answer is being written',
  threadLost: 'The earlier conversation has expired. The assistant answers without knowing it.',
  notConfigured: 'The assistant is not set up on this page: {missing} is not set.',
  network: 'The assistant could not be reached.',
  offline: 'You are offline. The question is kept here until you send it.',
  heldOnline: 'You are online again. The question has not been sent yet.',
  sendNow: 'Send now',
  notLoaded: 'This could not be loaded. Please try again.',
  offlineNow: 'You are offline.',
  onlineAgain: 'You are online again.',
};

/** These and those of the pieces, which are loaded with their piece. */
export type AssistantStrings = Readonly<
  typeof strings &
    typeof answerFooterStrings &
    FeedbackStrings &
    typeof answerFeedbackStrings &
    typeof answerActionsStrings &
    typeof closingQuestionStrings &
    typeof handoffStrings &
    typeof questionQueueStrings &
    typeof draftQuotesStrings &
    typeof questionTextStrings &
    typeof historyStrings &
    typeof resizeStrings &
    typeof wideBlocksStrings &
    typeof toolStepsStrings &
    typeof shortcutListStrings &
    typeof speechStrings
>;
