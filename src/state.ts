/**
 * The state behind the elements, for interfaces of one's own: no Lit, no page, no requests of its own. Each store holds
 * a snapshot and tells its listeners when a new one has taken its place.
 */
export { Conversation, type ConversationOptions } from './state/conversation/conversation.ts';
export type {
  Answer,
  AnswerFeedback,
  AnswerSourceLink,
  AnswerStatus,
  ConversationSnapshot,
  ToolStep,
  Turn,
} from './state/conversation/conversation-snapshot.ts';
export {
  FavouriteList,
  MAX_FAVOURITES,
  MAX_FAVOURITE_LENGTH,
  type Favourite,
  type FavouriteListOptions,
} from './state/search/favourites.ts';
export { FilterScope, type FilterScopeOptions } from './state/filter/filter-scope.ts';
export {
  MAX_FEEDBACK_NOTE_LENGTH,
  MAX_FEEDBACK_REASON_LENGTH,
  MAX_FEEDBACK_REASONS,
  MAX_HISTORY_LENGTH,
  MAX_HISTORY_TURNS,
} from './state/archive/history.ts';
export { MAX_THREADS, MAX_THREADS_LENGTH } from './state/archive/conversation-archive.ts';
export {
  DEFAULT_JOB_INTERVAL,
  JobList,
  type JobListOptions,
  type JobListSnapshot,
} from './state/admin/job-list.ts';
export type { SuggestedLink } from './protocol/reply/reply-links.ts';
export { maskSecrets } from './protocol/mask-secrets.ts';
export { searchElsewhere, type Elsewhere } from './state/search/search-elsewhere.ts';
export { MAX_SENT_BYTES, MAX_SENT_MESSAGES } from './state/conversation/messages.ts';
export { MAX_QUESTION_LENGTH } from './state/conversation/question.ts';
export {
  DEFAULT_DEBOUNCE,
  DEFAULT_MIN_LENGTH,
  MAX_QUERY_LENGTH,
  MAX_RECENT_LENGTH,
  MAX_RECENT_SEARCHES,
  MAX_RESULTS,
  SEARCH_CACHE_SIZE,
  SearchSession,
  type SearchSessionOptions,
} from './state/search/search-session.ts';
export type { SearchSnapshot } from './state/search/search-snapshot.ts';
export {
  CheckedStorage,
  MAX_STORED_LENGTH,
  openStorage,
  type Site,
  type StorageKind,
  type ValueReader,
  type WebStorage,
} from './state/storage/storage.ts';
export type { Store } from './state/snapshot-store.ts';
export { ThreadList, type ThreadListOptions, type ThreadListSnapshot } from './state/archive/thread-list.ts';
export {
  DEFAULT_UPDATE_INTERVAL,
  hasEnded,
  LONGEST_UPDATE_INTERVAL,
  UpdateWatch,
  type UpdateWatchOptions,
  type UpdateWatchSnapshot,
} from './state/admin/update-watch.ts';
export { createLeaseLock, LEASE_TIME, type WriterLock } from './state/conversation/writer-lock.ts';
export {
  DEFAULT_HISTORY_DAYS,
  MAX_TITLE_LENGTH,
  type StoredConversation as KeptThread,
} from './state/archive/thread-content.ts';
export { MAX_FILTER_VALUE_LENGTH, type FilterChoice } from './state/storage/stored-values.ts';
export type { AnswerEvent, ReplyFormat, ReplySource, ToolState } from './protocol/reply/answer-event.ts';
export type {
  AgentSession,
  AgentSessionList,
  AssistantRequest,
  DocsFilter,
  LatestUpdate,
  QuestionContext,
  RequestFilter,
  MatchedRange,
  Message,
  MessagePart,
  SearchExcerpt,
  SearchRequest,
  SearchResult,
  SearchResultMetadata,
  UpdateStatus,
  UpdateTrigger,
} from './protocol/api.ts';
export { RequestFailure, type Failure, type FailureCode } from './protocol/failures/failure.ts';
export type { AnswerSource, JobSource, SearchSource, UpdateSource } from './protocol/sources.ts';
