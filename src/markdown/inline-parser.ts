import { CHARACTER_REFERENCE } from './character-references.ts';
import type { ReadingExtensions, UseExtensions } from './extensions.ts';
import { MAX_HALF_WRITTEN_LENGTH, MAX_INLINE_DEPTH } from './limits.ts';
import {
  FOOTNOTE,
  matchAt,
  mayBecomeResource,
  normalizeLabel,
  readLabel,
  readResource,
  skipMatch,
  type Definition,
} from './link-syntax.ts';
import type { References } from './references.ts';
import type { Inline, TagName } from './tree.ts';
import { trimSpaces, trimSpacesAtEnd } from './whitespace.ts';

/** Context of inline content. */
export interface InlineContext {
  readonly references: Pick<References, 'find' | 'isCitation'>;
  /** Called for each label without a definition. @param isAwaited whether its link is shown as if it had one */
  onMissing(label: string, isAwaited: boolean): void;
  /** Whether the text may go on: half-written syntax at its end is then left out, or read as if it were complete. */
  readonly open: boolean;
  /** Whether definitions may still come: `[label][reference]` is then shown as its label. */
  readonly awaitsDefinitions: boolean;
  readonly useExtensions: UseExtensions<ReadingExtensions>;
  /** Called for each link with a label: where its label begins and ends, and where all of it ends, without the spaces around the content. */
  onLink?(link: Inline, start: number, labelEnd: number, end: number): void;
}

/** Scheme of the links that marks such as `[1]` become. A link in the text with this scheme is the same. */
export const CITATION_SCHEME = 'source:';

const PLAIN_TEXT = /[^\n`[\]\\!<&*_~$]+/y;
/** What may be a formula: between dollar signs, or after a bracket with a backslash. */
const MATH = /\$\S[^$`]*\$(?!\w)|\\\(/y;
const BACKTICKS = /`+/y;
/** Of raw HTML, or of an address in angle brackets. */
const ANGLE_START = /<\S/y;
/** Start of an address without marks in a run of text. */
const WEB_ADDRESS_START = /https?:\/\/|www\./gi;
/** Label of a link that is checked before it is drawn: it names an address, or has invisible or direction characters, or no visible text. */
const DOUBTFUL_LABEL = /[\u115f\u1160\u202a-\u202e\u2060-\u206f\u3164\uffa0]|:\/\/|www\.|^[^\p{L}\p{N}]*$/iu;
/** Address of such a link: it may leave the site, or has such characters. */
const DOUBTFUL_URL = /[\u115f\u1160\u202a-\u202e\u2060-\u206f\u3164\uffa0:]|www\./iu;
const EMAIL_SIGN = /[\w.+-]@\w/;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const SPACE_BEFORE = /(?<=^|\s)/y;
const SPACE_AFTER = /\s|$/y;
const PUNCTUATION_BEFORE = /(?<=[\p{P}\p{S}])/uy;
const PUNCTUATION_AFTER = /[\p{P}\p{S}]/uy;
/** Chinese, Japanese and Korean letters and punctuation, which have no spaces around them. */
const CJK =
  '[\\u1100-\\u11ff\\u2e80-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff01-\\uffee\\u{1b000}-\\u{1b2ff}\\u{20000}-\\u{3fffd}]';
const CJK_BEFORE = new RegExp(`(?<=${CJK}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]?)`, 'uy');
const CJK_AFTER = new RegExp(CJK, 'uy');
const SPACES = / */y;

/** The end of an unfinished text that the next character may make part of a mark. */
const UNDECIDED_END =
  /(?:[*_~`]+|!?\[|!|\\|\$[^\s$]{0,40}|&(?:#[xX]?[\da-fA-F]{0,7}|[A-Za-z][A-Za-z\d]{0,31})?|<[^\s<>]{0,200})$/;
const HALF_WRITTEN_REFERENCE = /^\[(?:[^\\[\]]|\\[^]){0,999}\\?$/;

/** A run of `*`, `_` or `~` that may open or close emphasis. */
interface DelimiterRun {
  readonly position: number;
  /** As written. */
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/** Parsed content: text, from which delimiters are removed once they are paired, or a finished node. */
interface Piece {
  text: string;
  readonly run: DelimiterRun | null;
  readonly node: Inline | null;
  /** Number of levels of nodes below the node. */
  readonly height: number;
}

/** An opening tag that may still be closed. */
interface OpenTag {
  readonly name: TagName;
  /** Which piece it is. */
  readonly index: number;
  readonly position: number;
}

/** A `[` or `![` that may open a link or an image. */
interface Bracket {
  /** Which piece it is. */
  readonly index: number;
  readonly isImage: boolean;
  /** Where the label begins. */
  readonly position: number;
}

/**
 * Read inline content by the algorithm of CommonMark 0.31.2, appendix, with the strikethrough and the autolinks of GFM.
 * Takes linear time.
 */
export function parseInlines(text: string, context: InlineContext): Inline[] {
  const { useExtensions } = context;
  const trimmed = trimSpaces(text);
  const source = context.open ? withoutUndecidedEnd(trimmed) : trimmed;
  /** The ends of raw HTML that the rest of the text does not have. */
  const missingEnds = new Set<RegExp>();
  const pieces: Piece[] = [];
  /** Content so far. */
  let here = 0;
  /** Brackets that may still be closed, outermost first. */
  let brackets: Bracket[] = [];
  const openTags: OpenTag[] = [];
  /** The last address that was found plain. References repeat theirs, which may be long. */
  let plainUrl = '';
  /** Start of the labels of the last bracket and of the last link. */
  let lastBracket = 0;
  let lastLink = 0;
  /** Positions of the backtick runs of each length, last one first; filled when the first run is met. */
  let backtickRuns: number[][] | null = null;

  while (here < source.length) readNext();
  if (context.open) dropUnclosedBrackets();
  // What is half-written is shown as what it becomes.
  if (context.open) for (const tag of openTags.toReversed()) if (isHalfWritten(tag.position)) wrapTag(tag);
  const openers = resolveEmphasis(0, true);
  if (context.open) closeHalfWrittenEmphasis(openers);
  return toInlines(pieces, useExtensions);

  function decode(reference: string): string | undefined {
    return useExtensions()?.characterOf(reference);
  }

  function readNext(): void {
    const character = source[here]!;
    switch (character) {
      case '\n':
        return readLineEnd();
      case '\\':
        return readEscape();
      case '`':
        return readCode();
      case '*':
      case '_':
      case '~':
        return readDelimiters(character);
      case '[':
        return openBracket('[');
      case '!':
        return source[here + 1] === '[' ? openBracket('![') : appendText('!');
      case ']':
        return closeBracket();
      case '<':
        return readAngle();
      case '&':
        return readCharacterReference();
      case '$':
        return readMath() ? undefined : appendText('$');
      default:
        return readText();
    }
  }

  /** Append text, and consume `length` characters of the source. */
  function appendText(text: string, length = text.length, run: DelimiterRun | null = null): void {
    pieces.push({ text, run, node: null, height: 0 });
    here += length;
  }

  function appendNode(node: Inline, length: number, height = 0): void {
    pieces.push({ text: '', run: null, node, height });
    here += length;
  }

  function readText(): void {
    const [run] = matchAt(PLAIN_TEXT, source, here)!;
    // No links inside what may be a link's own text (GFM's reference implementation does the same).
    if (brackets.length === 0) {
      for (const { 0: start, index } of run.matchAll(WEB_ADDRESS_START)) {
        const address = useExtensions()?.matchWebAddress(source, here + index);
        if (!address) continue;
        if (index > 0) appendText(run.slice(0, index));
        return appendLink(address, /^w/i.test(start) ? 'http://' : '');
      }
    }
    appendText(run);
  }

  function readLineEnd(): void {
    const last = pieces.at(-1);
    const before = last?.text ?? '';
    if (before.endsWith(' ')) last!.text = /^[^]*[^ ]/.exec(before)?.[0] ?? '';
    endLine(before.endsWith('  '));
  }

  function endLine(isHard: boolean): void {
    if (isHard) appendNode({ type: 'break' }, 1);
    else appendText('\n');
    here = skipMatch(SPACES, source, here);
  }

  function readEscape(): void {
    const escaped = source[here + 1] ?? '';
    if (readMath()) return;
    if (escaped === '\n') {
      here++;
      endLine(true);
    } else if (ASCII_PUNCTUATION.test(escaped)) appendText(escaped, 2);
    else appendText('\\');
  }

  /** Read the formula that begins here. @returns whether one does */
  function readMath(): boolean {
    const found =
      matchAt(MATH, source, here) && useExtensions()?.readInlineMath(source, here, isHalfWritten(here));
    if (found) appendNode(found.inline, found.length);
    return !!found;
  }

  function readCode(): void {
    const [marks] = matchAt(BACKTICKS, source, here)!;
    const start = here + marks.length;
    let end = findBackticks(marks.length, start);
    if (end < 0) {
      if (!isHalfWritten(start)) return appendText(marks);
      end = source.length;
    }
    let code = source.slice(start, end).replaceAll('\n', ' ');
    if (code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '') code = code.slice(1, -1);
    appendNode({ type: 'inlineCode', value: code }, end + marks.length - here);
  }

  /** Return the position of the next run of exactly `length` backticks, or -1. */
  function findBackticks(length: number, from: number): number {
    if (backtickRuns === null) {
      backtickRuns = [];
      for (const { 0: run, index } of [...source.matchAll(/`+/g)].reverse())
        (backtickRuns[run.length] ??= []).push(index);
    }
    const runs = backtickRuns[length] ?? [];
    while (runs.length > 0 && runs.at(-1)! < from) runs.pop();
    return runs.at(-1) ?? -1;
  }

  function readAngle(): void {
    const extensions = matchAt(ANGLE_START, source, here) && useExtensions();
    const link = extensions?.matchAutolink(source, here);
    if (link) appendLink(link.address, link.scheme, link.address.length + '<>'.length);
    else readHtml(extensions, extensions?.readInlineHtml(source, here, missingEnds) || '<');
  }

  function readHtml(extensions: ReturnType<UseExtensions<ReadingExtensions>> | false, html: string): void {
    const tag = extensions && extensions.readTag(html);
    if (!tag)
      return extensions && extensions.isComment(html) ? appendText('', html.length) : appendText(html);
    const { name, closes } = tag;
    if (name === 'br') return appendNode({ type: 'break' }, html.length);
    const place = closes ? openTags.findLastIndex((open) => open.name === name) : -1;
    appendText(html);
    if (!closes) {
      if (openTags.length < MAX_INLINE_DEPTH)
        openTags.push({ name, index: pieces.length - 1, position: here - html.length });
    } else if (place >= 0) {
      wrapTag(openTags[place]!, pieces.pop());
      openTags.length = place;
    }
  }

  /** Put the pieces after an opening tag between its tags, unless that would be too deep. */
  function wrapTag({ name, index }: OpenTag, closing?: Piece): void {
    const mayLink = brackets.length === 0;
    resolveEmphasis(index + 1, mayLink);
    const isWrapped = wrap(index + 1, mayLink, (children) => ({ type: 'tagged', name, children }));
    if (isWrapped) pieces[index]!.text = '';
    else if (closing) pieces.push(closing);
    // A link does not begin inside and end outside.
    dropAfter(brackets, index);
  }

  function appendLink(address: string, scheme: string, length = address.length): void {
    appendNode(createLink(address, scheme), length, 1);
  }

  function readCharacterReference(): void {
    const match = matchAt(CHARACTER_REFERENCE, source, here);
    if (match) appendText(decode(match[0]) ?? match[0], match[0].length);
    else appendText('&');
  }

  /** Read marks of emphasis as CommonMark does, with its amendment for text in Chinese, Japanese and Korean ("CJK-friendly emphasis"). */
  function readDelimiters(character: string): void {
    const position = here;
    let end = position + 1;
    while (source[end] === character) end++;
    const length = end - position;
    const is = (pattern: RegExp, at: number): boolean => matchAt(pattern, source, at) !== null;
    const isSpaceBefore = is(SPACE_BEFORE, position);
    const isSpaceAfter = is(SPACE_AFTER, end);
    const isPunctuationBefore = is(PUNCTUATION_BEFORE, position);
    const isPunctuationAfter = is(PUNCTUATION_AFTER, end);
    const isCjkBefore = is(CJK_BEFORE, position);
    const isCjkAfter = is(CJK_AFTER, end);
    const isLeftFlanking =
      !isSpaceAfter &&
      (!isPunctuationAfter || isCjkAfter || isSpaceBefore || isPunctuationBefore || isCjkBefore);
    const isRightFlanking =
      !isSpaceBefore &&
      (!isPunctuationBefore || isCjkBefore || isSpaceAfter || isPunctuationAfter || isCjkAfter);
    const isWordMark = character === '_';
    // A single tilde between words or numbers says "about", or is a range.
    const isRange = character === '~' && length === 1;
    const canOpen =
      isLeftFlanking &&
      (!isWordMark || !isRightFlanking || isPunctuationBefore) &&
      (!isRange || isSpaceBefore);
    const canClose =
      isRightFlanking &&
      (!isWordMark || !isLeftFlanking || isPunctuationAfter) &&
      (!isRange || isSpaceAfter || isPunctuationAfter);
    const isMark = character !== '~' || length <= 2;
    const run = isMark ? { position, length, canOpen, canClose } : null;
    appendText(source.slice(position, end), length, run);
  }

  function openBracket(mark: '[' | '!['): void {
    appendText(mark);
    lastBracket = here;
    brackets.push({
      index: pieces.length - 1,
      isImage: mark === '![',
      position: here,
    });
  }

  function closeBracket(): void {
    const opener = brackets.pop();
    // Links do not contain links.
    const mayClose = opener && (opener.isImage || opener.position > lastLink);
    if (opener && mayClose && readFootnoteMark(opener)) return;
    const target = mayClose ? readTarget(opener, here + 1) : null;
    if (!opener || !target) return appendText(']');
    const { index, position } = opener;
    // Without the extensions an image is a link with its description.
    const isImage = opener.isImage && useExtensions() !== null;
    if (target.value !== null) {
      const { url, title } = target.value;
      // The renderer checks such a link with the extensions.
      if (!url.startsWith(CITATION_SCHEME)) {
        const isPlain = url === plainUrl || !DOUBTFUL_URL.test(url);
        if (isPlain) plainUrl = url;
        if (!isPlain || DOUBTFUL_LABEL.test(source.slice(position, here))) useExtensions();
      }
      dropAfter(openTags, index);
      resolveEmphasis(index + 1, false);
      const isWrapped = wrap(index + 1, false, (children) =>
        isImage
          ? { type: 'image', url, title, alt: plainText(children) }
          : { type: 'link', url, title, children },
      );
      if (!isWrapped) {
        // Everything around is deeper still.
        brackets = [];
        return appendText(']');
      }
      if (!isImage) {
        lastLink = position;
        context.onLink?.(pieces.at(-1)!.node!, position, here, target.end);
      }
    }
    pieces[index]!.text = '';
    here = target.end;
  }

  /** Read the mark of a footnote whose label was just closed. @returns whether it is one */
  function readFootnoteMark({ index, isImage, position }: Bracket): boolean {
    if (isImage || source[position] !== '^' || source[here + 1] === '(') return false;
    const written = source.slice(position, here);
    if (!/^\^[^\s[\]]{1,60}$/.test(written)) return false;
    const label = normalizeLabel(written);
    if (context.references.find(label) !== FOOTNOTE) {
      context.onMissing(label, context.awaitsDefinitions);
      if (!context.awaitsDefinitions) return false;
    }
    if (!useExtensions()) return false;
    pieces.splice(index);
    dropAfter(openTags, index - 1);
    appendNode({ type: 'footnoteMark', label: written.slice(1) }, 1);
    return true;
  }

  /** Read the target of a link whose text was just closed; `value` is null if it is half-written and only its text is shown. */
  function readTarget(opener: Bracket, after: number): { end: number; value: Definition | null } | null {
    const text = source;
    if (text[after] === '(') {
      const resource = readResource(text, after, decode);
      if (resource) return resource;
      if (context.open && mayBecomeResource(text.slice(after))) return { end: text.length, value: null };
    } else if (!opener.isImage) {
      const number = text.slice(opener.position, after - 1);
      if (context.references.isCitation(number) && !isIndex(text, opener, after))
        return { end: after, value: { url: CITATION_SCHEME + number, title: '' } };
    }
    const reference = readLabel(text, after);
    const isFull = reference !== null && reference.value !== '';
    if (isFull || opener.position >= lastBracket) {
      const label = normalizeLabel(isFull ? reference.value : text.slice(opener.position, after - 1));
      const end = reference?.end ?? after;
      const definition = context.references.find(label);
      if (definition && definition !== FOOTNOTE) return { end, value: definition };
      const isAwaited = reference !== null && context.awaitsDefinitions && !followsWord(text, opener);
      if (label !== '') {
        context.onMissing(label, isAwaited);
        if (isAwaited) return { end, value: null };
      }
    }
    const isUndecided =
      isHalfWritten(opener.position) &&
      (after === text.length || (text[after] === '[' && HALF_WRITTEN_REFERENCE.test(text.slice(after))));
    return isUndecided ? { end: text.length, value: null } : null;
  }

  /** Whether syntax that began at `start` counts as half-written. */
  function isHalfWritten(start: number): boolean {
    return context.open && source.length - start <= MAX_HALF_WRITTEN_LENGTH;
  }

  /** Drop the brackets that are still open, so that the text after them is shown as the label that it becomes. */
  function dropUnclosedBrackets(): void {
    for (const { index, isImage, position } of brackets) {
      if (isHalfWritten(position) && (isImage || position > lastLink)) pieces[index]!.text = '';
    }
  }

  /** Pair the delimiters among the pieces from `start` on. @returns the pieces that are still open */
  function resolveEmphasis(start: number, mayLink: boolean): number[] {
    const openers: number[] = [];
    const openerAt = (place: number): Piece => pieces[openers[place]!]!;
    /** Openers before these positions are known not to match closers of this kind. */
    const searched = new Map<string, number>();
    for (const piece of pieces.splice(start)) {
      const { run } = piece;
      while (run?.canClose && piece.text !== '') {
        const kind = `${piece.text[0]}${run.canOpen}${run.length % 3}`;
        let last = openers.length - 1;
        while (last >= 0 && !matches(openerAt(last), piece))
          last = openerAt(last).run!.position < (searched.get(kind) ?? 0) ? -1 : last - 1;
        const isPaired = last >= 0 && emphasize(openers[last]!, mayLink, piece);
        if (!isPaired) {
          // Too deep, and deeper still with all openers around this one, which are not tried.
          openers.splice(0, last + 1);
          searched.set(kind, run.position);
          break;
        }
        openers.length = openerAt(last).text === '' ? last : last + 1;
      }
      if (run?.canOpen && piece.text !== '') openers.push(pieces.length);
      pieces.push(piece);
    }
    return openers;
  }

  /** Close emphasis at the end of the text that was opened shortly before. */
  function closeHalfWrittenEmphasis(openers: readonly number[]): void {
    for (const index of openers.toReversed()) {
      const piece = pieces[index]!;
      // A single tilde most often means "about".
      if (!isHalfWritten(piece.run!.position) || piece.text === '~') continue;
      while (piece.text !== '' && emphasize(index, true)) continue;
    }
  }

  /** Put the pieces after an opener into emphasis, which consumes one or two characters of it and of its closer. */
  function emphasize(index: number, mayLink: boolean, closer?: Piece): boolean {
    const opener = pieces[index]!;
    const length = Math.min(opener.text.length, closer?.text.length ?? 2, 2);
    const type = opener.text[0] === '~' ? 'delete' : length === 2 ? 'strong' : 'emphasis';
    if (!wrap(index + 1, mayLink, (children) => ({ type, children }))) return false;
    opener.text = opener.text.slice(length);
    if (closer) closer.text = closer.text.slice(length);
    return true;
  }

  /** Make the pieces from `start` on the children of a node, unless that would be too deep. @returns whether it was done */
  function wrap(start: number, mayLink: boolean, create: (children: Inline[]) => Inline): boolean {
    let height = 1;
    for (let index = start; index < pieces.length; index++)
      height = Math.max(height, pieces[index]!.height + 1);
    if (height > MAX_INLINE_DEPTH) return false;
    appendNode(create(toInlines(pieces.splice(start), mayLink ? useExtensions : null)), 0, height);
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

/**
 * Turn pieces into nodes of the tree; neighbouring texts become one.
 *
 * @param useExtensions finds the email addresses, which become links; `null` where there must be no links
 */
function toInlines(
  pieces: readonly Piece[],
  useExtensions: UseExtensions<ReadingExtensions> | null,
): Inline[] {
  const inlines: Inline[] = [];
  let rest = '';
  for (const { text, node } of pieces) {
    rest += text;
    if (node === null) continue;
    inlines.push(...toTexts(rest, useExtensions), node);
    rest = '';
  }
  inlines.push(...toTexts(rest, useExtensions));
  return inlines;
}

function createLink(address: string, scheme: string): Inline {
  return { type: 'link', url: scheme + address, title: '', children: [{ type: 'text', value: address }] };
}

function toTexts(text: string, useExtensions: UseExtensions<ReadingExtensions> | null): Inline[] {
  const emails = useExtensions && EMAIL_SIGN.test(text) ? useExtensions()?.matchEmails(text) : [];
  const inlines: Inline[] = [];
  let done = 0;
  const append = (end: number): void => {
    if (end > done) inlines.push({ type: 'text', value: text.slice(done, end) });
  };
  for (const { address, index } of emails ?? []) {
    if (index < done) continue;
    append(index);
    inlines.push(createLink(address, 'mailto:'));
    done = index + address.length;
  }
  append(text.length);
  return inlines;
}

function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'break') return '\n';
      if (inline.type === 'image') return inline.alt;
      if (inline.type === 'footnoteMark') return '';
      return 'value' in inline ? inline.value : plainText(inline.children);
    })
    .join('');
}

/** Drop what was opened after a piece. */
function dropAfter(opened: { readonly index: number }[], index: number): void {
  while (opened.length > 0 && opened.at(-1)!.index > index) opened.pop();
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

/** Whether brackets after a word are an index of code, such as `items[1]` or `rows[1].id`, by what follows: a mark of a source ends its clause. */
function isIndex(text: string, { position }: Bracket, after: number): boolean {
  return (
    /[\w)]/.test(text[position - 2] ?? '') &&
    /^(?: ?[a-z=+*/<-]|\.\w|[(\w])/.test(text.slice(after, after + 2))
  );
}
