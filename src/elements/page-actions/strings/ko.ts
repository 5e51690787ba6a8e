import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in Korean. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'AI 에이전트용 페이지',
  copyPage: '페이지 복사',
  copying: '복사 중…',
  copied: '복사했습니다',
  copyFailed: '브라우저가 복사를 허용하지 않았습니다.',
  pageMissing: '이 페이지는 Markdown으로 제공되지 않습니다.',
  pageUnreachable: '페이지를 불러오지 못했습니다. 다시 시도해 주세요.',
  moreActions: '이 페이지의 다른 작업',
  viewMarkdown: 'Markdown으로 보기',
  openIn: '{name}에서 열기',
  newTab: '다른 프로그램이나 새 탭에서 열립니다',
  connect: 'MCP 서버 연결',
  connectDetail: '에이전트가 이 문서를 직접 검색하고 읽을 수 있습니다.',
  addTo: '{name}에 추가',
  copyFor: '{name}용으로 복사',
  prompt: '{url} 문서를 읽고 그에 관한 질문에 답해 주세요.',
};
