/** About as much as a language model says at a time. */
const PIECE_LENGTH = 24;

/** Cuts a text into pieces that end between words, never inside a character. Joined they are the text. */
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
