import { resolve } from 'node:path';
import { readLanguage } from '../engine/sections/scope-names.ts';
import { baseOfEndpoint, IDENTIFIER } from '../protocol/endpoints.ts';

/** Invalid arguments of a command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option of the command line. */
export interface Option {
  /** What its value is called in the help; an option without one is a switch. */
  readonly value?: string;
  /** What it is for, without a capital and a full stop. The help adds the default to it unless it names one. */
  readonly about: string;
  /** Heading in the help. Default: Options. */
  readonly heading?: string;
  readonly repeatable?: true;
  /** Least and largest whole number. */
  readonly range?: readonly [min: number, max: number];
  readonly choices?: readonly string[];
  /** Return the value as commands use it. Default: as it is written. @throws UsageError that begins with the name */
  readonly read?: (name: string, written: string) => unknown;
  readonly default?: string | number;
  /** Environment variable that has the same effect. */
  readonly variable?: string | undefined;
  /** Setting of a service that it replaces, which a configuration file may have; its default is that of the setting. */
  readonly setting?: string | undefined;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** An environment variable. */
export interface Variable {
  /** What it is for, in the help. */
  readonly about: string;
  /** Setting of a service that it replaces, which a configuration file may have. */
  readonly setting?: string;
  /** How that is written. Default: as text. */
  readonly form?: 'JSON' | 'list';
}

export type VariableTable = Readonly<Record<string, Variable>>;

type OneValue<Given> = Given extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Given extends { range: unknown }
    ? number
    : Given extends { read: (name: string, written: string) => infer Value }
      ? Value
      : string;

type OptionValue<Given> = Given extends { value: string }
  ? Given extends { repeatable: true }
    ? OneValue<Given>[] | undefined
    : Given extends { setting: string }
      ? OneValue<Given> | undefined
      : Given extends { default: unknown }
        ? OneValue<Given>
        : OneValue<Given> | undefined
  : boolean;

/** Values of options. */
export type OptionValues<Given> = { -readonly [Name in keyof Given]: OptionValue<Given[Name]> };

/** What `parseArgs` returns for an option. */
type GivenValue = string | boolean | (string | boolean)[] | undefined;

/** Return the value of an option: as given, else of its variable, else its default. @throws UsageError */
export function readOption(name: string, option: Option, given: GivenValue): unknown {
  if (option.value === undefined) return given ?? false;
  const read = (written: unknown) => readValue(`--${name}`, option, String(written));
  if (given !== undefined) return Array.isArray(given) ? given.map(read) : read(given);
  const { variable, setting } = option;
  const inherited = variable && process.env[variable];
  if (variable && inherited) return readValue(variable, option, inherited);
  return setting === undefined ? option.default : undefined;
}

/** @param name of the option or variable, as users write it. @throws UsageError */
function readValue(name: string, { range, choices, read }: Option, written: string): unknown {
  if (range) return readWholeNumber(name, written, range[1], range[0]);
  if (choices && !choices.includes(written)) throw new UsageError(`${name} must be ${choices.join(' or ')}.`);
  return read ? read(name, written) : written;
}

/** Choose rows of a table, in this order. */
export function pick<Table extends object, Name extends keyof Table>(
  table: Table,
  ...names: readonly Name[]
): Pick<Table, Name> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;
}

/** @param option as on the command line. @throws UsageError for what cannot be a domain or a project in an address */
export function readIdentifier(option: string, value: string): string {
  if (IDENTIFIER.test(value)) return value;
  throw new UsageError(`${option} takes 1 to 128 letters, digits and . _ ~ : @ -, not "${value}".`);
}

/**
 * @param name of the option or variable, as users write it
 * @throws UsageError when the value is not a whole number from `min` to `max`
 */
export function readWholeNumber(name: string, value: string, max: number, min = 0): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) > max || Number(value) < min) {
    throw new UsageError(`${name} takes a whole number from ${min} to ${max}, not "${value}".`);
  }
  return Number(value);
}

/** @param option as on the command line. @throws UsageError for what is no base address, also for the address of an endpoint */
export function readBaseAddress(option: string, value: string): string {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} takes the base address of a service: https://docs.example.com/docs-api`);
  // What is refused is not repeated: it may be a password or a token.
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${option} takes an address without a user and a password: a service takes a key.`);
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`${option} takes an address that ends with its path, without ? and #.`);
  const base = baseOfEndpoint(value);
  if (base !== null)
    throw new UsageError(`${option} takes the base address, which requests add /v1 to: write ${base}`);
  return value;
}

/** @param option as on the command line. @throws UsageError that suggests the origin of an address with a path */
export function readOrigin(option: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${option} takes the address of a site, https://docs.example.com, not "${value}".`);
  }
  if (url.href !== `${url.origin}/`) {
    throw new UsageError(
      `${option} must be an origin without a path, because browsers send no path. Write ${url.origin}`,
    );
  }
  return url.origin;
}

export function readBasePath(name: string, value: string): string {
  const path = value.replace(/\/+$/, '');
  if (!/^(?!\/(?:cdn|v1)$)(?:\/[\w.~-]+)+$/.test(path)) {
    throw new UsageError(`${name} takes a path such as /docs-api, not "${value}".`);
  }
  return path;
}

export function readPublicUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new UsageError(`${name} takes an address such as https://ask.example.com, not "${value}".`);
  }
  return url.href.replace(/\/+$/, '');
}

/** Form of the option, and of the field of a configuration file. */
export const ENGINE_FORM = /^lancedb:./;

/** Read the place of LanceDB. @param folder where relative paths begin @throws UsageError */
export function readEnginePlace(given: string, folder: string): string {
  if (!ENGINE_FORM.test(given)) {
    throw new UsageError('--engine must be lancedb: and a folder or an s3:// address.');
  }
  const place = given.slice('lancedb:'.length);
  return place.includes('://') ? place : resolve(folder, place);
}

/** @param name of the option. @throws UsageError for what is no path of a site */
export function readSiteBase(name: string, value: string): string {
  const path = `/${value}/`.replace(/\/{2,}/g, '/');
  if (/^[\w.~%/-]+$/.test(path)) return path;
  throw new UsageError(`${name} takes a path such as /docs/, not "${value}".`);
}

/** @param name of the option. @throws UsageError for what is no language tag */
export function readLanguageTag(name: string, value: string): string {
  if (readLanguage(value)) return value;
  throw new UsageError(`${name} ${value} is no language tag, such as en or pt-BR.`);
}

/** Return the path of a folder, which need not be there. */
export function resolveFolder(_name: string, value: string): string {
  return resolve(value);
}
