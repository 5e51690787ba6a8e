import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in traditional Chinese. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: '供 AI 代理使用此頁面',
  copyPage: '複製頁面',
  copying: '正在複製…',
  copied: '已複製',
  copyFailed: '瀏覽器不允許複製。',
  pageMissing: '此頁面沒有 Markdown 版本。',
  pageUnreachable: '無法載入頁面，請重試。',
  moreActions: '此頁面的更多操作',
  viewMarkdown: '以 Markdown 檢視',
  openIn: '在 {name} 中開啟',
  newTab: '會開啟其他程式或新分頁',
  connect: '連接 MCP 伺服器',
  connectDetail: '您的代理可以自行搜尋和閱讀本文件。',
  addTo: '新增至 {name}',
  copyFor: '為 {name} 複製',
  prompt: '請閱讀 {url}，並協助我解答相關問題。',
};
