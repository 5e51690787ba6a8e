import { CodeBlocks } from './code-blocks.ts';
import {
  matchBrackets,
  matchCode,
  matchDefinition,
  matchDestination,
  matchLabel,
  MAX_MARK,
  plainAddress,
  type Match,
} from './link-marks.ts';
import type { CheckAddress } from './address-check.ts';

/** A character at which a link, or what hides one, may begin. */
const MARK = /[[\]!<`\\&hwHW\n]/g;
const AUTOLINK = /<[a-z][a-z\d+.-]{1,31}:[^\s<>]*>/iy;
const OPEN_AUTOLINK = /<(?:[a-z][a-z\d+.-]*(?::[^\s<>]*)?)?$/iy;
const WEB_ADDRESS = /(?:https?:\/\/|www\.)[^\s<\]`]*/iy;
const OPEN_WEB_ADDRESS = /(?:h(?:t(?:t(?:p(?:s?:?|s?:\/))?)?)?|w{1,3})$/iy;
const MAX_REFERENCE = 12;
const REFERENCE = /^&(?:#(\d{1,7})|#x([\da-f]{1,6})|(colon|sol|period));/i;
/** The line up to the end of a label. */
const DEFINITION_START = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[/;
/** The beginning of an address by itself, whose end may be written as an escape. */
const HALF_ADDRESS = /(?:https?:?\/?|www)$/i;
/** Numbers of sections as models cite them: `1`, `1, 3`, `2-4`, `section 1`. */
const CITATION = /^(?:(?:sections?|sources?) ?)?(\d{1,3}(?: ?(?:[,;\u2013-]|and|&) ?\d{1,3}){0,9})$/i;
/** Maximum number of sections in a range. */
const MAX_CITED = 10;
/** What may be before a link definition on its line. */
const LINE_START = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/;

export interface LinkFilterOptions {
  /** Return whether the last line of Markdown opens a fenced code block. Default: none does. */
  endsInFence?: (markdown: string) => boolean;
  /** Number a cited section for the reader; `null`: there is none. Default: numbers stay as they are. */
  cite?: ((number: number) => number | null) | undefined;
}

/**
 * Checks the links of Markdown that comes in pieces: links, images, link definitions, and addresses by themselves. Those that do
 * not pass become text. The result does not depend on how the text is cut; only what may become a link is held back.
 *
 * Code stays as it is where it is surely code. Where that is in doubt, its links are checked, because a link that is taken from
 * code by mistake does less harm than one that gets through. For the same reason there is no `](` in the result outside code but
 * before an address that has passed.
 */
export class LinkFilter {
  readonly #check: CheckAddress;
  readonly #cite: LinkFilterOptions['cite'];
  readonly #blocks: CodeBlocks | null;
  #buffer = '';
  /** The result's current line, from which follows what the next character can begin. */
  #line = '';
  /** Whether the paragraph has marks that make it uncertain what is code. */
  #isUnsure: boolean;
  #mayHaveHtml = false;
  /** Whether the paragraph is no longer what the model wrote. */
  #hasReplaced = false;
  #isLast = false;
  #endsWithCarriageReturn = false;
  #added = '';

  /** @param isUnsure initial state of a text inside another */
  constructor(check: CheckAddress, { endsInFence, cite }: LinkFilterOptions, isUnsure = false) {
    this.#check = check;
    this.#cite = cite;
    this.#blocks = endsInFence ? new CodeBlocks(endsInFence) : null;
    this.#isUnsure = isUnsure;
  }

  /** Add text. @returns what can be shown of it */
  push(text: string): Promise<string> {
    // A carriage return ends a line for readers of Markdown.
    const joined = this.#endsWithCarriageReturn && text[0] === '\n' ? text.slice(1) : text;
    if (text !== '') this.#endsWithCarriageReturn = text.endsWith('\r');
    return this.#read(joined.replaceAll(/\r\n?/g, '\n'), false);
  }

  /** Return what is buffered. */
  end(): Promise<string> {
    return this.#read('', true);
  }

  async #read(text: string, isLast: boolean): Promise<string> {
    this.#buffer += text;
    this.#isLast = isLast;
    this.#added = '';
    while (this.#buffer !== '' && (await this.#readNext())) {
      // Reads on until more text is needed.
    }
    return this.#added;
  }

  /** @returns false if more text is needed */
  #readNext(): boolean | Promise<boolean> {
    const code = this.#blocks?.take(this.#buffer, this.#isLast) ?? 0;
    if (code === 'open') return false;
    if (code > 0) {
      this.#isUnsure = false;
      return this.#add(code, this.#buffer.slice(0, code));
    }
    MARK.lastIndex = 0;
    const at = MARK.exec(this.#buffer)?.index ?? this.#buffer.length;
    if (at > 0) return this.#take(at);
    switch (this.#buffer[0]) {
      case '\n':
        return this.#endLine();
      case '\\':
        return this.#readEscape();
      case '&':
        return this.#readReference();
      case '`':
        return this.#readCode();
      case '<':
        return this.#readAutolink();
      case '!':
        return this.#needs(2) && (this.#buffer[1] === '[' ? this.#readBracket(1) : this.#take(1));
      case '[':
        return this.#readBracket(0);
      case ']':
        return this.#readClosing();
      default:
        return this.#readWebAddress();
    }
  }

  #endLine(): boolean {
    if (/^[ \t>]*$/.test(this.#line)) {
      this.#isUnsure = false;
      this.#mayHaveHtml = false;
      this.#hasReplaced = false;
    }
    return this.#take(1);
  }

  /** Some readers of Markdown find addresses after they have resolved escapes and character references, which must not hide one. */
  #readEscape(): boolean {
    if (!this.#needs(2)) return false;
    const hidesAddress = /^\\[:/.]/.test(this.#buffer) && HALF_ADDRESS.test(this.#line);
    if (hidesAddress) return this.#put(2, ` ${this.#buffer[1]}`);
    return this.#take(/^\\[!-/:-@[-`{-~]/.test(this.#buffer) ? 2 : 1);
  }

  #readReference(): boolean {
    const window = this.#buffer.slice(0, MAX_REFERENCE);
    if (!this.#isLast && window.length < MAX_REFERENCE && /^&#?\w*$/.test(window)) return false;
    const [written = '', number = '', hex = '', name = ''] = REFERENCE.exec(window) ?? [];
    const code = hex === '' ? Number(number) : Number.parseInt(hex, 16);
    const hidesAddress = name !== '' || (written !== '' && /[a-z:/.]/i.test(String.fromCharCode(code)));
    return hidesAddress ? this.#put(1, '&amp;') : this.#take(1);
  }

  #readCode(): boolean {
    const [marks] = /^`+/.exec(this.#buffer)!;
    const end = this.#isUnsure ? null : this.#settle(matchCode(this.#buffer, 0), () => this.#matchLastCode());
    if (end === 'open') return false;
    if (this.#isUnsure && marks.length === this.#buffer.length && !this.#isLast) return false;
    // Cells of a table end code, and nothing in a tag is code.
    const isCode = end !== null && !this.#mayHaveHtml && !this.#buffer.slice(0, end).includes('|');
    this.#isUnsure ||= !isCode;
    return this.#take(isCode ? end : marks.length);
  }

  /** Match code that ends with the text. */
  #matchLastCode(): number | null {
    const found = matchCode(`${this.#buffer}\n`, 0);
    return found === 'open' ? null : found;
  }

  async #readAutolink(): Promise<boolean> {
    const address = matchAt(AUTOLINK, this.#buffer);
    if (address !== '') {
      const passed = address.includes('&') ? null : await this.#check(address.slice(1, -1), 'link');
      return passed === null
        ? this.#replace(address.length, plainAddress(address))
        : this.#take(address.length);
    }
    if (!this.#isLast && this.#buffer.length < MAX_MARK && matchAt(OPEN_AUTOLINK, this.#buffer) !== '')
      return false;
    this.#mayHaveHtml ||= /^<[a-z/!?]/i.test(this.#buffer);
    return this.#take(1);
  }

  async #readWebAddress(): Promise<boolean> {
    if (/[a-z]$/i.test(this.#line)) return this.#take(1);
    const window = this.#buffer.slice(0, MAX_MARK);
    if (!this.#isLast && matchAt(OPEN_WEB_ADDRESS, window) !== '') return false;
    const address = matchAt(WEB_ADDRESS, window);
    if (address === '') return this.#take(1);
    if (address.length === this.#buffer.length && address.length < MAX_MARK && !this.#isLast) return false;
    const whole = /^www/i.test(address) ? `http://${address}` : address;
    const passes = address.length < MAX_MARK && (await this.#check(whole, 'link')) !== null;
    return passes ? this.#take(address.length) : this.#replace(address.length, plainAddress(address));
  }

  /** @param start position of the opening bracket: 1 behind the mark of an image */
  async #readBracket(start: 0 | 1): Promise<boolean> {
    if (start === 0 && LINE_START.test(this.#line)) {
      const definition = await this.#readDefinition();
      if (definition !== null) return definition;
    }
    const closing = this.#settle(matchBrackets(this.#buffer, start, !this.#isUnsure));
    if (closing === 'open') return false;
    if (closing === null) return this.#take(start + 1);
    if (this.#buffer.length === closing + 1 && !this.#isLast) return false;
    const cited = this.#buffer[closing + 1] === '(' ? null : this.#readCitation(start, closing);
    if (cited !== null) return cited;
    const found = this.#buffer[closing + 1] === '(' ? matchDestination(this.#buffer, closing + 1) : null;
    const destination = this.#settle(found);
    if (destination === 'open') return false;
    if (destination === null) return this.#take(start + 1);
    const text = await this.#filterInside(this.#buffer.slice(start + 1, closing));
    const address = await this.#check(destination.address, start === 1 ? 'image' : 'link');
    if (address === null) return this.#replace(destination.end, text);
    return this.#put(destination.end, `${'!'.repeat(start)}[${text}](${address})`);
  }

  /** Number citations as the reader sees the sections. @returns `null` if the brackets cite nothing */
  #readCitation(start: number, closing: number): boolean | null {
    const [, numbers] = CITATION.exec(this.#buffer.slice(start + 1, closing)) ?? [];
    if (this.#cite === undefined || numbers === undefined || start === 1) return null;
    if (!this.#needs(closing + 3)) return false;
    if (isIndex(this.#line, this.#buffer.slice(closing + 1, closing + 3))) return null;
    const cited = new Set(readNumbers(numbers).map(this.#cite));
    const marks = [...cited].flatMap((number) => (number === null ? [] : `[${number}]`));
    return this.#put(closing + 1, marks.join(''));
  }

  /** @returns `null` if there is no link definition */
  async #readDefinition(): Promise<boolean | null> {
    const colon = this.#settle(matchLabel(this.#buffer, 0));
    if (colon === 'open') return false;
    const found = colon === null ? null : this.#settle(matchDefinition(this.#buffer, colon, this.#isLast));
    if (colon === null || found === null) return null;
    if (found === 'open') return false;
    const label = this.#buffer.slice(1, colon - 1);
    const address = await this.#check(found.address, 'link');
    if (address !== null) return this.#put(found.end, `[${label}]: ${address}`);
    const written = this.#buffer.slice(colon + 1, found.end).trim();
    return this.#replace(found.end, `${await this.#filterInside(label)}: ${plainAddress(written)}`);
  }

  /** Read a closing bracket whose opening one was text. */
  async #readClosing(): Promise<boolean> {
    if (!this.#needs(2)) return false;
    // Text that is no link definition could become one when its end is replaced.
    if (this.#buffer[1] === ':' && DEFINITION_START.test(this.#line)) return this.#put(2, '] :');
    if (this.#buffer[1] !== '(') return this.#take(1);
    const destination = this.#settle(matchDestination(this.#buffer, 1));
    if (destination === 'open') return false;
    const address = destination && (await this.#check(destination.address, 'link'));
    return address === null ? this.#take(1) : this.#put(destination!.end, `](${address})`);
  }

  async #filterInside(text: string): Promise<string> {
    const inside = new LinkFilter(this.#check, { cite: this.#cite }, this.#isUnsure);
    inside.#line = '[';
    return (await inside.push(text)) + (await inside.end());
  }

  /** Return whether there are this many characters, or no more will come. */
  #needs(count: number): boolean {
    return this.#buffer.length >= count || this.#isLast;
  }

  /** At the end of the text, what is open is decided. */
  #settle<Found>(match: Match<Found>, decide: () => Found | null = () => null): Match<Found> {
    return match === 'open' && this.#isLast ? decide() : match;
  }

  /** Let characters of the held text through. */
  #take(count: number): true {
    return this.#put(count, this.#buffer.slice(0, count));
  }

  /** Put text in the place of a link. It must not become part of another mark. */
  #replace(count: number, text: string): true {
    const isRisky = /[\]!\\`<:/.@]$/.test(this.#line);
    this.#put(count, isRisky ? ` ${text}` : text);
    this.#hasReplaced = true;
    return true;
  }

  /** Put text in the place of held characters, so that both sides of it stay apart. */
  #put(count: number, text: string): true {
    const seam = (this.#line.at(-1) ?? '') + (text[0] ?? '');
    const isRisky = seam === '](' || (this.#hasReplaced && /^(?:\][:[]|``|!\[|\\.)$/.test(seam));
    return this.#add(count, isRisky ? ` ${text}` : text);
  }

  #add(count: number, text: string): true {
    this.#buffer = this.#buffer.slice(count);
    this.#added += text;
    this.#blocks?.note(text);
    const lineStart = text.lastIndexOf('\n') + 1;
    this.#line = lineStart > 0 ? text.slice(lineStart) : this.#line + text;
    return true;
  }
}

/** Whether brackets of a number are an index in a line of code: what the element does not take for a citation. */
function isIndex(before: string, after: string): boolean {
  return /[\w)]$/.test(before) && /^(?: ?[a-z=+*/<-]|\.\w|[(\w])/.test(after);
}

function readNumbers(written: string): number[] {
  return written.split(/[,;&]|and/i).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[\u2013-]/).map(Number);
    return Array.from({ length: Math.min(MAX_CITED, last - first + 1) }, (_, at) => first + at);
  });
}

function matchAt(pattern: RegExp, text: string): string {
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0] ?? '';
}
