import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTokenizer } from '../../../src/service/models/tokenizer.ts';
import { smallModel, UNIGRAM, UNIGRAM_PIECES } from './small-models.ts';

const XLM_ROBERTA = {
  'tokenizer.json': UNIGRAM,
  'tokenizer_config.json': { tokenizer_class: 'XLMRobertaTokenizer', model_max_length: 512 },
};

/**
 * The most probable pieces of a text, by looking at all ways to split it: what Unigram of SentencePiece is defined as. A character
 * without a piece is unknown, and costs 10 more than the least probable piece.
 */
function mostProbable(text: string): string[] {
  const score = new Map(UNIGRAM_PIECES);
  const unknown = Math.min(...score.values()) - 10;
  const best: { score: number; pieces: string[] }[] = [{ score: 0, pieces: [] }];
  const characters = Array.from(text);
  for (let end = 1; end <= characters.length; end++) {
    for (let start = 0; start < end; start++) {
      const piece = characters.slice(start, end).join('');
      const own = score.get(piece) ?? (end - start === 1 ? unknown : undefined);
      if (own === undefined) continue;
      const total: number = best[start]!.score + own;
      const known = best[end];
      if (known === undefined || total > known.score) {
        best[end] = { score: total, pieces: [...best[start]!.pieces, score.has(piece) ? piece : '<unk>'] };
      }
    }
  }
  // Neighbouring unknown characters are one token.
  return best.at(-1)!.pieces.filter((piece, at, all) => piece !== '<unk>' || all[at - 1] !== '<unk>');
}

const texts = [
  'hello world',
  'Hafenrundfahrt im Hafen',
  '船は港に着いた',
  'ﬁsh and ｆｕｌｌ width',
  'sea 🛟 sea',
  'aaaaaaaaaaaaaaaaaaa',
  'unbekanntes Wort ñandú',
];
for (const text of texts) {
  test(`Unigram takes the most probable pieces of "${text}"`, async () => {
    await using folder = await smallModel(XLM_ROBERTA);
    const tokenizer = await loadTokenizer(folder.path, 512);
    const pieces = UNIGRAM_PIECES.map(([piece]) => piece);
    const expected = mostProbable(`▁${text.normalize('NFKC').replaceAll(' ', '▁')}`);
    const { ids } = tokenizer.beginning(text);
    assert.deepEqual(
      ids.map((id) => pieces[id]),
      ['<s>', ...expected, '</s>'],
    );
  });
}

test('the tokens of a cut text are between the special ones, with every kind of tokenizer', async () => {
  for (const [files, first, last] of [
    [{}, 2, 3],
    [XLM_ROBERTA, 0, 2],
  ] as const) {
    await using folder = await smallModel(files);
    const { ids } = (await loadTokenizer(folder.path, 16)).beginning('sea '.repeat(100));
    assert.equal(ids.length, 16);
    assert.deepEqual([ids[0], ids.at(-1)], [first, last]);
    assert.equal(new Set(ids.slice(1, -1)).size, 1);
  }
});

test('a tokenizer of an unknown kind is reported with its file', async () => {
  await using folder = await smallModel({ 'tokenizer.json': { model: { type: 'Morse', vocab: {} } } });
  await assert.rejects(() => loadTokenizer(folder.path, 16), /tokenizer\.json cannot be used \(.*\)\.$/);
});
