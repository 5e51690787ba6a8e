import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The interface strings of one element in one language. `{name}` stands for a value; `key.one`, `key.other` … are plural forms. */
export type Strings = Readonly<Record<string, string>>;

/** Bundled languages other than English, each a chunk of its own. */
export type Translations<S extends Strings> = Readonly<Record<string, () => Promise<S>>>;

type Key<S> = keyof S extends infer K ? (K extends `${infer Base}.${string}` ? Base : K & string) : never;

type StringsHost = ReactiveControllerHost & { readonly interfaceLanguage: string; readonly strings: Strings };

/**
 * Looks interface strings up: the host's own `strings` first, then the bundled ones of the language around the host,
 * then English. Follows a change of language live.
 */
export class StringsController<S extends Strings> implements ReactiveController {
  /** The language the strings are in, for the `lang` of what they label: English where no translation is bundled. */
  language = 'en';

  readonly #host: StringsHost;
  #english: Strings;
  readonly #translations: Translations<S>;
  #strings: Strings;
  #wanted = 'en';
  /** The host hears of the page's language; this is for the elements around it, which may have one of their own. */
  readonly #observer = new MutationObserver(() => this.#host.requestUpdate());

  constructor(host: StringsHost, english: Partial<S>, translations: Translations<S>) {
    this.#host = host;
    this.#english = english as Strings;
    this.#strings = this.#english;
    this.#translations = translations;
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
  async load(): Promise<void> {
    const language = this.#host.interfaceLanguage.toLowerCase().split('-')[0] ?? '';
    if (language === this.#wanted) return;
    this.#wanted = language;
    const load = Object.hasOwn(this.#translations, language) ? this.#translations[language] : undefined;
    // A translation that does not load is no reason to show nothing.
    const strings = (await load?.().catch(() => undefined)) ?? undefined;
    if (language !== this.#wanted) return;
    this.#strings = strings ?? this.#english;
    this.language = strings ? language : 'en';
    this.#host.requestUpdate();
  }

  readonly text = (key: Key<S>, values: Readonly<Record<string, string | number>> = {}): string => {
    const form =
      typeof values['count'] === 'number'
        ? `${key}.${new Intl.PluralRules(this.language).select(values['count'])}`
        : key;
    const own = this.#host.strings;
    const text =
      own[form] ?? own[key] ?? this.#strings[form] ?? this.#strings[`${key}.other`] ?? this.#strings[key];
    return (text ?? key).replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  };
}
