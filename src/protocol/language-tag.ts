/**
 * The language, of those at hand, that a BCP 47 tag asks for: `pt-BR` finds `pt`, and `zh-TW`, which is written in
 * traditional characters, finds `zh-Hant`. `undefined` where none fits, and for what is no tag.
 */
export function matchLanguage<Language extends string>(
  tag: string,
  available: Readonly<Record<Language, unknown>>,
): Language | undefined {
  const isAvailable = (name: string): name is Language => Object.hasOwn(available, name);
  // Needs no likely subtags, whose first use takes some milliseconds.
  if (isAvailable(tag)) return tag;
  try {
    const { language, script } = new Intl.Locale(tag.replaceAll('_', '-')).maximize();
    return [`${language}-${script}`, language].find(isAvailable);
  } catch {
    return undefined;
  }
}

/** Return the language of a tag without script and region, in lower case: `de` for `de-AT` and `DE_at`. Whatever is no tag stays. */
export function primaryLanguage(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
}
