import { basename } from 'node:path';
import { toIdentifier } from '../protocol/endpoints.ts';

/** Return the domain of a folder that is given none: its name, as an identifier. */
export function defaultDomain(dir: string): string {
  return toIdentifier(basename(dir)) || 'docs';
}
