import { join } from 'node:path';
import * as z from 'zod';
import { findJson, parseFile } from './model-files.ts';
import { readStandardFiles, type Pooling } from './standard-files.ts';

/** What a model expects and returns. Everything of it is read from the folder of the model. */
export interface ModelDescription {
  /** Path of the ONNX weights in the folder; `null`: the first of the usual ones. */
  weights: string | null;
  /** How the states of the tokens become one vector: their mean, or the state of the first token. */
  pooling: Pooling;
  /** Text that the model was trained to see in front of a query. */
  queryPrefix: string;
  /** The same in front of a passage. */
  passagePrefix: string;
  /** Maximum of tokens of an input, special tokens included. */
  maxTokens: number;
  /** Length of a vector; `null`: any. */
  dimensions: number | null;
  /** Languages that the model was trained on, as BCP 47 tags; `null`: many. */
  languages: readonly string[] | null;
}

/** Our own file in the folder of a model, for what no standard file says. Its fields win over those of other files. */
export const DESCRIPTION_FILE = 'docs-assistant.json';

/** Range of `maxTokens`. Memory and time of an input grow faster than its tokens. */
export const TOKEN_RANGE = [16, 8_192] as const;
const MAX_PREFIX_LENGTH = 500;
const MAX_DIMENSIONS = 8_192;
const MAX_LANGUAGES = 300;
const DEFAULT_MAX_TOKENS = 512;

const prefix = z.string().max(MAX_PREFIX_LENGTH);
const ownFile = z
  .strictObject({
    weights: z
      .string()
      .max(200)
      .regex(/^(?!.*\.\.)[\w-][\w./-]*\.onnx$/, 'must be a path below this folder that ends in .onnx'),
    pooling: z.enum(['mean', 'cls']),
    queryPrefix: prefix,
    passagePrefix: prefix,
    maxTokens: z.int().min(TOKEN_RANGE[0]).max(TOKEN_RANGE[1]),
    dimensions: z.int().min(1).max(MAX_DIMENSIONS),
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}(?:-[\w-]{1,30})?$/i, 'must be a BCP 47 tag'))
      .min(1)
      .max(MAX_LANGUAGES),
  })
  .partial();

/** Content of {@link DESCRIPTION_FILE}. */
export type OwnDescription = z.infer<typeof ownFile>;

/**
 * Read the description of a model: `docs-assistant.json`, then the files of sentence-transformers, then those of the tokenizer and
 * the weights, then defaults.
 *
 * @throws Error with the file and the field that is invalid
 */
export async function readModelDescription(folder: string): Promise<ModelDescription> {
  const own = await readOwnFile(folder);
  const standard = await readStandardFiles(folder, own);
  const { maxTokens = standard.maxTokens ?? DEFAULT_MAX_TOKENS } = own;
  return {
    weights: own.weights ?? null,
    pooling: own.pooling ?? standard.pooling ?? 'mean',
    queryPrefix: own.queryPrefix ?? standard.queryPrefix ?? '',
    passagePrefix: own.passagePrefix ?? standard.passagePrefix ?? '',
    maxTokens: Math.min(maxTokens, standard.positions ?? maxTokens, TOKEN_RANGE[1]),
    dimensions: own.dimensions ?? standard.dimensions ?? null,
    languages: own.languages ?? standard.languages,
  };
}

/** Return whether a model was trained on English only, so that other languages depend on words. */
export function isEnglishOnly({ languages }: Pick<ModelDescription, 'languages'>): boolean {
  return languages?.every((language) => /^en\b/i.test(language)) ?? false;
}

async function readOwnFile(folder: string): Promise<OwnDescription> {
  const content = await findJson(folder, DESCRIPTION_FILE);
  return content === undefined ? {} : parseFile(ownFile, content, join(folder, DESCRIPTION_FILE));
}
