import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import type { Failure } from '../../../protocol/failures/failure.ts';
import { MAX_QUESTION_LENGTH } from '../../../state/conversation/question.ts';
import type { AssistantStrings } from '../strings/en/panel.ts';

/** Action that a notice offers. */
export type NoticeAction = 'retry' | 'edit' | 'new-thread';

/** Notice about an answer that did not end well. */
export interface AnswerNotice {
  readonly kind: 'error' | 'notice';
  readonly sentence: Exclude<keyof AssistantStrings, `${string}.${string}`>;
  readonly action: NoticeAction | null;
}

/** Find the sentence and the action for how an answer ended; `null` when it ended well or has not ended. */
export function describeAnswer({ question, answer }: Turn): AnswerNotice | null {
  switch (answer.status) {
    case 'error':
      if (answer.failure?.code === 'too-large' && question.length > MAX_QUESTION_LENGTH)
        return { kind: 'error', sentence: 'questionTooLong', action: 'edit' };
      return { kind: 'error', ...describeFailure(answer.failure) };
    case 'interrupted':
      return { kind: 'notice', sentence: 'interrupted', action: 'retry' };
    case 'empty':
    case 'stopped':
      return { kind: 'notice', sentence: answer.status, action: 'retry' };
    default:
      return null;
  }
}

function describeFailure(failure: Failure | null): Omit<AnswerNotice, 'kind'> {
  switch (failure?.code) {
    case 'not-configured':
      return { sentence: 'notConfigured', action: null };
    case 'http':
      // The site requires a captcha or the like first.
      if (failure.serverCode === 'challenge-required') return { sentence: 'challenge', action: 'retry' };
      return describeStatus(failure.status ?? 0);
    case 'offline':
    case 'timeout':
    case 'network':
      return { sentence: failure.code, action: 'retry' };
    case 'bad-content':
      return { sentence: 'badContent', action: 'retry' };
    case 'too-large':
      return { sentence: 'answerTooLarge', action: 'retry' };
    default:
      return { sentence: 'streamError', action: 'retry' };
  }
}

function describeStatus(status: number): Omit<AnswerNotice, 'kind'> {
  if (status === 401 || status === 403) return { sentence: 'unauthorized', action: 'retry' };
  if (status === 404) return { sentence: 'notFound', action: 'retry' };
  if (status === 413) return { sentence: 'conversationTooLarge', action: 'new-thread' };
  if (status === 429) return { sentence: 'tooManyRequests', action: 'retry' };
  return { sentence: status >= 500 ? 'serverError' : 'requestFailed', action: 'retry' };
}
