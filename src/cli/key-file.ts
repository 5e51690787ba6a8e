import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys of a service that runs from the command line. */
export interface Keys {
  assistant: string;
  admin: string;
}

const FILE_NAME = 'keys.json';
const KEY_BYTES = 24;

/**
 * Takes the keys from the environment, else from the data folder; the first time they are made and kept there, for this user
 * only.
 *
 * @returns the keys, and those that were made just now
 */
export function readKeys(dataDir: string): { keys: Keys; made: Partial<Keys> } {
  const given: Partial<Keys> = {
    ...(process.env['DOCS_ASSISTANT_KEY'] && { assistant: process.env['DOCS_ASSISTANT_KEY'] }),
    ...(process.env['DOCS_ADMIN_KEY'] && { admin: process.env['DOCS_ADMIN_KEY'] }),
  };
  if (given.assistant !== undefined && given.admin !== undefined) return { keys: given as Keys, made: {} };
  const { keys: kept, isNew } = readOrMakeKeys(dataDir);
  const made: Partial<Keys> = {};
  if (isNew && given.assistant === undefined) made.assistant = kept.assistant;
  if (isNew && given.admin === undefined) made.admin = kept.admin;
  return { keys: { ...kept, ...given }, made };
}

function readOrMakeKeys(dataDir: string): { keys: Keys; isNew: boolean } {
  const file = join(dataDir, FILE_NAME);
  const keys: Keys = { assistant: makeKey('assistant'), admin: makeKey('admin') };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    return { keys, isNew: true };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Keys> | null;
  if (typeof kept?.assistant !== 'string' || typeof kept.admin !== 'string') {
    throw new Error(`${file} does not hold the keys any more. Remove it to have new ones made.`);
  }
  return { keys: { assistant: kept.assistant, admin: kept.admin }, isNew: false };
}

function makeKey(kind: keyof Keys): string {
  return `docs_${kind}_${randomBytes(KEY_BYTES).toString('base64url')}`;
}
