import { feedbackStrings } from '../../shared/feedback/strings/zh-Hans.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in simplified Chinese. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: '本页对您有帮助吗？',
  reasonOffTopic: '不是我要找的内容',
};
