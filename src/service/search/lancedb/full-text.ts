import type * as LanceDbModule from '@lancedb/lancedb';
import type { FullTextQuery } from '@lancedb/lancedb';
import { wordsOf } from '../../../engine/words/searchable-text.ts';
import { COLUMN_WEIGHTS, type SectionColumns } from '../../../engine/sections/section-columns.ts';
import { stem } from '../../../engine/words/stem.ts';
import type { WordExpression } from '../../../engine/words/word-expression.ts';
import type { Vocabulary } from '../../../engine/ranking/section-index.ts';
import { completionsOf } from '../../../engine/words/vocabulary.ts';

/** The module; loaded late, because it is optional. */
export type LanceDb = typeof LanceDbModule;

/** Maximum number of words that stand for the beginning of one. */
const MAX_COMPLETIONS = 50;

/**
 * Return the words of a text as LanceDB indexes them. They are folded and stemmed here, and split at spaces there, so that a word
 * is the same one in every engine.
 */
export function analysedText(text: string): string {
  return wordsOf(text).map(stem).join(' ');
}

/**
 * Return the text of all columns. LanceDB adds up the scores of columns, each with lengths and frequencies of its own, which finds
 * other sections than BM25 with weights (a third of its best ten are the same). A text repeated as often as its column weighs
 * has the weighted frequencies in one column: nine of ten are the same.
 */
export function weightedText(columns: SectionColumns): string {
  return (Object.keys(COLUMN_WEIGHTS) as (keyof SectionColumns)[])
    .map((column) => {
      const text = analysedText(columns[column]);
      return Array.from({ length: Math.ceil(COLUMN_WEIGHTS[column]) }, () => text).join(' ');
    })
    .join(' ');
}

/** Makes queries for one column. */
export class FullTextQueries {
  readonly #lancedb: LanceDb;
  readonly #column: string;
  readonly #vocabulary: Vocabulary;
  readonly #sections: number;

  /** @param sections number of sections in the index */
  constructor(lancedb: LanceDb, column: string, vocabulary: Vocabulary, sections: number) {
    this.#lancedb = lancedb;
    this.#column = column;
    this.#vocabulary = vocabulary;
    this.#sections = sections;
  }

  /** Return the query for an expression. Words consist of letters, digits and marks, so that none has a meaning of its own. */
  make(expression: WordExpression): FullTextQuery {
    const { BooleanQuery, Occur, PhraseQuery } = this.#lancedb;
    if ('phrase' in expression) {
      const text = analysedText(expression.phrase);
      return text.includes(' ') ? new PhraseQuery(text, this.#column) : this.#match(text);
    }
    if ('prefix' in expression) return this.#makePrefix(expression.prefix);
    if ('allOf' in expression) {
      return new BooleanQuery(expression.allOf.map((one) => [Occur.Must, this.make(one)]));
    }
    const words = new Set<string>();
    const others: FullTextQuery[] = [];
    for (const one of flatten(expression)) {
      const text = 'phrase' in one ? analysedText(one.phrase) : ' ';
      if (text.includes(' ')) others.push(this.make(one));
      else words.add(text);
    }
    // One query for all single words, because LanceDB skips sections in it that cannot be among the best.
    const all = words.size === 0 ? others : [this.#match([...words].join(' ')), ...others];
    return all.length === 1 ? all[0]! : new BooleanQuery(all.map((one) => [Occur.Should, one]));
  }

  #match(words: string, boost = 1): FullTextQuery {
    return new this.#lancedb.MatchQuery(words, this.#column, { boost });
  }

  /** Together the completions weigh as much as one word that is in all of their sections, as in FTS5. */
  #makePrefix(prefix: string): FullTextQuery {
    const { BooleanQuery, Occur } = this.#lancedb;
    const completions = completionsOf(this.#vocabulary, prefix, MAX_COMPLETIONS);
    const together = this.#rarity(completions.reduce((sum, { count }) => sum + count, 0));
    const boosts = new Map<string, number>();
    for (const { word, count } of completions) {
      const text = stem(word);
      if (!boosts.has(text)) boosts.set(text, together / this.#rarity(count));
    }
    if (boosts.size === 0) return this.#match(stem(prefix));
    return new BooleanQuery(Array.from(boosts, ([word, boost]) => [Occur.Should, this.#match(word, boost)]));
  }

  /** Inverse document frequency as in BM25. */
  #rarity(sections: number): number {
    const within = Math.min(sections, this.#sections);
    return Math.log(1 + (this.#sections - within + 0.5) / (within + 0.5));
  }
}

function flatten(expression: WordExpression): WordExpression[] {
  return 'anyOf' in expression ? expression.anyOf.flatMap(flatten) : [expression];
}
