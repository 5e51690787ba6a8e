import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in Portuguese. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'Sim',
  feedbackNo: 'Não',
  thanks: 'Agradecemos sua opinião',
  sendAgain: 'Enviar de novo',
  feedbackForm: 'Sua opinião',
  feedbackReasonsGood: 'O que foi bom?',
  feedbackReasonsBad: 'O que deu errado?',
  reasonCorrect: 'Correta',
  reasonComplete: 'Completa',
  reasonClear: 'Fácil de entender',
  reasonIncorrect: 'Incorreta',
  reasonOutdated: 'Desatualizada',
  reasonIncomplete: 'Incompleta',
  reasonUnclear: 'Difícil de entender',
  feedbackNote: 'Algo mais? (opcional)',
  feedbackNoteCount: '{count} de {limit} caracteres',
  feedbackSend: 'Enviar opinião',
  feedbackSkip: 'Agora não',
  feedbackEdit: 'Alterar',
  feedbackFailed: 'Sua opinião está guardada aqui, mas não pôde ser enviada.',
};
