import { feedbackStrings } from '../../shared/feedback/strings/ja.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in Japanese. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: 'このページは役に立ちましたか？',
  reasonOffTopic: '探していた内容と違う',
};
