import { MAX_TABLE_COLUMNS } from './limits.ts';
import type { Alignment } from './tree.ts';
import { trimSpaces } from './whitespace.ts';

const CELL = /((?:[^|\\]+|\\[^]?)*)\|?/g;

/** The texts of a row's cells (GFM 0.29, 4.10). `\|` is a pipe inside a cell, also within code. */
export function splitRow(line: string): string[] {
  const cells = [...trimSpaces(line).replace(/^\|/, '').matchAll(CELL)];
  // The last match is the empty end of the line.
  return cells.slice(0, -1).map(([, cell]) => trimSpaces(cell!.replaceAll('\\|', '|')));
}

/** The alignments that a delimiter row states, or `null` when the line is none. */
export function readDelimiterRow(line: string): Alignment[] | null {
  if (!/^[|:\- \t]+$/.test(line)) return null;
  const cells = splitRow(line);
  if (cells.length === 0 || cells.length > MAX_TABLE_COLUMNS) return null;
  return cells.every((cell) => /^:?-+:?$/.test(cell)) ? cells.map(readAlignment) : null;
}

function readAlignment(cell: string): Alignment {
  if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
  return cell.startsWith(':') ? 'left' : null;
}
