/** Byte order mark: spreadsheets read a file without one in the encoding of the system. */
const BYTE_ORDER_MARK = '\uFEFF';
/** First characters of a cell that spreadsheets compute. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Write rows as CSV (RFC 4180), with a byte order mark. A text that a spreadsheet would compute gets an apostrophe in front, because
 * readers have written it.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value.replace(FORMULA, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
