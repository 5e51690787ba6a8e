/** Without the spaces, tabs and line feeds at its end; unlike `trimEnd()`, which takes no-break spaces too. */
export function trimSpacesAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without the spaces, tabs and line feeds at both ends. */
export function trimSpaces(text: string): string {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start++;
  return trimSpacesAtEnd(text.slice(start));
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a;
}
