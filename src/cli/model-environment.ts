import type { LanguageModelOptions } from '../service/answer/model/model-options.ts';
import { languageModel } from './model-schema.ts';
import { findComplaints, type Complaint } from './schema-complaints.ts';
import { MODEL_VARIABLES } from './options.ts';
import { UsageError, type Variable } from './read-option.ts';

/** Environment variables of a language model, the fields of it that they set, and how they are written. */
const ROWS = Object.entries<Variable>(MODEL_VARIABLES).map(([variable, { setting = '', form }]) => ({
  variable,
  path: setting.split('.').slice(1) as [name: string, inner?: string],
  form,
}));

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
  for (const { variable, path, form } of ROWS) {
    const written = environment[variable];
    if (!written) continue;
    const [name, inner] = path;
    const value = readValue(written, form);
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
function variableOf({ path: place }: Complaint): string {
  const [nearest] = ROWS.filter(({ path }) => path.every((step, at) => step === place[at])).toSorted(
    (a, b) => b.path.length - a.path.length,
  );
  return nearest?.variable ?? 'DOCS_MODEL_URL';
}

function readValue(written: string, form: Variable['form']): unknown {
  if (form === 'list' && /[.,]|^localhost$/.test(written))
    return written.split(',').map((host) => host.trim());
  if (form !== 'JSON') return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
