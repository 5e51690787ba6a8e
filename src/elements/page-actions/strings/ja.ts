import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in Japanese. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'このページを AI エージェントで使う',
  copyPage: 'ページをコピー',
  copying: 'コピー中…',
  copied: 'コピーしました',
  copyFailed: 'ブラウザーがコピーを許可しませんでした。',
  pageMissing: 'このページの Markdown はありません。',
  pageUnreachable: 'ページを読み込めませんでした。もう一度お試しください。',
  moreActions: 'このページのその他の操作',
  viewMarkdown: 'Markdown で表示',
  openIn: '{name} で開く',
  newTab: '別のプログラムまたは新しいタブで開きます',
  connect: 'MCP サーバーに接続',
  connectDetail: 'エージェントがこのドキュメントを自分で検索し、読めるようになります。',
  addTo: '{name} に追加',
  copyFor: '{name} 用にコピー',
  prompt: '{url} を読んで、その内容についての質問に答えてください。',
};
