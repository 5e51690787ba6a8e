import {
  SUBMITTED_ANSWER,
  type Answer,
  type Turn,
} from '../../../src/state/conversation/conversation-snapshot.ts';
import { createUuid } from '../../../src/state/storage/identity.ts';

/** A turn that was answered. */
export function createTurn(question: string, answer: Partial<Answer> = {}, turn: Partial<Turn> = {}): Turn {
  return {
    id: createUuid(),
    question,
    askedAt: 1_700_000_000_000,
    filter: {},
    answer: { ...SUBMITTED_ANSWER, status: 'done', text: `Answer to ${question}`, ...answer },
    ...turn,
  };
}
