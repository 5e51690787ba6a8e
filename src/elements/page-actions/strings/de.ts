import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in German. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'Diese Seite für einen KI-Agenten',
  copyPage: 'Seite kopieren',
  copying: 'Kopiert …',
  copied: 'Kopiert',
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt.',
  pageMissing: 'Diese Seite gibt es nicht als Markdown.',
  pageUnreachable: 'Die Seite konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  moreActions: 'Mehr zu dieser Seite',
  viewMarkdown: 'Als Markdown ansehen',
  openIn: 'In {name} öffnen',
  newTab: 'öffnet ein anderes Programm oder einen neuen Tab',
  connect: 'MCP-Server verbinden',
  connectDetail: 'Ihr Agent kann diese Dokumentation dann selbst durchsuchen und lesen.',
  addTo: 'Zu {name} hinzufügen',
  copyFor: 'Für {name} kopieren',
  prompt: 'Lies {url} und hilf mir bei meinen Fragen dazu.',
};
