const FENCE = /^[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})(.*)$/;
/** What may have indented text below it that is no code. */
const CONTAINER = /^[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|!!!|\?\?\?|===|:[ \t])/;
/** Indentation of code. */
const CODE_INDENT = /^(?: {4}|\t)/;

/** Tells lines of code from text, before a page is parsed. */
export class CodeLines {
  #fence: { marks: string; info: string } | undefined;
  /** The last line that is not indented like code. */
  #outer = '';
  #before = '';

  /** What is behind the marks of the fence that is open; `undefined`: none is. */
  get info(): string | undefined {
    return this.#fence?.info;
  }

  /** Take the next line. @returns what it is; `null`: text */
  take(line: string): 'fence' | 'fenced' | 'indented' | null {
    const before = this.#before;
    this.#before = line;
    const wasOpen = this.#fence !== undefined;
    if (this.#takeFence(line)) return 'fence';
    if (wasOpen) return 'fenced';
    return this.#isIndented(line, before) ? 'indented' : null;
  }

  #takeFence(line: string): boolean {
    const [, marks, info = ''] = FENCE.exec(line) ?? [];
    if (marks === undefined) return false;
    if (this.#fence === undefined) {
      if (marks.startsWith('`') && info.includes('`')) return false;
      this.#fence = { marks, info };
      return true;
    }
    if (!marks.startsWith(this.#fence.marks) || info.trim() !== '') return false;
    this.#fence = undefined;
    return true;
  }

  #isIndented(line: string, before: string): boolean {
    if (line.trim() === '') return false;
    if (!CODE_INDENT.test(line)) {
      this.#outer = line;
      return false;
    }
    const isAfterText = before.trim() !== '' && !CODE_INDENT.test(before);
    return !isAfterText && !CONTAINER.test(this.#outer);
  }
}

/** Take the spans of code out of a line. @param keep returns what stands in the place of one */
export function replaceSpans(line: string, keep: (span: string) => string): string {
  const pieces = line.split(/(`+)/);
  const next = new Map<number, number>();
  const ends: (number | undefined)[] = [];
  for (let at = pieces.length - 2; at > 0; at -= 2) {
    ends[at] = next.get(pieces[at]!.length);
    next.set(pieces[at]!.length, at);
  }
  let out = '';
  for (let at = 0; at < pieces.length; at++) {
    const end = at % 2 === 1 ? ends[at] : undefined;
    out += end === undefined ? pieces[at] : keep(pieces.slice(at, end + 1).join(''));
    at = end ?? at;
  }
  return out;
}

/** What is taken out of a line while the rest is rewritten. */
export class LiteralText {
  readonly #kept: string[] = [];

  /** Return what stands in the place of a text. */
  readonly keep = (text: string): string => `\uE000${this.#kept.push(text) - 1}\uE001`;

  restore(line: string): string {
    return line.replace(/\uE000(\d+)\uE001/g, (_, at: string) => this.restore(this.#kept[Number(at)] ?? ''));
  }
}
