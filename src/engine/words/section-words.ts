import { wordsOf } from './searchable-text.ts';
import type { SectionColumns } from '../sections/section-columns.ts';
import { stem } from './stem.ts';
import type { WordExpression } from './word-expression.ts';

/** Texts, analysed: words and their stems, each between spaces. */
interface Analysed {
  words: string;
  stems: string;
}

/** Between texts, because a phrase does not go from one into the next. No word has it. */
const BETWEEN = ' | ';

/** The words of a section in memory, to look up expressions as engines do in their indexes. */
export class SectionWords {
  readonly #names: Analysed;
  readonly #all: Analysed;

  constructor({ title, heading, context, body }: SectionColumns) {
    this.#names = analyse([title, heading, context]);
    const { words, stems } = analyse([body]);
    this.#all = { words: this.#names.words + BETWEEN + words, stems: this.#names.stems + BETWEEN + stems };
  }

  /** Return whether the section matches an expression. */
  has(expression: WordExpression): boolean {
    return matches(this.#all, expression);
  }

  /** Return whether title and headings match an expression. */
  isNamed(expression: WordExpression): boolean {
    return matches(this.#names, expression);
  }
}

function analyse(texts: readonly string[]): Analysed {
  const words = texts.map(wordsOf);
  const join = (lists: string[][]): string => ` ${lists.map((list) => list.join(' ')).join(BETWEEN)} `;
  return { words: join(words), stems: join(words.map((list) => list.map(stem))) };
}

function matches(text: Analysed, expression: WordExpression): boolean {
  if ('phrase' in expression) {
    return text.stems.includes(` ${expression.phrase.split(' ').map(stem).join(' ')} `);
  }
  if ('prefix' in expression) return text.words.includes(` ${expression.prefix}`);
  if ('anyOf' in expression) return expression.anyOf.some((one) => matches(text, one));
  return expression.allOf.every((one) => matches(text, one));
}
