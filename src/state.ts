/**
 * The state behind the elements, for interfaces of one's own: no Lit, no page, no requests of its own. Each store holds
 * a snapshot and tells its listeners when a new one has taken its place.
 */
export { Conversation, type ConversationOptions } from './state/conversation.ts';
export type {
  Answer,
  AnswerSourceLink,
  AnswerStatus,
  ConversationSnapshot,
  SuggestedLink,
  ToolStep,
  Turn,
} from './state/conversation-snapshot.ts';
export { FilterScope, type FilterScopeOptions } from './state/filter-scope.ts';
export { MAX_HISTORY_LENGTH, MAX_HISTORY_TURNS } from './state/history.ts';
export { MAX_QUESTION_LENGTH, MAX_SENT_BYTES, MAX_SENT_MESSAGES } from './state/messages.ts';
export {
  DEFAULT_DEBOUNCE,
  DEFAULT_MIN_LENGTH,
  MAX_QUERY_LENGTH,
  MAX_RECENT_LENGTH,
  MAX_RECENT_SEARCHES,
  SEARCH_CACHE_SIZE,
  SearchSession,
  type SearchSessionOptions,
} from './state/search-session.ts';
export type { SearchSnapshot } from './state/search-snapshot.ts';
export {
  CheckedStorage,
  MAX_STORED_LENGTH,
  openStorage,
  type Site,
  type StorageKind,
  type ValueReader,
  type WebStorage,
} from './state/storage.ts';
export type { Store } from './state/store.ts';
export { MAX_FILTER_VALUE_LENGTH, type FilterChoice } from './state/stored-values.ts';
export type { AnswerEvent, ReplyFormat, ReplySource, ToolState } from './protocol/answer-event.ts';
export type {
  AssistantRequest,
  DocsFilter,
  MatchedRange,
  Message,
  MessagePart,
  SearchRequest,
  SearchResult,
  SearchResultMetadata,
} from './protocol/api.ts';
export { RequestFailure, type Failure, type FailureCode } from './protocol/failure.ts';
export type { AnswerSource, SearchSource } from './protocol/sources.ts';
