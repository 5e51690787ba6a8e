import type { ReactiveControllerHost } from 'lit';
import { matchLanguage } from '../../../protocol/language-tag.ts';

/** An element with labels. */
export interface LabelHost extends ReactiveControllerHost, HTMLElement {
  readonly interfaceLanguage: string;
  readonly frame: HTMLElement;
  labels: Readonly<Record<string, string>> | undefined;
}

/** Labels of the launcher and the search box, for pages that are neither in English nor in German: drawn before the strings are loaded. */
export const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ar: {
    launcher: 'اسأل الذكاء الاصطناعي',
    launcherQuotes: 'اسأل الوثائق',
    label: 'بحث',
    loadFailed: 'لم يُحمَّل. أعد المحاولة',
  },
  es: {
    launcher: 'Preguntar a la IA',
    launcherQuotes: 'Preguntar a la documentación',
    label: 'Buscar',
    loadFailed: 'No se ha cargado. Reintentar',
  },
  fr: {
    launcher: 'Demander à l’IA',
    launcherQuotes: 'Interroger la doc',
    label: 'Rechercher',
    loadFailed: 'Échec du chargement. Réessayer',
  },
  he: {
    launcher: 'לשאול את ה־AI',
    launcherQuotes: 'שאלות על התיעוד',
    label: 'חיפוש',
    loadFailed: 'לא נטען. לנסות שוב',
  },
  it: {
    launcher: 'Chiedi all’IA',
    launcherQuotes: 'Chiedi alla documentazione',
    label: 'Cerca',
    loadFailed: 'Non caricato. Riprova',
  },
  ja: {
    launcher: 'AI に質問',
    launcherQuotes: 'ドキュメントに質問',
    label: '検索',
    loadFailed: '読み込めませんでした。再試行',
  },
  ko: {
    launcher: 'AI에게 질문',
    launcherQuotes: '문서에 질문하기',
    label: '검색',
    loadFailed: '불러오지 못했습니다. 다시 시도',
  },
  pt: {
    launcher: 'Perguntar à IA',
    launcherQuotes: 'Perguntar à documentação',
    label: 'Buscar',
    loadFailed: 'Não carregado. Tentar de novo',
  },
  ru: {
    launcher: 'Спросить ИИ',
    launcherQuotes: 'Вопрос по документации',
    label: 'Поиск',
    loadFailed: 'Не загружено. Повторить',
  },
  'zh-Hans': {
    launcher: '询问 AI',
    launcherQuotes: '向文档提问',
    label: '搜索',
    loadFailed: '未能载入，请重试',
  },
  'zh-Hant': {
    launcher: '詢問 AI',
    launcherQuotes: '向文件提問',
    label: '搜尋',
    loadFailed: '未能載入，請重試',
  },
};

/** Bundled languages that are written from right to left. */
const RIGHT_TO_LEFT = { ar: true, he: true };

/** Update the labels and the direction of an element with the language around it. */
export function followLanguage(host: LabelHost): void {
  if (host.labels) return;
  const hostUpdate = (): void => {
    const language = matchLanguage(host.interfaceLanguage, LABELS);
    host.labels = language ? LABELS[language]! : {};
    host.frame.dir = readDirection(host);
  };
  hostUpdate();
  host.addController({ hostUpdate });
  host.requestUpdate();
}

/** Return `rtl` if the interface is in such a language and the page sets no direction; else `''`, for that of the page. */
function readDirection(element: Element): 'rtl' | '' {
  const spoken = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
  const directed = element.closest('[dir]');
  // A direction that is set at the language, or further in, is meant for it.
  if (directed && spoken.contains(directed)) return '';
  return matchLanguage(spoken.lang, RIGHT_TO_LEFT) ? 'rtl' : '';
}
