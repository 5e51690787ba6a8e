import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in Italian. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'Questa pagina per un agente IA',
  copyPage: 'Copia pagina',
  copying: 'Copia in corso…',
  copied: 'Copiato',
  copyFailed: 'Il browser non ha consentito la copia.',
  pageMissing: 'Questa pagina non è disponibile in Markdown.',
  pageUnreachable: 'Non è stato possibile caricare la pagina. Riprovi.',
  moreActions: 'Altro per questa pagina',
  viewMarkdown: 'Vedi in Markdown',
  openIn: 'Apri in {name}',
  newTab: 'apre un altro programma o una nuova scheda',
  connect: 'Collega il server MCP',
  connectDetail: 'Il suo agente potrà cercare e leggere da solo in questa documentazione.',
  addTo: 'Aggiungi a {name}',
  copyFor: 'Copia per {name}',
  prompt: 'Leggi {url} e aiutami con le mie domande in merito.',
};
