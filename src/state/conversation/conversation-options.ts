import type { DocsFilter } from '../../protocol/api.ts';
import type { AnswerSource } from '../../protocol/sources.ts';
import type { CheckedStorage, Site } from '../storage/storage.ts';
import type { Store } from '../snapshot-store.ts';
import type { WriterLock } from './writer-lock.ts';

/** Options of a conversation. */
export interface ConversationOptions {
  /** Where answers come from. `null` while the endpoint or domain is not set: every question fails then. */
  readonly source: AnswerSource | null;
  readonly site: Site;
  readonly storage: CheckedStorage;
  /** The filter of questions that bring none of their own. Default none. */
  readonly filters?: Store<DocsFilter> | null;
  /** Sections retrieved for an answer. Default: the server's own (5). */
  readonly retrievalPageSize?: number;
  /** Keep other tabs from writing the same conversation while an answer comes in. Default none. */
  readonly lock?: WriterLock | null;
  /** Days after its last question for which a conversation is kept. Default 30. */
  readonly historyDays?: number;
}
