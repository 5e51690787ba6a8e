/** Limits of what a text can make the parser and a renderer of its tree do. Beyond them, syntax stays text. */

/** Maximum number of characters of a text that are read; the rest is dropped. The client reads no more of one answer. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** Maximum nesting depth of quotes, lists and their items. */
export const MAX_BLOCK_DEPTH = 64;

/** Maximum nesting depth of emphasis, links and images. */
export const MAX_INLINE_DEPTH = 32;

/** Maximum number of parentheses inside a link destination without angle brackets (CommonMark 0.31.2, 6.3 asks for at least 3). */
export const MAX_DESTINATION_PARENTHESES = 32;

/** Maximum distance from the end of an unfinished text at which emphasis, code or a label counts as half-written. */
export const MAX_HALF_WRITTEN_LENGTH = 400;

/** The same for the address and title of a link. */
export const MAX_HALF_WRITTEN_ADDRESS_LENGTH = 2_000;
