/** Create a function that names languages in the language of the interface: `de` → "German". */
export function createLanguageNames(language: string): (code: string) => string {
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' });
  return (code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      // Not a language tag, but a name that the site uses.
      return code;
    }
  };
}
