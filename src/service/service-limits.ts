import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from '../protocol/requests/read-request.ts';

/** Limits of one request to the service. */
export interface ServiceLimits extends RequestLimits {
  /** Bytes of a webhook call, which are read before its signature can be checked. Default 2,097,152. */
  webhookBytes: number;
}

export const DEFAULT_SERVICE_LIMITS: ServiceLimits = {
  ...DEFAULT_REQUEST_LIMITS,
  // A proxy writes each message's text twice, because the contract asks for both: more than it let in.
  bodyBytes: 262_144,
  // A push of two thousand commits, which is what git hosts list at most.
  webhookBytes: 2 * 1024 * 1024,
};
