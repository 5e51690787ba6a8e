import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMatchRanges } from '../../../src/engine/words/match-ranges.ts';
import { fuseScores, scaleScores, scoreByRank } from '../../../src/engine/ranking/score-fusion.ts';
import { editDistance, nearestWords } from '../../../src/engine/words/spelling.ts';

test('matches are marked in the text, also in other forms, but not in addresses', () => {
  const content = 'Deploying is easy: [deploy](/guides/deploy) it, it deploys, deployed. 写真の保存';
  const marked = findMatchRanges(content, ['deploy', '保存']).map(([start, end]) =>
    content.slice(start, end),
  );
  assert.deepEqual(marked, ['Deploying', 'deploy', 'deploys', 'deployed', '保存']);
});

test('a text of nothing but matches is marked up to a bound', () => {
  assert.equal(findMatchRanges('orbit '.repeat(1_000), ['orbit']).length, 100);
});

test('fusion rewards what several rankings hold', () => {
  const scores = fuseScores([
    {
      scores: [
        [1, 1],
        [2, 0.8],
        [3, 0.7],
      ],
      weight: 1,
    },
    {
      scores: [
        [3, 1],
        [2, 0.5],
        [4, 0.1],
      ],
      weight: 1,
    },
  ]);
  const order = [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
  assert.deepEqual(order, [3, 2, 1, 4]);
});

test('the best of what is scored counts 1, however large its score', () => {
  const scores = (found: { score: number }[]) => found.map(({ score }) => score);
  const scored = [{ score: 12 }, { score: 9 }, { score: 6 }];
  assert.deepEqual(scores(scaleScores(scored)), [1, 0.75, 0.5]);
  assert.deepEqual(scores(scaleScores(scored, 6)), [1, 0.5, 0]);
  assert.deepEqual(scores(scaleScores([{ score: 0.4 }], 0.4)), [1]);
  assert.deepEqual(scaleScores([]), []);
  const placed = scores(scoreByRank(scored));
  assert.equal(placed[0], 1);
  assert.ok(placed[0] > placed[1]! && placed[1]! > placed[2]!);
});

test('a misspelled word is near to what was meant, the frequent word first', () => {
  const known = ['middleware', 'hardware', 'middle', 'port', 'sort'];
  const counts = Uint32Array.of(5, 9, 9, 2, 7);
  assert.deepEqual(nearestWords('middelware', known, counts), ['middleware']);
  assert.deepEqual(nearestWords('fort', known, counts), ['sort', 'port']);
  assert.deepEqual(nearestWords('cat', ['car'], Uint32Array.of(1)), []);
  assert.equal(editDistance('abcd', 'badc', 3), 2);
  assert.equal(editDistance('kitten', 'sitting', 5), 3);
  assert.equal(editDistance('kitten', 'sitting', 1), 2);
});
