import type { Section } from '../sections/section.ts';

/** Maximum level of a heading in Markdown. */
const MAX_DEPTH = 6;

/**
 * Write a page as Markdown: its title, its description unless the text begins with it, and its sections.
 *
 * @param sections all of the page, in order
 * @param note a line below the title
 */
export function pageMarkdown(sections: readonly Section[], note?: string): string {
  const { title, description, content } = sections[0]!;
  const isRepeated = description !== undefined && lettersOf(content).startsWith(lettersOf(description));
  const beginning = [
    `# ${title}`,
    ...(note === undefined ? [] : [note]),
    ...(description === undefined || isRepeated ? [] : [`> ${description.replace(/\s+/g, ' ')}`]),
  ];
  return join([...beginning, ...blocksOf(sections, [])]);
}

/** Write the section with an anchor, and those below it. @returns `null` when the page has no such section */
export function sectionMarkdown(sections: readonly Section[], anchor: string): string | null {
  const first = sections.findIndex((section) => section.anchor === anchor);
  if (first === -1) return null;
  const { headings } = sections[first]!;
  const isBelow = (section: Section) =>
    isWithin(section.headings, headings) &&
    (section.headings.length > headings.length || section.anchor === anchor);
  const end = sections.findIndex((section, at) => at > first && !isBelow(section));
  const below = sections.slice(first, end === -1 ? undefined : end);
  return join([...blocksOf(below, headings.slice(0, -1))]);
}

/** @param before headings that are written already */
function* blocksOf(sections: readonly Section[], before: readonly string[]): Generator<string> {
  let anchor: string | undefined;
  for (const section of sections) {
    const { headings } = section;
    // Long sections are in several parts, and equal headings may follow each other.
    const isNext = section.anchor !== anchor && isWithin(before, headings) && isWithin(headings, before);
    const written = isNext ? headings.length - 1 : commonLength(before, headings);
    for (let at = written; at < headings.length; at++)
      yield `${'#'.repeat(Math.min(at + 2, MAX_DEPTH))} ${headings[at]}`;
    yield section.content;
    before = headings;
    anchor = section.anchor;
  }
}

/** Return what is equal in a text with links, code and emphasis, and in the same text without. */
function lettersOf(markdown: string): string {
  return markdown.replace(/\]\([^()\s]*\)|[^\p{L}\p{N}]+/gu, '');
}

function isWithin(headings: readonly string[], above: readonly string[]): boolean {
  return commonLength(headings, above) === above.length;
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((heading, at) => heading !== b[at]);
  return end === -1 ? a.length : end;
}

function join(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/**
 * Code, which has no links, or the address of a link or an image as the reader of pages writes it: `](address`. What has no end in
 * its line is text.
 */
const CODE_OR_LINK =
  /(?<code>^[ \t>]*(?<fence>`{3,})[^`\n]*\n(?:(?![ \t>]*\k<fence>).*\n)*(?:[ \t>]*\k<fence>`*)?|(?<!`)(?<ticks>`+)(?!`)[^\n]{1,1000}?(?<!`)\k<ticks>(?!`))|\]\((?:<(?<quoted>(?:[^<>\n\\]|\\.)*)>|(?<plain>(?:[^\s()<>\\]|\\.|\((?:[^\s()<>\\]|\\.)*\))+))/gm;

/** Return Markdown of an index with other addresses in its links and images. */
export function rewriteLinks(markdown: string, rewrite: (address: string) => string): string {
  return markdown.replace(CODE_OR_LINK, (written: string, ...rest: unknown[]) => {
    const { quoted, plain } = rest.at(-1) as Record<string, string | undefined>;
    const address = (quoted ?? plain)?.replace(/\\([!-/:-@[-`{-~])/g, '$1');
    if (address === undefined) return written;
    const next = rewrite(address);
    return next === address ? written : `](${next.replace(/[ ()<>\\]/g, percentEncode)}`;
  });
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
