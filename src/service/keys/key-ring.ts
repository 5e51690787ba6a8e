import { createCircuit, type CircuitOptions } from '../storage/circuit.ts';
import {
  KEY_USE_RESOLUTION,
  type KeyKind,
  type KeyStore,
  StoreUnavailable,
} from '../storage/service-store.ts';
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
  /** Why keys are recognised by an earlier reading; `null` while the store works. */
  readonly failure: Error | null;
  /**
   * @returns `null` for a missing, malformed, unknown or revoked key
   * @throws StoreUnavailable
   */
  find(authorization: string | null): Promise<KnownKey | null>;
}

export interface KeyRingOptions {
  /** Keys from the options of the service, see {@link readGivenKeys}. May change in place. */
  given: readonly RingKey[];
  /** Keys that are added and revoked while it runs. */
  store: KeyStore;
  /** Milliseconds of a monotonic clock. Default the clock of the system. */
  clock?: () => number;
  /** Called when the use of a key could not be recorded. */
  onFailure: (error: unknown) => void;
  /** Called when keys can no longer be read, and when they can again. */
  outage?: CircuitOptions;
}

/** A key in memory. */
export interface RingKey extends KnownKey {
  digest: Buffer;
}

/** Milliseconds that the keys of the store are cached. A revoked key may be accepted for as long. */
const CACHE_TTL = 1_000;
/**
 * Milliseconds that the last reading serves while the store is unavailable. A key that is revoked at another process meanwhile is
 * accepted for as long.
 */
const MAX_AGE = 3_600_000;

export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { given, store, clock = () => performance.now(), onFailure } = options;
  const circuit = createCircuit(options.outage);
  const usedAt = new Map<string, number>();
  let reading: Promise<RingKey[]> | undefined;
  let startedAt = -Infinity;
  /** The last keys that could be read, and when. */
  let last: { keys: RingKey[]; readAt: number } | undefined;

  /** Share one running query among all callers. */
  function readStore(): Promise<RingKey[]> {
    if (reading === undefined || clock() - startedAt >= CACHE_TTL) {
      startedAt = clock();
      const started = (reading = readDigests());
      started.catch(() => {
        if (reading === started) reading = undefined;
      });
    }
    return reading;
  }

  async function readDigests(): Promise<RingKey[]> {
    const readAt = clock();
    try {
      const digests = await circuit.call(() => store.digests());
      const keys = digests.map(({ projectId, ...key }) => ({ ...key, projectIds: new Set([projectId]) }));
      last = { keys, readAt };
      return keys;
    } catch (error) {
      if (last && readAt - last.readAt < MAX_AGE) return last.keys;
      throw new StoreUnavailable(error);
    }
  }

  function noteUse(id: string): void {
    const now = clock();
    if (now - (usedAt.get(id) ?? -Infinity) < KEY_USE_RESOLUTION) return;
    usedAt.set(id, now);
    store.touch(id).catch(onFailure);
  }

  return {
    get failure() {
      return circuit.failure;
    },
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
