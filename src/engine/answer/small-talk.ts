import { wordsOf } from '../words/searchable-text.ts';

/** What a message without a question is. */
export type SmallTalk = 'greeting' | 'thanks';

/** Maximum length of a message that may be small talk, in words. */
const MAX_WORDS = 6;

/** Words of greetings and thanks, in the languages of the interface, folded as in the index. A message of nothing else is one. */
const WORDS: Readonly<Record<SmallTalk | 'filler', ReadonlySet<string>>> = {
  greeting: new Set(
    `hello hi hey hiya howdy greetings hallo servus moin hola buenas bonjour salut coucou ciao salve buongiorno buonasera ola oi
     привет здравствуйте здравствуй שלום היי مرحبا السلام أهلا こんにちは こんばんは やあ おはよう 안녕하세요 안녕 你好 您好 嗨 哈囉 哈啰`.split(
      /\s+/,
    ),
  ),
  thanks: new Set(
    `thanks thank thx ty cheers danke dankeschon merci gracias grazie obrigado obrigada valeu спасибо благодарю תודה شكرا
     ありがとう どうも 感謝 고마워 고마워요 감사합니다 감사해요 谢谢 謝謝 谢谢你 謝謝你 谢谢您 謝謝您 感谢 多谢 多謝`.split(
      /\s+/,
    ),
  ),
  filler: new Set(
    `there you so very much a lot again all everyone good morning afternoon evening day guten tag morgen abend vielen lieben herzlichen
     dank sehr schon beaucoup bien bonsoir muchas mil buenos dias tardes noches molte tante mille buon giorno muito bom dia boa tarde
     noite большое огромное добрый день вечер утро רבה בוקר ערב טוב عليكم جزيلا بك صباح مساء الخير ご ざ い ます まし た です 早上 好 晚上
     大家 你 您 们 了 啊 ok okay great perfect super prima`.split(/\s+/),
  ),
};
/** Greetings without a word of their own. */
const GREETING =
  /^(?:(?:good|guten?|buenos|bo[am]|добр\p{L}+|בוקר|ערב|صباح|مساء|早上|晚上) |bonsoir|buonasera)/u;
/** Thanks without a word of their own. */
const THANKS = /^(?:(?:vielen|lieben|herzlichen|besten) dank)/u;

/** Return what a message is that asks nothing; `null` for a question. */
export function readSmallTalk(message: string): SmallTalk | null {
  const words = wordsOf(message);
  const isKnown = (word: string): boolean => Object.values(WORDS).some((list) => list.has(word));
  if (words.length === 0 || words.length > MAX_WORDS || !words.every(isKnown)) return null;
  const text = words.join(' ');
  if (words.some((word) => WORDS.thanks.has(word)) || THANKS.test(text)) return 'thanks';
  return words.some((word) => WORDS.greeting.has(word)) || GREETING.test(text) ? 'greeting' : null;
}
