/**
 * Return a `fetch` that repeats a refused request without `stream_options`, which asks for the number of tokens: some endpoints
 * refuse fields that they do not know. Later requests omit it.
 */
export function fetchWithoutRefusedUsage(): typeof fetch {
  let isRefused = false;
  return async (input, init) => {
    const plain = withoutUsage(init?.body);
    if (plain === null) return fetch(input, init);
    const sendPlain = () => fetch(input, { ...init, body: plain });
    if (isRefused) return sendPlain();
    const response = await fetch(input, init);
    if (response.status !== 400 && response.status !== 422) return response;
    const second = await sendPlain();
    if (!second.ok) {
      await second.body?.cancel();
      return response;
    }
    isRefused = true;
    await response.body?.cancel();
    return second;
  };
}

/** @returns `null` for a body that does not ask for it */
function withoutUsage(body: unknown): string | null {
  if (typeof body !== 'string') return null;
  const { stream_options: asked, ...plain } = JSON.parse(body) as Record<string, unknown>;
  return asked === undefined ? null : JSON.stringify(plain);
}
