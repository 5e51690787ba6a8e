import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in Arabic. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'نعم',
  feedbackNo: 'لا',
  thanks: 'شكرًا على ملاحظاتك',
  sendAgain: 'إعادة الإرسال',
  feedbackForm: 'ملاحظاتك',
  feedbackReasonsGood: 'ما الجيد فيها؟',
  feedbackReasonsBad: 'ما الخطأ فيها؟',
  reasonCorrect: 'صحيحة',
  reasonComplete: 'كاملة',
  reasonClear: 'سهلة الفهم',
  reasonIncorrect: 'غير صحيحة',
  reasonOutdated: 'قديمة',
  reasonIncomplete: 'ناقصة',
  reasonUnclear: 'صعبة الفهم',
  feedbackNote: 'هل من شيء آخر؟ (اختياري)',
  feedbackNoteCount: '{count} من {limit} حرف',
  feedbackSend: 'إرسال الملاحظات',
  feedbackSkip: 'ليس الآن',
  feedbackEdit: 'تعديل',
  feedbackFailed: 'حُفظت ملاحظاتك هنا، لكن تعذّر إرسالها.',
};
