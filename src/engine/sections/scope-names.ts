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
