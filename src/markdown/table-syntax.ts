import type { BlockNode } from './block-node.ts';
import { MAX_HALF_WRITTEN_LENGTH } from './limits.ts';
import type { Alignment, Inline, TableRow } from './tree.ts';
import { trimSpaces, trimSpacesAtEnd } from './whitespace.ts';

/** Maximum number of columns of a table; a wider one is a paragraph. */
export const MAX_TABLE_COLUMNS = 64;

/** Maximum number of empty cells of a text that are added to rows that are shorter than their table's head. */
export const MAX_ADDED_CELLS = 20_000;

/** Tables (GFM 0.29, 4.10). */

/** A cell of a row without the pipe before it. The last match is the empty end of the line. */
export const CELL = /((?:[^|\\]+|\\[^]?)*)\|?/g;

/** Read a table's head, which is the last line of a paragraph, with the delimiter row below; `null` if it is none. */
export function readTableHead(
  paragraph: string,
  delimiterRow: string,
): { readonly align: readonly Alignment[]; readonly line: string; readonly before: string } | null {
  const align = readDelimiterRow(delimiterRow);
  const lines = trimSpacesAtEnd(paragraph);
  const start = lines.lastIndexOf('\n') + 1;
  const line = lines.slice(start);
  return align && splitRow(line).length === align.length
    ? { align, line, before: lines.slice(0, start) }
    : null;
}

/** Read a row into its block: as many cells as the head has, with empty ones added up to the limit of the text. */
export function readRow(row: BlockNode, align: readonly Alignment[], line: string, root: BlockNode): void {
  const cells = splitRow(line).slice(0, align.length);
  const missing = Math.min(align.length - cells.length, MAX_ADDED_CELLS - root.addedCells);
  root.addedCells += missing;
  row.align = align;
  row.cells = cells.concat(Array<string>(missing).fill(''));
}

/** Return the tree of a row. Only the last cell with text may still grow. */
export function toTableRow(
  { align, cells, open }: BlockNode,
  toInlines: (text: string, open: boolean) => Inline[],
): TableRow {
  return {
    type: 'tableRow',
    children: cells.map((text, column) => {
      const isLast = cells.slice(column + 1).every((cell) => cell === '');
      return {
        type: 'tableCell',
        align: align[column] ?? null,
        children: toInlines(text, open && isLast),
      };
    }),
  };
}

/** Return the texts of a row's cells. `\|` is a pipe inside a cell, also within code. */
function splitRow(line: string): string[] {
  const cells = [...trimSpaces(line).replace(/^\|/, '').matchAll(CELL)];
  return cells.slice(0, -1).map(([, cell]) => trimSpaces(cell!.replaceAll('\\|', '|')));
}

/** Read the alignments of a delimiter row; `null` if the line is none. */
function readDelimiterRow(line: string): Alignment[] | null {
  const cells = splitRow(line);
  if (cells.length === 0 || cells.length > MAX_TABLE_COLUMNS) return null;
  return cells.every((cell) => /^:?-+:?$/.test(cell)) ? cells.map(readAlignment) : null;
}

function readAlignment(cell: string): Alignment {
  if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
  return cell.startsWith(':') ? 'left' : null;
}

/** Return an open paragraph without its last line if that may be the head of a table. */
export function withoutTableHead(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1;
  const pipe = findPipe(text, lineStart);
  const isHead = pipe === lineStart || text.length - pipe <= MAX_HALF_WRITTEN_LENGTH;
  return isHead ? text.slice(0, pipe) : text;
}

/** Return the position of the first pipe outside of code and escapes, or the end of the text. */
function findPipe(text: string, start: number): number {
  const mark = /\||\\[^]?|`+/g;
  mark.lastIndex = start;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    if (match[0] === '|') return match.index;
    if (match[0][0] !== '`') continue;
    const end = text.indexOf(match[0], mark.lastIndex);
    if (end < 0) break;
    mark.lastIndex = end + match[0].length;
  }
  return text.length;
}
