const BODY_END = /<\/body\s*>(?![^]*<\/body)/i;

/**
 * Insert markup at the end of a page's body, or at the end of a page without `</body>`.
 *
 * @param page bytes of the page, in any encoding that is a superset of ASCII
 * @param markup ASCII
 */
export function putIntoPage(page: Uint8Array, markup: string): Uint8Array<ArrayBuffer> {
  // Decode as Latin-1, one character per byte, so that the encoding of the page need not be known.
  const text = Buffer.from(page).toString('latin1');
  const end = BODY_END.exec(text)?.index ?? text.length;
  return new Uint8Array(Buffer.from(`${text.slice(0, end)}${markup}\n${text.slice(end)}`, 'latin1'));
}
