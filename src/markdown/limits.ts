/** Bounds on what a text can make the parser and whoever draws its tree do. Beyond them, syntax stays text. */

/** Characters of a text that are read; what follows is dropped. As many as the client takes of one answer. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** How deep quotes, lists and their items may stand in one another. */
export const MAX_BLOCK_DEPTH = 64;

/** How deep emphasis, links and images may stand in one another. */
export const MAX_INLINE_DEPTH = 32;

/** Parentheses inside a link destination without angle brackets (CommonMark 0.31.2, 6.3 asks for at least 3). */
export const MAX_DESTINATION_PARENTHESES = 32;

/** How far before the end of an unfinished text emphasis, code or a label may begin and still be taken as half-written. */
export const MAX_HALF_WRITTEN_LENGTH = 400;

/** The same for the address and title of a link. */
export const MAX_HALF_WRITTEN_ADDRESS_LENGTH = 2_000;
