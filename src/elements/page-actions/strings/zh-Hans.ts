import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in simplified Chinese. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: '供 AI 智能体使用此页面',
  copyPage: '复制页面',
  copying: '正在复制…',
  copied: '已复制',
  copyFailed: '浏览器不允许复制。',
  pageMissing: '此页面没有 Markdown 版本。',
  pageUnreachable: '无法加载页面，请重试。',
  moreActions: '此页面的更多操作',
  viewMarkdown: '以 Markdown 查看',
  openIn: '在 {name} 中打开',
  newTab: '会打开其他程序或新标签页',
  connect: '连接 MCP 服务器',
  connectDetail: '您的智能体可以自行搜索和阅读本文档。',
  addTo: '添加到 {name}',
  copyFor: '为 {name} 复制',
  prompt: '请阅读 {url}，并帮我解答有关问题。',
};
