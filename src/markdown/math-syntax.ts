import type { BlockRule } from './block-node.ts';
import type { InlineMath, MathBlock, Text } from './tree.ts';
import { trimSpacesAtEnd } from './whitespace.ts';

/**
 * Mathematics in LaTeX: `$…$` and `\(…\)` within a line, `$$…$$` and `\[…\]`. A dollar sign is a mark by the rule of Pandoc and
 * GitHub, so that prices and variables of a shell stay text; brackets with a backslash are, alone on their lines.
 */

/** Maximum length of a formula within a line, in UTF-16 units. */
export const MAX_INLINE_MATH_LENGTH = 1_000;

/** What opens and what closes a formula that stands by itself. */
const BLOCK_MARKS = { $$: '$$', '\\[': '\\]' } as const;
/** What only formulas have, of texts between brackets with backslashes, which Markdown also writes for brackets that mean nothing. */
const BRACKETED_FORMULA = /[\\^_={}<>+\d]/;
/** What only formulas have, of texts between dollar signs that begin as prices do. */
const FORMULA = /[\\^_={}<>]|^[\d.,]+$/;
const BRACKETS = /\\\(((?:[^\\]|\\[^()])+)\\\)/y;
const DOLLARS = /(\$\$?)([^$`]+)\1/y;

const FENCE = /^(`{3,})math$/;
const CLOSING_FENCE = /^`{3,}(?=[ \t]*$)/;

const oneLine: BlockRule = { isEnd: () => false, continues: () => -1 };

/** Return how the lines of a formula are read that a line begins; `null` when it begins none. */
export function readMathStart(content: string): BlockRule | null {
  const fence = FENCE.exec(content)?.[1];
  if (fence !== undefined)
    return {
      isEnd: (next) => (CLOSING_FENCE.exec(next)?.[0].length ?? 0) >= fence.length,
      continues: () => 0,
    };
  const line = trimSpacesAtEnd(content);
  const opening = line.slice(0, 2) as keyof typeof BLOCK_MARKS;
  const closing = BLOCK_MARKS[opening];
  if (closing === undefined) return null;
  const formula = line.slice(opening.length);
  const end = formula.indexOf(closing);
  const isBracket = opening === '\\[';
  if (end >= 0) {
    const inner = formula.slice(0, end);
    const isWhole = inner.trim() !== '' && end === formula.length - closing.length;
    return isWhole && (!isBracket || BRACKETED_FORMULA.test(inner)) ? oneLine : null;
  }
  if (isBracket && formula !== '') return null;
  return {
    isEnd: (next) => trimSpacesAtEnd(next).endsWith(closing),
    // LaTeX has no blank lines in formulas: one that is never closed ends there.
    continues: (_, next) => (next === '' ? -1 : 0),
  };
}

/** Return the formula of a block; `null` for one that is not closed and will not be. */
export function toMathBlock(text: string, isOpen: boolean): MathBlock | null {
  const fence = /^`{3,}math\n?/.exec(text)?.[0];
  if (fence !== undefined) {
    const value = text.slice(fence.length).replace(isOpen ? '' : /\n?`+\s*$/, '');
    return { type: 'math', value: value.trim(), isClosed: !isOpen };
  }
  const trimmed = text.trim();
  const opening = trimmed.slice(0, 2) as keyof typeof BLOCK_MARKS;
  const closing = BLOCK_MARKS[opening];
  const isClosed = trimmed.length >= opening.length + closing.length && trimmed.endsWith(closing);
  if (!isClosed && !isOpen) return null;
  const value = trimmed.slice(opening.length, isClosed ? -closing.length : undefined).trim();
  return isClosed && value === '' ? null : { type: 'math', value, isClosed };
}

/** What is read within a line, and the length of what it was read from. */
interface FoundMath {
  readonly inline: InlineMath | Text;
  readonly length: number;
}

/**
 * Return the formula at a position of a text; `null` when there is none.
 *
 * @param isHalfWritten whether the text may still go on: what is half-written after a bracket is then left out
 */
export function readInlineMath(text: string, position: number, isHalfWritten: boolean): FoundMath | null {
  const source = text.slice(position, position + MAX_INLINE_MATH_LENGTH);
  if (source[0] === '$') return readDollars(source, text[position - 1] ?? ' ');
  BRACKETS.lastIndex = 0;
  const match = BRACKETS.exec(source);
  if (match) return toResult(match[0], match[1]!, false);
  return isHalfWritten ? { inline: { type: 'text', value: '' }, length: text.length - position } : null;
}

function readDollars(source: string, before: string): FoundMath | null {
  DOLLARS.lastIndex = 0;
  const match = DOLLARS.exec(source);
  if (match === null) return null;
  const [whole, mark, formula] = match as unknown as [string, string, string];
  const isDisplayed = mark === '$$';
  const after = source[whole.length] ?? ' ';
  const isWord = /[\p{L}\p{N}$\\]/u.test(before) || /[\p{L}\p{N}{$]/u.test(after);
  const isPadded = !isDisplayed && (/^\s/.test(formula) || /\s$/.test(formula));
  const isPrice = /^\d/.test(formula) && !FORMULA.test(formula);
  const isEscaped = formula.endsWith('\\');
  return isWord || isPadded || isPrice || isEscaped ? null : toResult(whole, formula, isDisplayed);
}

function toResult(whole: string, formula: string, isDisplayed: boolean): FoundMath | null {
  const value = formula.trim();
  return value === '' ? null : { inline: { type: 'inlineMath', value, isDisplayed }, length: whole.length };
}
