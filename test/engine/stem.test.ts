import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { stem } from '../../src/engine/words/stem.ts';
import { findMatchRanges } from '../../src/engine/words/match-ranges.ts';

const WORDS =
  `a as cookie cookies deploy deploys deploying deployment deployed running runs ran generalizations flies dies mules
  owned meeting stating itemization traditional plotted agreed relational happy happily sky saying pages page configuration configure
  images imaging café über x1 utf8 abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzings`
    .split(/\s+/)
    .map((word) => word.normalize('NFD').replace(/\p{Mn}/gu, ''));

test('stems are those of the keyword index', () => {
  using database = new DatabaseSync(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='porter unicode61 remove_diacritics 2');
     CREATE VIRTUAL TABLE terms USING fts5vocab(texts, 'instance')`,
  );
  for (const word of WORDS) database.prepare('INSERT INTO texts VALUES (?)').run(word);
  const indexed = database.prepare('SELECT term FROM terms ORDER BY doc').all();
  assert.deepEqual(
    WORDS.map(stem),
    indexed.map(({ term }) => term),
  );
});

test('every form of a word is marked that the index takes for the same', () => {
  const text = 'Cookies are set when a cookie is missing.';
  const ranges = findMatchRanges(text, ['cookie']);
  assert.deepEqual(
    ranges.map(([start, end]) => text.slice(start, end)),
    ['Cookies', 'cookie'],
  );
});
