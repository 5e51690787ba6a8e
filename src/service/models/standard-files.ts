import { join } from 'node:path';
import * as z from 'zod';
import { findJson, MAX_TOKENIZER_BYTES, parseFile, readModelJson } from './model-files.ts';

export type Pooling = 'mean' | 'cls';

/** What the standard files in the folder of a model say about it. */
export interface StandardDescription {
  pooling?: Pooling;
  queryPrefix?: string;
  passagePrefix?: string;
  /** Maximum of tokens that the model was made for. */
  maxTokens?: number;
  /** Maximum of tokens that the weights have positions for. */
  positions?: number;
  dimensions?: number;
  languages: readonly string[] | null;
}

/** Modules of sentence-transformers that change nothing but what is computed here. */
const SUPPORTED_MODULES = new Set(['Transformer', 'Pooling', 'Normalize']);
/** Model types whose positions begin behind the one for padding. */
const SHIFTED_POSITIONS = /roberta|camembert/;
/** Larger vocabularies are those of multilingual models (BERT's multilingual one has 105,879 entries, its English one 30,522). */
const MAX_ENGLISH_VOCABULARY = 60_000;
const MAX_PREFIX_LENGTH = 500;
/** Tokens from which a limit means "no limit": some files have 1e30. */
const NO_LIMIT = 1_000_000;

const count = z.number().positive().nullish();
const moduleList = z
  .array(
    z.object({ path: z.string().regex(/^[\w-]{0,100}$/, 'must be the name of a folder'), type: z.string() }),
  )
  .max(16);
const poolingFile = z
  .object({ pooling_mode: z.string().nullish(), word_embedding_dimension: count })
  .catchall(z.unknown());
const prompt = z.string().max(MAX_PREFIX_LENGTH).optional();
const promptFile = z.object({
  prompts: z.object({ query: prompt, passage: prompt, document: prompt }).nullish(),
});
const lengthFile = z.object({ max_seq_length: count });
const tokenizerFile = z.object({ truncation: z.object({ max_length: count }).nullish() });
const tokenizerOptions = z.object({ model_max_length: count });
const configFile = z.object({
  model_type: z.string().nullish(),
  hidden_size: count,
  vocab_size: count,
  max_position_embeddings: count,
});

/**
 * Read the files of sentence-transformers (`modules.json` with its pooling, `sentence_bert_config.json`,
 * `config_sentence_transformers.json`), then `tokenizer.json`, `tokenizer_config.json` and `config.json`.
 *
 * @param own what is known already. Pooling of another kind is no error then
 * @throws Error with the file and the field that is invalid or not supported
 */
export async function readStandardFiles(
  folder: string,
  own: { pooling?: Pooling | undefined },
): Promise<StandardDescription> {
  const config = parseFile(
    configFile,
    await readModelJson(folder, 'config.json'),
    join(folder, 'config.json'),
  );
  const pooling = await readPooling(folder, own.pooling);
  const { prompts } = await parse(promptFile, folder, 'config_sentence_transformers.json');
  const maxTokens = await readMaxTokens(folder);
  const { max_position_embeddings: positions } = config;
  const padding = SHIFTED_POSITIONS.test(config.model_type ?? '') ? 2 : 0;
  const passagePrefix = prompts?.passage ?? prompts?.document;
  return {
    ...pooling,
    ...(prompts?.query !== undefined && { queryPrefix: prompts.query }),
    ...(passagePrefix !== undefined && { passagePrefix }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(positions && { positions: positions - padding }),
    dimensions: pooling.dimensions ?? config.hidden_size ?? undefined,
    languages: (config.vocab_size ?? 0) <= MAX_ENGLISH_VOCABULARY ? ['en'] : null,
  } as StandardDescription;
}

async function readPooling(
  folder: string,
  own: Pooling | undefined,
): Promise<Pick<StandardDescription, 'pooling' | 'dimensions'>> {
  const path = join(folder, 'modules.json');
  const list = await findJson(folder, 'modules.json');
  const modules = list === undefined ? [] : parseFile(moduleList, list, path);
  const kindOf = ({ type }: { type: string }): string => type.split('.').at(-1)!;
  const unknown = modules.map(kindOf).find((kind) => !SUPPORTED_MODULES.has(kind));
  if (unknown !== undefined) {
    throw new Error(
      `${path}: the module "${unknown}" is not supported. Choose a model of ${[...SUPPORTED_MODULES].join(', ')}.`,
    );
  }
  const named = modules.find((one) => kindOf(one) === 'Pooling')?.path;
  const name = join(named ?? '1_Pooling', 'config.json');
  const content = await parse(poolingFile, folder, name);
  const dimensions = content.word_embedding_dimension ?? undefined;
  const modes = content.pooling_mode
    ? [content.pooling_mode]
    : Object.keys(content).flatMap((key) =>
        content[key] === true ? (/^pooling_mode_(.*)_tokens?$/.exec(key)?.[1] ?? []) : [],
      );
  if (own !== undefined || modes.length === 0) return { ...(dimensions && { dimensions }) };
  const [mode, ...others] = modes;
  if (others.length > 0 || (mode !== 'mean' && mode !== 'cls')) {
    throw new Error(
      `${join(folder, name)}: pooling by ${modes.join(' and ')} is not supported. Choose a model with mean or cls.`,
    );
  }
  return { pooling: mode, ...(dimensions && { dimensions }) };
}

async function readMaxTokens(folder: string): Promise<number | undefined> {
  const { max_seq_length: made } = await parse(lengthFile, folder, 'sentence_bert_config.json');
  const { truncation } = await parse(tokenizerFile, folder, 'tokenizer.json', MAX_TOKENIZER_BYTES);
  const { model_max_length: general } = await parse(tokenizerOptions, folder, 'tokenizer_config.json');
  return [made, truncation?.max_length, general]
    .map((limit) => (limit && limit < NO_LIMIT ? Math.floor(limit) : undefined))
    .find((limit) => limit !== undefined);
}

/** Parse a file that may be missing: then all its fields are. */
async function parse<Schema extends z.ZodType>(
  schema: Schema,
  folder: string,
  name: string,
  maxBytes?: number,
): Promise<z.infer<Schema>> {
  const content = await findJson(folder, name, maxBytes);
  return parseFile(schema, content ?? {}, join(folder, name));
}
