/** A typed client for the six endpoints of a documentation platform, for pages and for servers. */
export {
  type CallOptions,
  type DocsClientLimits,
  type DocsClientOptions,
  type DocsClientTimeouts,
} from './client/sender.ts';
export { DocsClient } from './client/docs-client.ts';
export type { AnswerEvent, ReplyFormat, ReplySource, ToolState } from './protocol/reply/answer-event.ts';
export {
  DEFAULT_RETRIEVAL_PAGE_SIZE,
  DEFAULT_SEARCH_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type AgentJob,
  type AgentSession,
  type AgentSessionList,
  type AssistantRequest,
  type Commit,
  type CountedPage,
  type ReportedProblem,
  type CountedText,
  type DocsFilter,
  type FilesChanged,
  type HaultReason,
  type Insights,
  type InsightsQuery,
  type InsightsTotals,
  type LatestUpdate,
  type MatchedRange,
  type Message,
  type MessagePart,
  type MissingText,
  type PageContent,
  type PreviewTrigger,
  type QuestionContext,
  type RequestFilter,
  type SearchExcerpt,
  type SearchRequest,
  type SearchResult,
  type SearchResultMetadata,
  type Todo,
  type UpdateCause as UpdateSource,
  type UpdateState,
  type UpdateStatus,
  type UpdateTrigger,
} from './protocol/api.ts';
export {
  FAILURE_CODES,
  RequestFailure,
  type Failure,
  type FailureCode,
} from './protocol/failures/failure.ts';
export {
  applyEvent,
  createReply,
  type FilePart,
  type NamedData,
  type Reply,
  type ReplyWarning,
} from './protocol/reply/reply.ts';
export {
  endReply,
  type ReplyContent,
  type SourcePart,
  type ToolCall,
} from './protocol/reply/reply-content.ts';
export type { ReplyStatus } from './protocol/reply/reply-status.ts';
export { readReplySources, type SourceLink, type SuggestedLink } from './protocol/reply/reply-links.ts';
export type { AnswerSource, SearchSource } from './protocol/sources.ts';
export { splitSuggestions } from './protocol/reply/suggestions.ts';
