import { feedbackStrings } from '../../shared/feedback/strings/es.ts';
import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageFeedbackStrings } from './en.ts';

/** Interface strings of `<docs-page-feedback>`, in Spanish. */
export const strings: Translation<PageFeedbackStrings> = {
  ...feedbackStrings,
  pageHelpful: '¿Le ha resultado útil esta página?',
  reasonOffTopic: 'No es lo que buscaba',
};
