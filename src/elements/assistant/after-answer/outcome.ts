import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import type { Failure } from '../../../protocol/failures/failure.ts';
import { MAX_QUESTION_LENGTH } from '../../../state/conversation/question.ts';
import { readFailureCause, type FailureCause } from '../../shared/failure-cause.ts';
import type { AssistantStrings } from '../../strings/english.ts';

/** Action that a notice offers. */
export type NoticeAction = 'retry' | 'edit' | 'new-thread';

/** Notice about an answer that failed, was stopped or is empty. */
export interface AnswerNotice {
  readonly kind: 'error' | 'notice';
  readonly sentence: Exclude<keyof AssistantStrings, `${string}.${string}`>;
  readonly action: NoticeAction | null;
}

/**
 * Find the notice for the outcome of an answer; `null` if the answer is complete or not finished.
 *
 * @param isFirst whether the question is the first of its conversation
 */
export function describeAnswer({ question, answer }: Turn, isFirst: boolean): AnswerNotice | null {
  switch (answer.status) {
    case 'error':
      if (answer.failure?.code === 'too-large' && question.length > MAX_QUESTION_LENGTH)
        return { kind: 'error', sentence: 'questionTooLong', action: 'edit' };
      // Without earlier turns, a new conversation would not make the request smaller.
      if (isFirst && answer.failure?.status === 413)
        return { kind: 'error', sentence: 'questionTooLarge', action: 'edit' };
      return { kind: 'error', ...describeFailure(answer.failure) };
    case 'interrupted':
      return { kind: 'notice', sentence: 'interrupted', action: 'retry' };
    case 'stopped':
      return {
        kind: 'notice',
        sentence: answer.note === 'aborted' ? 'answerStopped' : 'stopped',
        action: 'retry',
      };
    case 'empty':
      return { kind: 'notice', sentence: 'empty', action: 'retry' };
    default:
      return null;
  }
}

type FailureNotice = Omit<AnswerNotice, 'kind'>;

/** Notices by cause; other causes share one. */
const NOTICES: Readonly<Partial<Record<FailureCause, FailureNotice>>> = {
  'not-configured': { sentence: 'notConfigured', action: null },
  offline: { sentence: 'offline', action: 'retry' },
  network: { sentence: 'network', action: 'retry' },
  timeout: { sentence: 'timeout', action: 'retry' },
  challenge: { sentence: 'challenge', action: 'retry' },
  // Asking again cannot help.
  refused: { sentence: 'unauthorized', action: null },
  'not-found': { sentence: 'unauthorized', action: null },
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
