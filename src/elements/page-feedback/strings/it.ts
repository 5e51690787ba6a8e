import { feedbackStrings } from '../../shared/feedback/strings/it.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in Italian. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: 'Questa pagina è stata utile?',
  reasonOffTopic: 'Non è quello che cercavo',
};
