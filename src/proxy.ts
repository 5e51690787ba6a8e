export { createProxy, type ProxyHandler } from './proxy/create-proxy.ts';
export type {
  AdminCall,
  ProxyOptions,
  ProxyTimeouts,
  UpstreamFailure,
  VisitorLimits,
} from './proxy/options.ts';
export type { Connection } from './limits/visitor-address.ts';
export type { LimitStore, Counter } from './limits/rate-limit.ts';
export { createMemoryLimitStore } from './limits/memory-limit-store.ts';
export type { RequestLimits } from './protocol/read-request.ts';
export type { Operation } from './protocol/endpoints.ts';
export type { ServerErrorBody, ServerErrorCode } from './protocol/server-error.ts';
