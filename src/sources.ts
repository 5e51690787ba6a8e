/** Sources of results and answers for the elements: other backends than the service. Each is a module of its own. */
export {
  createAnswerSource,
  type AnswerCall,
  type AnswerFunction,
  type AnswerPart,
} from './sources/answer-function.ts';
export { createAlgoliaSource, type AlgoliaOptions } from './sources/algolia.ts';
export { createAiSdkSource, type AiSdkOptions } from './sources/ai-sdk.ts';
export { createMeilisearchSource, type MeilisearchOptions } from './sources/meilisearch.ts';
export { createOramaSource, type OramaOptions, type OramaParameters } from './sources/orama.ts';
export { createOpenAiSource, type OpenAiOptions } from './sources/openai.ts';
export { createPagefindSource, type PagefindOptions } from './sources/pagefind.ts';
export {
  createSearchSource,
  type BackendSection as FoundSection,
  type SearchCall,
  type SearchFunction,
} from './sources/search-function.ts';
export { createTypesenseSource, type TypesenseOptions } from './sources/typesense.ts';
export type { RecordFields } from './sources/docsearch-record.ts';
export type { HttpOptions } from './sources/http-address.ts';
export type { MatchedRange, SearchExcerpt } from './protocol/api.ts';
export type { AnswerSource, SearchSource } from './protocol/sources.ts';
