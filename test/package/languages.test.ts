import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchLabels, selectionLabels } from '../../src/elements/strings/early.ts';
import * as english from '../../src/elements/strings/english.ts';
import * as translations from '../../src/elements/strings/translations.ts';
import type { Strings } from '../../src/elements/shared/i18n/strings-controller.ts';
import { phrasesFor } from '../../src/engine/answer/phrases.ts';

const LANGUAGES = ['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'ko', 'pt', 'ru', 'zh-Hans', 'zh-Hant'];

const ELEMENTS: Readonly<
  Record<
    string,
    { english: Strings; translations: Readonly<Record<string, () => Promise<{ strings: Strings }>>> }
  >
> = {
  'docs-assistant': {
    english: { ...english.assistantPanel, ...english.assistantAfterAnswer, ...english.assistantSpeech },
    translations: translations.assistant,
  },
  'docs-search': {
    english: {
      ...english.searchPanel,
      ...english.searchAfterResults,
      ...english.searchPreview,
      ...english.searchDialog,
    },
    translations: translations.search,
  },
  'docs-page-actions': { english: english.pageActions, translations: translations.pageActions },
  'docs-page-feedback': { english: english.pageFeedback, translations: translations.pageFeedback },
  'docs-agent-jobs>, <docs-deployment> and <docs-insights': {
    english: english.admin,
    translations: translations.admin,
  },
};

/** Words that are the same in another language. */
const SAME_WORDS = new Set([
  'Branch',
  'Code',
  'Commit',
  'Conversation',
  'conversation',
  'conversations',
  'Log',
  'Message',
  'No',
  'Page',
  'Pages',
  'Pull request',
  'Questions',
  'session',
  'sessions',
  'Source',
  'Sources',
  'Version',
  '(link)',
]);

/** What a text in a language of another script has at least one letter of. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
};

/** Ellipses and quotation marks as typewriters have them. */
const TYPEWRITER = /\.{3}|"|(?<!\p{L})'|'(?!\p{L})/u;

/** A translation may be this much longer than the English that the place was made for, and a short one by some letters. */
const GROWTH = 1.8;
const GROWTH_OF_SHORT = 10;

for (const [element, { english, translations }] of Object.entries(ELEMENTS)) {
  test(`<${element}> has every language`, () => {
    assert.deepEqual(Object.keys(translations), LANGUAGES);
  });

  for (const [language, load] of Object.entries(translations)) {
    test(`<${element}> says everything in ${language}`, async () => {
      const { strings } = await load();
      assert.deepEqual(Object.keys(strings).toSorted(), keysIn(language, english, strings).toSorted());
    });

    test(`<${element}> puts the same values into its sentences in ${language}`, async () => {
      const { strings } = await load();
      const wrong = Object.entries(strings).filter(([key, text]) => {
        // The form for one, and that for many: which of them it is like depends on whether it is for one number only.
        const sources = [english[key], english[`${baseOf(key)}.other`]].filter(
          (source) => source !== undefined,
        );
        return !sources.some((source) => {
          const wanted = placeholders(source);
          // "One result" needs no number.
          if (isOneNumber(language, formOf(key)) && !text.includes('{count}')) wanted.delete('count');
          return [...wanted].toSorted().join() === [...placeholders(text)].toSorted().join();
        });
      });
      assert.deepEqual(wrong, []);
    });

    test(`<${element}> is translated into ${language}, in words that fit their places`, async () => {
      const { strings } = await load();
      const wrong = Object.entries(strings).filter(([key, text]) => {
        const source = english[key] ?? english[`${baseOf(key)}.other`]!;
        const words = text.replace(/[\u2068\u2069]/g, '').replace(/\{\w+\}/g, '');
        const isTranslated =
          text !== '' &&
          // Some sentences are made of values alone.
          (!/\p{L}/u.test(words) ||
            ((text !== source || SAME_WORDS.has(words.trim())) && (SCRIPTS[language]?.test(text) ?? true))) &&
          !TYPEWRITER.test(words);
        return !isTranslated || widthOf(text) > GROWTH * source.length + GROWTH_OF_SHORT;
      });
      assert.deepEqual(wrong, []);
    });
  }
}

test('what is seen before the strings are loaded is there in every language', () => {
  assert.deepEqual(
    Object.keys(launchLabels),
    LANGUAGES.filter((language) => language !== 'de'),
  );
  assert.deepEqual(Object.keys(selectionLabels), [...LANGUAGES, 'en'].toSorted());
  for (const table of [launchLabels, selectionLabels] as const) {
    const [first, ...others] = Object.values(table).map((texts) => Object.keys(texts).join());
    assert.deepEqual(new Set(others), new Set([first]));
    for (const [language, texts] of Object.entries(table))
      for (const text of Object.values(texts)) assert.match(text, SCRIPTS[language] ?? /\p{Script=Latin}/u);
  }
});

test('the service says its own sentences in every language', () => {
  for (const language of LANGUAGES) {
    const [own, english] = [phrasesFor(language), phrasesFor('en')];
    for (const [key, text] of Object.entries(own)) {
      assert.notEqual(text, english[key as keyof typeof english]);
      assert.match(text, SCRIPTS[language] ?? /\p{Script=Latin}/u);
    }
  }
});

/** The keys that a language must have: those of English, in the plural forms of the language. */
function keysIn(language: string, english: Strings, strings: Strings): string[] {
  const bases = new Set(Object.keys(english).map(baseOf));
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return [...bases].flatMap((base) => {
    if (base in english) return [base];
    return pluralCategories
      .filter(
        (form) =>
          // In the Romance languages that form is for whole millions, which nothing here counts; the other stands in.
          !(form === 'many' && pluralCategories.length === 3 && !(`${base}.many` in strings)),
      )
      .map((form) => `${base}.${form}`);
  });
}

function baseOf(key: string): string {
  return key.replace(/\..*/, '');
}

function formOf(key: string): string {
  return /\.(.*)/.exec(key)?.[1] ?? '';
}

/** Whether a plural form is for one number only. */
function isOneNumber(language: string, form: string): boolean {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  return numbers.filter((number) => rules.select(number) === form).length === 1;
}

function placeholders(text: string): Set<string> {
  return new Set(text.match(/(?<=\{)\w+(?=\})/g));
}

/** In letters of the Latin script: those of East Asia are as wide as two. */
function widthOf(text: string): number {
  return [...text.replace(/[\u2068\u2069]/g, '')]
    .map((letter) => (/[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(letter) ? 2 : 1))
    .reduce((sum: number, width) => sum + width, 0);
}
