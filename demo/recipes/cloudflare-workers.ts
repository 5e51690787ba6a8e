/**
 * Cloudflare Workers. Run: `npx wrangler dev cloudflare-workers.ts`, deploy with `npx wrangler deploy`. The key:
 * `npx wrangler secret put DOCS_ASSISTANT_KEY`; DOCS_UPSTREAM goes into `vars` of wrangler.toml.
 *
 * LIMITS is a KV namespace to count in. Its counts are not exact (see the proxy's page); without one every isolate counts
 * for itself. For exact budgets count in Redis over HTTP or in a Durable Object.
 */
import { createKeyValueLimitStore, createProxy } from 'docs-assistant/proxy';
import type { KeyValueStore, ProxyHandler } from 'docs-assistant/proxy';

interface Environment {
  DOCS_UPSTREAM: string;
  DOCS_ASSISTANT_KEY: string;
  LIMITS?: KeyValueStore;
}

let proxy: ProxyHandler | undefined;

export default {
  fetch(request: Request, environment: Environment): Promise<Response> {
    proxy ??= createProxy({
      upstream: environment.DOCS_UPSTREAM,
      keys: { assistant: environment.DOCS_ASSISTANT_KEY },
      domains: ['docs'],
      basePath: '/docs-api',
      // A worker learns that a visitor has left only when it writes something.
      keepAlive: 1000,
      ...(environment.LIMITS && { limitStore: createKeyValueLimitStore(environment.LIMITS) }),
    });
    // Cloudflare writes this field itself.
    return proxy(request, { remoteAddress: request.headers.get('cf-connecting-ip') ?? undefined });
  },
};
