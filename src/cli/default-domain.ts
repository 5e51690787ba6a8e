import { basename } from 'node:path';

/** The name of a folder, with what cannot stand in a path replaced. */
export function defaultDomain(dir: string): string {
  return basename(dir).replace(/[^\w.~:@-]+/g, '-') || 'docs';
}
