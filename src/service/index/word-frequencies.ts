import type { DatabaseSync } from 'node:sqlite';

/** Document frequency from which a word is a stop word, as a share of a language's sections. */
const COMMON_WORD_SHARE = 0.25;
/** Minimum number of sections in a language for which document frequencies are meaningful. */
const MIN_SECTIONS_FOR_SHARES = 50;
/** Maximum length of a word for spelling correction. Longer ones are data. */
const MAX_WORD_LENGTH = 40;

/** Counts the sections per word and language. */
export class WordFrequencies {
  readonly #languages = new Map<string, { sections: number; words: Map<string, number> }>();

  add(language: string, words: readonly string[]): void {
    let counts = this.#languages.get(language);
    if (!counts) this.#languages.set(language, (counts = { sections: 0, words: new Map() }));
    counts.sections++;
    for (const word of new Set(words)) {
      if (word.length > MAX_WORD_LENGTH) continue;
      counts.words.set(word, (counts.words.get(word) ?? 0) + 1);
    }
  }

  write(database: DatabaseSync): void {
    const insertWord = database.prepare(
      'INSERT INTO words VALUES (?, ?) ON CONFLICT DO UPDATE SET sections = sections + excluded.sections',
    );
    const insertCommon = database.prepare('INSERT INTO common_words VALUES (?, ?)');
    for (const [language, { sections, words }] of this.#languages) {
      for (const [word, count] of words) {
        insertWord.run(word, count);
        if (sections >= MIN_SECTIONS_FOR_SHARES && count > sections * COMMON_WORD_SHARE) {
          insertCommon.run(language, word);
        }
      }
    }
  }
}
