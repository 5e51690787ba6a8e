import english from './en.json' with { type: 'json' };

const { feedback } = english;

// Each export is a module of its own wherever a page loads it, so that a group of an element has its own strings alone.

/** Interface strings of `<docs-assistant>`, in English. Each can be replaced by the property `strings`. */
export const assistantPanel = english.assistant.panel;
/** Those of its group after the first answer. */
export const assistantAfterAnswer = { ...feedback, ...english.assistant.afterAnswer };
/** Those of announced answers. They are spoken only, never drawn. */
export const assistantSpeech = english.assistant.speech;
export type AssistantStrings = Readonly<
  typeof assistantPanel & typeof assistantAfterAnswer & typeof assistantSpeech
>;

/** Interface strings of `<docs-search>`, in English. Each can be replaced by the property `strings`. */
export const searchPanel = english.search.panel;
/** Those of its group after the first results. */
export const searchAfterResults = { ...english.search.afterResults, ...english.search.dialog };
export const searchDialog = english.search.dialog;
/** Those of the preview of a result, and of the Markdown in it. */
export const searchPreview = english.search.preview;
export type SearchStrings = Readonly<
  typeof searchPanel & typeof searchAfterResults & typeof searchDialog & typeof searchPreview
>;

/** Interface strings for giving feedback, in English: those of a page, and of an answer. */
export type FeedbackStrings = Readonly<typeof feedback>;

/** Interface strings of `<docs-page-feedback>`, in English. Each can be replaced by the property `strings`. */
export const pageFeedback = { ...feedback, ...english.pageFeedback };
export type PageFeedbackStrings = Readonly<typeof pageFeedback>;

/** Interface strings of `<docs-page-actions>`, in English. Each can be replaced by the property `strings`. */
export const pageActions = english.pageActions;
export type PageActionsStrings = Readonly<typeof pageActions>;

/** Interface strings of the elements for maintainers, in English. Each can be replaced by the property `strings`. */
export const admin = english.admin;
export type AdminStrings = Readonly<typeof admin>;
