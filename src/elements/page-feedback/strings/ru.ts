import { feedbackStrings } from '../../shared/feedback/strings/ru.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in Russian. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: 'Была ли эта страница полезной?',
  feedbackReasonsBad: 'Что не так со страницей?',
  reasonOffTopic: 'Не то, что я ищу',
};
