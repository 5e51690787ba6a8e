import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import type { Failure } from '../../../protocol/failures/failure.ts';
import { MAX_QUESTION_LENGTH } from '../../../state/conversation/question.ts';
import { readFailureCause, type FailureCause } from '../../shared/failure-cause.ts';
import type { AssistantStrings } from '../strings/en/panel.ts';

/** Action that a notice offers. */
export type NoticeAction = 'retry' | 'edit' | 'new-thread';

/** Notice about an answer that did not end well. */
export interface AnswerNotice {
  readonly kind: 'error' | 'notice';
  readonly sentence: Exclude<keyof AssistantStrings, `${string}.${string}`>;
  readonly action: NoticeAction | null;
}

/**
 * Find the sentence and the action for how an answer ended; `null` when it ended well or has not ended.
 *
 * @param isFirst whether the question was sent without a conversation before it
 */
export function describeAnswer({ question, answer }: Turn, isFirst: boolean): AnswerNotice | null {
  switch (answer.status) {
    case 'error':
      if (answer.failure?.code === 'too-large' && question.length > MAX_QUESTION_LENGTH)
        return { kind: 'error', sentence: 'questionTooLong', action: 'edit' };
      // A new conversation would send the same request once more.
      if (isFirst && answer.failure?.status === 413)
        return { kind: 'error', sentence: 'questionTooLarge', action: 'edit' };
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

type FailureNotice = Omit<AnswerNotice, 'kind'>;

/** Notices of the causes for which there is a particular one. */
const NOTICES: Readonly<Partial<Record<FailureCause, FailureNotice>>> = {
  'not-configured': { sentence: 'notConfigured', action: null },
  offline: { sentence: 'offline', action: 'retry' },
  network: { sentence: 'network', action: 'retry' },
  timeout: { sentence: 'timeout', action: 'retry' },
  challenge: { sentence: 'challenge', action: 'retry' },
  refused: { sentence: 'unauthorized', action: 'retry' },
  'not-found': { sentence: 'notFound', action: 'retry' },
  'request-too-large': { sentence: 'conversationTooLarge', action: 'new-thread' },
  limited: { sentence: 'tooManyRequests', action: 'retry' },
  rejected: { sentence: 'requestFailed', action: 'retry' },
  unavailable: { sentence: 'serverError', action: 'retry' },
  'server-error': { sentence: 'serverError', action: 'retry' },
  'bad-content': { sentence: 'badContent', action: 'retry' },
  'too-large': { sentence: 'answerTooLarge', action: 'retry' },
};

function describeFailure(failure: Failure | null): FailureNotice {
  const notice = failure && NOTICES[readFailureCause(failure)];
  return notice ?? { sentence: 'streamError', action: 'retry' };
}
