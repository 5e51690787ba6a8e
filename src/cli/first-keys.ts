import { addKey, type NewKey } from '../service/keys/api-key.ts';
import { openServiceStore } from '../service/storage/open-store.ts';
import type { KeyKind } from '../service/storage/service-store.ts';
import { printStatus } from './report-progress.ts';
import type { Settings } from './settings.ts';

/** A key that was created because there was none. */
export interface FirstKey extends NewKey {
  kind: KeyKind;
  projectId: string;
}

/**
 * Create the keys that a service needs at its first start: one of each kind for every project that never had any. A project whose
 * keys were all revoked gets none, because that was intended.
 */
export async function createFirstKeys(settings: Settings): Promise<FirstKey[]> {
  const store = await openServiceStore(settings, { onDamage: ({ message }) => printStatus(message) });
  try {
    const made: FirstKey[] = [];
    const known = await store.keys.list();
    for (const { domain, projectId = domain, keys = settings.keys } of settings.projects) {
      for (const kind of ['assistant', 'admin'] as const) {
        const had = known.some((key) => key.projectId === projectId && key.kind === kind);
        if (had || keys?.[kind] !== undefined) continue;
        const key = await addKey(store.keys, { kind, projectId, label: 'first start' });
        made.push({ ...key, kind, projectId });
      }
    }
    return made;
  } finally {
    await store.close();
  }
}
