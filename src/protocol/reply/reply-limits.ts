/** Maximum length of a single line or event of a reply, in UTF-16 units: live search results reach 135,000. */
export const MAX_LINE_LENGTH = 4_000_000;
/** Maximum length of a body of a reply, in UTF-16 units. */
export const MAX_BODY_LENGTH = 16_000_000;
/** Maximum length of a body that comes before its format is settled, in UTF-16 units. */
export const MAX_UNDECIDED_LENGTH = 64_000;
/** Maximum length of a text of a reply, reasoning included, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 1_000_000;
/** Maximum number of parts of a reply: text and reasoning parts, tool calls, sources, files, data and annotations together. */
export const MAX_REPLY_PARTS = 2000;
/** Maximum number of warnings a reply keeps; more are only counted. */
export const MAX_WARNINGS = 50;
/** Maximum length of a message of an error, and longest quotation of a warning, that a reply keeps; longer ones are cut. */
export const MAX_MESSAGE_LENGTH = 500;
/** Maximum number of sources and suggested links that are offered below an answer. */
export const MAX_LINKS = 20;
/** Maximum length of a thread id or thread key that is accepted. */
export const MAX_THREAD_ID_LENGTH = 256;
