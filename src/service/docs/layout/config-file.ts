import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A configuration of a generator. */
export interface ConfigFile {
  name: string;
  text: string;
}

/** Maximum size of a configuration that is read. */
const MAX_CONFIG_BYTES = 256 * 1024;

/**
 * Read the first file of these names that there is. Links are followed inside the folder only, because it may be a stranger's.
 *
 * @returns `null` where there is none
 */
export async function readConfigFile(folder: string, names: readonly string[]): Promise<ConfigFile | null> {
  const root = await realpath(folder).catch(() => folder);
  for (const name of names) {
    const path = await realpath(join(folder, name)).catch(() => '');
    if (!path.startsWith(root + sep)) continue;
    const stats = await stat(path).catch(() => null);
    if (!stats?.isFile() || stats.size > MAX_CONFIG_BYTES) continue;
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) return { name, text };
  }
  return null;
}

/** A comment of a program, or a text, in which nothing is one. Both within limits, because a stranger may have written it. */
const COMMENT_OR_TEXT = /\/\*[^]{0,5000}?\*\/|\/\/[^\n]*|(["'`])(?:\\[^]|(?!\1)[^\\]){0,1000}?\1/g;
/** Maximum number of objects of one name that are looked at. */
const MAX_OBJECTS = 20;

/** Return a program without its comments. */
export function withoutComments(program: string): string {
  return program.replace(COMMENT_OR_TEXT, (found) => (found.startsWith('/') ? ' ' : found));
}

/** Return the objects that a program has behind a pattern, each without its braces. */
export function objectsAfter(program: string, pattern: RegExp): string[] {
  const starts = [...program.matchAll(new RegExp(String.raw`(?:${pattern.source})\s*\{`, 'g'))];
  return starts.slice(0, MAX_OBJECTS).map(({ index, 0: start }) => {
    const from = index + start.length;
    let levels = 1;
    let at = from;
    for (; at < program.length && levels > 0; at++) {
      if (program[at] === '{') levels++;
      else if (program[at] === '}') levels--;
    }
    return program.slice(from, at - 1);
  });
}

/** Return the objects that are fields of an object, each without its braces. */
export function objectsIn(object: string): ReadonlyMap<string, string> {
  const objects = new Map<string, string>();
  let levels = 0;
  let name: string | undefined;
  let from = 0;
  for (const { 0: brace, index } of object.matchAll(/[{}]/g)) {
    if (brace === '{' && levels++ === 0) {
      [, name] = /([\w.-]+)["'`]?\s*:\s*$/.exec(object.slice(Math.max(index - 100, 0), index)) ?? [];
      from = index + 1;
    } else if (brace === '}' && --levels === 0 && name !== undefined) {
      objects.set(name, object.slice(from, index));
    }
  }
  return objects;
}

/** Return the fields of an object that are written as a constant, outside of objects in it. */
export function constantsOf(object: string): ReadonlyMap<string, string> {
  let levels = 0;
  const own = object.replace(/[{}]|[^{}]+/g, (piece) => {
    if (piece === '{') levels++;
    else if (piece === '}') levels--;
    else if (levels === 0) return piece;
    return '';
  });
  const fields = own.matchAll(
    /(?:^|[\s,])["']?([\w.-]+)["']?\s*:\s*(?:(["'`])([^"'`\\]*)\2|(true|false)\b|(\[[^\][]*\]))\s*(?=,|$)/g,
  );
  return new Map(Array.from(fields, ([, name, , text, flag, list]) => [name!, text ?? flag ?? list!]));
}
