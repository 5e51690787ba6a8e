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
