/** The search engine does not answer at the moment. Searches are refused as `unavailable`; later ones may succeed. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';

  constructor(cause: unknown) {
    super(`The search engine failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
