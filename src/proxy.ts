export { createProxy, type ProxyHandler } from './proxy/create-proxy.ts';
export type {
  AdminCall,
  AskedQuestion,
  ProxyHook,
  ProxyOptions,
  ProxyTimeouts,
  QuestionLog,
  ReachedLimit,
  UpstreamFailure,
} from './proxy/options.ts';
export type { CountedOperation, SiteLimits, VisitorLimits } from './proxy/budgets.ts';
export type { Feedback } from './protocol/requests/read-feedback.ts';
export type { Connection } from './limits/visitor-address.ts';
export type { LimitStore, Counter } from './limits/rate-limit.ts';
export { createMemoryLimitStore } from './limits/counter-map.ts';
export { createRedisLimitStore, type EvaluateScript } from './limits/redis-limit-store.ts';
export { createKeyValueLimitStore, type KeyValueStore } from './limits/key-value-limit-store.ts';
export type { ApiVersion } from './proxy/api-version.ts';
export type { DocsFilter } from './protocol/api.ts';
export type { RequestLimits } from './protocol/requests/read-request.ts';
export type { Operation } from './protocol/endpoints.ts';
export type { ServerErrorBody, ServerErrorCode } from './protocol/failures/server-error.ts';
