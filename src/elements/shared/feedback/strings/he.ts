import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in Hebrew. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'כן',
  feedbackNo: 'לא',
  thanks: 'תודה על המשוב',
  sendAgain: 'שליחה חוזרת',
  feedbackForm: 'המשוב שלכם',
  feedbackReasonsGood: 'מה היה טוב בה?',
  feedbackReasonsBad: 'מה היה לא בסדר בה?',
  reasonCorrect: 'נכונה',
  reasonComplete: 'מלאה',
  reasonClear: 'קלה להבנה',
  reasonIncorrect: 'לא נכונה',
  reasonOutdated: 'לא עדכנית',
  reasonIncomplete: 'חלקית',
  reasonUnclear: 'קשה להבנה',
  feedbackNote: 'משהו נוסף? (לא חובה)',
  feedbackNoteCount: '{count} מתוך {limit} תווים',
  feedbackSend: 'שליחת המשוב',
  feedbackSkip: 'לא עכשיו',
  feedbackEdit: 'שינוי',
  feedbackFailed: 'המשוב שלכם נשמר כאן, אבל לא היה אפשר לשלוח אותו.',
};
