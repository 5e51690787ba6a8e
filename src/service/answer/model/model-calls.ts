import type { LanguageModelMiddleware } from 'ai';

/**
 * How a call of the language model ended: `ok`; `aborted` by the reader or at the longest answer; `timeout`; refused with 401 or 403
 * (`unauthorized`), with 429 (`rate_limited`) or another 4xx (`rejected`); a 5xx (`server_error`); no connection, or one that broke
 * (`unreachable`); an answer without text or in another format (`invalid`).
 */
export const MODEL_CALL_OUTCOMES = [
  'ok',
  'aborted',
  'timeout',
  'unauthorized',
  'rate_limited',
  'rejected',
  'server_error',
  'unreachable',
  'invalid',
] as const;

export type ModelCallOutcome = (typeof MODEL_CALL_OUTCOMES)[number];

/** One request to the language model; a retry is another one. */
export interface ModelCall {
  /** `answer` is streamed; `rewrite` makes a question of a follow-up. */
  purpose: 'answer' | 'rewrite';
  outcome: ModelCallOutcome;
  seconds: number;
  /** Seconds until the first text; `null` without text, and for calls that are not streamed. */
  firstTokenSeconds: number | null;
  /** Tokens as the endpoint reports them; 0 if it does not. */
  promptTokens: number;
  completionTokens: number;
}

type StreamCall = Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0];
type ReplyStream = Awaited<ReturnType<StreamCall['doStream']>>['stream'];
type ReplyPart = ReplyStream extends ReadableStream<infer Part> ? Part : never;
type Usage = Extract<ReplyPart, { type: 'finish' }>['usage'];

/** Return middleware that observes each request to the model. @param onCall called once for each, when it has ended */
export function watchModelCalls(onCall: (call: ModelCall) => void): LanguageModelMiddleware {
  return {
    async wrapGenerate({ doGenerate, params }) {
      const call = new RunningCall('rewrite', params.abortSignal, onCall);
      try {
        const result = await doGenerate();
        if (result.content.some((part) => part.type === 'text' && part.text !== '')) call.begin();
        call.end(result.usage);
        return result;
      } catch (error) {
        call.fail(error);
        throw error;
      }
    },
    async wrapStream({ doStream, params }) {
      const call = new RunningCall('answer', params.abortSignal, onCall);
      try {
        const result = await doStream();
        return { ...result, stream: ReadableStream.from(watchReply(result.stream, call)) };
      } catch (error) {
        call.fail(error);
        throw error;
      }
    },
  };
}

async function* watchReply(stream: ReplyStream, call: RunningCall): AsyncGenerator<ReplyPart, void> {
  try {
    for await (const part of stream) {
      if ((part.type === 'text-delta' && part.delta !== '') || part.type === 'tool-call') call.begin();
      if (part.type === 'error') call.fail(part.error);
      if (part.type === 'finish') call.end(part.usage);
      yield part;
    }
    call.end();
  } catch (error) {
    call.fail(error);
    throw error;
  } finally {
    // The reader of the stream has left.
    call.abort();
  }
}

/** A call that has not ended; only the first end counts. */
class RunningCall {
  readonly #purpose: ModelCall['purpose'];
  readonly #signal: AbortSignal | undefined;
  readonly #onCall: (call: ModelCall) => void;
  readonly #started = performance.now();
  #firstText: number | null = null;
  #hasEnded = false;

  constructor(
    purpose: ModelCall['purpose'],
    signal: AbortSignal | undefined,
    onCall: (call: ModelCall) => void,
  ) {
    this.#purpose = purpose;
    this.#signal = signal;
    this.#onCall = onCall;
    // An aborted stream may never be read to its end.
    signal?.addEventListener('abort', () => this.abort(), { once: true });
  }

  /** There is text, or the call of a tool. */
  begin(): void {
    this.#firstText ??= performance.now();
  }

  end(usage?: Usage): void {
    this.#report(this.#firstText === null ? 'invalid' : 'ok', usage);
  }

  fail(error: unknown): void {
    this.#report(this.#signal?.aborted ? outcomeOfAbort(this.#signal) : outcomeOf(error));
  }

  abort(): void {
    this.#report(outcomeOfAbort(this.#signal));
  }

  #report(outcome: ModelCallOutcome, usage?: Usage): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const since = (time: number) => (time - this.#started) / 1000;
    this.#onCall({
      purpose: this.#purpose,
      outcome,
      seconds: since(performance.now()),
      firstTokenSeconds:
        this.#purpose === 'answer' && this.#firstText !== null ? since(this.#firstText) : null,
      promptTokens: usage?.inputTokens.total ?? 0,
      completionTokens: usage?.outputTokens.total ?? 0,
    });
  }
}

function outcomeOfAbort(signal: AbortSignal | undefined): ModelCallOutcome {
  const reason: unknown = signal?.reason;
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'aborted';
}

/** Return the outcome of a call that failed with an error of the AI SDK or of the network. */
export function outcomeOf(error: unknown): ModelCallOutcome {
  if (!(error instanceof Error)) return 'invalid';
  const known = knownOutcome(error) ?? knownOutcome(error.cause);
  if (known !== undefined) return known;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400) return outcomeOfStatus(status);
  if (error.name === 'TimeoutError') return 'timeout';
  // A broken connection is an error of `fetch`, or the cause of an `AI_APICallError`, which has the status of its response if any.
  const cause = error.name === 'AI_APICallError' ? error.cause : error;
  return cause instanceof Error && !cause.name.startsWith('AI_') ? 'unreachable' : 'invalid';
}

/** Return the outcome that an error of ours has in its code. */
function knownOutcome(error: unknown): ModelCallOutcome | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return MODEL_CALL_OUTCOMES.find((outcome) => outcome === code);
}

function outcomeOfStatus(status: number): ModelCallOutcome {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server_error' : 'rejected';
}
