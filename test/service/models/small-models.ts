import { onnxFile, type OnnxGraph } from './onnx-file.ts';
import { temporaryFolder, type TemporaryFolder } from '../docs-folder.ts';

type Json = Readonly<Record<string, unknown>>;

/** Words of the small models; the place of a word is its id. */
export const WORDS = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  'query',
  'passage',
  ':',
  'a',
  'red',
  'green',
  'blue',
  'sea',
];

/** A tokenizer like BERT's, which knows {@link WORDS}. */
export const WORD_PIECE = {
  version: '1.0',
  truncation: null,
  added_tokens: WORDS.slice(0, 4).map((content, id) => ({ id, content, special: true, normalized: false })),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [special('[CLS]'), sequence('A', 0), special('[SEP]')],
    pair: [special('[CLS]'), sequence('A', 0), special('[SEP]'), sequence('B', 1), special('[SEP]', 1)],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
  },
};

/** Pieces of {@link UNIGRAM} with the logarithms of their probabilities; the place of a piece is its id. */
export const UNIGRAM_PIECES: readonly (readonly [piece: string, score: number])[] = [
  ['<s>', 0],
  ['<pad>', 0],
  ['</s>', 0],
  ['<unk>', 0],
  ...Array.from(
    '▁abcdefghijklmnopqrstuvwxyzHW船港はにのた',
    (letter, at) => [letter, -8 - at / 100] as const,
  ),
  ['▁hello', -5.5],
  ['▁hell', -5],
  ['lo', -4],
  ['▁world', -6],
  ['Hafen', -6.2],
  ['▁Hafen', -5.1],
  ['rund', -6.5],
  ['fahrt', -6.3],
  ['rundfahrt', -9],
  ['▁im', -3],
  ['着いた', -7],
  ['▁sea', -5],
  ['aa', -9],
  ['aaa', -9.5],
  ['aaaa', -20],
  ['fi', -7.5],
  ['sh', -6],
  ['▁and', -3],
];

/** A tokenizer like that of XLM-RoBERTa. */
export const UNIGRAM = {
  version: '1.0',
  truncation: null,
  added_tokens: ['<s>', '<pad>', '</s>', '<unk>'].map((content, id) => ({
    id,
    content,
    special: true,
    normalized: false,
  })),
  normalizer: { type: 'NFKC' },
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  post_processor: {
    type: 'TemplateProcessing',
    single: [special('<s>'), sequence('A', 0), special('</s>')],
    pair: [
      special('<s>'),
      sequence('A', 0),
      special('</s>'),
      special('</s>'),
      sequence('B', 0),
      special('</s>'),
    ],
    special_tokens: {
      '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
      '</s>': { id: '</s>', ids: [2], tokens: ['</s>'] },
    },
  },
  decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  model: { type: 'Unigram', unk_id: 3, vocab: UNIGRAM_PIECES, byte_fallback: false },
};

/** States of the tokens: 1 at the dimension of its id. The mean of them counts the words of an input. */
const ONE_HOT: OnnxGraph = {
  nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], output: 'last_hidden_state' }],
  constants: { table: identity() },
  inputs: ['input_ids'],
  output: ['last_hidden_state', 3],
};

/** The score of a pair grows with the words that its texts share, each as often as it is in both. */
const SHARED_WORDS: OnnxGraph = {
  nodes: [
    { op: 'Gather', inputs: ['table', 'input_ids'], output: 'words' },
    { op: 'Cast', inputs: ['token_type_ids'], output: 'types', attributes: { to: 1 } },
    { op: 'Unsqueeze', inputs: ['types', 'last'], output: 'isSecond' },
    { op: 'Mul', inputs: ['words', 'isSecond'], output: 'second' },
    { op: 'Sub', inputs: ['words', 'second'], output: 'first' },
    { op: 'ReduceSum', inputs: ['first', 'tokens'], output: 'ofFirst', attributes: { keepdims: 0 } },
    { op: 'ReduceSum', inputs: ['second', 'tokens'], output: 'ofSecond', attributes: { keepdims: 0 } },
    { op: 'Mul', inputs: ['ofFirst', 'ofSecond'], output: 'shared' },
    { op: 'ReduceSum', inputs: ['shared', 'tokens'], output: 'sum', attributes: { keepdims: 1 } },
    { op: 'Sub', inputs: ['sum', 'middle'], output: 'logits' },
  ],
  constants: {
    table: identity(),
    last: { dims: [1], integers: [2] },
    tokens: { dims: [1], integers: [1] },
    middle: { dims: [1], floats: [6] },
  },
  inputs: ['input_ids', 'token_type_ids'],
  output: ['logits', 2],
};

type Files = Readonly<Record<string, Json | readonly unknown[] | Uint8Array | string>>;

/** Write the folder of a small cross-encoder. @param files as of {@link smallModel} */
export function smallReranker(files: Files = {}): Promise<TemporaryFolder> {
  return modelFolder({ 'onnx/model_quantized.onnx': onnxFile(SHARED_WORDS), ...files });
}

/** Write the folder of a small embedding model. @param files more files, or others in the place of these; JSON or bytes */
export function smallModel(files: Files = {}): Promise<TemporaryFolder> {
  return modelFolder({ 'onnx/model_quantized.onnx': onnxFile(ONE_HOT), ...files });
}

function modelFolder(files: Readonly<Record<string, unknown>>): Promise<TemporaryFolder> {
  const all = {
    'config.json': { model_type: 'bert', hidden_size: WORDS.length, vocab_size: WORDS.length },
    'tokenizer.json': WORD_PIECE,
    'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: 64 },
    ...files,
  };
  return temporaryFolder(
    Object.fromEntries(
      Object.entries(all).map(([name, content]) => [
        name,
        typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
      ]),
    ),
  );
}

function identity(): OnnxGraph['constants'][string] {
  const size = WORDS.length;
  return {
    dims: [size, size],
    floats: Array.from({ length: size ** 2 }, (_, at) => (at % (size + 1) === 0 ? 1 : 0)),
  };
}

function special(id: string, type = 0): Json {
  return { SpecialToken: { id, type_id: type } };
}

function sequence(id: string, type: number): Json {
  return { Sequence: { id, type_id: type } };
}
