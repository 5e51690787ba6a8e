import type { PlatformRequest } from './platform.ts';

const opened = new Set<string>();

/** The hosted platform behind a proxy, as a page sees it. */
export class HostedPlatform {
  readonly endpoint = `/__platform/${crypto.randomUUID()}`;

  constructor() {
    opened.add(this.endpoint);
  }

  /** Ends all that a test has opened. */
  static async closeAll(): Promise<void> {
    await Promise.all([...opened].map((endpoint) => fetch(endpoint, { method: 'DELETE' })));
    opened.clear();
  }

  /** What has arrived at the platform so far, in order. */
  async received(): Promise<PlatformRequest[]> {
    return (await (await fetch(`${this.endpoint}/received`)).json()) as PlatformRequest[];
  }
}
