import { feedbackStrings } from '../../shared/feedback/strings/he.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in Hebrew. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: 'האם העמוד הזה עזר לכם?',
  feedbackReasonsGood: 'מה היה טוב בו?',
  feedbackReasonsBad: 'מה היה לא בסדר בו?',
  reasonCorrect: 'נכון',
  reasonComplete: 'מלא',
  reasonClear: 'קל להבנה',
  reasonIncorrect: 'לא נכון',
  reasonOutdated: 'לא עדכני',
  reasonIncomplete: 'חלקי',
  reasonUnclear: 'קשה להבנה',
  reasonOffTopic: 'לא מה שחיפשתי',
};
