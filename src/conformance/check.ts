import type { Target, KeyChoice } from './target.ts';
import type { Endpoint } from '../protocol/endpoints.ts';
import { isRecord, parseJson, type UnknownRecord } from '../protocol/record.ts';
import { describe, mediaType, print, type Exchange } from './exchange.ts';

/** What a check has found. */
export interface Outcome {
  readonly result: 'pass' | 'fail' | 'skipped';
  /** What was seen, or why the check was skipped. */
  readonly seen: string;
}

/** A sentence of the contract, and how to see whether a server keeps it. */
export interface Check {
  /** `endpoint.what` */
  readonly name: string;
  /** The sentence, with its section. */
  readonly contract: string;
  /** What has to be seen. */
  readonly expected: string;
  /** What the hosted platform says instead, where it differs. */
  readonly platform?: Pick<Check, 'contract' | 'expected'>;
  /** Whether only the platform says so. */
  readonly isPlatformOnly?: true;
  /** Checks without which this one says nothing. */
  readonly needs?: readonly string[];
  /** @returns the outcome. It must not reject, whatever the server sends. */
  run(target: Target): Promise<Outcome>;
}

export const pass = (seen: string): Outcome => ({ result: 'pass', seen });
export const fail = (seen: string): Outcome => ({ result: 'fail', seen });
export const skip = (reason: string): Outcome => ({ result: 'skipped', seen: reason });
export const passIf = (isTrue: boolean, seen: string): Outcome => (isTrue ? pass(seen) : fail(seen));

/** Write a number of things: `1 result`, `2 results`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** What a field of an answer has to be. `time`: ISO 8601 in UTC. */
type FieldShape = 'string' | 'boolean' | 'time' | 'strings' | 'records' | 'author' | readonly string[];
export type FieldShapes = Readonly<Record<string, FieldShape>>;

/** Accept what the platform may send: values of enumerations that came later, and an author with a picture. */
export function toPlatformShapes(shapes: FieldShapes): FieldShapes {
  const accepted = (name: string, shape: FieldShape) =>
    name === 'author' ? 'author' : typeof shape === 'object' ? 'string' : shape;
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, accepted(name, shape)]));
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]00:?00)$/;

/** Whether a status is one of success. */
export function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** A whole answer with status 200 passes. */
export function passWith200(got: Exchange): Outcome {
  return passIf(got.status === 200 && got.end === 'complete', describe(got));
}

/** A whole answer that is labelled as JSON passes. */
export function passWithJson(got: Exchange): Outcome {
  const type = mediaType(got);
  return passIf(type === 'application/json' || type.endsWith('+json'), type || 'no content type');
}

/** Read the body of an answer. @returns `undefined` when it is not JSON */
export function parseBody({ text }: Exchange): unknown {
  return parseJson(text);
}

/** Describe the fields of a record that are not as they have to be. A field that is left out or `null` is not set. */
export function findWrongFields(
  record: UnknownRecord,
  shapes: FieldShapes,
  required: readonly string[],
): string[] {
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const value = record[name] ?? null;
    if (value === null) return required.includes(name) ? [`${name} is missing`] : [];
    const known = typeof shape === 'object' ? `one of ${shape.join(', ')}` : shape;
    return hasShape(value, shape) ? [] : [`${name} is ${print(value)}, not ${known}`];
  });
}

/** A check that an endpoint refuses a request whose key is missing or wrong. */
export function refusesKey(
  prefix: string,
  choice: Exclude<KeyChoice, 'right'>,
  endpoint: Endpoint | ((target: Target) => Promise<Exchange>),
  options: Pick<Check, 'needs'> & {
    contract?: string;
    /** Whether the platform's documentation does not say so. */
    isInContractOnly?: true;
    body?: (target: Target) => object;
  },
): Check {
  const names = { none: 'no-key', wrong: 'wrong-key', assistant: 'assistant-key' };
  const what = { none: 'without a key', wrong: 'with a wrong key', assistant: 'with the assistant key' };
  return {
    name: `${prefix}.${names[choice]}`,
    contract: options.contract ?? '5: every endpoint takes the header Authorization with an API key.',
    expected: `a request ${what[choice]} is refused: no status of success`,
    ...(options.needs && { needs: options.needs }),
    async run(target) {
      const { isPublic, key, adminKey } = target.options;
      if (isPublic) return skip('A proxy for pages adds the key.');
      if (options.isInContractOnly && target.isPlatform) return skip('Only the contract says so.');
      if (choice !== 'assistant' && key === null && adminKey === null)
        return skip('Give the key with --key.');
      if (choice === 'assistant' && (key === null || key === adminKey))
        return skip('There are no two different keys.');
      const got =
        typeof endpoint === 'function'
          ? await endpoint(target)
          : await target.send(endpoint, { key: choice, ...(options.body && { body: options.body(target) }) });
      if (got.status === 0) return fail(describe(got));
      return isSuccess(got) ? fail(describe(got)) : pass(`status ${got.status}`);
    },
  };
}

function hasShape(value: unknown, shape: FieldShape): boolean {
  if (typeof shape === 'object') return shape.includes(value as string);
  switch (shape) {
    case 'time':
      return typeof value === 'string' && UTC_TIME.test(value) && !Number.isNaN(Date.parse(value));
    case 'author':
      return typeof value === 'string' || (isRecord(value) && typeof value.name === 'string');
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'records':
      return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
    default:
      return typeof value === shape;
  }
}
