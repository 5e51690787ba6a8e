export { createService, type Service, type ServiceOptions } from './service/service.ts';
export type { DocsOutline, DocsPages, PageEntry, PageText } from './engine/pages/docs-pages.ts';
export type { PagePassage } from './engine/pages/page-passages.ts';
export type { IndexProgress } from './service/index/index-progress.ts';
export type { FolderSource, GitSource, ProjectOptions, ProjectSource } from './service/project-options.ts';
export type { ProjectKeys } from './service/keys/key-ring.ts';
export type { AnswerEnd, RequestEntry } from './service/http/request-entry.ts';
export type { LanguageModelOptions } from './service/answer/model/model-options.ts';
export type { InsightsOptions } from './service/insights/insights-options.ts';
export type { ThreadLimits } from './service/storage/thread-store.ts';
export type { RerankerOptions } from './service/models/reranker.ts';
export type { EmbeddingModelOptions } from './service/models/open-embedder.ts';
export type { EmbeddingModelChoice } from './service/models/open-model.ts';
export type { DocsProblem, DocsProblemCode } from './engine/sections/docs-problem.ts';
export type { ContractLimits } from './limits/contract-limits.ts';
export type { EndpointLimits } from './limits/endpoint-limits.ts';
export { createMemoryLimitStore } from './limits/counter-map.ts';
export { createRedisLimitStore, type EvaluateScript } from './limits/redis-limit-store.ts';
export type { Counter, LimitStore } from './limits/rate-limit.ts';
export type { Connection } from './limits/visitor-address.ts';
export type { RequestLimits } from './protocol/requests/read-request.ts';
export type { ProblemReport } from './protocol/api.ts';
export type { ServiceLimits } from './service/service-limits.ts';
export { openLanceDbEngine } from './service/search/lancedb/lancedb-engine.ts';
export { createRankedIndex } from './engine/ranking/ranked-index.ts';
export type { SearchEngine, StoredIndex } from './service/search/search-engine.ts';
export type {
  QueryMeaning,
  SearchIndex,
  SearchMode,
  SearchOptions,
  SectionHit,
} from './engine/ranking/search-index.ts';
export type { Evidence } from './engine/ranking/evidence.ts';
export { createVocabulary, type VocabularyOptions } from './engine/words/vocabulary.ts';
export type { FoundSection, Lookup, SectionIndex, Vocabulary } from './engine/ranking/section-index.ts';
export type { IndexContent, IndexedSection } from './service/index/index-content.ts';
export type { Calibration, Calibrations, IndexFacts, IndexScope } from './engine/sections/index-facts.ts';
export type { Section, SectionRange } from './engine/sections/section.ts';
export { COLUMN_WEIGHTS, type SectionColumns } from './engine/sections/section-columns.ts';
export type { WordExpression } from './engine/words/word-expression.ts';
export type { Generation } from './service/storage/service-store.ts';
