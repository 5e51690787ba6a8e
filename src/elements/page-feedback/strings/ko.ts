import { feedbackStrings } from '../../shared/feedback/strings/ko.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in Korean. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: '이 페이지가 도움이 되었나요?',
  reasonOffTopic: '찾던 내용이 아님',
};
