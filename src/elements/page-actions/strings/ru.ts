import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in Russian. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'Эта страница для ИИ-агента',
  copyPage: 'Копировать страницу',
  copying: 'Копирование…',
  copied: 'Скопировано',
  copyFailed: 'Браузер не разрешил копирование.',
  pageMissing: 'Эта страница недоступна в Markdown.',
  pageUnreachable: 'Не удалось загрузить страницу. Попробуйте ещё раз.',
  moreActions: 'Другие действия со страницей',
  viewMarkdown: 'Открыть как Markdown',
  openIn: 'Открыть в {name}',
  newTab: 'открывает другую программу или новую вкладку',
  connect: 'Подключить сервер MCP',
  connectDetail: 'Ваш агент сможет сам искать и читать в этой документации.',
  addTo: 'Добавить в {name}',
  copyFor: 'Скопировать для {name}',
  prompt: 'Прочитай {url} и помоги мне с вопросами об этом.',
};
