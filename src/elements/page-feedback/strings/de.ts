import { feedbackStrings } from '../../shared/feedback/strings/de.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in German. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: 'War diese Seite hilfreich?',
  reasonOffTopic: 'Nicht, was ich gesucht habe',
};
