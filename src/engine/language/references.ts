import { primaryLanguage } from '../../protocol/language-tag.ts';

/**
 * Words that point to what was said before, by the languages of the interface: anywhere at the beginning of a question
 * (`references`), or as its first word or two (`leads`). Folded as in the index.
 */
interface PointingWords {
  references: string;
  leads: string;
}

const WORDS: Readonly<Record<string, PointingWords>> = {
  ar: {
    references: 'هذا هذه ذلك تلك به بها فيه فيها عنه عنها مثال',
    leads: 'و وماذا وكيف وهل ثم لكن أيضا مع',
  },
  de: {
    references: `das dies diese diesem diesen dieser dieses damit dazu dafur davon daran darin dabei darauf er sie es ihn ihm ihnen
      dort stattdessen sonst eigene eigenen eigener eigenes weitere weiteren weiteres beispiel beispiele`,
    leads: 'mehr und oder aber auch mit ohne fur bei unter statt noch',
  },
  en: {
    references: `it its that this these those they them there one ones same instead else own another
      example examples`,
    leads: 'more and or but also with without for in on under using via then what_about how_about',
  },
  es: {
    references:
      'eso esto este esta estos estas ese esa esos esas ello ella ellos ellas alli propio propia ejemplo ejemplos',
    leads: 'mas otro otra y e o pero tambien con sin para en entonces',
  },
  fr: {
    references: 'cela ca cet cette ces celui celle ceux il elle ils elles lui propre exemple exemples',
    leads: 'plus et ou mais aussi avec sans pour dans sous alors',
  },
  he: {
    references: 'אלה אלו הוא היא הם הן אותו אותה אותם בו בה דוגמה דוגמא',
    leads: 'ו ועם ומה ואיך אבל גם אז עם',
  },
  it: {
    references:
      'questo questa questi queste quello quella quelli quelle cio esso essa essi proprio propria esempio esempi',
    leads: 'altro altra piu e ed o ma anche con senza per in su allora',
  },
  ja: {
    references: 'それ これ あれ その この あの そこ ここ それら これら 例',
    leads: 'では じゃあ また しかし そして 他 ほか',
  },
  ko: {
    references: '그것 그거 그건 이것 이거 이건 그게 이게 거기 여기 예시 예제',
    leads: '그럼 그러면 그리고 하지만 또 그래서',
  },
  pt: {
    references:
      'isso isto esse essa esses essas este esta estes estas ele ela eles elas proprio propria exemplo exemplos',
    leads: 'mais outro outra e ou mas tambem com sem para em entao',
  },
  ru: {
    references: 'этот эта эти этого этом он она оно они его ее её их там тут пример примеры',
    leads: 'а и или но с без для в на тогда еще ещё',
  },
  zh: {
    references: '它 它们 它們 这 這 那 这个 這個 那个 那個 这些 這些 那些 其 此 例子 示例 範例',
    leads: '那 那么 那麼 还 還 另外 但是 而',
  },
};

const LISTS: ReadonlyMap<string, { references: ReadonlySet<string>; leads: ReadonlySet<string> }> = new Map(
  Object.entries(WORDS).map(([language, { references, leads }]) => [
    language,
    { references: new Set(references.split(/\s+/)), leads: new Set(leads.split(/\s+/)) },
  ]),
);

/** Return the pointing words of a language; those of English for a language without a list. */
export function pointingWords(language: string | undefined): {
  references: ReadonlySet<string>;
  leads: ReadonlySet<string>;
} {
  return LISTS.get(primaryLanguage(language ?? 'en')) ?? LISTS.get('en')!;
}
