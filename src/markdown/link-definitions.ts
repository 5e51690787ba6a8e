import { characterOf } from './character-names.ts';
import { MAX_HALF_WRITTEN_ADDRESS_LENGTH } from './limits.ts';
import {
  HALF_WRITTEN_TARGET,
  normalizeLabel,
  readLabel,
  readTarget,
  skipMatch,
  SPACES_AND_ONE_LINE_FEED,
  type Definition,
  type Scanned,
} from './link-syntax.ts';

/** Link reference definitions (CommonMark 0.31.2, 4.7). */

const END_OF_DEFINITION = /[ \t]*(?:\n|$)/y;
const HALF_WRITTEN_DEFINITION = new RegExp(
  `^\\[(?:[^\\\\[\\]]|\\\\[^]){0,400}(?:\\\\?$|\\]$|\\]:${HALF_WRITTEN_TARGET})`,
);

/** Return an open paragraph without the definitions at its start and the spaces at its end; `''` while the last definition may go on. */
export function withoutDefinitions(text: string): string {
  const { last, rest } = splitDefinitions(text);
  return mayBecomeDefinition(last) ? '' : rest;
}

/** Separate the link reference definitions at the start of a paragraph's text from the rest. */
export function splitDefinitions(text: string): {
  definitions: [string, Definition][];
  /** The last definition and all that follows. */
  last: string;
  rest: string;
} {
  const definitions: [string, Definition][] = [];
  let last = text;
  let rest = text;
  while (rest[0] === '[') {
    const found = readDefinition(rest);
    if (found === null) break;
    definitions.push([found.label, found.value]);
    last = rest;
    rest = rest.slice(found.end);
  }
  return { definitions, last, rest };
}

/** Read a link reference definition at the start of a paragraph's text; the label is normalized. */
export function readDefinition(text: string): (Scanned<Definition> & { readonly label: string }) | null {
  const label = readLabel(text, 0);
  if (label === null || label.value.trim() === '' || text[label.end] !== ':') return null;
  const start = skipMatch(SPACES_AND_ONE_LINE_FEED, text, label.end + 1);
  const target = readTarget(text, start, END_OF_DEFINITION, characterOf);
  return target && { ...target, label: normalizeLabel(label.value) };
}

/** Whether an unfinished paragraph may become a link reference definition. */
function mayBecomeDefinition(text: string): boolean {
  return text.length <= MAX_HALF_WRITTEN_ADDRESS_LENGTH && HALF_WRITTEN_DEFINITION.test(text);
}
