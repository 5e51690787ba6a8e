import { matchLanguage } from '../../protocol/language-tag.ts';

/** Sentences of the service around its quotes. */
export interface AnswerPhrases {
  /** Before passages that answer the question. */
  quoted: string;
  /** Before passages that are quoted because the language model failed. */
  quotedInstead: string;
  /** Before passages that may not answer the question. */
  uncertain: string;
  /** Reply to a greeting. */
  greeting: string;
  /** Reply to thanks. */
  thanks: string;
  /** Of a name in the question that no section has, as code: `{name}`; with names that some section has: `{nearest}`. */
  unknownName: string;
  unknownNameNear: string;
  /** When no section is relevant to the question. */
  notFound: string;
  /** Before links to the nearest sections, after `notFound`. */
  nearest: string;
  /** When an answer broke off and the reader did not stop it. */
  brokenOff: string;
}

const PHRASES = {
  ar: {
    quoted: 'هذه المقاطع من الوثائق هي الأقرب إلى الإجابة. وهي مقتبسة كما هي، دون نموذج لغوي.',
    quotedInstead:
      'تعذّر الوصول إلى النموذج اللغوي حاليًا. هذه المقاطع من الوثائق هي الأقرب إلى الإجابة، مقتبسة كما هي.',
    uncertain: 'لست متأكدًا من أن هذه الوثائق تجيب عن السؤال. هذه المقاطع هي الأقرب إليه، مقتبسة كما هي.',
    greeting: 'مرحبًا! اطرح سؤالك عن هذه الوثائق.',
    thanks: 'على الرحب والسعة.',
    unknownName: 'لا ترد {name} في هذه الوثائق.',
    unknownNameNear: 'لا ترد {name} في هذه الوثائق؛ الأقرب إليها: {nearest}.',
    notFound: 'لم أجد إجابة عن هذا السؤال في هذه الوثائق.',
    nearest: 'هذه الأقسام هي الأقرب:',
    brokenOff: 'انقطعت الإجابة. يُرجى إعادة المحاولة.',
  },
  de: {
    quoted:
      'Diese Stellen der Dokumentation antworten am besten. Sie sind wörtlich zitiert, ohne Sprachmodell.',
    quotedInstead:
      'Das Sprachmodell ist gerade nicht erreichbar. Diese Stellen der Dokumentation antworten am besten, wörtlich zitiert.',
    uncertain:
      'Ich bin nicht sicher, dass diese Dokumentation die Frage beantwortet. Diese Stellen kommen ihr am nächsten, wörtlich zitiert.',
    greeting: 'Hallo! Stellen Sie eine Frage zu dieser Dokumentation.',
    thanks: 'Gern geschehen.',
    unknownName: '{name} kommt in dieser Dokumentation nicht vor.',
    unknownNameNear: '{name} kommt in dieser Dokumentation nicht vor; am nächsten: {nearest}.',
    notFound: 'Dazu habe ich in dieser Dokumentation keine Antwort gefunden.',
    nearest: 'Diese Abschnitte kommen dem am nächsten:',
    brokenOff: 'Die Antwort ist abgebrochen. Bitte versuchen Sie es noch einmal.',
  },
  en: {
    quoted:
      'These passages of the documentation answer best. They are quoted as they stand, without a language model.',
    quotedInstead:
      'The language model cannot be reached at the moment. These passages of the documentation answer best, quoted as they stand.',
    uncertain:
      'I am not sure that this documentation answers the question. These passages come nearest, quoted as they stand.',
    greeting: 'Hello! Ask a question about this documentation.',
    thanks: 'You are welcome.',
    unknownName: '{name} does not occur in this documentation.',
    unknownNameNear: '{name} does not occur in this documentation; the nearest: {nearest}.',
    notFound: 'I could not find an answer to this in this documentation.',
    nearest: 'These sections come nearest:',
    brokenOff: 'The answer broke off. Please try again.',
  },
  es: {
    quoted:
      'Estos pasajes de la documentación son los que mejor responden. Se citan tal cual, sin modelo de lenguaje.',
    quotedInstead:
      'El modelo de lenguaje no está disponible en este momento. Estos pasajes de la documentación son los que mejor responden, citados tal cual.',
    uncertain:
      'No es seguro que esta documentación responda a la pregunta. Estos pasajes son los más cercanos, citados tal cual.',
    greeting: '¡Hola! Haga una pregunta sobre esta documentación.',
    thanks: 'De nada.',
    unknownName: '{name} no aparece en esta documentación.',
    unknownNameNear: '{name} no aparece en esta documentación; lo más cercano: {nearest}.',
    notFound: 'No he encontrado una respuesta a esto en esta documentación.',
    nearest: 'Estas secciones son las más cercanas:',
    brokenOff: 'La respuesta se ha interrumpido. Inténtelo de nuevo.',
  },
  fr: {
    quoted:
      'Ces passages de la documentation répondent le mieux. Ils sont cités tels quels, sans modèle de langage.',
    quotedInstead:
      'Le modèle de langage n’est pas joignable pour le moment. Ces passages de la documentation répondent le mieux, cités tels quels.',
    uncertain:
      'Il n’est pas certain que cette documentation réponde à la question. Ces passages s’en approchent le plus, cités tels quels.',
    greeting: 'Bonjour ! Posez une question sur cette documentation.',
    thanks: 'Je vous en prie.',
    unknownName: '{name} n’apparaît pas dans cette documentation.',
    unknownNameNear: '{name} n’apparaît pas dans cette documentation ; le plus proche : {nearest}.',
    notFound: 'Je n’ai pas trouvé de réponse à cette question dans cette documentation.',
    nearest: 'Ces sections s’en approchent le plus :',
    brokenOff: 'La réponse s’est interrompue. Veuillez réessayer.',
  },
  he: {
    quoted: 'הקטעים האלה מהתיעוד הם התשובה הטובה ביותר. הם מצוטטים כלשונם, בלי מודל שפה.',
    quotedInstead: 'מודל השפה אינו זמין כרגע. הקטעים האלה מהתיעוד הם התשובה הטובה ביותר, מצוטטים כלשונם.',
    uncertain: 'לא בטוח שהתיעוד הזה עונה על השאלה. אלה הקטעים הקרובים ביותר, מצוטטים כלשונם.',
    greeting: 'שלום! אפשר לשאול שאלה על התיעוד הזה.',
    thanks: 'בשמחה.',
    unknownName: '{name} לא מופיע בתיעוד הזה.',
    unknownNameNear: '{name} לא מופיע בתיעוד הזה; הקרוב ביותר: {nearest}.',
    notFound: 'לא מצאתי תשובה לשאלה הזו בתיעוד הזה.',
    nearest: 'הסעיפים הקרובים ביותר:',
    brokenOff: 'התשובה נקטעה. אנא נסו שוב.',
  },
  it: {
    quoted:
      'Questi passaggi della documentazione rispondono meglio. Sono citati testualmente, senza modello linguistico.',
    quotedInstead:
      'Il modello linguistico non è raggiungibile al momento. Questi passaggi della documentazione rispondono meglio, citati testualmente.',
    uncertain:
      'Non è certo che questa documentazione risponda alla domanda. Questi passaggi sono i più vicini, citati testualmente.',
    greeting: 'Salve! Faccia una domanda su questa documentazione.',
    thanks: 'Prego.',
    unknownName: '{name} non compare in questa documentazione.',
    unknownNameNear: '{name} non compare in questa documentazione; il più vicino: {nearest}.',
    notFound: 'Non ho trovato una risposta a questa domanda in questa documentazione.',
    nearest: 'Queste sezioni sono le più vicine:',
    brokenOff: 'La risposta si è interrotta. Riprovi.',
  },
  ja: {
    quoted: 'ドキュメントの中で最もよく答えている箇所です。言語モデルを使わず、原文のまま引用しています。',
    quotedInstead:
      '現在、言語モデルに接続できません。ドキュメントの中で最もよく答えている箇所を、原文のまま引用します。',
    uncertain:
      'このドキュメントが質問に答えているかどうかは確かではありません。最も近い箇所を原文のまま引用します。',
    greeting: 'こんにちは。このドキュメントについて質問してください。',
    thanks: 'どういたしまして。',
    unknownName: '{name} はこのドキュメントにありません。',
    unknownNameNear: '{name} はこのドキュメントにありません。最も近いもの: {nearest}',
    notFound: 'このドキュメントには答えが見つかりませんでした。',
    nearest: '最も近いセクションは次のとおりです。',
    brokenOff: '回答が途中で途切れました。もう一度お試しください。',
  },
  ko: {
    quoted: '문서에서 질문에 가장 잘 답하는 부분입니다. 언어 모델 없이 원문 그대로 인용했습니다.',
    quotedInstead:
      '지금은 언어 모델에 연결할 수 없습니다. 문서에서 질문에 가장 잘 답하는 부분을 원문 그대로 인용합니다.',
    uncertain: '이 문서가 질문에 답하는지 확실하지 않습니다. 가장 가까운 부분을 원문 그대로 인용합니다.',
    greeting: '안녕하세요! 이 문서에 대해 질문해 주세요.',
    thanks: '천만에요.',
    unknownName: '{name}은(는) 이 문서에 없습니다.',
    unknownNameNear: '{name}은(는) 이 문서에 없습니다. 가장 가까운 것: {nearest}',
    notFound: '이 문서에서 답을 찾지 못했습니다.',
    nearest: '가장 가까운 섹션은 다음과 같습니다.',
    brokenOff: '답변이 중간에 끊겼습니다. 다시 시도해 주세요.',
  },
  pt: {
    quoted:
      'Estes trechos da documentação são os que melhor respondem. São citados literalmente, sem modelo de linguagem.',
    quotedInstead:
      'O modelo de linguagem não está disponível no momento. Estes trechos da documentação são os que melhor respondem, citados literalmente.',
    uncertain:
      'Não é certo que esta documentação responda à pergunta. Estes trechos são os mais próximos, citados literalmente.',
    greeting: 'Olá! Faça uma pergunta sobre esta documentação.',
    thanks: 'De nada.',
    unknownName: '{name} não aparece nesta documentação.',
    unknownNameNear: '{name} não aparece nesta documentação; o mais próximo: {nearest}.',
    notFound: 'Não encontrei uma resposta para isto nesta documentação.',
    nearest: 'Estas seções são as mais próximas:',
    brokenOff: 'A resposta foi interrompida. Tente de novo.',
  },
  ru: {
    quoted:
      'Эти фрагменты документации отвечают на вопрос лучше всего. Они приведены дословно, без языковой модели.',
    quotedInstead:
      'Языковая модель сейчас недоступна. Эти фрагменты документации отвечают на вопрос лучше всего, они приведены дословно.',
    uncertain:
      'Неясно, отвечает ли эта документация на вопрос. Вот самые близкие фрагменты, они приведены дословно.',
    greeting: 'Здравствуйте! Задайте вопрос об этой документации.',
    thanks: 'Пожалуйста.',
    unknownName: '{name} не встречается в этой документации.',
    unknownNameNear: '{name} не встречается в этой документации; ближе всего: {nearest}.',
    notFound: 'В этой документации ответ на этот вопрос не найден.',
    nearest: 'Ближе всего эти разделы:',
    brokenOff: 'Ответ прервался. Попробуйте ещё раз.',
  },
  'zh-Hans': {
    quoted: '以下是文档中最能回答该问题的段落，均为原文引用，未使用语言模型。',
    quotedInstead: '目前无法连接语言模型。以下是文档中最能回答该问题的段落，均为原文引用。',
    uncertain: '不确定此文档是否回答了该问题。以下是最接近的段落，均为原文引用。',
    greeting: '您好！请就此文档提问。',
    thanks: '不客气。',
    unknownName: '此文档中没有 {name}。',
    unknownNameNear: '此文档中没有 {name}，最接近的是 {nearest}。',
    notFound: '在此文档中没有找到答案。',
    nearest: '最接近的章节：',
    brokenOff: '回答中断了，请重试。',
  },
  'zh-Hant': {
    quoted: '以下是文件中最能回答此問題的段落，均為原文引用，未使用語言模型。',
    quotedInstead: '目前無法連線至語言模型。以下是文件中最能回答此問題的段落，均為原文引用。',
    uncertain: '不確定此文件是否回答了此問題。以下是最接近的段落，均為原文引用。',
    greeting: '您好！請就此文件提問。',
    thanks: '不客氣。',
    unknownName: '此文件中沒有 {name}。',
    unknownNameNear: '此文件中沒有 {name}，最接近的是 {nearest}。',
    notFound: '在此文件中找不到答案。',
    nearest: '最接近的章節：',
    brokenOff: '回答中斷了，請再試一次。',
  },
} satisfies Record<string, AnswerPhrases>;

/** @param language a language tag such as `de` or `zh-TW`; English for languages without translation */
export function phrasesFor(language: string | undefined): AnswerPhrases {
  return PHRASES[matchLanguage(language ?? '', PHRASES) ?? 'en'];
}
