/** Characters per piece, about as many as a language model sends at once. */
const PIECE_LENGTH = 24;

/** Split a text into pieces that end between words, never inside a character. */
export function* textPieces(text: string): Generator<string> {
  let piece = '';
  for (const character of text) {
    piece += character;
    const ends = /\s/.test(character) ? piece.length >= PIECE_LENGTH : piece.length >= 2 * PIECE_LENGTH;
    if (!ends) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
