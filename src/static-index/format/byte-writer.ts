const utf8 = new TextEncoder();
const FIRST_SIZE = 1_024;

/** Collects the bytes of a file. */
export class ByteWriter {
  #bytes = new Uint8Array(FIRST_SIZE);
  #length = 0;

  /** Number of bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Write one byte. */
  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Write an integer from 0 to 2^32 - 1 in 7 bits a byte, the lowest first (LEB128). @throws RangeError for any other number */
  integer(value: number): void {
    if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff) {
      throw new RangeError(`Not an integer of 32 bits: ${value}`);
    }
    this.#reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest % 0x80) + 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Write bytes without their length. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Write a text as UTF-8 after its length in bytes. Lone surrogates become U+FFFD. */
  text(text: string): void {
    const bytes = utf8.encode(text);
    this.integer(bytes.length);
    this.bytes(bytes);
  }

  /** Write a text as the number of UTF-16 units that it has in common with the one before it, and its rest. */
  frontCoded(text: string, before: string): void {
    const shared = sharedLength(text, before);
    this.integer(shared);
    this.text(text.slice(shared));
  }

  /**
   * Write texts as `frontCoded` does, in columns: the number of units that each has in common with the one before it, the number of units
   * of each rest, and all rests as one text, because reading many texts takes longer.
   */
  frontCodedList(texts: readonly string[]): void {
    const shared = texts.map((text, at) => sharedLength(text, texts[at - 1] ?? ''));
    const rests = texts.map((text, at) => text.slice(shared[at]));
    for (const length of shared) this.integer(length);
    for (const { length } of rests) this.integer(length);
    this.text(rests.join(''));
  }

  /** Return the bytes. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Return the number of UTF-16 units at the beginnings of two texts that are the same and have UTF-8. */
function sharedLength(text: string, before: string): number {
  let shared = 0;
  while (shared < text.length && text[shared] === before[shared]) shared++;
  // A half of a pair of surrogates has no UTF-8.
  return /[\ud800-\udbff]/.test(text[shared - 1] ?? '') ? shared - 1 : shared;
}
