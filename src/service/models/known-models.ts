import { createHash } from 'node:crypto';
import type { OwnDescription } from './model-description.ts';

/** A file of a model. */
export interface ModelFile {
  /** Path in the model's folder, with `/`. */
  path: string;
  /** Maximum number of bytes. A larger file is a different one. */
  maxBytes: number;
  /** Whether the size is exactly `maxBytes`. */
  isExact: boolean;
  /** SHA-256 in hexadecimal. */
  sha256: string;
  /** Whether the SHA-256 is that of the content of a JSON file, independent of its formatting. */
  isFormattingFree?: true;
}

/** A model that can be downloaded. */
export interface KnownModel {
  name: string;
  /** What it is for, in messages. */
  purpose: string;
  /** Address of the revision with these files. */
  address: string;
  /** Environment variable of another address. */
  mirror: string;
  /** Approximate bytes of all files, and in words. */
  bytes: number;
  size: string;
  /** The weights come last, so that a folder with them is complete. */
  files: readonly ModelFile[];
  /** Written to the folder of the model, because its files do not say it. */
  description?: OwnDescription;
}

/** For search by meaning in English, with weights of 8 bits. */
export const ENGLISH: KnownModel = {
  name: 'all-MiniLM-L6-v2',
  purpose: 'the model for search by meaning',
  address: 'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9/',
  mirror: 'DOCS_EMBEDDINGS_MIRROR',
  bytes: 23_700_000,
  size: '24 MB',
  files: [
    {
      path: 'config.json',
      maxBytes: 65_536,
      isExact: false,
      sha256: '85dcf909264b0ce6349e8cbc0b9afaf4f8be603c73fd2733bea7c6de23f7fcf3',
      isFormattingFree: true,
    },
    {
      path: 'tokenizer_config.json',
      maxBytes: 65_536,
      isExact: false,
      sha256: '829512c060732c56c33597b19f7b1c91d21f3e4ba2f886e9ed19e3bb4613081b',
      isFormattingFree: true,
    },
    {
      path: 'tokenizer.json',
      maxBytes: 4_194_304,
      isExact: false,
      sha256: '918a3c93f624d1fd499a48c4ddf47175a0cdba073c09a938b0b622a8b7c65725',
      isFormattingFree: true,
    },
    {
      path: 'onnx/model_quantized.onnx',
      maxBytes: 22_972_370,
      isExact: true,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
  ],
};

/** For search by meaning in a hundred languages, with weights of 8 bits. */
export const MULTILINGUAL: KnownModel = {
  name: 'multilingual-e5-small',
  purpose: 'the multilingual model for search by meaning',
  address:
    'https://huggingface.co/Xenova/multilingual-e5-small/resolve/761b726dd34fb83930e26aab4e9ac3899aa1fa78/',
  mirror: 'DOCS_MULTILINGUAL_MIRROR',
  bytes: 135_400_000,
  size: '135 MB',
  files: [
    {
      path: 'config.json',
      maxBytes: 658,
      isExact: true,
      sha256: 'cb99455288675345e1a4f411438d5d0adbba5fbd3a67ea4fb03c015433b996c1',
    },
    {
      path: 'tokenizer_config.json',
      maxBytes: 443,
      isExact: true,
      sha256: 'a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b',
    },
    {
      path: 'tokenizer.json',
      maxBytes: 17_082_730,
      isExact: true,
      sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
    },
    {
      path: 'onnx/model_quantized.onnx',
      maxBytes: 118_308_185,
      isExact: true,
      sha256: 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
    },
  ],
  description: {
    pooling: 'mean',
    queryPrefix: 'query: ',
    passagePrefix: 'passage: ',
    maxTokens: 512,
    dimensions: 384,
  },
};

/** For reranking in English: a cross-encoder, with weights of 8 bits. */
export const RERANKER: KnownModel = {
  name: 'ms-marco-MiniLM-L6-v2',
  purpose: 'the model that reranks answers',
  address:
    'https://huggingface.co/Xenova/ms-marco-MiniLM-L-6-v2/resolve/a09144355adeed5f58c8ed011d209bf8ee5a1fec/',
  mirror: 'DOCS_RERANKER_MIRROR',
  bytes: 23_900_000,
  size: '24 MB',
  files: [
    {
      path: 'config.json',
      maxBytes: 824,
      isExact: true,
      sha256: 'd827779a72d27ae68cf878a6fc2e954542663fe21ca515d9f4783fc96be2d37e',
    },
    {
      path: 'tokenizer_config.json',
      maxBytes: 1_242,
      isExact: true,
      sha256: '0b29c7bfc889e53b36d9dd3e686dd4300f6525110eaa98c76a5dafceb2029f53',
    },
    {
      path: 'tokenizer.json',
      maxBytes: 711_396,
      isExact: true,
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
    {
      path: 'onnx/model_quantized.onnx',
      maxBytes: 23_143_499,
      isExact: true,
      sha256: 'e9d8ebf845c413e981c175bfe49a3bfa9b3dcce2a3ba54875ee5df5a58639fbe',
    },
  ],
  description: { maxTokens: 256, languages: ['en'] },
};

/** Return whether bytes are those of a file of the model. */
export function isModelFile({ isFormattingFree, sha256 }: ModelFile, bytes: Uint8Array): boolean {
  let content: Uint8Array | string = bytes;
  if (isFormattingFree) {
    try {
      content = JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return false;
    }
  }
  return createHash('sha256').update(content).digest('hex') === sha256;
}
