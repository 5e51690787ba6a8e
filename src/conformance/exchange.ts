import { inspect } from 'node:util';

/** A request and what came back, as it was on the wire. */
export interface Exchange {
  /** 0 when no head of a response came. */
  readonly status: number;
  readonly headers: Headers;
  /** The body, as far as it came; what is not UTF-8 is U+FFFD. */
  readonly text: string;
  readonly isUtf8: boolean;
  /** How it ended. `unreachable`: before the head of a response. */
  readonly end: 'complete' | 'broken' | 'timeout' | 'too-large' | 'unreachable';
  /** Why it did not end as it should, in words; `''` when it did. */
  readonly problem: string;
}

/** Bounds of one exchange. */
export interface ExchangeLimits {
  /** Milliseconds until the body has to have ended. */
  readonly timeout: number;
  /** Maximum number of bytes of a body that are read. */
  readonly maxBytes: number;
}

/** Maximum length of a beginning of a body that is quoted, in UTF-16 units. */
const MAX_QUOTE = 80;

/** Send a request, and read what comes back. Never rejects, and follows no redirect. */
export async function exchange(
  url: string,
  init: RequestInit,
  { timeout, maxBytes }: ExchangeLimits,
): Promise<Exchange> {
  const signal = AbortSignal.timeout(timeout);
  const seconds = `${timeout / 1000} s`;
  const chunks: Uint8Array[] = [];
  let head: Response | null = null;
  let end: Exchange['end'] = 'complete';
  let problem = '';
  try {
    head = await fetch(url, { ...init, redirect: 'manual', signal });
    let bytes = 0;
    for await (const chunk of head.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        end = 'too-large';
        problem = `the body is longer than ${maxBytes} bytes`;
        break;
      }
      chunks.push(chunk);
    }
  } catch (error) {
    const isLate = signal.aborted;
    end = head === null ? 'unreachable' : isLate ? 'timeout' : 'broken';
    if (head === null)
      problem = isLate ? `no answer within ${seconds}` : `no answer: ${describeError(error)}`;
    else
      problem = isLate
        ? `the body had not ended after ${seconds}`
        : `the body broke off: ${describeError(error)}`;
  }
  const { status = 0, headers = new Headers() } = head ?? {};
  return { status, headers, ...decode(chunks, end !== 'complete'), end, problem };
}

/** Describe what came back, in a line. */
export function describe({ status, headers, text, problem }: Exchange): string {
  if (status === 0) return problem;
  const location = headers.get('location');
  const type = headers.get('content-type') ?? 'no content type';
  const isRedirect = status >= 300 && status < 400 && location !== null;
  const body = text.trim() === '' ? 'an empty body' : quote(text);
  return [
    `status ${status}`,
    isRedirect ? `redirected to ${location}` : `${type}, ${body}`,
    ...(problem === '' ? [] : [problem]),
  ].join(', ');
}

/** Quote the beginning of a text. */
export function quote(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > MAX_QUOTE ? `${trimmed.slice(0, MAX_QUOTE)}…` : trimmed;
}

/** Print a value that a server sent, however long or nested it is. */
export function print(value: unknown): string {
  return inspect(value, { depth: 1, breakLength: Infinity, maxArrayLength: 5, maxStringLength: MAX_QUOTE });
}

/** Return the media type of a response, without its parameters. */
export function mediaType({ headers }: Exchange): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

function decode(chunks: readonly Uint8Array[], isCut: boolean): Pick<Exchange, 'text' | 'isUtf8'> {
  const bytes = Buffer.concat(chunks);
  try {
    // The last character of a body that was cut may be half of one.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut }), isUtf8: true };
  } catch {
    return { text: new TextDecoder().decode(bytes), isUtf8: false };
  }
}

/** `fetch` says only that it failed; the reason is in the cause. */
function describeError(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const reason = cause instanceof Error && cause.message !== '' ? cause : error;
  const code = (reason as { code?: unknown }).code;
  return reason instanceof Error ? reason.message || String(code) : String(reason);
}
