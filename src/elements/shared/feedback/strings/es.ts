import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in Spanish. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'Sí',
  feedbackNo: 'No',
  thanks: 'Gracias por su opinión',
  sendAgain: 'Volver a enviar',
  feedbackForm: 'Su opinión',
  feedbackReasonsGood: '¿Qué le ha gustado?',
  feedbackReasonsBad: '¿Qué ha fallado?',
  reasonCorrect: 'Correcta',
  reasonComplete: 'Completa',
  reasonClear: 'Fácil de seguir',
  reasonIncorrect: 'Incorrecta',
  reasonOutdated: 'Desactualizada',
  reasonIncomplete: 'Incompleta',
  reasonUnclear: 'Difícil de seguir',
  feedbackNote: '¿Algo más? (opcional)',
  feedbackNoteCount: '{count} de {limit} caracteres',
  feedbackSend: 'Enviar la opinión',
  feedbackSkip: 'Ahora no',
  feedbackEdit: 'Cambiar',
  feedbackFailed: 'Su opinión se conserva aquí, pero no se ha podido enviar.',
};
