import { KEY_USE_RESOLUTION, type KeyKind, type KeyStore } from '../storage/service-store.ts';
import { isWellFormed } from './api-key.ts';
import { digestOf, isSameDigest } from './digest.ts';

/** Keys of one project that are given in text; each kind may have several, so that keys can be changed without a gap. */
export interface ProjectKeys {
  assistant: string | readonly string[];
  admin: string | readonly string[];
}

/** What a key that was presented turned out to be. */
export interface KnownKey {
  kind: KeyKind;
  /** Names the key in counters and logs; tells nothing about its text. */
  id: string;
  /** Projects that it opens. */
  projectIds: ReadonlySet<string>;
}

/** Tells keys apart without keeping them. */
export interface KeyRing {
  /** @returns `null` for a missing, malformed, unknown or revoked key */
  find(authorization: string | null): Promise<KnownKey | null>;
}

export interface KeyRingOptions {
  /** Keys that come with the options of the service and hold as long as it runs; see {@link readGivenKeys}. */
  given: readonly RingKey[];
  /** Keys that come and go while it runs. */
  store: KeyStore;
  /** Milliseconds of a clock that only goes on; default the system's. */
  clock?: () => number;
  /** Hears that the use of a key could not be noted. */
  onFailure: (error: unknown) => void;
}

/** A key as it is kept here. */
export interface RingKey extends KnownKey {
  digest: Buffer;
}

/** Milliseconds that what the store said is believed: so long after it was revoked a key may still be taken. */
const CACHE_TTL = 1_000;

export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { given, store, clock = () => performance.now(), onFailure } = options;
  const usedAt = new Map<string, number>();
  let stored: Promise<RingKey[]> | undefined;
  let readAt = -Infinity;

  /** One reading at a time, whoever waits for it. */
  function readStore(): Promise<RingKey[]> {
    if (stored === undefined || clock() - readAt >= CACHE_TTL) {
      readAt = clock();
      const reading = store
        .digests()
        .then((keys) => keys.map(({ projectId, ...key }) => ({ ...key, projectIds: new Set([projectId]) })));
      stored = reading;
      reading.catch(() => {
        if (stored === reading) stored = undefined;
      });
    }
    return stored;
  }

  function noteUse(id: string): void {
    const now = clock();
    if (now - (usedAt.get(id) ?? -Infinity) < KEY_USE_RESOLUTION) return;
    usedAt.set(id, now);
    store.touch(id).catch(onFailure);
  }

  return {
    async find(authorization) {
      const secret = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
      if (secret === undefined) return null;
      const presented = digestOf(secret);
      const known = findDigest(given, presented);
      if (known !== null || !isWellFormed(secret)) return known;
      const found = findDigest(await readStore(), presented);
      if (found !== null) noteUse(found.id);
      return found;
    },
  };
}

/** Compares every key, so that the time taken tells nothing. */
function findDigest(keys: readonly RingKey[], presented: Buffer): RingKey | null {
  let found: RingKey | null = null;
  for (const key of keys) if (isSameDigest(key.digest, presented)) found = key;
  return found;
}

/** @throws TypeError for a key that no header carries, or that stands for both kinds */
export function readGivenKeys(
  projects: readonly { projectId: string; keys: Partial<ProjectKeys> }[],
): RingKey[] {
  const keys = new Map<string, RingKey & { projectIds: Set<string> }>();
  for (const { projectId, keys: given } of projects) {
    for (const kind of ['assistant', 'admin'] as const) {
      for (const secret of [given[kind] ?? []].flat()) {
        if (!/^[\x21-\x7e]+$/.test(secret)) {
          throw new TypeError(
            `docs-assistant service: the ${kind} key of ${projectId} is empty or not plain ASCII`,
          );
        }
        const digest = digestOf(secret);
        const id = digest.toString('hex').slice(0, 16);
        const key = keys.get(id) ?? { kind, id, digest, projectIds: new Set<string>() };
        if (key.kind !== kind) {
          throw new TypeError(
            `docs-assistant service: the assistant key of ${projectId} is an admin key too`,
          );
        }
        key.projectIds.add(projectId);
        keys.set(id, key);
      }
    }
  }
  return [...keys.values()];
}
