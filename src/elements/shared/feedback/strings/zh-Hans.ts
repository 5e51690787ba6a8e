import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in simplified Chinese. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: '是',
  feedbackNo: '否',
  thanks: '感谢您的反馈',
  sendAgain: '重新发送',
  feedbackForm: '您的反馈',
  feedbackReasonsGood: '好在哪里？',
  feedbackReasonsBad: '有什么问题？',
  reasonCorrect: '正确',
  reasonComplete: '完整',
  reasonClear: '易于理解',
  reasonIncorrect: '不正确',
  reasonOutdated: '已过时',
  reasonIncomplete: '不完整',
  reasonUnclear: '难以理解',
  feedbackNote: '还有其他意见吗？（选填）',
  feedbackNoteCount: '{count}/{limit} 个字符',
  feedbackSend: '发送反馈',
  feedbackSkip: '暂不',
  feedbackEdit: '修改',
  feedbackFailed: '您的反馈已保留在此处，但未能发送。',
};
