// Unlike `trim()`, these leave no-break spaces alone. The patterns go back from the end, which takes linear time.

/** Return a text without the spaces, tabs and line feeds at its end. */
export function trimSpacesAtEnd(text: string): string {
  return /^[^]*[^ \t\n]/.exec(text)?.[0] ?? '';
}

/** Return a text without the spaces, tabs and line feeds at both ends. */
export function trimSpaces(text: string): string {
  return trimSpacesAtEnd(text.replace(/^[ \t\n]+/, ''));
}
