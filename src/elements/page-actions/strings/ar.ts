import type { Translation } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

/** Interface strings of `<docs-page-actions>`, in Arabic. */
export const strings: Translation<PageActionsStrings> = {
  pageActions: 'هذه الصفحة لوكيل ذكاء اصطناعي',
  copyPage: 'نسخ الصفحة',
  copying: 'جارٍ النسخ…',
  copied: 'تم النسخ',
  copyFailed: 'لم يسمح المتصفح بالنسخ.',
  pageMissing: 'هذه الصفحة غير متاحة بصيغة Markdown.',
  pageUnreachable: 'تعذر تحميل الصفحة. يُرجى المحاولة مرة أخرى.',
  moreActions: 'المزيد لهذه الصفحة',
  viewMarkdown: 'عرض بصيغة Markdown',
  openIn: 'فتح في {name}',
  newTab: 'يفتح برنامجًا آخر أو علامة تبويب جديدة',
  connect: 'توصيل خادم MCP',
  connectDetail: 'يمكن لوكيلك البحث في هذه الوثائق وقراءتها بنفسه.',
  addTo: 'إضافة إلى {name}',
  copyFor: 'نسخ من أجل {name}',
  prompt: 'اقرأ {url} وساعدني في أسئلتي عنه.',
};
