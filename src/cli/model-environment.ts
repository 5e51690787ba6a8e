import type { LanguageModelOptions } from '../service/answer/model/model-options.ts';
import { languageModel } from './model-schema.ts';
import { findComplaints, type Complaint } from './schema-complaints.ts';
import { UsageError } from './read-option.ts';

type Kind = 'text' | 'value' | 'list';

/** Environment variables of a language model, the fields that they set, and how they are written. `value` is JSON. */
const VARIABLES: Readonly<Record<string, readonly [path: string, kind: Kind]>> = {
  DOCS_MODEL_URL: ['url', 'text'],
  DOCS_MODEL_NAME: ['name', 'text'],
  DOCS_MODEL_KEY: ['key', 'text'],
  DOCS_MODEL_HEADERS: ['headers', 'value'],
  DOCS_MODEL_BODY: ['body', 'value'],
  DOCS_MODEL_INSTRUCTIONS: ['instructions', 'text'],
  DOCS_MODEL_TEMPERATURE: ['temperature', 'value'],
  DOCS_MODEL_MAX_OUTPUT_TOKENS: ['maxOutputTokens', 'value'],
  DOCS_MODEL_PROMPT_TOKENS: ['promptTokens', 'value'],
  DOCS_MODEL_FIRST_TOKEN_TIMEOUT: ['firstTokenTimeout', 'value'],
  DOCS_MODEL_TIMEOUT: ['timeout', 'value'],
  DOCS_MODEL_PAUSE: ['pause', 'value'],
  DOCS_MODEL_TOOLS: ['tools', 'value'],
  DOCS_MODEL_STARTS_WITH_REASONING: ['startsWithReasoning', 'value'],
  DOCS_MODEL_FOREIGN_LINKS: ['foreignLinks', 'list'],
  DOCS_MODEL_REWRITE: ['rewrite', 'value'],
  DOCS_MODEL_REWRITE_URL: ['rewrite.url', 'text'],
  DOCS_MODEL_REWRITE_NAME: ['rewrite.name', 'text'],
  DOCS_MODEL_REWRITE_KEY: ['rewrite.key', 'text'],
  DOCS_MODEL_REWRITE_TIMEOUT: ['rewrite.timeout', 'value'],
};

/** Help for the variables. */
export const LANGUAGE_MODEL_HELP = `  DOCS_MODEL_URL, DOCS_MODEL_NAME, DOCS_MODEL_KEY             OpenAI-compatible model that writes the answers
  DOCS_MODEL_HEADERS, DOCS_MODEL_BODY                         JSON objects: more fields of its requests
  DOCS_MODEL_INSTRUCTIONS, DOCS_MODEL_TEMPERATURE             further instructions, and the sampling temperature
  DOCS_MODEL_MAX_OUTPUT_TOKENS, DOCS_MODEL_PROMPT_TOKENS      limits of an answer and of a prompt
  DOCS_MODEL_FIRST_TOKEN_TIMEOUT, DOCS_MODEL_TIMEOUT          milliseconds to its first token, and between two pieces
  DOCS_MODEL_PAUSE                                            milliseconds of quotes at once after a failure
  DOCS_MODEL_TOOLS, DOCS_MODEL_STARTS_WITH_REASONING          true or false
  DOCS_MODEL_FOREIGN_LINKS                                    documented, all, none, or hosts between commas
  DOCS_MODEL_REWRITE                                          false: questions are not rewritten
  DOCS_MODEL_REWRITE_URL, _NAME, _KEY, _TIMEOUT               another model that rewrites questions`;

/**
 * Read the language model of the environment. It replaces that of a configuration file as a whole, so that no key is sent to
 * another address.
 *
 * @returns `null` without an address and a name
 * @throws UsageError with the name of the variable
 */
export function readModel(environment: NodeJS.ProcessEnv = process.env): LanguageModelOptions | null {
  if (!environment['DOCS_MODEL_URL'] && !environment['DOCS_MODEL_NAME']) return null;
  if (!environment['DOCS_MODEL_URL'] || !environment['DOCS_MODEL_NAME']) {
    throw new UsageError('DOCS_MODEL_URL and DOCS_MODEL_NAME are required together.');
  }
  const fields: Record<string, unknown> = {};
  for (const [variable, [path, kind]] of Object.entries(VARIABLES)) {
    const written = environment[variable];
    if (!written) continue;
    const [name, inner] = path.split('.') as [string, string?];
    const value = readValue(written, kind);
    // With `rewrite` switched off, its other settings are ignored.
    if (inner === undefined) fields[name] = value;
    else if (fields[name] !== false)
      fields[name] = { ...(fields[name] as object | undefined), [inner]: value };
  }
  const [complaint] = findComplaints(languageModel, fields);
  if (complaint !== undefined) throw new UsageError(`${variableOf(complaint)}: ${complaint.problem}.`);
  const model = languageModel.parse(fields);
  const isText = Object.values(model.headers ?? {}).every((value) => typeof value === 'string');
  if (!isText) throw new UsageError('DOCS_MODEL_HEADERS: takes an object whose values are texts.');
  return model as LanguageModelOptions;
}

/** Return the variable that sets a field: the nearest one, because `rewrite` and `rewrite.url` have one each. */
function variableOf({ path }: Complaint): string {
  const place = path.join('.');
  const [nearest] = Object.entries(VARIABLES)
    .filter(([, [field]]) => place === field || place.startsWith(`${field}.`))
    .toSorted(([, [a]], [, [b]]) => b.length - a.length);
  return nearest?.[0] ?? 'DOCS_MODEL_URL';
}

function readValue(written: string, kind: Kind): unknown {
  if (kind === 'list' && /[.,]|^localhost$/.test(written))
    return written.split(',').map((host) => host.trim());
  if (kind !== 'value') return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
