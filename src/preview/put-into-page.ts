const BODY_END = /<\/body\s*>(?![^]*<\/body)/i;

/**
 * Put markup at the end of a page's body; a page without the end of a body gets it at its own end.
 *
 * @param page Bytes of the page, in any encoding that has ASCII in it.
 * @param markup ASCII.
 */
export function putIntoPage(page: Uint8Array, markup: string): Uint8Array<ArrayBuffer> {
  // One character a byte, so that the encoding of the page need not be known.
  const text = Buffer.from(page).toString('latin1');
  const end = BODY_END.exec(text)?.index ?? text.length;
  return new Uint8Array(Buffer.from(`${text.slice(0, end)}${markup}\n${text.slice(end)}`, 'latin1'));
}
