/** Maximum length of a name of a version or language, in UTF-16 units; a longer one is ignored. */
export const MAX_SCOPE_LENGTH = 64;

/** Return a language tag in the spelling of BCP 47 (`pt-BR` for `pt-br` and `pt_BR`); `undefined` for any other value. */
export function readLanguage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_SCOPE_LENGTH) return undefined;
  try {
    return Intl.getCanonicalLocales(value.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** Return the name of a version, which YAML may have parsed as a number. */
export function readVersion(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const name = text.trim();
  return name !== '' && name.length <= MAX_SCOPE_LENGTH ? name : undefined;
}

/** Names for the version of most readers, the first that a documentation has. */
const CURRENT_NAMES = ['latest', 'stable', 'current'];
const NUMBERED = /^\d/;
const PRERELEASE = /^\d.*(?:alpha|beta|rc|pre|dev|snapshot|next|canary|nightly|\d[ab]\d)/i;
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Return a version without what may stand around its number: `3` for `v3`, `version-3` and `3.0`. */
export function versionNumber(name: string): string {
  return name.toLowerCase().replace(/^(?:version-|v(?=\d))|(?:\.0)+$/g, '');
}

/** Return whether a version has a number or a name for that of most readers, so that it can be compared with others. */
export function isRelease(version: string): boolean {
  return rankOf(versionNumber(version)) < CURRENT_NAMES.length + 2;
}

/**
 * Compare versions, that of most readers first: `latest`, `stable` or `current`, then the highest number, previews after all
 * releases, then any other name.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [versionNumber(a), versionNumber(b)];
  return rankOf(one) - rankOf(other) || compare(other, one);
}

function rankOf(version: string): number {
  const named = CURRENT_NAMES.indexOf(version);
  if (named !== -1) return named;
  return CURRENT_NAMES.length + (NUMBERED.test(version) ? (PRERELEASE.test(version) ? 1 : 0) : 2);
}
