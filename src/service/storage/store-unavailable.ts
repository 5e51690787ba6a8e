/** The database does not answer at the moment. Requests that need it are refused as `unavailable`; later ones may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(cause: unknown) {
    super(
      `The database does not answer (check DATABASE_URL, REDIS_URL, and that it runs): ${describe(cause)}`,
      { cause },
    );
  }
}

/** With several addresses, describe the error of the first. */
function describe(cause: unknown): string {
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  return first instanceof Error ? first.message : String(first);
}
