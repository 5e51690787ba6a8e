import type { Section } from '../../engine/sections/section.ts';
import { readableText, wordsOf } from '../../engine/words/searchable-text.ts';
import { stem } from '../../engine/words/stem.ts';

/** Titles that models give to the suggestions in place of the fenced block, folded. */
const TITLES = [
  'suggestions',
  'suggested questions',
  'follow up questions',
  'followup questions',
  'further questions',
  'related questions',
  'next questions',
  'vorschlage',
  'weitere fragen',
  'mogliche fragen',
];
const MAX_TITLE = 40;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,2}[.)])\s+\S/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;

/**
 * Turns suggestions that a model writes as a title and a list into the fenced block that readers of the stream know. Only a line
 * that may be such a title is held back.
 */
export class SuggestionsTitle {
  #line = '';
  #isPassed = false;
  #isInside = false;
  #isCode = false;

  push(text: string): string {
    let shown = '';
    for (const piece of text.split(/(?<=\n)/)) shown += this.#read(piece);
    return shown;
  }

  /** Return what is held back, and close what is open. */
  end(): string {
    const rest = this.#isPassed ? '' : this.#endLine(this.#line);
    const closing = this.#isInside ? '\n```\n' : '';
    this.#line = '';
    this.#isPassed = false;
    this.#isInside = false;
    return rest + closing;
  }

  #read(piece: string): string {
    this.#line += piece;
    const isWhole = piece.endsWith('\n');
    if (this.#isPassed) {
      if (isWhole) this.#begin();
      return piece;
    }
    if (isWhole) {
      const line = this.#line;
      this.#begin();
      return this.#endLine(line);
    }
    if (this.#isInside || this.#isCode || mayBeTitle(this.#line)) return '';
    this.#isPassed = true;
    return this.#line;
  }

  #begin(): void {
    if (FENCE.test(this.#line)) this.#isCode = !this.#isCode;
    this.#line = '';
    this.#isPassed = false;
  }

  #endLine(line: string): string {
    if (this.#isInside) {
      if (line.trim() === '' || LIST_ITEM.test(line)) return line.trim() === '' ? '' : line;
      this.#isInside = false;
      return `\`\`\`\n\n${line}`;
    }
    if (this.#isCode || !isTitle(line)) return line;
    this.#isInside = true;
    return '```suggestions\n';
  }
}

function folded(line: string): string {
  return wordsOf(line).join(' ');
}

/** Whether a line under way may become a title: a word of it is not whole yet. */
function mayBeTitle(line: string): boolean {
  if (line.length > MAX_TITLE || FENCE.test(line)) return false;
  const words = folded(line);
  return TITLES.some((title) => title.startsWith(words));
}

function isTitle(line: string): boolean {
  const isMarked = /^\s*(?:#{1,6}\s|\*\*|__)|:\s*(?:\*\*|__)?\s*$/.test(line);
  return line.length <= MAX_TITLE && isMarked && TITLES.includes(folded(line));
}

/** Minimum number of words that a paragraph shares with the section that carries it, and their share by weight. */
const MIN_SHARED = 4;
const MIN_SHARE = 0.5;
const MIN_WORD = 4;

/** Finds the section that carries a paragraph, by the words that both have. */
export class SectionMatcher {
  readonly #words: Set<string>[] = [];
  readonly #sections: readonly Section[];

  /** @param sections more may be added later */
  constructor(sections: readonly Section[]) {
    this.#sections = sections;
  }

  /** Return the number of the section, from 1; `null` if none carries the paragraph. */
  match(paragraph: string): number | null {
    for (const { title, headings, content } of this.#sections.slice(this.#words.length)) {
      this.#words.push(termsOf([title, ...headings, content].join('\n')));
    }
    const terms = [...termsOf(paragraph)];
    const weights = terms.map((term) => {
      const count = this.#words.filter((words) => words.has(term)).length;
      return Math.log(1 + this.#words.length / (count + 0.5));
    });
    const sum = weights.reduce((all, weight) => all + weight, 0);
    let best = { number: 0, weight: 0, shared: 0 };
    for (const [at, words] of this.#words.entries()) {
      const shared = terms.flatMap((term, place) => (words.has(term) ? [weights[place]!] : []));
      const weight = shared.reduce((all, one) => all + one, 0);
      if (weight > best.weight) best = { number: at + 1, weight, shared: shared.length };
    }
    return best.shared >= MIN_SHARED && best.weight >= sum * MIN_SHARE ? best.number : null;
  }
}

function termsOf(text: string): Set<string> {
  return new Set(
    wordsOf(readableText(text))
      .filter((word) => word.length >= MIN_WORD)
      .map(stem),
  );
}

/** Begins what follows code. */
const CODE_END = '```';
/** Lines that are no prose: headings, tables, rules, HTML. */
const NO_PROSE = /^\s*(?:#|\||<|[-*_]{3,}\s*$|$)/;

/**
 * Cites the section that carries it behind each paragraph without a citation. Only the ends of lines are held back.
 */
export class ParagraphCiter {
  readonly #cite: (paragraph: string) => string;
  #buffer = '';
  #isLineStart = true;
  /** The block under way, and the ends of lines after it that are held back. */
  #paragraph = '';
  #held = '';
  #isCode = false;

  /** @param cite returns the marks for a paragraph; `''`: none */
  constructor(cite: (paragraph: string) => string) {
    this.#cite = cite;
  }

  push(text: string): string {
    this.#buffer += text;
    return this.#read(false);
  }

  /** Return what is held back. */
  end(): string {
    const shown = this.#read(true) + this.#endParagraph() + this.#held;
    this.#held = '';
    return shown;
  }

  #read(isLast: boolean): string {
    let shown = '';
    while (this.#buffer !== '') {
      if (this.#isLineStart && this.#buffer.startsWith('\n')) {
        this.#held += '\n';
        this.#buffer = this.#buffer.slice(1);
        continue;
      }
      // May become a fence.
      if (this.#isLineStart && !isLast && /^ {0,3}(?:`{0,2}|~{0,2})$/.test(this.#buffer)) break;
      if (this.#isLineStart) shown += this.#beginLine(/^ {0,3}(?:`{3}|~{3})/.test(this.#buffer));
      const end = this.#buffer.indexOf('\n');
      const taken = end < 0 ? this.#buffer : this.#buffer.slice(0, end);
      shown += taken;
      this.#paragraph += taken;
      this.#isLineStart = end >= 0;
      if (end >= 0) this.#held = '\n';
      this.#buffer = end < 0 ? '' : this.#buffer.slice(end + 1);
    }
    return shown;
  }

  #beginLine(isFence: boolean): string {
    const marks = isFence || this.#held.length > 1 ? this.#endParagraph() : '';
    const shown = marks + this.#held;
    this.#paragraph += this.#held;
    this.#held = '';
    if (isFence) this.#isCode = !this.#isCode;
    // What follows a closing fence on its line is no prose.
    if (isFence) this.#paragraph = CODE_END;
    return shown;
  }

  #endParagraph(): string {
    if (this.#isCode) return '';
    const paragraph = this.#paragraph;
    this.#paragraph = '';
    const last = paragraph.slice(paragraph.lastIndexOf('\n') + 1);
    const isProse = !NO_PROSE.test(last) && !paragraph.startsWith(CODE_END) && !/[:：]\s*$/.test(last);
    return isProse && !/\[\d{1,3}\]/.test(paragraph) ? this.#cite(paragraph) : '';
  }
}
