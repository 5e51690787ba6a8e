import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in French. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'Cette page pour un agent IA',
  copyPage: 'Copier la page',
  copying: 'Copie en cours…',
  copied: 'Copié',
  copyFailed: 'Le navigateur n’a pas autorisé la copie.',
  pageMissing: 'Cette page n’existe pas en Markdown.',
  pageUnreachable: 'La page n’a pas pu être chargée. Veuillez réessayer.',
  moreActions: 'Plus d’actions pour cette page',
  viewMarkdown: 'Voir en Markdown',
  openIn: 'Ouvrir dans {name}',
  newTab: 'ouvre un autre programme ou un nouvel onglet',
  connect: 'Connecter le serveur MCP',
  connectDetail: 'Votre agent peut alors chercher et lire lui-même dans cette documentation.',
  addTo: 'Ajouter à {name}',
  copyFor: 'Copier pour {name}',
  prompt: 'Lis {url} et aide-moi à répondre à mes questions à ce sujet.',
};
