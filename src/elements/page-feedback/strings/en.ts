import { feedbackStrings } from '../../shared/feedback/strings/en.ts';

/** Interface strings of `<docs-page-feedback>`, in English. Each can be replaced by the property `strings`. */
export const strings = {
  ...feedbackStrings,
  pageHelpful: 'Was this page helpful?',
  reasonOffTopic: 'Not what I was looking for',
};

export type PageFeedbackStrings = Readonly<typeof strings>;
