import { createHash } from 'node:crypto';

/** A file of the model. */
export interface ModelFile {
  /** Path in the model's folder, with `/`. */
  path: string;
  /** Most bytes. A larger file is a different one. */
  maxBytes: number;
  /** Whether the size is exactly `maxBytes`. The formatting of JSON may differ. */
  isExact: boolean;
  /** SHA-256 in hexadecimal; of a JSON file that of its content, independent of formatting. */
  sha256: string;
}

/** The model for downloads: all-MiniLM-L6-v2, with weights of 8 bits. */
export const MODEL_NAME = 'all-MiniLM-L6-v2';
/** Address of the revision with these files. */
export const MODEL_ADDRESS =
  'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9/';
/** Approximate bytes of all files. */
export const MODEL_BYTES = 23_700_000;
/** {@link MODEL_BYTES} in words. */
export const MODEL_SIZE = '24 MB';

/** The weights come last, so that a folder with them is complete. */
export const MODEL_FILES: readonly ModelFile[] = [
  {
    path: 'config.json',
    maxBytes: 65_536,
    isExact: false,
    sha256: '85dcf909264b0ce6349e8cbc0b9afaf4f8be603c73fd2733bea7c6de23f7fcf3',
  },
  {
    path: 'tokenizer_config.json',
    maxBytes: 65_536,
    isExact: false,
    sha256: '829512c060732c56c33597b19f7b1c91d21f3e4ba2f886e9ed19e3bb4613081b',
  },
  {
    path: 'tokenizer.json',
    maxBytes: 4_194_304,
    isExact: false,
    sha256: '918a3c93f624d1fd499a48c4ddf47175a0cdba073c09a938b0b622a8b7c65725',
  },
  {
    path: 'onnx/model_quantized.onnx',
    maxBytes: 22_972_370,
    isExact: true,
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
];

/** Return whether bytes are those of a file of the model. */
export function isModelFile({ path, sha256 }: ModelFile, bytes: Uint8Array): boolean {
  let content: Uint8Array | string = bytes;
  if (path.endsWith('.json')) {
    try {
      content = JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return false;
    }
  }
  return createHash('sha256').update(content).digest('hex') === sha256;
}
