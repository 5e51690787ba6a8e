import type { EndpointAddress } from '../protocol/endpoints.ts';

/** How a backend is asked over HTTP. */
export interface HttpOptions {
  /** Address of the endpoint. In a page it may be relative. */
  url: string;
  /**
   * Headers of every request, or a function that returns them and is called before each. Everybody can read what a page has: a secret key
   * belongs into a proxy.
   */
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>);
  /** Replaces the global `fetch`. Must honor `signal`. */
  fetch?: typeof fetch;
}

/** Describe an endpoint by its whole address, for the client's sender, which takes a base address and a path. */
export function addressOf(url: string, operation: 'message' | 'search'): EndpointAddress {
  // The sender removes slashes from the end of a base address.
  return { operation, method: 'POST', template: url.endsWith('/') ? '/' : '', key: 'assistant' };
}
