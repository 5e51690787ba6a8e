import { RequestFailure } from '../protocol/failures/failure.ts';
import { parseJson } from '../protocol/record.ts';
import { streamText } from './stream-text.ts';

/**
 * Read a whole body as JSON.
 *
 * @throws RequestFailure `too-large` when it is longer than `limit` UTF-16 units, `bad-content` when it is not JSON
 */
export async function readJson(response: Response, limit: number, signal: AbortSignal): Promise<unknown> {
  let body = '';
  for await (const chunk of streamText(response, signal)) {
    body += chunk;
    if (body.length > limit) {
      const message = `The answer is longer than ${limit} characters.`;
      throw new RequestFailure({ code: 'too-large', retryable: false, message });
    }
  }
  const value = parseJson(body);
  if (value === undefined) throw badContent('The answer is not JSON.');
  return value;
}

export function badContent(message: string): RequestFailure {
  return new RequestFailure({ code: 'bad-content', retryable: false, message });
}
