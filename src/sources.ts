/** Sources of results and answers for the elements: other backends than the service. Each is a module of its own. */
export {
  createAnswerSource,
  type AnswerCall,
  type AnswerFunction,
  type AnswerPart,
} from './sources/answer-function.ts';
export { createAiSdkSource, type AiSdkOptions } from './sources/ai-sdk.ts';
export { createOpenAiSource, type OpenAiOptions } from './sources/openai.ts';
export { createPagefindSource, type PagefindOptions } from './sources/pagefind.ts';
export {
  createSearchSource,
  type FoundSection,
  type SearchCall,
  type SearchFunction,
} from './sources/search-function.ts';
export type { HttpOptions } from './sources/http-address.ts';
export type { MatchedRange, SearchExcerpt } from './protocol/api.ts';
export type { AnswerSource, SearchSource } from './protocol/sources.ts';
