import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in Italian. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'Sì',
  feedbackNo: 'No',
  thanks: 'Grazie per il suo parere',
  sendAgain: 'Invia di nuovo',
  feedbackForm: 'Il suo parere',
  feedbackReasonsGood: 'Che cosa ha apprezzato?',
  feedbackReasonsBad: 'Che cosa non andava?',
  reasonCorrect: 'Corretta',
  reasonComplete: 'Completa',
  reasonClear: 'Facile da seguire',
  reasonIncorrect: 'Non corretta',
  reasonOutdated: 'Non aggiornata',
  reasonIncomplete: 'Incompleta',
  reasonUnclear: 'Difficile da seguire',
  feedbackNote: 'Altro? (facoltativo)',
  feedbackNoteCount: '{count} di {limit} caratteri',
  feedbackSend: 'Invia il parere',
  feedbackSkip: 'Non ora',
  feedbackEdit: 'Modifica',
  feedbackFailed: 'Il suo parere è conservato qui, ma non è stato possibile inviarlo.',
};
