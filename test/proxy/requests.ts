import { createProxy, type ProxyHandler, type ProxyOptions } from '../../src/proxy.ts';

export const ASSISTANT_KEY = 'assistant-key-3f9a';
export const ADMIN_KEY = 'admin-key-77b1';

export function proxyTo(upstream: string, options: Partial<ProxyOptions> = {}): ProxyHandler {
  return createProxy({
    upstream,
    keys: { assistant: ASSISTANT_KEY, admin: ADMIN_KEY },
    domains: ['docs'],
    ...options,
  });
}

export const question = {
  fp: 'visitor-1',
  messages: [{ id: 'm1', role: 'user', content: 'Hello?', parts: [{ type: 'text', text: 'Hello?' }] }],
};

interface PostInit {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export function post(path: string, body: unknown, init: PostInit = {}): Request {
  return new Request(`http://site.example${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });
}

export const postMessage = (body: unknown = question, init?: PostInit): Request =>
  post('/v1/assistant/docs/message', body, init);

export const postSearch = (body: unknown = { query: 'install' }, init?: PostInit): Request =>
  post('/v1/search/docs', body, init);
