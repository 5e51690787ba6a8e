import type { ReactiveControllerHost } from 'lit';
import { lazy, type Lazy } from '../lazy.ts';

/** The interface strings of one element in one language. `{name}` is a placeholder; `key.one`, `key.other` … are plural forms. */
export type Strings = Readonly<Record<string, string>>;

type PluralKey<S> = keyof S extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never;

/** The strings in another language: the same keys, with the plural forms that it has. */
export type Translation<S> = Readonly<
  Record<Exclude<keyof S, `${string}.one`>, string> & {
    [Form in `${PluralKey<S>}.${Intl.LDMLPluralRule}`]?: string;
  }
>;

/** The modules of the bundled languages other than English. */
export type Translations<S> = Readonly<Record<string, () => Promise<{ readonly strings: Translation<S> }>>>;

type Key<S> = keyof S extends infer K ? (K extends `${infer Base}.${string}` ? Base : K & string) : never;

type LanguageStrings = readonly [language: string, strings: Strings];

type StringsHost = ReactiveControllerHost & { readonly interfaceLanguage: string; readonly strings: Strings };

/**
 * Lookup of interface strings: the host's own `strings` first, then the bundled ones of the language around the host, then
 * English. A change of language takes effect at once.
 */
export interface StringsController<S extends Strings> {
  /** Language of the strings, for the `lang` of elements that they label: English where no translation is bundled. */
  readonly language: string;
  /** Language around the host, for numbers and times. */
  readonly locale: string;
  /** Add English strings that were loaded later. A translation has all from the beginning. */
  add(english: Partial<S>): void;
  /** Load the strings for the language around the host. Resolves when they are there, or cannot be loaded. */
  load(): Promise<void>;
  text(this: void, key: Key<S>, values?: Readonly<Record<string, string | number>>): string;
}

/** @param importTranslations imports the list of languages, which a page in English does without */
export function createStrings<S extends Strings>(
  host: StringsHost,
  bundled: Partial<S>,
  importTranslations: () => Promise<Translations<S>>,
): StringsController<S> {
  let english = bundled as Strings;
  let strings = english;
  let language = 'en';
  let locale = 'en';
  let wanted: string | undefined;
  let translation!: Lazy<LanguageStrings | undefined>;
  // The host watches the language of the page; this is for the elements around it, which may have one of their own.
  const observer = new MutationObserver(() => host.requestUpdate());
  host.addController({
    hostConnected: () => observer.observe(document, { attributeFilter: ['lang'], subtree: true }),
    hostDisconnected: () => observer.disconnect(),
    hostUpdate() {
      if (host.interfaceLanguage !== wanted) void load();
    },
  });

  return {
    get language() {
      return language;
    },
    get locale() {
      return locale;
    },
    add(more) {
      const all = { ...english, ...more } as Strings;
      if (strings === english) strings = all;
      english = all;
    },
    load,
    text: (key, values = {}) => fillIn(key, values, { own: host.strings, strings, language, locale }),
  };

  /** Load the translation. One that failed to load is tried again with the next call, and English is used until then. */
  async function load(): Promise<void> {
    const tag = host.interfaceLanguage;
    if (tag !== wanted) {
      wanted = tag;
      translation = lazy(() => translate(tag, importTranslations), {
        onChange: () => tag === wanted && use(tag),
      });
    }
    await translation.load();
  }

  function use(tag: string): void {
    [language, strings] = translation.value ?? ['en', english];
    locale = readLocale(tag);
    host.requestUpdate();
  }
}

/** Load the translation that fits a language tag; `undefined` for English, which needs none, and where none fits. */
async function translate<S>(
  tag: string,
  importTranslations: () => Promise<Translations<S>>,
): Promise<LanguageStrings | undefined> {
  if (/^(en\b|$)/i.test(tag)) return undefined;
  const [translations, { matchLanguage }] = await Promise.all([
    importTranslations(),
    import('../../../protocol/language-tag.ts'),
  ]);
  const language = matchLanguage(tag, translations);
  if (language === undefined) return undefined;
  return [language, (await translations[language]!()).strings];
}

/** The strings that a text is looked up in, with the languages of their plural forms. */
interface Lookup {
  readonly own: Strings;
  readonly strings: Strings;
  readonly language: string;
  readonly locale: string;
}

/** Look up a text in its plural form, and fill in its values. */
function fillIn(
  key: string,
  values: Readonly<Record<string, string | number>>,
  { own, strings, language, locale }: Lookup,
): string {
  const { count } = values;
  const form = (language: string): string =>
    typeof count === 'number' ? `${key}.${new Intl.PluralRules(language).select(count)}` : key;
  const text =
    own[form(locale)] ?? own[key] ?? strings[form(language)] ?? strings[`${key}.other`] ?? strings[key];
  return (text ?? key).replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'number' ? formatNumber(value, locale) : value;
  });
}

/** Write a number as its locale does. The first number format of a page takes up to 20 ms, which most numbers do without. */
function formatNumber(value: number, locale: string): string {
  const digits = `${value}`;
  const isPlain = /^en(-[A-Z]{2})?$/.test(locale) && /^\d{1,3}$/.test(digits);
  return isPlain ? digits : value.toLocaleString(locale);
}

/** Read the locale of a language tag: English for anything else, which has no numbers of its own. */
function readLocale(tag: string): string {
  try {
    return new Intl.Locale(tag).toString();
  } catch {
    return 'en';
  }
}
