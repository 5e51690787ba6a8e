import type { matchLanguage } from '../../protocol/language-tag.ts';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The interface strings of one element in one language. `{name}` stands for a value; `key.one`, `key.other` … are plural forms. */
export type Strings = Readonly<Record<string, string>>;

type PluralKey<S> = keyof S extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never;

/** The strings in another language: the same keys, with the plural forms that it has. */
export type Translation<S> = Readonly<
  Record<Exclude<keyof S, `${string}.one`>, string> & {
    [Form in `${PluralKey<S>}.${Intl.LDMLPluralRule}`]?: string;
  }
>;

/** Bundled languages other than English, each a chunk of its own. */
export type Translations<S> = Readonly<Record<string, () => Promise<Translation<S>>>>;

interface TranslationsModule<S> {
  readonly translations: Translations<S>;
  readonly matchLanguage: typeof matchLanguage;
}

type Key<S> = keyof S extends infer K ? (K extends `${infer Base}.${string}` ? Base : K & string) : never;

type StringsHost = ReactiveControllerHost & { readonly interfaceLanguage: string; readonly strings: Strings };

/**
 * Looks interface strings up: the host's own `strings` first, then the bundled ones of the language around the host,
 * then English. Follows a change of language live.
 */
export class StringsController<S extends Strings> implements ReactiveController {
  /** The language the strings are in, for the `lang` of what they label: English where no translation is bundled. */
  language = 'en';
  /** The language around the host, for the numbers and times in it. */
  locale = 'en';

  readonly #host: StringsHost;
  #english: Strings;
  readonly #importTranslations: () => Promise<TranslationsModule<S>>;
  #strings: Strings;
  #wanted = '';
  #loading = Promise.resolve();
  /** The host hears of the page's language; this is for the elements around it, which may have one of their own. */
  readonly #observer = new MutationObserver(() => this.#host.requestUpdate());

  /** @param importTranslations loads what tells which languages there are: a page in English does without */
  constructor(
    host: StringsHost,
    english: Partial<S>,
    importTranslations: () => Promise<TranslationsModule<S>>,
  ) {
    this.#host = host;
    this.#english = english as Strings;
    this.#strings = this.#english;
    this.#importTranslations = importTranslations;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(document, { attributeFilter: ['lang'], subtree: true });
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdate(): void {
    void this.load();
  }

  /** Takes English strings that were loaded later. A translation has all from the beginning. */
  add(english: Partial<S>): void {
    const all = { ...this.#english, ...english } as Strings;
    if (this.#strings === this.#english) this.#strings = all;
    this.#english = all;
  }

  /** Loads the strings for the language around the host; resolves when they are there, or English stands in. */
  load(): Promise<void> {
    const tag = this.#host.interfaceLanguage;
    if (tag !== this.#wanted) {
      this.#wanted = tag;
      this.#loading = this.#follow(tag);
    }
    return this.#loading;
  }

  readonly text = (key: Key<S>, values: Readonly<Record<string, string | number>> = {}): string => {
    const { count } = values;
    const form = (language: string): string =>
      typeof count === 'number' ? `${key}.${new Intl.PluralRules(language).select(count)}` : key;
    const own = this.#host.strings;
    const bundled = form(this.language);
    const text =
      own[form(this.locale)] ??
      own[key] ??
      this.#strings[bundled] ??
      this.#strings[`${key}.other`] ??
      this.#strings[key];
    return (text ?? key).replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name] ?? place;
      return typeof value === 'number' ? value.toLocaleString(this.locale) : value;
    });
  };

  async #follow(tag: string): Promise<void> {
    const isEnglish = /^(en\b|$)/i.test(tag);
    // A translation that does not load is no reason to show nothing.
    const translation = isEnglish ? null : await this.#translate(tag).catch(() => null);
    if (tag !== this.#wanted) return;
    [this.language, this.#strings] = translation ?? ['en', this.#english];
    this.locale = readLocale(tag);
    this.#host.requestUpdate();
  }

  async #translate(tag: string): Promise<[language: string, strings: Strings] | null> {
    const { translations, matchLanguage } = await this.#importTranslations();
    const language = matchLanguage(tag, translations);
    return language === undefined ? null : [language, await translations[language]!()];
  }
}

/** What is no language tag has no numbers of its own. */
function readLocale(tag: string): string {
  try {
    return new Intl.Locale(tag).toString();
  } catch {
    return 'en';
  }
}
