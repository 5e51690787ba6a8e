import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in traditional Chinese. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: '是',
  feedbackNo: '否',
  thanks: '感謝您的意見',
  sendAgain: '重新傳送',
  feedbackForm: '您的意見',
  feedbackReasonsGood: '好在哪裡？',
  feedbackReasonsBad: '有什麼問題？',
  reasonCorrect: '正確',
  reasonComplete: '完整',
  reasonClear: '容易理解',
  reasonIncorrect: '不正確',
  reasonOutdated: '已過時',
  reasonIncomplete: '不完整',
  reasonUnclear: '難以理解',
  feedbackNote: '還有其他意見嗎？（選填）',
  feedbackNoteCount: '{count}/{limit} 個字元',
  feedbackSend: '傳送意見',
  feedbackSkip: '暫時不要',
  feedbackEdit: '修改',
  feedbackFailed: '您的意見已保留在這裡，但未能傳送。',
};
