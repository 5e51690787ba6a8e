import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in Korean. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: '예',
  feedbackNo: '아니요',
  thanks: '의견을 주셔서 감사합니다',
  sendAgain: '다시 보내기',
  feedbackForm: '의견',
  feedbackReasonsGood: '어떤 점이 좋았나요?',
  feedbackReasonsBad: '어떤 점이 아쉬웠나요?',
  reasonCorrect: '정확함',
  reasonComplete: '충분함',
  reasonClear: '이해하기 쉬움',
  reasonIncorrect: '정확하지 않음',
  reasonOutdated: '오래된 정보',
  reasonIncomplete: '불충분함',
  reasonUnclear: '이해하기 어려움',
  feedbackNote: '다른 의견이 있나요? (선택)',
  feedbackNoteCount: '{limit}자 중 {count}자',
  feedbackSend: '의견 보내기',
  feedbackSkip: '나중에',
  feedbackEdit: '수정',
  feedbackFailed: '의견을 여기에 저장했지만 보내지 못했습니다.',
};
