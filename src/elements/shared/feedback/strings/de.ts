import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in German. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'Ja',
  feedbackNo: 'Nein',
  thanks: 'Danke für die Rückmeldung',
  sendAgain: 'Erneut senden',
  feedbackForm: 'Ihre Rückmeldung',
  feedbackReasonsGood: 'Was war gut daran?',
  feedbackReasonsBad: 'Was war falsch daran?',
  reasonCorrect: 'Richtig',
  reasonComplete: 'Vollständig',
  reasonClear: 'Gut verständlich',
  reasonIncorrect: 'Nicht richtig',
  reasonOutdated: 'Veraltet',
  reasonIncomplete: 'Unvollständig',
  reasonUnclear: 'Schwer verständlich',
  feedbackNote: 'Sonst noch etwas? (freiwillig)',
  feedbackNoteCount: '{count} von {limit} Zeichen',
  feedbackSend: 'Rückmeldung senden',
  feedbackSkip: 'Jetzt nicht',
  feedbackEdit: 'Ändern',
  feedbackFailed: 'Ihre Rückmeldung ist hier gemerkt, konnte aber nicht gesendet werden.',
};
