import { resolve } from 'node:path';
import { baseOfEndpoint, IDENTIFIER } from '../protocol/endpoints.ts';

/** Invalid arguments of a command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
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

export function readBasePath(value: string): string {
  const path = value.replace(/\/+$/, '');
  if (!/^(?!\/(?:cdn|v1)$)(?:\/[\w.~-]+)+$/.test(path)) {
    throw new UsageError(`--base-path takes a path such as /docs-api, not "${value}".`);
  }
  return path;
}

export function readPublicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new UsageError(`--public-url takes an address such as https://ask.example.com, not "${value}".`);
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
