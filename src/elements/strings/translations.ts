import type { Translation, Translations } from '../shared/i18n/strings-controller.ts';
import type english from './en.json';
import type {
  AdminStrings,
  AssistantStrings,
  PageActionsStrings,
  PageFeedbackStrings,
  SearchStrings,
} from './english.ts';

/** The file of a language: the sections of the English one, with the plural forms that the language has. */
type Translated<English> =
  English extends Readonly<Record<string, string>>
    ? Translation<English>
    : { readonly [Section in keyof English]: Translated<English[Section]> };
type LanguageFile = Translated<typeof english> & {
  // A page may have another gender than an answer.
  readonly pageFeedback: Partial<Translation<typeof english.feedback>>;
};

/** A file without the keys that English lacks: it differs from a file that has some. */
type Known<File, Model> = {
  [Key in keyof File]: Key extends keyof Model
    ? File[Key] extends string
      ? string
      : Known<File[Key], Model[Key]>
    : never;
};

/** Check the file of a language. A missing or an unknown key is an error of types. */
function language<File extends LanguageFile>(
  load: () => Promise<{ readonly default: File & Known<File, LanguageFile> }>,
): () => Promise<LanguageFile> {
  return async () => (await load()).default;
}

/** The languages other than English. */
const LANGUAGES = {
  ar: language(() => import('./ar.json', { with: { type: 'json' } })),
  de: language(() => import('./de.json', { with: { type: 'json' } })),
  es: language(() => import('./es.json', { with: { type: 'json' } })),
  fr: language(() => import('./fr.json', { with: { type: 'json' } })),
  he: language(() => import('./he.json', { with: { type: 'json' } })),
  it: language(() => import('./it.json', { with: { type: 'json' } })),
  ja: language(() => import('./ja.json', { with: { type: 'json' } })),
  ko: language(() => import('./ko.json', { with: { type: 'json' } })),
  pt: language(() => import('./pt.json', { with: { type: 'json' } })),
  ru: language(() => import('./ru.json', { with: { type: 'json' } })),
  'zh-Hans': language(() => import('./zh-Hans.json', { with: { type: 'json' } })),
  'zh-Hant': language(() => import('./zh-Hant.json', { with: { type: 'json' } })),
};

/** Create the table of an element from its sections. A page loads those of one language only. */
function translate<S>(read: (file: LanguageFile) => Translation<S>): Translations<S> {
  return Object.fromEntries(
    Object.entries(LANGUAGES).map(([name, load]) => [name, async () => ({ strings: read(await load()) })]),
  );
}

export const assistant = translate<AssistantStrings>(({ assistant, feedback }) => ({
  ...assistant.panel,
  ...feedback,
  ...assistant.afterAnswer,
  ...assistant.speech,
}));
export const search = translate<SearchStrings>(({ search }) => ({
  ...search.panel,
  ...search.afterResults,
  ...search.dialog,
  ...search.preview,
}));
export const pageFeedback = translate<PageFeedbackStrings>(({ feedback, pageFeedback }) => ({
  ...feedback,
  ...pageFeedback,
}));
export const pageActions = translate<PageActionsStrings>(({ pageActions }) => pageActions);
export const admin = translate<AdminStrings>(({ admin }) => admin);
