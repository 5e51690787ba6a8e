import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in Russian. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'Да',
  feedbackNo: 'Нет',
  thanks: 'Спасибо за ваш отзыв',
  sendAgain: 'Отправить ещё раз',
  feedbackForm: 'Ваш отзыв',
  feedbackReasonsGood: 'Что вам понравилось?',
  feedbackReasonsBad: 'Что не так с ответом?',
  reasonCorrect: 'Верно',
  reasonComplete: 'Полно',
  reasonClear: 'Понятно',
  reasonIncorrect: 'Неверно',
  reasonOutdated: 'Устарело',
  reasonIncomplete: 'Неполно',
  reasonUnclear: 'Непонятно',
  feedbackNote: 'Что-нибудь ещё? (необязательно)',
  feedbackNoteCount: '{count} из {limit} символов',
  feedbackSend: 'Отправить',
  feedbackSkip: 'Не сейчас',
  feedbackEdit: 'Изменить',
  feedbackFailed: 'Ваш отзыв сохранён здесь, но отправить его не удалось.',
};
