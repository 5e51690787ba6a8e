/**
 * Labels of the button at a selection, in every bundled language, because the button is drawn before the panel and its strings
 * are loaded, and two strings are too few for chunks of their own.
 */
export const selectionStrings: Readonly<Record<string, { askSelection: string; askCode: string }>> = {
  ar: { askSelection: 'السؤال عن هذا', askCode: 'السؤال عن هذه الشيفرة' },
  de: { askSelection: 'Dazu fragen', askCode: 'Zu diesem Code fragen' },
  en: { askSelection: 'Ask about this', askCode: 'Ask about this code' },
  es: { askSelection: 'Preguntar sobre esto', askCode: 'Preguntar sobre este código' },
  fr: { askSelection: 'Poser une question', askCode: 'Question sur ce code' },
  he: { askSelection: 'לשאול על זה', askCode: 'לשאול על הקוד הזה' },
  it: { askSelection: 'Chiedi informazioni', askCode: 'Chiedi di questo codice' },
  ja: { askSelection: 'これについて質問', askCode: 'このコードについて質問' },
  ko: { askSelection: '이 내용 질문하기', askCode: '이 코드 질문하기' },
  pt: { askSelection: 'Perguntar sobre isto', askCode: 'Perguntar sobre este código' },
  ru: { askSelection: 'Спросить об этом', askCode: 'Спросить об этом коде' },
  'zh-Hans': { askSelection: '就此提问', askCode: '就这段代码提问' },
  'zh-Hant': { askSelection: '就此提問', askCode: '就這段程式碼提問' },
};
