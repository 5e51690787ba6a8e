import { MAX_TABLE_COLUMNS } from './limits.ts';
import type { Alignment } from './tree.ts';
import { trimSpaces } from './whitespace.ts';

/** The texts of a row's cells (GFM 0.29, 4.10). `\|` is a pipe inside a cell, also within code. */
export function splitRow(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let start = 0;
  const row = trimSpaces(line).replace(/^\|/, '');
  for (let position = 0; position < row.length; position++) {
    if (row[position] === '\\') {
      if (row[++position] !== '|') continue;
      cell += row.slice(start, position - 1);
      start = position;
    } else if (row[position] === '|') {
      cells.push(trimSpaces(cell + row.slice(start, position)));
      cell = '';
      start = position + 1;
    }
  }
  if (start < row.length) cells.push(trimSpaces(cell + row.slice(start)));
  return cells;
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
