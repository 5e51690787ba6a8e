import { feedbackStrings } from '../../shared/feedback/strings/ar.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in Arabic. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: 'هل كانت هذه الصفحة مفيدة؟',
  reasonOffTopic: 'ليست ما كنت أبحث عنه',
};
