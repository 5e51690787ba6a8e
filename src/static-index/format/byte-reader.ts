import { damaged } from './index-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Maximum number of bytes of an integer of 32 bits. */
const MAX_INTEGER_BYTES = 5;

/** Reads the bytes of a file in order. Every method throws a `StaticIndexError` where the file ends too early or is malformed. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Number of bytes that are left. */
  get rest(): number {
    return this.#bytes.length - this.#at;
  }

  /** Place of what is read next. */
  get at(): number {
    return this.#at;
  }

  /** Read one byte. */
  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw damaged('it ends too early');
    this.#at++;
    return value;
  }

  /** Read an integer of `ByteWriter.integer`. */
  integer(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < MAX_INTEGER_BYTES; count++) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > 0xffff_ffff) break;
        return value;
      }
      scale *= 0x80;
    }
    throw damaged('a number is too large');
  }

  /** Read an integer that may not be above `most`. */
  integerUpTo(most: number): number {
    const value = this.integer();
    if (value > most) throw damaged('a number is too large');
    return value;
  }

  /**
   * Read the number of things that follow.
   *
   * @param most a limit, beside that of the bytes that are left
   * @param bytesEach minimum number of bytes of each thing
   */
  count(most: number, bytesEach = 1): number {
    const value = this.integer();
    if (value > most || value * bytesEach > this.rest) throw damaged('a number of entries is too large');
    return value;
  }

  /** Read bytes. What is returned is a view of the file. */
  bytes(length: number): Uint8Array {
    if (length > this.rest) throw damaged('it ends too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Skip integers. @returns their bytes, as a view of the file */
  integers(count: number): Uint8Array {
    const start = this.#at;
    for (let left = count; left > 0;) if (this.byte() < 0x80) left--;
    return this.#bytes.subarray(start, this.#at);
  }

  /** Skip a text of `ByteWriter.text`. */
  skipText(): void {
    this.bytes(this.integer());
  }

  /** Read a text of `ByteWriter.text`. */
  text(): string {
    try {
      return utf8.decode(this.bytes(this.integer()));
    } catch (error) {
      throw error instanceof TypeError ? damaged('a text is not UTF-8') : error;
    }
  }

  /** Read a text of `ByteWriter.frontCoded`. @param maxLength maximum length of a text, in UTF-16 units */
  frontCoded(before: string, maxLength: number): string {
    return continued(before, this.integer(), this.text(), maxLength);
  }

  /**
   * Read so many texts of `ByteWriter.frontCodedList`, each after the one before it by its UTF-16 units.
   *
   * @param maxLength maximum length of a text, in UTF-16 units
   */
  frontCodedList(count: number, maxLength: number): string[] {
    const shared = Array.from({ length: count }, () => this.integer());
    const lengths = Array.from({ length: count }, () => this.integer());
    const rests = this.text();
    const texts: string[] = [];
    let before = '';
    let from = 0;
    for (let at = 0; at < count; at++) {
      const end = from + lengths[at]!;
      if (end > rests.length) throw damaged('it ends too early');
      const text = continued(before, shared[at]!, rests.slice(from, end), maxLength);
      if (at > 0 && text <= before) throw damaged('its words are not in order');
      texts.push(text);
      before = text;
      from = end;
    }
    if (from < rests.length) throw damaged('it goes on after its end');
    return texts;
  }

  /** Check that nothing is left. */
  end(): void {
    if (this.rest > 0) throw damaged('it goes on after its end');
  }
}

function continued(before: string, shared: number, rest: string, maxLength: number): string {
  if (shared > before.length) throw damaged('a text continues one that is shorter');
  const text = before.slice(0, shared) + rest;
  if (text.length > maxLength) throw damaged('a text is too long');
  return text;
}
