import { primaryLanguage } from '../../protocol/language-tag.ts';

/**
 * Words that say nothing about the subject of a question: articles, pronouns, question words, auxiliary verbs, prepositions,
 * conjunctions. By the languages of the interface. Folded as in the index: lower case, Latin letters without diacritics.
 */
const WORDS = {
  ar: `في من على إلى عن مع هذا هذه ذلك تلك هو هي هم أنا أنت نحن ما ماذا متى أين كيف لماذا كم أي هل لا لم لن ليس و أو لكن ثم
    أن إن كان كانت يكون يمكن يمكنني يجب عند بعد قبل كل بين حتى إذا التي الذي الذين أريد لي له لها`,
  de: `verwende verwenden benutze benutzen nutze nutzen ab aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist bitte da dabei dadurch dafur dahin
    damit danach dann daran darauf daraus darf darin das dass davon davor dazu dein deine deinem deinen deiner dem den denen denn
    der deren des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch durfen ein eine einem einen einer
    eines er es etwas euch fur gab geben gegen gehen geht gibt habe haben habt hat hatte hatten hier ich ihm ihn ihnen ihr ihre
    ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner konnen
    konnte konnten lasse lassen lasst machen macht mache mal man mehr mein meine meinem meinen meiner mich mir mit mochte mogen
    muss mussen nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so
    soll sollen sollte sollten statt stattdessen tun tut uber um und uns unser unsere unserem unseren unserer unter viel viele
    vom von vor wann war waren warum was welche welchem welchen welcher welches wem wen wenn wer werde werden weshalb weil wie
    wieso wieviel wievielen will wir wird wo woher wohin wollen womit wozu wurde wurden wurde zu zum zur zwischen`,
  en: `a about after all also am an and any are as at be because been before being between both but by can could did do does doing
    don for from get gets getting had has have having he her here him his how i if in into is it its just like ll make makes me
    my no not of off on once one only or other our out over own re s same she should so some such t than that the their them then
    there these they this those through to too under until up us use used using ve very want was way we were what when where
    which while who whom why will with without won would you your`,
  es: `usar uso usa a al algo algun alguna algunos ante antes aquel aquella como con cual cuales cuando cuanta cuantas cuanto cuantos cuesta de
    debe deben debo del desde despues donde dos e el ella ellas ello ellos en entonces entre era eres es esa esas ese eso esos
    esta estan estar estas este esto estos estoy fue ha haber hace hacer hago han hasta hay he la las le les lo los mas me menos
    mi mis mucho muy nada ni no nos nosotros nuestra nuestro o os otra otro para pero por porque pueda puede pueden puedo que
    quien quienes quiero se sea ser si sin sobre son soy su sus tambien te tener tengo ti tiene tienen toda todas todo todos tu
    tus u un una unas uno unos usted ustedes y ya yo`,
  fr: `utilise utiliser a afin ai alors apres as au aucun aussi autre autres aux avant avec avez avoir avons c ca ce cela celle celui ces cet cette
    ceux chez combien comme comment d dans de des doit doivent dois donc dont du elle elles en encore entre es est et etait ete
    etes etre eux faire fais fait faut ici il ils j je l la le les leur leurs lors lorsque lui m ma mais me meme mes moi moins mon
    n ne ni nos notre nous on ont ou par pas peut peuvent peux plus pour pourquoi pourrait pouvez puis qu quand que quel quelle
    quelles quels qui quoi s sa sans se sera ses si sinon sommes son sont sous suis sur t ta te tes toi ton tous tout toute
    toutes tres tu un une veux vers voici voila vos votre vous y`,
  he: `של את על עם אל מן זה זאת זו אלה אלו הוא היא הם הן אני אתה אנחנו אתם יש אין לא כן כי אם או גם אבל רק עוד מה מי איך איפה
    מתי למה מדוע כמה איזה איזו אילו האם אפשר ניתן צריך יכול יכולה כדי לי לו לה לנו להם שלי שלו שלה כל בין עד אחרי לפני היה היתה
    להיות`,
  it: `usare uso usa a abbiamo ad agli ai al alla alle allo anche avere avete c che chi ci cio come con cos cosa d da dagli dai dal dalla dalle
    dei degli del della delle dello devo deve devono di dopo dov dove due e ed era essere fa faccio fare fra gli ha hai hanno ho i
    il in invece io l la le lei li lo loro lui ma mi mia mie miei mio molto ne nei nel nella nelle nello no noi non nostra nostro o
    ogni per perche piu poi possiamo posso possono prima puo puoi qual quale quali quando quanta quanti quanto quella quelle
    quelli quello questa queste questi questo qui se sei senza si siamo siete sia solo sono sopra su sua sue sugli sui sul sulla
    suo suoi tra tu tua tuo tutta tutte tutti tutto un una uno vi voglio voi`,
  ja: `何 誰 方 私 時 場合 方法 使用 利用`,
  ko: `이 그 저 것 수 어떻게 무엇 무엇인가요 뭐 뭔가요 왜 언제 어디 어디서 어디에 누가 누구 어떤 몇 얼마나 있나요 있습니까 있는
    하나요 합니까 할 하는 하고 하려면 해야 되나요 인가요 때 때문에 및 또는 그리고 하지만 그럼 나는 내 제 우리 좀 더 다른 대해`,
  pt: `usar uso usa a alem algum alguma ao aos aquela aquele aquilo as ate com como da das de depois deve devem devo do dos e ela elas ele eles
    em entao entre era essa esse esses esta estao estar estas este estes eu faco faz fazer foi ha isso isto ja la lhe mais mas me
    menos mesmo meu meus minha minhas muito na nao nas nem no nos nossa nosso o onde os ou outra outro para pela pelo pode podem
    poderia por porque posso qual quais quando quanta quantas quanto quantos que quem quero se sem ser seu seus so sobre somos sao
    sou sua suas tambem te tem tenho ter teu todas todo todos toda tu tua um uma umas uns voce voces`,
  ru: `а без бы был была были было быть в вам вас ваш ваша во вот все всё вы где да для до его ее её ей ему если есть еще ещё же за
    зачем здесь и из или им их к как какая какие какими каким какое какой когда кого кто куда ли между меня мне могу может можете
    можно мой моя мои мы на над надо нам нас не него нее неё нет ни них но ну нужно о об он она они от откуда по под после почему
    при с сам свой себя сколько со так также там твой те тем то того тоже только том тот тут ты у уже хочу чего чем через что
    чтобы эта эти это этого этой этом этот я`,
  zh: `的 了 在 是 我 有 和 就 不 都 一 一个 一個 也 很 到 要 去 你 会 會 着 著 没有 沒有 没 沒 好 自己 这 這 这个 這個 那 那个 那個 什么 什麼
    怎么 怎麼 怎样 怎樣 如何 为什么 為什麼 哪 哪里 哪裡 哪个 哪個 哪些 谁 誰 多少 几 幾 吗 嗎 呢 吧 啊 与 與 或 及 但 而 可以 能 能够 能夠
    应该 應該 需要 把 被 对 對 从 從 为 為 以 于 於 用 使用 请 請 它 它们 它們 他 她 我们 我們 你们 你們 他们 他們 还 還 么 麼 个 個`,
} satisfies Record<string, string>;

const LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);
/** Japanese writes particles and endings in hiragana, and what they belong to mostly in kanji, katakana or Latin letters. */
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;

/**
 * Return whether a folded word is a function word.
 *
 * @param language a language tag; of languages without a list, and without a language, those of English are
 */
export function isFunctionWord(word: string, language: string | undefined): boolean {
  const base = primaryLanguage(language ?? 'en');
  const words = LISTS.get(base) ?? LISTS.get('en')!;
  return words.has(word) || (base === 'ja' && HIRAGANA.test(word));
}
