import type { Charge, RateLimit } from './rate-limit.ts';

/** The limits that the API states for the assistant endpoint. */
export interface ContractLimits {
  /** Uses of one key in a calendar month. Default 10,000. */
  perKeyAndMonth: number;
  /** Requests of one organization in an hour. Default 10,000. */
  perOrganizationAndHour: number;
  /** Requests from one address in a day. Default 10,000. */
  perAddressAndDay: number;
}

export const DEFAULT_CONTRACT_LIMITS: ContractLimits = {
  perKeyAndMonth: 10_000,
  perOrganizationAndHour: 10_000,
  perAddressAndDay: 10_000,
};

/** Whom one request to the assistant endpoint counts for. */
export interface ContractSubjects {
  key: string;
  organization: string;
  /** `null` when the address of the sender is not known: that limit is then left out. */
  address: string | null;
}

/** What one assistant message costs. */
export function contractCharges(limits: ContractLimits, subjects: ContractSubjects): Charge[] {
  const perKey: RateLimit = { name: 'assistant-key', limit: limits.perKeyAndMonth, window: 'month' };
  const perOrganization: RateLimit = {
    name: 'assistant-organization',
    limit: limits.perOrganizationAndHour,
    window: 'hour',
  };
  const perAddress: RateLimit = { name: 'assistant-address', limit: limits.perAddressAndDay, window: 'day' };
  return [
    { limit: perKey, subject: subjects.key },
    { limit: perOrganization, subject: subjects.organization },
    ...(subjects.address === null ? [] : [{ limit: perAddress, subject: subjects.address }]),
  ];
}
