/** Return the opening mark of the fenced code block that a text ends in, with its indentation; `''` when it ends in none. */
export function openFence(text: string): string {
  let open = '';
  for (const [, indent, mark, info] of text.matchAll(/^( {0,3})(`{3,}|~{3,})(.*)$/gm)) {
    if (open === '') open = mark![0] === '`' && info!.includes('`') ? '' : indent! + mark!;
    else if (mark!.startsWith(open.trim()) && info!.trim() === '') open = '';
  }
  return open;
}

/** Return what separates a part of text from the next: a part is a block of its own, also when a code block in it was left open. */
export function partBreak(part: string): string {
  const fence = openFence(part);
  return fence === '' ? '\n\n' : `\n${fence}\n\n`;
}

/** Whether a part is more than line breaks. */
export function hasText(part: string): boolean {
  return /[^\r\n]/.test(part);
}

/** Return a part without the line breaks at its beginning. */
export function trimBreaks(part: string): string {
  return part.replace(/^[\r\n]+/, '');
}

/** Join parts of text. */
export function joinParts(parts: readonly string[]): string {
  return parts
    .filter(hasText)
    .map((part, index, all) => (index > 0 ? partBreak(all[index - 1]!) + trimBreaks(part) : part))
    .join('');
}
