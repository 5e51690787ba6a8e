import type { BrokenLink } from './find-broken-links.ts';

/** What may stand before and after an address in a file: brackets, quotes, white space, or nothing. */
const BEFORE = /^[(<"'\s]?$/;
const AFTER = /^[)>"'\s]?$/;

/** A repair that was made: a link, and what stands in its place. */
export interface Repair {
  link: BrokenLink;
  replacement: string;
}

/**
 * Writes the one plausible address in the place of each broken one.
 *
 * @param text what the file holds
 * @param links the broken links of the file; those with none or several plausible targets are left alone
 * @returns the text, and what was replaced: an address that is written in another way than it is read (with escapes) is not
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

/** Replaces the first place where the whole address stands; `null` when there is none. */
function replaceAddress(line: string, url: string, replacement: string): string | null {
  for (let at = line.indexOf(url); at !== -1; at = line.indexOf(url, at + 1)) {
    const end = at + url.length;
    if (BEFORE.test(line.charAt(at - 1)) && AFTER.test(line.charAt(end))) {
      return line.slice(0, at) + replacement + line.slice(end);
    }
  }
  return null;
}
