import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in Portuguese. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'Esta página para um agente de IA',
  copyPage: 'Copiar página',
  copying: 'Copiando…',
  copied: 'Copiado',
  copyFailed: 'O navegador não permitiu copiar.',
  pageMissing: 'Esta página não está disponível em Markdown.',
  pageUnreachable: 'Não foi possível carregar a página. Tente novamente.',
  moreActions: 'Mais para esta página',
  viewMarkdown: 'Ver como Markdown',
  openIn: 'Abrir em {name}',
  newTab: 'abre outro programa ou uma nova aba',
  connect: 'Conectar o servidor MCP',
  connectDetail: 'O seu agente poderá pesquisar e ler esta documentação sozinho.',
  addTo: 'Adicionar a {name}',
  copyFor: 'Copiar para {name}',
  prompt: 'Leia {url} e me ajude com minhas perguntas sobre o conteúdo.',
};
