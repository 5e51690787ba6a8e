import { KEY_USE_RESOLUTION, type KeyKind, type KeyStore } from '../storage/service-store.ts';
import { isWellFormed } from './api-key.ts';
import { digestOf, isSameDigest } from './digest.ts';

/** Keys of one project as text. Each kind may have several, so that keys can be rotated without an interruption. */
export interface ProjectKeys {
  assistant: string | readonly string[];
  admin: string | readonly string[];
}

/** A valid key. */
export interface KnownKey {
  kind: KeyKind;
  /** Identifies the key in counters and logs. Does not reveal its text. */
  id: string;
  /** Projects that the key opens. */
  projectIds: ReadonlySet<string>;
}

/** Recognises keys by their digests. */
export interface KeyRing {
  /** @returns `null` for a missing, malformed, unknown or revoked key */
  find(authorization: string | null): Promise<KnownKey | null>;
}

export interface KeyRingOptions {
  /** Keys from the options of the service, valid as long as it runs; see {@link readGivenKeys}. */
  given: readonly RingKey[];
  /** Keys that are added and revoked while it runs. */
  store: KeyStore;
  /** Milliseconds of a monotonic clock. Default the clock of the system. */
  clock?: () => number;
  /** Called when the use of a key could not be recorded. */
  onFailure: (error: unknown) => void;
}

/** A key in memory. */
export interface RingKey extends KnownKey {
  digest: Buffer;
}

/** Milliseconds that the keys of the store are cached. A revoked key may be accepted for as long. */
const CACHE_TTL = 1_000;

export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { given, store, clock = () => performance.now(), onFailure } = options;
  const usedAt = new Map<string, number>();
  let stored: Promise<RingKey[]> | undefined;
  let readAt = -Infinity;

  /** Share one running query among all callers. */
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

/** Compare every key, so that the time taken reveals nothing. */
function findDigest(keys: readonly RingKey[], presented: Buffer): RingKey | null {
  let found: RingKey | null = null;
  for (const key of keys) if (isSameDigest(key.digest, presented)) found = key;
  return found;
}

/** @throws TypeError for a key that is not valid in a header, or that is given for both kinds */
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
