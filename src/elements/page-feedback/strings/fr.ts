import { feedbackStrings } from '../../shared/feedback/strings/fr.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in French. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: 'Cette page vous a-t-elle été utile\u00a0?',
  reasonOffTopic: 'Pas ce que je cherchais',
};
