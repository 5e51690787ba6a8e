import { matchLanguage } from '../../protocol/language-tag.ts';

/** Words of the page of results. */
export interface ResultsPageWords {
  search: string;
  /** Heading of the results. */
  results: string;
  nothing: string;
  limited: string;
  failed: string;
}

const WORDS = {
  ar: {
    search: 'بحث',
    results: 'نتائج البحث',
    nothing: 'لا توجد نتائج. جرّب كلمات أقل أو كلمات أخرى.',
    limited: 'عدد كبير من عمليات البحث دفعة واحدة. حاول مرة أخرى بعد قليل.',
    failed: 'تعذّر البحث. حاول مرة أخرى بعد قليل.',
  },
  de: {
    search: 'Suchen',
    results: 'Suchergebnisse',
    nothing: 'Nichts gefunden. Versuchen Sie es mit weniger oder anderen Wörtern.',
    limited: 'Zu viele Suchen auf einmal. Versuchen Sie es in einem Moment noch einmal.',
    failed: 'Die Suche ist gescheitert. Versuchen Sie es in einem Moment noch einmal.',
  },
  en: {
    search: 'Search',
    results: 'Search results',
    nothing: 'Nothing found. Try fewer or other words.',
    limited: 'Too many searches at once. Search again in a moment.',
    failed: 'The search has failed. Search again in a moment.',
  },
  es: {
    search: 'Buscar',
    results: 'Resultados de la búsqueda',
    nothing: 'No se ha encontrado nada. Pruebe con menos palabras o con otras.',
    limited: 'Demasiadas búsquedas a la vez. Inténtelo de nuevo en un momento.',
    failed: 'La búsqueda ha fallado. Inténtelo de nuevo en un momento.',
  },
  fr: {
    search: 'Rechercher',
    results: 'Résultats de la recherche',
    nothing: 'Aucun résultat. Essayez avec moins de mots ou d’autres mots.',
    limited: 'Trop de recherches à la fois. Réessayez dans un instant.',
    failed: 'La recherche a échoué. Réessayez dans un instant.',
  },
  he: {
    search: 'חיפוש',
    results: 'תוצאות חיפוש',
    nothing: 'לא נמצאו תוצאות. נסו פחות מילים או מילים אחרות.',
    limited: 'יותר מדי חיפושים בבת אחת. נסו שוב בעוד רגע.',
    failed: 'החיפוש נכשל. נסו שוב בעוד רגע.',
  },
  it: {
    search: 'Cerca',
    results: 'Risultati della ricerca',
    nothing: 'Nessun risultato. Provi con meno parole o con altre.',
    limited: 'Troppe ricerche in una volta. Riprovi tra un momento.',
    failed: 'La ricerca non è riuscita. Riprovi tra un momento.',
  },
  ja: {
    search: '検索',
    results: '検索結果',
    nothing: '見つかりませんでした。語を減らすか、別の語でお試しください。',
    limited: '検索が多すぎます。しばらくしてからもう一度お試しください。',
    failed: '検索に失敗しました。しばらくしてからもう一度お試しください。',
  },
  ko: {
    search: '검색',
    results: '검색 결과',
    nothing: '결과가 없습니다. 단어를 줄이거나 다른 단어로 검색해 보세요.',
    limited: '한 번에 너무 많이 검색했습니다. 잠시 후 다시 시도하세요.',
    failed: '검색에 실패했습니다. 잠시 후 다시 시도하세요.',
  },
  pt: {
    search: 'Pesquisar',
    results: 'Resultados da pesquisa',
    nothing: 'Nada encontrado. Tente com menos palavras ou com outras.',
    limited: 'Demasiadas pesquisas ao mesmo tempo. Tente de novo dentro de momentos.',
    failed: 'A pesquisa falhou. Tente de novo dentro de momentos.',
  },
  ru: {
    search: 'Искать',
    results: 'Результаты поиска',
    nothing: 'Ничего не найдено. Попробуйте меньше слов или другие слова.',
    limited: 'Слишком много запросов сразу. Попробуйте ещё раз чуть позже.',
    failed: 'Поиск не удался. Попробуйте ещё раз чуть позже.',
  },
  'zh-Hans': {
    search: '搜索',
    results: '搜索结果',
    nothing: '没有找到结果。请减少词语或换用其他词语。',
    limited: '搜索过于频繁，请稍后再试。',
    failed: '搜索失败，请稍后再试。',
  },
  'zh-Hant': {
    search: '搜尋',
    results: '搜尋結果',
    nothing: '找不到結果。請減少詞語或改用其他詞語。',
    limited: '搜尋過於頻繁，請稍後再試。',
    failed: '搜尋失敗，請稍後再試。',
  },
} satisfies Record<string, ResultsPageWords>;

/** Return the words for the first of the language tags that has any, with the tag; English by default. */
export function resultsPageWords(tags: readonly string[]): { language: string; words: ResultsPageWords } {
  for (const tag of tags) {
    const language = matchLanguage(tag, WORDS);
    if (language !== undefined) return { language, words: WORDS[language] };
  }
  return { language: 'en', words: WORDS.en };
}
