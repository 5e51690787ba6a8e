import { errorResponse, type ServerErrorCode } from '../failures/server-error.ts';

/** A request that is rejected; `toResponse` creates the response. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly code: ServerErrorCode;
  readonly field: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ServerErrorCode,
    message: string,
    options: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.field = options.field;
    this.headers = options.headers ?? {};
  }

  toResponse(): Response {
    return errorResponse(this.code, this.message, {
      ...(this.field !== undefined && { field: this.field }),
      headers: this.headers,
    });
  }
}
