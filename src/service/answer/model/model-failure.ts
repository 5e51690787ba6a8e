import type { ModelCallOutcome } from './model-calls.ts';
import { outcomeOf } from './model-calls.ts';

/** How a language model failed; see {@link ModelCallOutcome}. */
export type ModelFailureCode = Exclude<ModelCallOutcome, 'ok' | 'aborted'>;

const MESSAGES: Record<ModelFailureCode, string> = {
  timeout:
    'The language model did not answer in time: raise firstTokenTimeout or timeout, or use a faster model',
  unauthorized:
    'The language model refused the key: check DOCS_MODEL_KEY, or "model.key" of the configuration file',
  rate_limited: 'The language model is at its rate limit: wait, or raise the limit at its provider',
  rejected:
    'The language model rejected the request: check its address, its name, and the length of the prompt',
  server_error: 'The language model failed: look into the log of its server',
  unreachable: 'The language model cannot be reached: check its address, and whether it runs',
  invalid:
    'The language model answered without text, or in another format: check that it is an OpenAI-compatible endpoint',
};

/** A failed call of a language model. Its message has nothing of the server's text, which may quote the question. */
export class ModelFailure extends Error {
  override name = 'ModelFailure';
  readonly code: ModelFailureCode;
  /** Status of the response, if there was one. */
  readonly status: number | undefined;

  constructor(code: ModelFailureCode, cause?: unknown) {
    const status = statusOf(cause);
    const details = [code, status && `status ${status}`, ...(code === 'unreachable' ? placeOf(cause) : [])];
    super(`${MESSAGES[code]} (${details.filter(Boolean).join(', ')}).`, { cause });
    this.code = code;
    this.status = status;
  }
}

/** Return the failure that an error of the AI SDK, of the network or of a deadline stands for. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const outcome = outcomeOf(error);
  return new ModelFailure(outcome === 'ok' || outcome === 'aborted' ? 'unreachable' : outcome, error);
}

/** Return which server did not answer, and the code of the reason: `http://127.0.0.1:11434`, `ECONNREFUSED`. */
function placeOf(error: unknown): string[] {
  const { url, cause } = Object(error) as { url?: unknown; cause?: { cause?: { code?: unknown } } };
  const codes = [cause, cause?.cause].map((one) => (Object(one) as { code?: unknown }).code);
  const origin = typeof url === 'string' ? new URL(url).origin : undefined;
  return [origin, ...codes].filter((one) => typeof one === 'string');
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
