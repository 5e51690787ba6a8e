import { ModelFailure } from './model-failure.ts';

/** Maximum number of bytes of a response of a language model: some 50,000 pieces with what is around them. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Return a response whose body fails beyond `maxBytes`, because readers of event streams buffer a line of any length. */
export function limitBody(response: Response, maxBytes = MAX_RESPONSE_BYTES): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new ModelFailure('invalid'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}
