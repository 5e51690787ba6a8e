import { feedbackStrings } from '../../shared/feedback/strings/zh-Hant.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in traditional Chinese. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: '本頁對您有幫助嗎？',
  reasonOffTopic: '不是我要找的內容',
};
