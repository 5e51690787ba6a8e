import { createHash, timingSafeEqual } from 'node:crypto';

/** Which endpoints a key opens. */
export type KeyKind = 'assistant' | 'admin';

/** The keys of one project; each kind may have several, so that keys can be changed without a gap. */
export interface ProjectKeys {
  assistant: string | readonly string[];
  admin: string | readonly string[];
}

/** What a key that was presented turned out to be. */
export interface KnownKey {
  kind: KeyKind;
  /** Hash of the key: names it in counters. */
  id: string;
  /** Domains of the projects it belongs to. */
  domains: ReadonlySet<string>;
}

/** Tells keys apart without keeping them. */
export interface KeyRing {
  /** @returns `null` for a missing, malformed or unknown key */
  find(authorization: string | null): KnownKey | null;
}

interface StoredKey {
  kind: KeyKind;
  digest: Buffer;
  domains: Set<string>;
}

/** @throws TypeError when a project has no key, or one that no header carries */
export function createKeyRing(projects: readonly { domain: string; keys: ProjectKeys }[]): KeyRing {
  const stored = new Map<string, StoredKey>();
  for (const { domain, keys } of projects) {
    for (const kind of ['assistant', 'admin'] as const) {
      const secrets = [keys[kind]].flat();
      if (secrets.length === 0) throw new TypeError(`docs-assistant service: ${domain} has no ${kind} key`);
      for (const secret of secrets) {
        if (!/^[\x21-\x7e]+$/.test(secret)) {
          throw new TypeError(
            `docs-assistant service: the ${kind} key of ${domain} is empty or not plain ASCII`,
          );
        }
        const digest = hash(secret);
        const name = digest.toString('hex');
        const key = stored.get(name) ?? { kind, digest, domains: new Set<string>() };
        if (key.kind !== kind) {
          throw new TypeError(`docs-assistant service: the assistant key of ${domain} is an admin key too`);
        }
        key.domains.add(domain);
        stored.set(name, key);
      }
    }
  }

  return {
    find(authorization) {
      const secret = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
      if (secret === undefined) return null;
      const presented = hash(secret);
      let found: StoredKey | null = null;
      // Every key is compared, so that the time taken tells nothing.
      for (const key of stored.values()) if (timingSafeEqual(key.digest, presented)) found = key;
      return (
        found && { kind: found.kind, id: found.digest.toString('hex').slice(0, 16), domains: found.domains }
      );
    },
  };
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
