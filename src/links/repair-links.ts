import type { BrokenLink } from './find-broken-links.ts';

/** Characters that may precede and follow an address in a file: brackets, quotes, white space, or nothing. */
const BEFORE = /^[(<"'\s]?$/;
const AFTER = /^[)>"'\s]?$/;

/** A repair: a link, and its replacement. */
export interface Repair {
  link: BrokenLink;
  replacement: string;
}

/**
 * Replace each broken address that has one plausible target.
 *
 * @param text content of the file
 * @param links broken links of the file; those with none or several plausible targets are skipped
 * @returns the text and the repairs. An address whose source differs from its value (with escapes) is not replaced.
 */
export function repairLinks(text: string, links: readonly BrokenLink[]): { text: string; repairs: Repair[] } {
  const lines = text.split('\n');
  const repairs: Repair[] = [];
  for (const link of links) {
    const [replacement] = link.plausible;
    if (replacement === undefined || link.plausible.length > 1) continue;
    for (let line = link.line - 1; line < link.endLine; line++) {
      const repaired = replaceAddress(lines[line] ?? '', link.url, replacement);
      if (repaired === null) continue;
      lines[line] = repaired;
      repairs.push({ link, replacement });
      break;
    }
  }
  return { text: lines.join('\n'), repairs };
}

/** Replace the first occurrence of the whole address; `null` if there is none. */
function replaceAddress(line: string, url: string, replacement: string): string | null {
  for (let at = line.indexOf(url); at !== -1; at = line.indexOf(url, at + 1)) {
    const end = at + url.length;
    if (BEFORE.test(line.charAt(at - 1)) && AFTER.test(line.charAt(end))) {
      return line.slice(0, at) + replacement + line.slice(end);
    }
  }
  return null;
}
