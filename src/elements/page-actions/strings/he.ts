import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in Hebrew. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'העמוד הזה לסוכן AI',
  copyPage: 'העתקת העמוד',
  copying: 'מעתיק…',
  copied: 'הועתק',
  copyFailed: 'הדפדפן לא אישר את ההעתקה.',
  pageMissing: 'העמוד הזה אינו זמין כ־Markdown.',
  pageUnreachable: 'לא ניתן היה לטעון את העמוד. נסו שוב.',
  moreActions: 'עוד לעמוד זה',
  viewMarkdown: 'הצגה כ־Markdown',
  openIn: 'פתיחה ב־{name}',
  newTab: 'נפתח בתוכנה אחרת או בלשונית חדשה',
  connect: 'חיבור שרת MCP',
  connectDetail: 'הסוכן שלכם יוכל לחפש ולקרוא בתיעוד הזה בעצמו.',
  addTo: 'הוספה ל־{name}',
  copyFor: 'העתקה עבור {name}',
  prompt: 'קרא את {url} ועזור לי בשאלות שלי עליו.',
};
