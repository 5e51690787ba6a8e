import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLocalEmbedder } from '../../../src/service/models/open-embedder.ts';
import { isEnglishOnly, readModelDescription } from '../../../src/service/models/model-description.ts';
import { MODEL } from '../docs-folder.ts';
import { smallModel, WORDS, WORD_PIECE } from './small-models.ts';

/** Files of sentence-transformers, as multilingual-e5-small has them, with other numbers. */
const SENTENCE_TRANSFORMERS = {
  'modules.json': [
    { idx: 0, name: '0', path: '', type: 'sentence_transformers.models.Transformer' },
    { idx: 1, name: '1', path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
    { idx: 2, name: '2', path: '2_Normalize', type: 'sentence_transformers.models.Normalize' },
  ],
  '1_Pooling/config.json': {
    word_embedding_dimension: WORDS.length,
    pooling_mode_cls_token: true,
    pooling_mode_mean_tokens: false,
  },
  'sentence_bert_config.json': { max_seq_length: 32, do_lower_case: false },
  'config_sentence_transformers.json': { prompts: { query: 'query: ', document: 'passage: ' } },
};

async function describe(files: Parameters<typeof smallModel>[0]) {
  await using folder = await smallModel(files);
  return await readModelDescription(folder.path);
}

test('a model without a description is an English one that pools by the mean, as its tokenizer limits it', async () => {
  assert.deepEqual(await readModelDescription(MODEL), {
    weights: null,
    pooling: 'mean',
    queryPrefix: '',
    passagePrefix: '',
    maxTokens: 128,
    dimensions: 384,
    languages: ['en'],
  });
});

test('the files of sentence-transformers describe a model', async () => {
  assert.deepEqual(await describe(SENTENCE_TRANSFORMERS), {
    weights: null,
    pooling: 'cls',
    queryPrefix: 'query: ',
    passagePrefix: 'passage: ',
    maxTokens: 32,
    dimensions: WORDS.length,
    languages: ['en'],
  });
});

test('our own file wins over all others', async () => {
  const own = {
    weights: 'onnx/model_int8.onnx',
    pooling: 'mean',
    queryPrefix: 'Q: ',
    passagePrefix: 'P: ',
    maxTokens: 48,
    dimensions: 12,
    languages: ['en', 'de', 'zh-Hans'],
  };
  assert.deepEqual(await describe({ ...SENTENCE_TRANSFORMERS, 'docs-assistant.json': own }), own);
});

test('a vocabulary of many languages makes a model multilingual, unless its description says otherwise', async () => {
  const config = { model_type: 'xlm-roberta', vocab_size: 250_002, max_position_embeddings: 514 };
  const described = await describe({ 'config.json': config });
  assert.equal(described.languages, null);
  assert.equal(isEnglishOnly(described), false);
  const own = await describe({ 'config.json': config, 'docs-assistant.json': { languages: ['en'] } });
  assert.equal(isEnglishOnly(own), true);
});

test('no model reads more tokens than its weights have positions for', async () => {
  const options = { tokenizer_class: 'XLMRobertaTokenizer', model_max_length: 1e30 };
  const config = { model_type: 'xlm-roberta', max_position_embeddings: 514 };
  const files = { 'config.json': config, 'tokenizer_config.json': options };
  assert.equal((await describe(files)).maxTokens, 512);
  assert.equal((await describe({ ...files, 'docs-assistant.json': { maxTokens: 8_192 } })).maxTokens, 512);
});

const mistakes: [file: string, content: unknown, message: RegExp][] = [
  ['docs-assistant.json', '{', /docs-assistant\.json is no JSON: fetch the model again\.$/],
  [
    'docs-assistant.json',
    { maxTokens: 15 },
    /docs-assistant\.json: "maxTokens": .*16.*\. Correct the file\.$/,
  ],
  ['docs-assistant.json', { maxTokens: 8_193 }, /"maxTokens": .*8192/],
  ['docs-assistant.json', { pooling: 'max' }, /"pooling": /],
  ['docs-assistant.json', { weights: '../other/model.onnx' }, /"weights": must be a path below this folder/],
  ['docs-assistant.json', { weights: '/etc/model.onnx' }, /"weights": must be a path below this folder/],
  ['docs-assistant.json', { queryPrefix: 'q'.repeat(501) }, /"queryPrefix": .*500/],
  ['docs-assistant.json', { languages: ['all of them'] }, /"languages\.0": must be a BCP 47 tag/],
  ['docs-assistant.json', { prefix: 'query: ' }, /docs-assistant\.json: .*prefix/],
  ['docs-assistant.json', `"${' '.repeat(1_048_577)}"`, /docs-assistant\.json is larger than 1048576 bytes/],
  [
    'modules.json',
    [{ path: '2_Dense', type: 'sentence_transformers.models.Dense' }],
    /the module "Dense" is not supported/,
  ],
  ['modules.json', [{ path: '../elsewhere', type: 'Pooling' }], /"0\.path": must be the name of a folder/],
  ['1_Pooling/config.json', { pooling_mode_max_tokens: true }, /pooling by max is not supported/],
  [
    '1_Pooling/config.json',
    { pooling_mode_mean_tokens: true, pooling_mode_cls_token: true },
    /pooling by mean and cls is not supported/,
  ],
  ['config.json', '[]', /config\.json is no JSON object/],
  ['sentence_bert_config.json', { max_seq_length: 'many' }, /sentence_bert_config\.json: "max_seq_length": /],
];
for (const [file, content, message] of mistakes) {
  test(`a mistake in ${file} is named: ${JSON.stringify(content).slice(0, 60)}`, async () => {
    await assert.rejects(() => describe({ [file]: content as string }), message);
  });
}

test('a query and a passage have their own prefixes, and counted tokens of both are in the vector', async () => {
  await using folder = await smallModel({
    'docs-assistant.json': { queryPrefix: 'query: ', passagePrefix: 'passage: ' },
  });
  const embedder = await openLocalEmbedder(folder.path, { threads: 1 });
  const [query] = await embedder.embedQueries(['a red sea']);
  const [[passage]] = (await embedder.embedPassages([{ place: 'a', text: 'red sea' }])) as [[Float32Array]];
  await embedder.close();
  assert.deepEqual(wordsOf(query!), ['[CLS]', '[SEP]', 'query', ':', 'a', 'red', 'sea']);
  assert.deepEqual(wordsOf(passage), ['[CLS]', '[SEP]', 'passage', ':', 'a', 'red', 'sea']);
});

test('pooling by the first token takes its state alone', async () => {
  await using folder = await smallModel({ 'docs-assistant.json': { pooling: 'cls' } });
  const embedder = await openLocalEmbedder(folder.path, { threads: 1 });
  const [vector] = await embedder.embedQueries(['a red sea']);
  await embedder.close();
  assert.deepEqual(wordsOf(vector!), ['[CLS]']);
});

test('weights that return other dimensions than described are reported', async () => {
  await using folder = await smallModel({ 'docs-assistant.json': { dimensions: 384 } });
  const embedder = await openLocalEmbedder(folder.path, { threads: 1 });
  await assert.rejects(embedder.embedQueries(['a']), /returned 12 dimensions instead of 384/);
  await embedder.close();
});

/** Return the vector space of a model. @param files as of {@link smallModel} */
async function spaceOf(files: Parameters<typeof smallModel>[0]): Promise<string> {
  await using folder = await smallModel(files);
  const embedder = await openLocalEmbedder(folder.path, { threads: 1 });
  await embedder.close();
  return embedder.space;
}

test('a model described otherwise has another vector space', async () => {
  const descriptions = [
    {},
    { queryPrefix: 'q' },
    { passagePrefix: 'p' },
    { pooling: 'cls' },
    { maxTokens: 20 },
  ];
  const spaces = descriptions.map((description) => spaceOf({ 'docs-assistant.json': description }));
  assert.equal(new Set(await Promise.all(spaces)).size, descriptions.length);
});

test('a model with another tokenizer has another vector space, one that is formatted otherwise the same', async () => {
  const withCase = { ...WORD_PIECE, normalizer: { ...WORD_PIECE.normalizer, lowercase: false } };
  const options = { tokenizer_class: 'BertTokenizer', model_max_length: 64, do_lower_case: false };
  const [plain, formatted, ...others] = await Promise.all([
    spaceOf({}),
    spaceOf({ 'tokenizer.json': JSON.stringify(WORD_PIECE, null, 2) }),
    spaceOf({ 'tokenizer.json': withCase }),
    spaceOf({ 'tokenizer_config.json': options }),
  ]);
  assert.equal(formatted, plain);
  assert.equal(new Set([plain, ...others]).size, 3);
});

/** Words of the input that a vector was made of. */
function wordsOf(vector: Float32Array): string[] {
  return WORDS.filter((_, id) => vector[id]! > 0);
}
