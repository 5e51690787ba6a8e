/**
 * The language, of those at hand, that a BCP 47 tag asks for: `pt-BR` finds `pt`, and `zh-TW`, which is written in
 * traditional characters, finds `zh-Hant`. `undefined` where none fits, and for what is no tag.
 */
export function matchLanguage<Language extends string>(
  tag: string,
  available: Readonly<Record<Language, unknown>>,
): Language | undefined {
  // Needs no likely subtags, whose first use takes some milliseconds.
  if (isIn(available, tag)) return tag;
  try {
    const { language, script } = new Intl.Locale(tag.replaceAll('_', '-')).maximize();
    return [`${language}-${script}`, language].find((name) => isIn(available, name));
  } catch {
    return undefined;
  }
}

function isIn<Name extends string>(names: Readonly<Record<Name, unknown>>, name: string): name is Name {
  return Object.hasOwn(names, name);
}
