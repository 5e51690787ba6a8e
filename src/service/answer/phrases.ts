/** The sentences that the service itself says around what it quotes. */
export interface AnswerPhrases {
  /** Before passages that answer the question. */
  quoted: string;
  /** Before passages that are quoted because the language model failed. */
  quotedInstead: string;
  /** When nothing in the documentation is close to the question. */
  notFound: string;
  /** Before the links that come nearest all the same. */
  nearest: string;
  /** When an answer broke off for a reason that is not the reader's. */
  brokenOff: string;
}

const PHRASES = {
  en: {
    quoted:
      'These passages of the documentation answer best. They are quoted as they stand, without a language model.',
    quotedInstead:
      'The language model cannot be reached at the moment. These passages of the documentation answer best, quoted as they stand.',
    notFound: 'I could not find an answer to this in this documentation.',
    nearest: 'These sections come nearest:',
    brokenOff: 'The answer broke off. Please try again.',
  },
  de: {
    quoted:
      'Diese Stellen der Dokumentation antworten am besten. Sie sind wörtlich zitiert, ohne Sprachmodell.',
    quotedInstead:
      'Das Sprachmodell ist gerade nicht erreichbar. Diese Stellen der Dokumentation antworten am besten, wörtlich zitiert.',
    notFound: 'Dazu habe ich in dieser Dokumentation keine Antwort gefunden.',
    nearest: 'Diese Abschnitte kommen dem am nächsten:',
    brokenOff: 'Die Antwort ist abgebrochen. Bitte versuchen Sie es noch einmal.',
  },
  es: {
    quoted:
      'Estos pasajes de la documentación son los que mejor responden. Se citan tal cual, sin modelo de lenguaje.',
    quotedInstead:
      'El modelo de lenguaje no está disponible en este momento. Estos pasajes de la documentación son los que mejor responden, citados tal cual.',
    notFound: 'No he encontrado una respuesta a esto en esta documentación.',
    nearest: 'Estas secciones son las más cercanas:',
    brokenOff: 'La respuesta se ha interrumpido. Inténtelo de nuevo.',
  },
  fr: {
    quoted:
      'Ces passages de la documentation répondent le mieux. Ils sont cités tels quels, sans modèle de langage.',
    quotedInstead:
      'Le modèle de langage n’est pas joignable pour le moment. Ces passages de la documentation répondent le mieux, cités tels quels.',
    notFound: 'Je n’ai pas trouvé de réponse à cette question dans cette documentation.',
    nearest: 'Ces sections s’en approchent le plus :',
    brokenOff: 'La réponse s’est interrompue. Veuillez réessayer.',
  },
  ja: {
    quoted: 'ドキュメントの中で最もよく答えている箇所です。言語モデルを使わず、原文のまま引用しています。',
    quotedInstead:
      '現在、言語モデルに接続できません。ドキュメントの中で最もよく答えている箇所を、原文のまま引用します。',
    notFound: 'このドキュメントには答えが見つかりませんでした。',
    nearest: '最も近いセクションは次のとおりです。',
    brokenOff: '回答が途中で途切れました。もう一度お試しください。',
  },
  zh: {
    quoted: '以下是文档中最能回答该问题的段落，均为原文引用，未使用语言模型。',
    quotedInstead: '目前无法连接语言模型。以下是文档中最能回答该问题的段落，均为原文引用。',
    notFound: '在此文档中没有找到答案。',
    nearest: '最接近的章节：',
    brokenOff: '回答中断了，请重试。',
  },
} satisfies Record<string, AnswerPhrases>;

/** @param language a language tag such as `de` or `de-AT`; English for languages without phrases of their own */
export function phrasesFor(language: string | undefined): AnswerPhrases {
  const base = (language ?? '').toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return Object.hasOwn(PHRASES, base) ? PHRASES[base as keyof typeof PHRASES] : PHRASES.en;
}
