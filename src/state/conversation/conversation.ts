import type { LazyModule } from '../../protocol/lazy.ts';
import { openFullArchive } from '../archive/full-archive.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { ConversationStore } from './conversation-store.ts';

export type { ConversationOptions };

/**
 * A conversation with the assistant on one site: the turns so far and the answer under way. Earlier turns are read from
 * the storage at once.
 *
 * Actions never reject: failures are in the turn (`answer.failure`). Listeners are called at most once for each batch of
 * events that the source yields.
 */
export class Conversation extends ConversationStore {
  constructor(options: ConversationOptions) {
    super(options, { archive: loaded(openFullArchive) });
  }
}

function loaded<T>(value: T): LazyModule<T> {
  return { value, load: async () => value };
}
