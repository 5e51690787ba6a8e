import { posix } from 'node:path';
import { CodeLines, LiteralText, replaceSpans } from '../code-lines.ts';

/** Destination of a link, a definition, and an attribute of HTML. */
const DESTINATION =
  /(\]\([ \t]*<?|^[ \t]{0,3}\[[^\]\n]{1,300}\]:[ \t]*<?|\b(?:href|src)=["'])([^\s()<>"'{}?#]+)([^\s()<>"'{}]*)/g;
/** What does not lead from the file: a scheme, the root of the host, an alias. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|[/@~])/i;

/**
 * Write the relative links of a text, which lead from one file, so that they lead to the same from another.
 *
 * @param options.which those that are written anew
 * @param options.maxGrowth characters that the text may become longer by; the links behind it stay
 */
export function moveLinks(
  text: string,
  { from, to, which, maxGrowth }: { from: string; to: string; which: RegExp; maxGrowth: number },
): string {
  const code = new CodeLines();
  let left = maxGrowth;
  const move = (all: string, before: string, path: string, rest: string) => {
    if (ABSOLUTE.test(path) || !which.test(path + rest)) return all;
    const moved = movedPath(path, from, to);
    if (moved.length - path.length > left) return all;
    left -= Math.max(moved.length - path.length, 0);
    return `${before}${moved}${rest}`;
  };
  return text
    .split('\n')
    .map((line) => {
      if (code.take(line) !== null) return line;
      const kept = new LiteralText();
      return kept.restore(replaceSpans(line, kept.keep).replace(DESTINATION, move));
    })
    .join('\n');
}

function movedPath(path: string, from: string, to: string): string {
  const moved = posix.relative(posix.dirname(to), posix.join(posix.dirname(from), path)) || '.';
  return path.endsWith('/') ? `${moved}/` : moved;
}
