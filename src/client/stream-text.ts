/**
 * Yield the text of a body as its bytes arrive; invalid UTF-8 becomes U+FFFD. Throws the reason of `signal` when it is
 * aborted, and releases the connection when the caller stops reading.
 */
export async function* streamText(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  if (response.body === null) {
    yield await response.text();
    return;
  }
  const reader = response.body.getReader();
  const text = new TextDecoder();
  // End a pending read, also where the caller's own `fetch` does not abort the body with the signal.
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      yield text.decode(value, { stream: !done });
      if (done) return;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
