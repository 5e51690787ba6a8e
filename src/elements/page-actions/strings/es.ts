import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in Spanish. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'Esta página para un agente de IA',
  copyPage: 'Copiar página',
  copying: 'Copiando…',
  copied: 'Copiado',
  copyFailed: 'El navegador no permitió copiar.',
  pageMissing: 'Esta página no está disponible como Markdown.',
  pageUnreachable: 'No se pudo cargar la página. Inténtelo de nuevo.',
  moreActions: 'Más para esta página',
  viewMarkdown: 'Ver como Markdown',
  openIn: 'Abrir en {name}',
  newTab: 'abre otro programa o una pestaña nueva',
  connect: 'Conectar el servidor MCP',
  connectDetail: 'Su agente podrá buscar y leer esta documentación por sí mismo.',
  addTo: 'Añadir a {name}',
  copyFor: 'Copiar para {name}',
  prompt: 'Lee {url} y ayúdame con mis preguntas al respecto.',
};
