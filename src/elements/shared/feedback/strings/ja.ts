import type { Translation } from '../../i18n/strings-controller.ts';
import type { FeedbackStrings } from './en.ts';

/** Interface strings for giving feedback, in Japanese. */
export const feedbackStrings: Translation<FeedbackStrings> = {
  feedbackYes: 'はい',
  feedbackNo: 'いいえ',
  thanks: 'フィードバックをありがとうございます',
  sendAgain: '再送信',
  feedbackForm: 'フィードバック',
  feedbackReasonsGood: '良かった点は何ですか？',
  feedbackReasonsBad: '良くなかった点は何ですか？',
  reasonCorrect: '正しい',
  reasonComplete: '十分な内容',
  reasonClear: 'わかりやすい',
  reasonIncorrect: '正しくない',
  reasonOutdated: '情報が古い',
  reasonIncomplete: '内容が不十分',
  reasonUnclear: 'わかりにくい',
  feedbackNote: 'その他のご意見（任意）',
  feedbackNoteCount: '{count}/{limit} 字',
  feedbackSend: '送信',
  feedbackSkip: '今はしない',
  feedbackEdit: '変更',
  feedbackFailed: 'フィードバックはここに保存されましたが、送信できませんでした。',
};
