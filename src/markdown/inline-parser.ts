import { CHARACTER_REFERENCE, decodeCharacterReference } from './character-references.ts';
import { readInlineHtml } from './html-syntax.ts';
import { MAX_HALF_WRITTEN_LENGTH, MAX_INLINE_DEPTH } from './limits.ts';
import {
  matchAt,
  mayBecomeResource,
  normalizeLabel,
  readLabel,
  readResource,
  skip,
  type Definition,
} from './link-syntax.ts';
import { createLink, matchWebAddress, toTexts, WEB_ADDRESS_START } from './literal-autolinks.ts';
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
const SPACE_BEFORE = /(?<=^|\s)/y;
const SPACE_AFTER = /\s|$/y;
const PUNCTUATION_BEFORE = /(?<=[\p{P}\p{S}])/uy;
const PUNCTUATION_AFTER = /[\p{P}\p{S}]/uy;
const SPACES = / */y;

/** The end of an unfinished text that the next character may make part of a mark. */
const UNDECIDED_END =
  /(?:[*_~`]+|!?\[|!|\\|&(?:#[xX]?[\da-fA-F]{0,7}|[A-Za-z][A-Za-z\d]{0,31})?|<[^\s<>]{0,200})$/;
const HALF_WRITTEN_REFERENCE = /^\[(?:[^\\[\]]|\\[^]){0,999}\\?$/;

/** A run of `*`, `_` or `~` that may open or close emphasis. */
interface DelimiterRun {
  readonly position: number;
  /** As written. */
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/** What was read: text, which may turn out to be a mark and is then taken off, or a finished node. */
interface Piece {
  text: string;
  readonly run: DelimiterRun | null;
  readonly node: Inline | null;
  /** How many levels of nodes stand below the node. */
  readonly height: number;
}

/** A `[` or `![` that may open a link or an image. */
interface Bracket {
  /** Which piece it is. */
  readonly index: number;
  readonly isImage: boolean;
  /** Where the label begins. */
  readonly position: number;
}

class InlineParser {
  readonly #text: string;
  readonly #context: InlineContext;
  /** The ends of raw HTML that do not come any more. */
  readonly #missingEnds = new Set<RegExp>();
  readonly #pieces: Piece[] = [];
  #position = 0;
  /** Those that may still be closed, outermost first. */
  #brackets: Bracket[] = [];
  /** Where the labels of the last bracket and of the last link began. */
  #lastBracket = 0;
  #lastLink = 0;
  /** Positions of the backtick runs of each length, last one first; filled when the first run is met. */
  #backtickRuns: number[][] | null = null;

  constructor(text: string, context: InlineContext) {
    const trimmed = trimSpaces(text);
    this.#text = context.open ? withoutUndecidedEnd(trimmed) : trimmed;
    this.#context = context;
  }

  parse(): Inline[] {
    while (this.#position < this.#text.length) this.#readNext();
    if (this.#context.open) this.#dropUnclosedBrackets();
    const openers = this.#resolveEmphasis(0, true);
    if (this.#context.open) this.#closeHalfWrittenEmphasis(openers);
    return toInlines(this.#pieces, true);
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
        return this.#readAngle();
      case '&':
        return this.#readCharacterReference();
      default:
        return this.#readText();
    }
  }

  /** Appends text and moves past `length` characters of what it was read from. */
  #appendText(text: string, length = text.length, run: DelimiterRun | null = null): void {
    this.#pieces.push({ text, run, node: null, height: 0 });
    this.#position += length;
  }

  #appendNode(node: Inline, length: number, height = 0): void {
    this.#pieces.push({ text: '', run: null, node, height });
    this.#position += length;
  }

  #readText(): void {
    const [run] = matchAt(PLAIN_TEXT, this.#text, this.#position)!;
    // No links inside what may be a link's own text (GFM's reference implementation does the same).
    if (this.#brackets.length === 0) {
      for (const { 0: start, index } of run.matchAll(WEB_ADDRESS_START)) {
        const address = matchWebAddress(this.#text, this.#position + index);
        if (address === '') continue;
        if (index > 0) this.#appendText(run.slice(0, index));
        return this.#appendLink(address, /^w/i.test(start) ? 'http://' : '');
      }
    }
    this.#appendText(run);
  }

  #readLineEnd(): void {
    const last = this.#pieces.at(-1);
    const before = last?.text ?? '';
    if (before.endsWith(' ')) last!.text = /^[^]*[^ ]/.exec(before)?.[0] ?? '';
    this.#endLine(before.endsWith('  '));
  }

  #endLine(isHard: boolean): void {
    if (isHard) this.#appendNode({ type: 'break' }, 1);
    else this.#appendText('\n');
    this.#position = skip(SPACES, this.#text, this.#position);
  }

  #readEscape(): void {
    const escaped = this.#text[this.#position + 1] ?? '';
    if (escaped === '\n') {
      this.#position++;
      this.#endLine(true);
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
    this.#appendNode({ type: 'inlineCode', value: code }, end + marks.length - this.#position);
  }

  /** Where the next run of exactly so many backticks begins, or -1. */
  #findBackticks(length: number, from: number): number {
    if (this.#backtickRuns === null) {
      this.#backtickRuns = [];
      for (const { 0: run, index } of [...this.#text.matchAll(/`+/g)].reverse())
        (this.#backtickRuns[run.length] ??= []).push(index);
    }
    const runs = this.#backtickRuns[length] ?? [];
    while (runs.length > 0 && runs.at(-1)! < from) runs.pop();
    return runs.at(-1) ?? -1;
  }

  #readAngle(): void {
    const email = matchAt(EMAIL_AUTOLINK, this.#text, this.#position);
    const address = email ?? matchAt(AUTOLINK, this.#text, this.#position);
    if (address) this.#appendLink(address[1]!, email ? 'mailto:' : '', address[0].length);
    else this.#appendText(readInlineHtml(this.#text, this.#position, this.#missingEnds) || '<');
  }

  #appendLink(address: string, scheme: string, length = address.length): void {
    this.#appendNode(createLink(address, scheme), length, 1);
  }

  #readCharacterReference(): void {
    const match = matchAt(CHARACTER_REFERENCE, this.#text, this.#position);
    if (match) this.#appendText(decodeCharacterReference(match[0]), match[0].length);
    else this.#appendText('&');
  }

  #readDelimiters(character: string): void {
    const position = this.#position;
    let end = position + 1;
    while (this.#text[end] === character) end++;
    const length = end - position;
    const isSpaceBefore = matchAt(SPACE_BEFORE, this.#text, position) !== null;
    const isSpaceAfter = matchAt(SPACE_AFTER, this.#text, end) !== null;
    const isPunctuationBefore = matchAt(PUNCTUATION_BEFORE, this.#text, position) !== null;
    const isPunctuationAfter = matchAt(PUNCTUATION_AFTER, this.#text, end) !== null;
    const isLeftFlanking = !isSpaceAfter && (!isPunctuationAfter || isSpaceBefore || isPunctuationBefore);
    const isRightFlanking = !isSpaceBefore && (!isPunctuationBefore || isSpaceAfter || isPunctuationAfter);
    const isWordMark = character === '_';
    const canOpen = isLeftFlanking && (!isWordMark || !isRightFlanking || isPunctuationBefore);
    const canClose = isRightFlanking && (!isWordMark || !isLeftFlanking || isPunctuationAfter);
    const isMark = character !== '~' || length <= 2;
    const run = isMark ? { position, length, canOpen, canClose } : null;
    this.#appendText(this.#text.slice(position, end), length, run);
  }

  #openBracket(mark: '[' | '!['): void {
    this.#appendText(mark);
    this.#lastBracket = this.#position;
    this.#brackets.push({
      index: this.#pieces.length - 1,
      isImage: mark === '![',
      position: this.#position,
    });
  }

  #closeBracket(): void {
    const opener = this.#brackets.pop();
    // Links do not contain links.
    const mayClose = opener && (opener.isImage || opener.position > this.#lastLink);
    const target = mayClose ? this.#readTarget(opener, this.#position + 1) : null;
    if (!opener || !target) return this.#appendText(']');
    const { index, isImage, position } = opener;
    if (target.value !== null) {
      const { url, title } = target.value;
      this.#resolveEmphasis(index + 1, false);
      const isWrapped = this.#wrap(index + 1, false, (children) =>
        isImage
          ? { type: 'image', url, title, alt: plainText(children) }
          : { type: 'link', url, title, children },
      );
      if (!isWrapped) {
        // Everything around is deeper still.
        this.#brackets = [];
        return this.#appendText(']');
      }
      if (!isImage) this.#lastLink = position;
    }
    this.#pieces[index]!.text = '';
    this.#position = target.end;
  }

  /** Where a link with the text just closed goes; with `value` null it is half-written and only its text is shown. */
  #readTarget(opener: Bracket, after: number): { end: number; value: Definition | null } | null {
    const text = this.#text;
    if (text[after] === '(') {
      const resource = readResource(text, after);
      if (resource) return resource;
      if (this.#context.open && mayBecomeResource(text.slice(after)))
        return { end: text.length, value: null };
    }
    const reference = readLabel(text, after);
    const isFull = reference !== null && reference.value !== '';
    if (isFull || opener.position >= this.#lastBracket) {
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
  #isHalfWritten(start: number): boolean {
    return this.#context.open && this.#text.length - start <= MAX_HALF_WRITTEN_LENGTH;
  }

  /** What stands after a bracket that is still open is shown as the label that it becomes. */
  #dropUnclosedBrackets(): void {
    for (const { index, isImage, position } of this.#brackets) {
      if (this.#isHalfWritten(position) && (isImage || position > this.#lastLink))
        this.#pieces[index]!.text = '';
    }
  }

  /** Pairs the delimiters among the pieces from `start` on; returns which pieces are still open then. */
  #resolveEmphasis(start: number, mayLink: boolean): number[] {
    const openers: number[] = [];
    const openerAt = (place: number): Piece => this.#pieces[openers[place]!]!;
    /** Openers before these positions are known not to match closers of this kind. */
    const searched = new Map<string, number>();
    for (const piece of this.#pieces.splice(start)) {
      const { run } = piece;
      while (run?.canClose && piece.text !== '') {
        const kind = `${piece.text[0]}${run.canOpen}${run.length % 3}`;
        let last = openers.length - 1;
        while (last >= 0 && !matches(openerAt(last), piece))
          last = openerAt(last).run!.position < (searched.get(kind) ?? 0) ? -1 : last - 1;
        if (last < 0 || !this.#emphasize(openers[last]!, mayLink, piece)) {
          searched.set(kind, run.position);
          break;
        }
        openers.length = openerAt(last).text === '' ? last : last + 1;
      }
      if (run?.canOpen && piece.text !== '') openers.push(this.#pieces.length);
      this.#pieces.push(piece);
    }
    return openers;
  }

  /** Closes at the end of the text what was opened not long before. */
  #closeHalfWrittenEmphasis(openers: readonly number[]): void {
    for (const index of openers.toReversed()) {
      const piece = this.#pieces[index]!;
      // A single tilde most often means "about".
      if (!this.#isHalfWritten(piece.run!.position) || piece.text === '~') continue;
      while (piece.text !== '' && this.#emphasize(index, true)) continue;
    }
  }

  /** Puts what follows an opener into emphasis, which uses up one or two characters of it and of its closer. */
  #emphasize(index: number, mayLink: boolean, closer?: Piece): boolean {
    const opener = this.#pieces[index]!;
    const length = Math.min(opener.text.length, closer?.text.length ?? 2, 2);
    const type = opener.text[0] === '~' ? 'delete' : length === 2 ? 'strong' : 'emphasis';
    if (!this.#wrap(index + 1, mayLink, (children) => ({ type, children }))) return false;
    opener.text = opener.text.slice(length);
    if (closer) closer.text = closer.text.slice(length);
    return true;
  }

  /** Makes the pieces from `start` on the children of a node, unless that would be too deep; returns whether it was done. */
  #wrap(start: number, mayLink: boolean, create: (children: Inline[]) => Inline): boolean {
    let height = 1;
    for (let index = start; index < this.#pieces.length; index++)
      height = Math.max(height, this.#pieces[index]!.height + 1);
    if (height > MAX_INLINE_DEPTH) return false;
    this.#appendNode(create(toInlines(this.#pieces.splice(start), mayLink)), 0, height);
    return true;
  }
}

/** Whether a closer pairs with an opener (CommonMark 0.31.2, 6.2, rules 9 and 10; GFM 6.5). */
function matches({ text, run: opener }: Piece, { text: closingText, run: closer }: Piece): boolean {
  if (text[0] !== closingText[0]) return false;
  if (text[0] === '~') return opener!.length === closer!.length;
  const eitherDoesBoth = closer!.canOpen || opener!.canClose;
  return !(eitherDoesBoth && closer!.length % 3 !== 0 && (opener!.length + closer!.length) % 3 === 0);
}

/** Turns pieces into nodes of the tree; neighbouring texts become one. */
function toInlines(pieces: readonly Piece[], mayLink: boolean): Inline[] {
  const inlines: Inline[] = [];
  let rest = '';
  for (const { text, node } of pieces) {
    rest += text;
    if (node === null) continue;
    inlines.push(...toTexts(rest, mayLink), node);
    rest = '';
  }
  inlines.push(...toTexts(rest, mayLink));
  return inlines;
}

function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'break') return '\n';
      if (inline.type === 'image') return inline.alt;
      return 'value' in inline ? inline.value : plainText(inline.children);
    })
    .join('');
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
