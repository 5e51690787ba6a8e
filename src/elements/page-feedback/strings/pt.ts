import { feedbackStrings } from '../../shared/feedback/strings/pt.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in Portuguese. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: 'Esta página foi útil?',
  reasonOffTopic: 'Não é o que eu procurava',
};
