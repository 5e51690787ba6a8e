import { CHARACTER_REFERENCE, decodeCharacterReference } from './character-references.ts';
import { InlineHtmlReader } from './html-syntax.ts';
import { MAX_HALF_WRITTEN_ADDRESS_LENGTH, MAX_HALF_WRITTEN_LENGTH, MAX_INLINE_DEPTH } from './limits.ts';
import { matchAt, normalizeLabel, readLabel, readResource, skip, type Definition } from './link-syntax.ts';
import { findEmails, matchWebAddress, WEB_ADDRESS_START } from './literal-autolinks.ts';
import type { Inline } from './tree.ts';
import { trimSpaces, trimSpacesAtEnd } from './whitespace.ts';

/** What inline content depends on beside its own text. */
export interface InlineContext {
  /** The definition of a normalized label. */
  define(label: string): Definition | undefined;
  /** Told of each label that was looked up and has no definition, and whether its link was shown as if it had one. */
  onMissing(label: string, isAwaited: boolean): void;
  /** Whether the text may still go on: what is half-written at its end is then left out, or taken as what it becomes. */
  readonly open: boolean;
  /** Whether definitions may still come: `[label][reference]` is then shown as its label. */
  readonly awaitsDefinitions: boolean;
}

/**
 * Reads inline content by the algorithm of CommonMark 0.31.2, appendix, with the strikethrough and the autolinks of GFM.
 * Takes time in proportion to the length of the text.
 */
export function parseInlines(text: string, context: InlineContext): Inline[] {
  return new InlineParser(text, context).parse();
}

const PLAIN_TEXT = /[^\n`[\]\\!<&*_~]+/y;
const BACKTICKS = /`+/y;
const EMAIL_AUTOLINK =
  /<([\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*)>/y;
const AUTOLINK = /<([A-Za-z][A-Za-z\d.+-]{1,31}:[^<> \p{Cc}]*)>/uy;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const SPACES = / */y;

/** The end of an unfinished text that the next character may make part of a mark. */
const UNDECIDED_END =
  /(?:[*_~`]+|!?\[|!|\\|&(?:#[xX]?[\da-fA-F]{0,7}|[A-Za-z][A-Za-z\d]{0,31})?|<[^\s<>]{0,200})$/;
const HALF_WRITTEN_RESOURCE =
  /^\(\s*(?:<[^<>\n]*>?|[^\s<]\S*)?(?:\s+(?:"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|\((?:[^()\\]|\\[^])*\)?)?\s*)?$/;
const HALF_WRITTEN_REFERENCE = /^\[(?:[^\\[\]]|\\[^]){0,999}\\?$/;

/** A node while its text is read: pieces form doubly linked lists, so that any run of them can become the children of another. */
class Piece {
  readonly type: Inline['type'];
  value: string;
  url = '';
  title = '';
  /** How many levels of pieces stand below this one. */
  height = 0;
  first: Piece | null = null;
  last: Piece | null = null;
  previous: Piece | null = null;
  next: Piece | null = null;

  constructor(type: Inline['type'], value = '') {
    this.type = type;
    this.value = value;
  }

  append(piece: Piece): void {
    piece.previous = this.last;
    piece.next = null;
    if (this.last) this.last.next = piece;
    else this.first = piece;
    this.last = piece;
    this.height = Math.max(this.height, piece.height + 1);
  }
}

/** A run of `*`, `_` or `~` that may open or close emphasis. */
interface Delimiter {
  readonly piece: Piece;
  readonly character: string;
  readonly position: number;
  /** Length of the run as written. */
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  previous: Delimiter | null;
  next: Delimiter | null;
}

/** A `[` or `![` that may open a link or an image. */
interface Bracket {
  readonly piece: Piece;
  readonly isImage: boolean;
  /** Where the label begins. */
  readonly position: number;
  readonly previousDelimiter: Delimiter | null;
  readonly previous: Bracket | null;
  /** Whether there is a link inside (and so in every bracket around): links do not contain links. */
  containsLink: boolean;
  containsBracket: boolean;
}

class InlineParser {
  readonly #text: string;
  readonly #context: InlineContext;
  readonly #html: InlineHtmlReader;
  readonly #root = new Piece('emphasis');
  #position = 0;
  #delimiters: Delimiter | null = null;
  #brackets: Bracket | null = null;
  /** Positions of the backtick runs of each length, last one first; filled when the first run is met. */
  #backtickRuns: Map<number, number[]> | null = null;

  constructor(text: string, context: InlineContext) {
    const trimmed = trimSpaces(text);
    this.#text = context.open ? withoutUndecidedEnd(trimmed) : trimmed;
    this.#context = context;
    this.#html = new InlineHtmlReader(this.#text);
  }

  parse(): Inline[] {
    while (this.#position < this.#text.length) this.#readNext();
    if (this.#context.open) this.#dropUnclosedBrackets();
    this.#resolveEmphasis(null);
    return toInlines(this.#root, true);
  }

  #readNext(): void {
    const character = this.#text[this.#position]!;
    switch (character) {
      case '\n':
        return this.#readLineEnd();
      case '\\':
        return this.#readEscape();
      case '`':
        return this.#readCode();
      case '*':
      case '_':
      case '~':
        return this.#readDelimiters(character);
      case '[':
        return this.#openBracket('[');
      case '!':
        return this.#text[this.#position + 1] === '[' ? this.#openBracket('![') : this.#appendText('!');
      case ']':
        return this.#closeBracket();
      case '<':
        return this.#readAutolink() || this.#readHtml() ? undefined : this.#appendText('<');
      case '&':
        return this.#readCharacterReference();
      default:
        return this.#readText();
    }
  }

  /** Appends text and moves past `length` characters of what it was read from. */
  #appendText(value: string, length = value.length): void {
    this.#root.append(new Piece('text', value));
    this.#position += length;
  }

  #readText(): void {
    const [run] = matchAt(PLAIN_TEXT, this.#text, this.#position)!;
    // No links inside what may be a link's own text (GFM's reference implementation does the same).
    if (this.#brackets === null && (run.includes('://') || run.includes('www.'))) {
      for (const { index } of run.matchAll(WEB_ADDRESS_START)) {
        const address = matchWebAddress(this.#text, this.#position + index);
        if (address === null) continue;
        if (index > 0) this.#appendText(run.slice(0, index));
        return this.#appendLink(address.url, address.text, address.text.length);
      }
    }
    this.#appendText(run);
  }

  #readLineEnd(): void {
    const before = this.#root.last;
    let isHard = false;
    if (before?.type === 'text' && before.value.endsWith(' ')) {
      isHard = before.value.endsWith('  ');
      let end = before.value.length;
      while (before.value[end - 1] === ' ') end--;
      before.value = before.value.slice(0, end);
    }
    if (isHard) this.#appendBreak();
    else this.#appendText('\n');
    this.#position = skip(SPACES, this.#text, this.#position);
  }

  #appendBreak(): void {
    this.#root.append(new Piece('break'));
    this.#position++;
  }

  #readEscape(): void {
    const escaped = this.#text[this.#position + 1] ?? '';
    if (escaped === '\n') {
      this.#position++;
      this.#appendBreak();
      this.#position = skip(SPACES, this.#text, this.#position);
    } else if (ASCII_PUNCTUATION.test(escaped)) this.#appendText(escaped, 2);
    else this.#appendText('\\');
  }

  #readCode(): void {
    const [marks] = matchAt(BACKTICKS, this.#text, this.#position)!;
    const start = this.#position + marks.length;
    let end = this.#findBackticks(marks.length, start);
    if (end < 0) {
      if (!this.#isHalfWritten(start)) return this.#appendText(marks);
      end = this.#text.length;
    }
    let code = this.#text.slice(start, end).replaceAll('\n', ' ');
    if (code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '') code = code.slice(1, -1);
    this.#root.append(new Piece('inlineCode', code));
    this.#position = end + marks.length;
  }

  /** Where the next run of exactly so many backticks begins, or -1. */
  #findBackticks(length: number, from: number): number {
    if (this.#backtickRuns === null) {
      this.#backtickRuns = new Map();
      for (const { 0: run, index } of [...this.#text.slice(from).matchAll(/`+/g)].reverse()) {
        const runs = this.#backtickRuns.get(run.length);
        if (runs) runs.push(from + index);
        else this.#backtickRuns.set(run.length, [from + index]);
      }
    }
    const runs = this.#backtickRuns.get(length) ?? [];
    while (runs.length > 0 && runs.at(-1)! < from) runs.pop();
    return runs.at(-1) ?? -1;
  }

  #readAutolink(): boolean {
    const email = matchAt(EMAIL_AUTOLINK, this.#text, this.#position);
    const address = email ?? matchAt(AUTOLINK, this.#text, this.#position);
    if (address === null) return false;
    this.#appendLink((email ? 'mailto:' : '') + address[1]!, address[1]!, address[0].length);
    return true;
  }

  #appendLink(url: string, text: string, length: number): void {
    const link = new Piece('link');
    link.url = url;
    link.append(new Piece('text', text));
    this.#root.append(link);
    this.#position += length;
  }

  #readHtml(): boolean {
    const end = this.#html.read(this.#position);
    if (end < 0) return false;
    this.#appendText(this.#text.slice(this.#position, end));
    return true;
  }

  #readCharacterReference(): void {
    const match = matchAt(CHARACTER_REFERENCE, this.#text, this.#position);
    if (match) this.#appendText(decodeCharacterReference(match[0]), match[0].length);
    else this.#appendText('&');
  }

  #readDelimiters(character: string): void {
    const start = this.#position;
    let end = start + 1;
    while (this.#text[end] === character) end++;
    const before = start === 0 ? '\n' : characterBefore(this.#text, start);
    const after = end === this.#text.length ? '\n' : String.fromCodePoint(this.#text.codePointAt(end)!);
    const isSpaceBefore = /\s/.test(before);
    const isSpaceAfter = /\s/.test(after);
    const isPunctuationBefore = PUNCTUATION.test(before);
    const isPunctuationAfter = PUNCTUATION.test(after);
    const isLeftFlanking = !isSpaceAfter && (!isPunctuationAfter || isSpaceBefore || isPunctuationBefore);
    const isRightFlanking = !isSpaceBefore && (!isPunctuationBefore || isSpaceAfter || isPunctuationAfter);
    const isWordMark = character === '_';
    const canOpen = isLeftFlanking && (!isWordMark || !isRightFlanking || isPunctuationBefore);
    const canClose = isRightFlanking && (!isWordMark || !isLeftFlanking || isPunctuationAfter);

    this.#appendText(this.#text.slice(start, end));
    const length = end - start;
    if (!(canOpen || canClose) || (character === '~' && length > 2)) return;
    const previous = this.#delimiters;
    const piece = this.#root.last!;
    this.#delimiters = { piece, character, position: start, length, canOpen, canClose, previous, next: null };
    if (previous) previous.next = this.#delimiters;
  }

  #openBracket(mark: '[' | '!['): void {
    this.#appendText(mark);
    if (this.#brackets) this.#brackets.containsBracket = true;
    this.#brackets = {
      piece: this.#root.last!,
      isImage: mark === '![',
      position: this.#position,
      previousDelimiter: this.#delimiters,
      previous: this.#brackets,
      containsLink: false,
      containsBracket: false,
    };
  }

  #closeBracket(): void {
    const opener = this.#brackets;
    if (opener === null) return this.#appendText(']');
    this.#brackets = opener.previous;
    if (opener.containsLink && !opener.isImage) return this.#appendText(']');

    const after = this.#position + 1;
    const target = this.#readTarget(opener, after);
    if (target === null) return this.#appendText(']');
    if (target.value === null) {
      opener.piece.value = '';
      this.#position = target.end;
      return;
    }
    if (heightOf(opener.piece.next, null) > MAX_INLINE_DEPTH) {
      // Everything around is deeper still.
      this.#brackets = null;
      return this.#appendText(']');
    }
    const link = new Piece(opener.isImage ? 'image' : 'link');
    link.url = target.value.url;
    link.title = target.value.title;
    this.#resolveEmphasis(opener.previousDelimiter);
    wrapFollowing(this.#root, opener.piece, null, link);
    opener.piece.value = '';
    this.#position = target.end;
    if (opener.isImage) return;
    for (let outer = this.#brackets; outer && !outer.containsLink; outer = outer.previous)
      outer.containsLink = true;
  }

  /** Where a link with the text just closed goes; with `value` null it is half-written and only its text is shown. */
  #readTarget(opener: Bracket, after: number): { end: number; value: Definition | null } | null {
    const text = this.#text;
    if (text[after] === '(') {
      const resource = readResource(text, after);
      if (resource) return resource;
      if (
        this.#isHalfWritten(after, MAX_HALF_WRITTEN_ADDRESS_LENGTH) &&
        HALF_WRITTEN_RESOURCE.test(text.slice(after))
      )
        return { end: text.length, value: null };
    }
    const reference = readLabel(text, after);
    const isFull = reference !== null && reference.value !== '';
    if (isFull || !opener.containsBracket) {
      const label = normalizeLabel(isFull ? reference.value : text.slice(opener.position, after - 1));
      const end = reference?.end ?? after;
      const definition = this.#context.define(label);
      if (definition) return { end, value: definition };
      const isAwaited = reference !== null && this.#context.awaitsDefinitions && !followsWord(text, opener);
      if (label !== '') {
        this.#context.onMissing(label, isAwaited);
        if (isAwaited) return { end, value: null };
      }
    }
    const isUndecided =
      this.#isHalfWritten(opener.position) &&
      (after === text.length || (text[after] === '[' && HALF_WRITTEN_REFERENCE.test(text.slice(after))));
    return isUndecided ? { end: text.length, value: null } : null;
  }

  /** Whether something that began at `start` counts as still being written. */
  #isHalfWritten(start: number, limit = MAX_HALF_WRITTEN_LENGTH): boolean {
    return this.#context.open && this.#text.length - start <= limit;
  }

  /** What stands after a bracket that is still open is shown as the label that it becomes. */
  #dropUnclosedBrackets(): void {
    for (let bracket = this.#brackets; bracket; bracket = bracket.previous) {
      if (!this.#isHalfWritten(bracket.position)) return;
      if (bracket.isImage || !bracket.containsLink) bracket.piece.value = '';
    }
  }

  /** Pairs the delimiters above `bottom` and forgets them. */
  #resolveEmphasis(bottom: Delimiter | null): void {
    const bottoms = new Map<string, Delimiter | null>();
    let closer = this.#delimiters;
    if (closer === bottom) return;
    while (closer && closer.previous !== bottom) closer = closer.previous;

    while (closer) {
      if (!closer.canClose) {
        closer = closer.next;
        continue;
      }
      // Openers of which it is known that closers like this one do not match them are not looked at again.
      const kind = `${closer.character}${closer.canOpen}${closer.character === '~' ? closer.length : closer.length % 3}`;
      const searched = bottoms.has(kind) ? bottoms.get(kind)! : bottom;
      let opener = closer.previous;
      while (opener && opener !== bottom && opener !== searched && !matches(opener, closer))
        opener = opener.previous;

      if (!opener || opener === bottom || opener === searched || !this.#wrapEmphasis(opener, closer)) {
        bottoms.set(kind, closer.previous);
        const next: Delimiter | null = closer.next;
        if (!closer.canOpen) this.#removeDelimiter(closer);
        closer = next;
        continue;
      }
      opener.next = closer;
      closer.previous = opener;
      if (opener.piece.value === '') this.#removeDelimiter(opener);
      if (closer.piece.value === '') {
        const next: Delimiter | null = closer.next;
        this.#removeDelimiter(closer);
        closer = next;
      }
    }
    if (bottom === null && this.#context.open) this.#closeHalfWrittenEmphasis();
    this.#delimiters = bottom;
    if (bottom) bottom.next = null;
  }

  /** Puts what stands between two delimiters into emphasis, which uses up one or two characters of both. */
  #wrapEmphasis(opener: Delimiter, closer: Delimiter): boolean {
    if (heightOf(opener.piece.next, closer.piece) > MAX_INLINE_DEPTH) return false;
    const isDouble = opener.piece.value.length >= 2 && closer.piece.value.length >= 2;
    const type = opener.character === '~' ? 'delete' : isDouble ? 'strong' : 'emphasis';
    opener.piece.value = opener.piece.value.slice(isDouble ? 2 : 1);
    closer.piece.value = closer.piece.value.slice(isDouble ? 2 : 1);
    wrapFollowing(this.#root, opener.piece, closer.piece, new Piece(type));
    return true;
  }

  /** Closes at the end of the text what was opened not long before. */
  #closeHalfWrittenEmphasis(): void {
    for (let opener = this.#delimiters; opener; opener = opener.previous) {
      const { piece, character } = opener;
      if (!opener.canOpen || !this.#isHalfWritten(opener.position)) continue;
      // A single tilde most often means "about".
      if (character === '~' && piece.value.length < 2) continue;
      while (piece.value !== '' && heightOf(piece.next, null) <= MAX_INLINE_DEPTH) {
        const isDouble = piece.value.length >= 2;
        const type = character === '~' ? 'delete' : isDouble ? 'strong' : 'emphasis';
        piece.value = piece.value.slice(isDouble ? 2 : 1);
        wrapFollowing(this.#root, piece, null, new Piece(type));
      }
    }
  }

  #removeDelimiter(delimiter: Delimiter): void {
    if (delimiter.previous) delimiter.previous.next = delimiter.next;
    if (delimiter.next) delimiter.next.previous = delimiter.previous;
    else this.#delimiters = delimiter.previous;
  }
}

/** Whether a closer pairs with an opener (CommonMark 0.31.2, 6.2, rules 9 and 10; GFM 6.5). */
function matches(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.character !== closer.character || !opener.canOpen) return false;
  if (opener.character === '~') return opener.length === closer.length;
  const eitherDoesBoth = closer.canOpen || opener.canClose;
  return !(eitherDoesBoth && closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0);
}

function heightOf(from: Piece | null, until: Piece | null): number {
  let height = 0;
  for (let piece = from; piece && piece !== until; piece = piece.next)
    height = Math.max(height, piece.height + 1);
  return height;
}

/** Moves the pieces after `start` and before `until` (all of them when null) into `wrapper`, which takes their place. */
function wrapFollowing(root: Piece, start: Piece, until: Piece | null, wrapper: Piece): void {
  for (let piece = start.next; piece && piece !== until;) {
    const { next } = piece;
    wrapper.append(piece);
    piece = next;
  }
  wrapper.previous = start;
  wrapper.next = until;
  start.next = wrapper;
  if (until) until.previous = wrapper;
  else root.last = wrapper;
}

/** Turns pieces into nodes of the tree; neighbouring texts become one. */
function toInlines(parent: Piece, mayLink: boolean): Inline[] {
  const inlines: Inline[] = [];
  let text = '';
  const flush = (): void => {
    if (text === '') return;
    if (mayLink) inlines.push(...findEmails(text));
    else inlines.push({ type: 'text', value: text });
    text = '';
  };
  for (let piece = parent.first; piece; piece = piece.next) {
    if (piece.type === 'text') {
      text += piece.value;
      continue;
    }
    flush();
    inlines.push(toInline(piece, mayLink));
  }
  flush();
  return inlines;
}

function toInline(piece: Piece, mayLink: boolean): Inline {
  const { type, value, url, title } = piece;
  switch (type) {
    case 'text':
    case 'inlineCode':
      return { type, value };
    case 'break':
      return { type };
    case 'image':
      return { type, url, title, alt: plainText(piece) };
    case 'link':
      return { type, url, title, children: toInlines(piece, false) };
    default:
      return { type, children: toInlines(piece, mayLink) };
  }
}

function plainText(parent: Piece): string {
  let text = '';
  for (let piece = parent.first; piece; piece = piece.next) {
    text += piece.type === 'break' ? '\n' : piece.value + plainText(piece);
  }
  return text;
}

function withoutUndecidedEnd(text: string): string {
  let rest = text;
  while (text.length - rest.length < MAX_HALF_WRITTEN_LENGTH) {
    const end = UNDECIDED_END.exec(rest.slice(-MAX_HALF_WRITTEN_LENGTH));
    if (end === null) break;
    rest = trimSpacesAtEnd(rest.slice(0, -end[0].length));
  }
  return rest;
}

function followsWord(text: string, opener: Bracket): boolean {
  const before = text[opener.position - (opener.isImage ? 3 : 2)];
  return before !== undefined && /[\w\]]/.test(before);
}

function characterBefore(text: string, position: number): string {
  const isPair = /[\udc00-\udfff]/.test(text[position - 1]!) && position > 1;
  return text.slice(position - (isPair ? 2 : 1), position);
}
