/** Limits of the assistant endpoint in the API's contract. */
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

/** The subjects that a request counts for. An unknown subject is `null`, and its limit is skipped. */
export interface LimitSubjects {
  key: string | null;
  organization: string | null;
  address: string | null;
}
