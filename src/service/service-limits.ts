import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from '../protocol/requests/read-request.ts';

/** Limits of one request to the service. */
export interface ServiceLimits extends RequestLimits {
  /** Bytes of a webhook call. They are read before its signature can be checked. Default 2,097,152. */
  webhookBytes: number;
}

export const DEFAULT_SERVICE_LIMITS: ServiceLimits = {
  ...DEFAULT_REQUEST_LIMITS,
  // More than the proxy accepts, because it sends each text twice, as the contract demands.
  bodyBytes: 262_144,
  // A push of two thousand commits, the most that git hosts list.
  webhookBytes: 2 * 1024 * 1024,
};
