import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the model, as it is fetched. */
export interface ModelFile {
  /** Path in the model's folder, with `/`. */
  path: string;
  /** Most bytes that it may have: more is another file. */
  maxBytes: number;
  /** SHA-256 in hexadecimal; of a JSON file that of what it says, however it is laid out. */
  sha256: string;
}

/** The model that is fetched: all-MiniLM-L6-v2, with weights of 8 bits. */
export const MODEL_NAME = 'all-MiniLM-L6-v2';
/** Where it is published, at the revision that has these files. */
export const MODEL_ADDRESS =
  'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9/';

/** The weights come last: a folder that has them is whole. */
export const MODEL_FILES: readonly ModelFile[] = [
  {
    path: 'config.json',
    maxBytes: 65_536,
    sha256: '85dcf909264b0ce6349e8cbc0b9afaf4f8be603c73fd2733bea7c6de23f7fcf3',
  },
  {
    path: 'tokenizer_config.json',
    maxBytes: 65_536,
    sha256: '829512c060732c56c33597b19f7b1c91d21f3e4ba2f886e9ed19e3bb4613081b',
  },
  {
    path: 'tokenizer.json',
    maxBytes: 4_194_304,
    sha256: '918a3c93f624d1fd499a48c4ddf47175a0cdba073c09a938b0b622a8b7c65725',
  },
  {
    path: 'onnx/model_quantized.onnx',
    maxBytes: 22_972_370,
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
];

/** Whether bytes are those of a file of the model. */
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

/** Folder below a service's data folder in which it looks for the model. */
export function modelFolder(dataDir: string): string {
  return join(dataDir, 'models', MODEL_NAME);
}

/** @returns the folder of the model that was fetched for a service, `null` when there is none, or only a part of it */
export function fetchedModel(dataDir: string): string | null {
  const folder = modelFolder(dataDir);
  return MODEL_FILES.every(({ path }) => existsSync(join(folder, path))) ? folder : null;
}
