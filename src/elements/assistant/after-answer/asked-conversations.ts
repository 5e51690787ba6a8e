import { storageKey, type CheckedStorage, type Site } from '../../../state/storage/storage.ts';

/** Limit of the list: as many conversations as the archive keeps. */
const MAX_CONVERSATIONS = 50;

/** Whether the question was asked about a conversation, here or in another tab. */
export function wasAsked(storage: CheckedStorage, site: Site, id: string): boolean {
  return read(storage, site).includes(id);
}

/** Store that the question was asked about a conversation. */
export function keepAsked(storage: CheckedStorage, site: Site, id: string): void {
  storage.write(storageKey(site, 'asked'), [...read(storage, site), id].slice(-MAX_CONVERSATIONS));
}

function read(storage: CheckedStorage, site: Site): readonly string[] {
  return storage.read(storageKey(site, 'asked'), readIds) ?? [];
}

function readIds(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null;
}
