import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in French. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'Oui',
  feedbackNo: 'Non',
  thanks: 'Merci pour votre avis',
  sendAgain: 'Renvoyer',
  feedbackForm: 'Votre avis',
  feedbackReasonsGood: 'Qu’est-ce qui vous a plu\u00a0?',
  feedbackReasonsBad: 'Qu’est-ce qui n’allait pas\u00a0?',
  reasonCorrect: 'Exacte',
  reasonComplete: 'Complète',
  reasonClear: 'Facile à suivre',
  reasonIncorrect: 'Inexacte',
  reasonOutdated: 'Obsolète',
  reasonIncomplete: 'Incomplète',
  reasonUnclear: 'Difficile à suivre',
  feedbackNote: 'Autre chose\u00a0? (facultatif)',
  feedbackNoteCount: '{count} caractères sur {limit}',
  feedbackSend: 'Envoyer l’avis',
  feedbackSkip: 'Pas maintenant',
  feedbackEdit: 'Modifier',
  feedbackFailed: 'Votre avis est conservé ici, mais n’a pas pu être envoyé.',
};
