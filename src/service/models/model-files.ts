import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';

/** Maximum size of `tokenizer.json`, in bytes: that of a multilingual model has 17 MB. */
export const MAX_TOKENIZER_BYTES = 64 * 1024 * 1024;
/** Maximum size of the other JSON files, in bytes. */
const MAX_JSON_BYTES = 1024 * 1024;
/** Maximum size of the weights, in bytes. */
const MAX_WEIGHTS_BYTES = 1024 * 1024 * 1024;

/**
 * Read a JSON file of a model's folder; `undefined` when it is missing.
 *
 * @throws Error when it is too large or no JSON
 */
export async function findJson(folder: string, name: string, maxBytes = MAX_JSON_BYTES): Promise<unknown> {
  const bytes = await readLimited(join(folder, name), maxBytes);
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new Error(`${join(folder, name)} is no JSON: fetch the model again.`);
  }
}

/** Read a JSON file of a model's folder. @throws Error also when it is missing or no object */
export async function readModelJson(
  folder: string,
  name: string,
  maxBytes = MAX_JSON_BYTES,
): Promise<object> {
  const content = await findJson(folder, name, maxBytes);
  if (content === undefined) {
    throw new Error(`${folder} is no folder of a model: it holds no ${name}.`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error(`${join(folder, name)} is no JSON object: fetch the model again.`);
  }
  return content;
}

/** Read weights; `undefined` when they are missing. @throws Error when they are too large */
export function findWeights(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return readLimited(join(folder, name), MAX_WEIGHTS_BYTES);
}

/** Validate the content of a file. @throws Error with the file, the field and what it must be */
export function parseFile<Schema extends z.ZodType>(
  schema: Schema,
  content: unknown,
  path: string,
): z.infer<Schema> {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue!.path.join('.');
  const reason = issue!.message.replace(/^Invalid input: /, '');
  throw new Error(`${path}: ${field === '' ? '' : `"${field}": `}${reason}. Correct the file.`);
}

async function readLimited(path: string, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const status = await file.stat();
    if (!status.isFile()) return undefined;
    if (status.size > maxBytes) {
      throw new Error(`${path} is larger than ${maxBytes} bytes: choose a smaller model.`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}
