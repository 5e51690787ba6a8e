import type { RequestFilter } from '../protocol/api.ts';

/** Languages that a site says it has, in its own codes; `any`: what pages send is passed on. */
export type SiteLanguages = readonly string[] | 'any';

/** How keys of the hosted platform begin. */
const PLATFORM_KEY = 'mint_';

/**
 * Return the languages where the operator names none. The hosted platform takes a language for a filter that a site in one language
 * does not pass: nothing is found then. Pages cannot tell, because nearly all have a `lang`. Other servers know their languages.
 */
export function defaultLanguages(assistantKey: string): SiteLanguages {
  return assistantKey.startsWith(PLATFORM_KEY) ? [] : 'any';
}

/**
 * Return a request whose language is one of the site, in the code of the site: `de` for `de-CH`, `pt-BR` for `pt`. A language that the
 * site does not have is left out.
 */
export function withSiteLanguage<T extends { filter?: RequestFilter | null }>(
  body: T,
  languages: SiteLanguages,
): T {
  const language = body.filter?.language;
  if (language === undefined || languages === 'any') return body;
  const { filter, ...others } = body;
  const { language: _, ...kept } = filter ?? {};
  const own = findLanguage(language, languages);
  const filtered = { ...kept, ...(own !== undefined && { language: own }) };
  return { ...others, ...(Object.keys(filtered).length > 0 && { filter: filtered }) } as T;
}

function findLanguage(wanted: string, languages: readonly string[]): string | undefined {
  const [whole, base] = [wanted.toLowerCase(), baseOf(wanted)];
  return (
    languages.find((own) => own.toLowerCase() === whole) ?? languages.find((own) => baseOf(own) === base)
  );
}

function baseOf(language: string): string {
  return language.toLowerCase().split(/[-_]/, 1)[0]!;
}
