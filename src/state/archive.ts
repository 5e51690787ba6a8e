import { isFinalStatus } from '../protocol/reply-content.ts';
import type { Turn } from './conversation-snapshot.ts';
import { interruptTurn } from './history.ts';
import { withFeedback, type ThreadContent } from './thread-content.ts';

/**
 * What a conversation does with what is kept. A first question needs none of it, so that pages load it once something is
 * kept, or was said.
 */
export { keepThread, readThreadContent, removeOldThreads, removeThread } from './kept-threads.ts';
export { createMessages } from './messages.ts';

/** Whether nobody is writing it. */
export function hasEnded({ turns }: ThreadContent): boolean {
  return turns.every(({ answer }) => isFinalStatus(answer.status));
}

/** Turns as they were kept, those that have not changed as the very ones that are shown. */
export function keepIdentity(turns: readonly Turn[], shown: readonly Turn[]): Turn[] {
  const known = new Map(shown.map((turn) => [turn.id, turn]));
  return turns.map((turn) => {
    const before = known.get(turn.id);
    const same = before?.answer.status === turn.answer.status && before.answer.text === turn.answer.text;
    return same ? withFeedback(before, turn.feedback ?? null) : interruptTurn(turn);
  });
}

/** Turns with the ratings that were kept meanwhile. */
export function takeRatings(turns: readonly Turn[], kept: ThreadContent | null): Turn[] {
  const rated = new Map(kept?.turns.map((turn) => [turn.id, turn]));
  return turns.map((turn) => withFeedback(turn, (rated.get(turn.id) ?? turn).feedback ?? null));
}
