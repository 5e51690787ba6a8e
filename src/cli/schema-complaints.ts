import { toJSONSchema, type ZodType } from 'zod';

/** Where a value is in a file. */
export type Path = readonly PropertyKey[];

/** What is wrong with one field. */
export interface Complaint {
  path: Path;
  /** Follows the name of the field: `is missing`. */
  problem: string;
  /** What the field takes, or which fields there are. */
  remedy?: string | undefined;
}

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys: string[];
  errors: Issue[][];
}

interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  /** Fields of any name. */
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
}

/** Maximum number of complaints at once. */
const MAX_COMPLAINTS = 10;

/** Check a value, and return what is wrong with each field: an empty list for a valid value. */
export function findComplaints(schema: ZodType, value: unknown): Complaint[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  const shape = toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  return (result.error.issues as unknown as Issue[])
    .flatMap(resolveUnion)
    .flatMap((issue) => complaintsOf(issue, shape, value))
    .slice(0, MAX_COMPLAINTS);
}

function complaintsOf({ code, path, message, keys }: Issue, shape: JsonSchema, value: unknown): Complaint[] {
  const field = fieldAt(shape, path);
  if (code === 'unrecognized_keys') {
    const known = knownFields(field);
    // A field of another alternative is known, but not together with the others.
    const others = Object.keys(Object(valueAt(value, path))).filter((name) => !keys.includes(name));
    return keys.map((key) => ({
      path: [...path, key],
      ...(known.includes(key)
        ? { problem: `cannot stand beside ${others.join(', ')}`, remedy: field?.description }
        : { problem: 'is not known', remedy: `Known are: ${known.join(', ')}` }),
    }));
  }
  if (isMissing(code, message)) return [{ path, problem: 'is missing', remedy: field?.description }];
  const problem = message.replace(/^Invalid input: /, '');
  return [{ path, problem: problem[0]!.toLowerCase() + problem.slice(1), remedy: field?.description }];
}

/**
 * Replace the failure of a union by those of the alternative that was probably meant: one of the same type, whose fields are known, with
 * the fewest errors, as deep as possible. What is missing beside an unknown field is not reported: that field is meant.
 */
function resolveUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const alternatives = issue.errors.map((issues) => {
    const all = issues.flatMap(resolveUnion);
    return {
      all,
      isOtherType: all.some(({ code, path }) => path.length === 0 && /^invalid_(?:type|value)$/.test(code)),
      unknown: all.flatMap(({ code, keys }) => (code === 'unrecognized_keys' ? keys : [])).length,
      depth: Math.max(...all.map(({ path }) => path.length)),
    };
  });
  const [nearest] = alternatives.toSorted(
    (a, b) =>
      Number(a.isOtherType) - Number(b.isOtherType) ||
      a.unknown - b.unknown ||
      a.all.length - b.all.length ||
      b.depth - a.depth,
  );
  const { all, unknown } = nearest!;
  const meant = unknown === 0 ? all : all.filter(({ code, message }) => !isMissing(code, message));
  return meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function isMissing(code: string, message: string): boolean {
  return code === 'invalid_type' && message.endsWith('received undefined');
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => (Object(inner) as Record<PropertyKey, unknown>)[step], value);
}

function fieldAt(schema: JsonSchema | undefined, path: Path): JsonSchema | undefined {
  const [step, ...rest] = path;
  if (step === undefined || schema === undefined) return schema;
  const found = alternativesOf(schema)
    .map(({ properties, items, additionalProperties }) =>
      typeof step === 'number' ? items : (properties?.[String(step)] ?? additionalProperties),
    )
    .find((inner) => typeof inner === 'object');
  return fieldAt(found, rest);
}

function knownFields(schema: JsonSchema | undefined): string[] {
  const names = alternativesOf(schema).flatMap((option) => Object.keys(option.properties ?? {}));
  return [...new Set(names)];
}

/** Return a schema and its alternatives, which may have some in turn. */
function alternativesOf(schema: JsonSchema | undefined): JsonSchema[] {
  return schema === undefined ? [] : [schema, ...(schema.anyOf ?? []).flatMap(alternativesOf)];
}

/** Describe a complaint in a sentence. */
export function describeComplaint({ path, problem, remedy = '' }: Complaint): string {
  return [`${describePath(path) || 'the file'} ${problem}`, remedy]
    .filter(Boolean)
    .join('. ')
    .replace(/\.?$/, '.');
}

/** Return the place as it would be written in a program: `projects[0].source`. */
export function describePath(path: Path): string {
  return path.reduce<string>(
    (before, step) =>
      typeof step === 'number' ? `${before}[${step}]` : `${before}${before && '.'}${String(step)}`,
    '',
  );
}
