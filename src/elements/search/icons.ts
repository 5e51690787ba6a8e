/** Icon paths that several files use. */
export const CLOSE_ICON = 'm5.5 5.5 9 9M14.5 5.5l-9 9';
