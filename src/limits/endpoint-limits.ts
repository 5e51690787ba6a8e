import type { ContractLimits, LimitSubjects } from './contract-limits.ts';
import type { Charge, LimitWindow } from './rate-limit.ts';

/** Limits of the endpoints for which the contract has none. A refused call costs nothing. */
export interface EndpointLimits {
  /** Searches with one key in an hour. Default 100,000. */
  searchesPerKeyAndHour: number;
  /** Searches from one address in a minute: search as you type sends several per second. Default 1,200. */
  searchesPerAddressAndMinute: number;
  /** Calls of the agent-job endpoints with one key in a minute. Default 600. */
  jobCallsPerKeyAndMinute: number;
  /** Requests for updates of one project in an hour, webhook calls included. Default 120. */
  updatesPerProjectAndHour: number;
  /** Reads of update states with one key in a minute. Default 600. */
  statusReadsPerKeyAndMinute: number;
  /** Reports of followed links and ratings with one key in an hour. Default 100,000. */
  followsPerKeyAndHour: number;
}

export const DEFAULT_ENDPOINT_LIMITS: EndpointLimits = {
  searchesPerKeyAndHour: 100_000,
  searchesPerAddressAndMinute: 1_200,
  jobCallsPerKeyAndMinute: 600,
  updatesPerProjectAndHour: 120,
  statusReadsPerKeyAndMinute: 600,
  followsPerKeyAndHour: 100_000,
};

/** Names in the keys of counters. */
export const LIMIT_NAMES = {
  perKeyAndMonth: 'assistant-key',
  perOrganizationAndHour: 'assistant-organization',
  perAddressAndDay: 'assistant-address',
  searchesPerKeyAndHour: 'search-key',
  searchesPerAddressAndMinute: 'search-address',
  jobCallsPerKeyAndMinute: 'job-key',
  updatesPerProjectAndHour: 'update-project',
  statusReadsPerKeyAndMinute: 'update-status-key',
  followsPerKeyAndHour: 'follow-key',
} as const satisfies Record<keyof (ContractLimits & EndpointLimits), string>;

/** The kind of call that is counted. */
export type LimitedUse = 'message' | 'search' | 'job' | 'update' | 'update-status' | 'follow';

/** Return the charges of one call. `subjects.organization` is the project's. */
export function chargesFor(
  use: LimitedUse,
  limits: ContractLimits & EndpointLimits,
  subjects: LimitSubjects,
): Charge[] {
  const charge = (limit: keyof typeof LIMIT_NAMES, window: LimitWindow, subject: string | null): Charge[] =>
    subject === null ? [] : [{ limit: { name: LIMIT_NAMES[limit], window, limit: limits[limit] }, subject }];
  const { key, organization, address } = subjects;
  switch (use) {
    case 'message':
      return [
        ...charge('perKeyAndMonth', 'month', key),
        ...charge('perOrganizationAndHour', 'hour', organization),
        ...charge('perAddressAndDay', 'day', address),
      ];
    case 'search':
      return [
        ...charge('searchesPerKeyAndHour', 'hour', key),
        ...charge('searchesPerAddressAndMinute', 'minute', address),
      ];
    case 'job':
      return charge('jobCallsPerKeyAndMinute', 'minute', key);
    case 'update':
      return charge('updatesPerProjectAndHour', 'hour', organization);
    case 'update-status':
      return charge('statusReadsPerKeyAndMinute', 'minute', key);
    case 'follow':
      return charge('followsPerKeyAndHour', 'hour', key);
  }
}
