// What examples take for given: names of the reader's own page or server, or of an earlier example on the page.
import 'docs-assistant';
import 'docs-assistant/page-actions';
import 'docs-assistant/page-feedback';
import type * as clientModule from 'docs-assistant/client';
import type * as proxyModule from 'docs-assistant/proxy';
import type { ConversationSnapshot } from 'docs-assistant/state';

declare global {
  const visitor: { groups: string[] };
  const analytics: { track(event: string, properties: object): void };
  const router: { push(path: string): void };
  const supportChat: { open(message: { text: string; reference: string | null; page: string | null }): void };
  const consent: EventTarget;
  function draw(snapshot: ConversationSnapshot): void;

  const DocsClient: typeof clientModule.DocsClient;
  const client: clientModule.DocsClient;
  const createProxy: typeof proxyModule.createProxy;
  const proxy: proxyModule.ProxyHandler;
  const options: proxyModule.ProxyOptions;
  const app: { all(path: string, handle: (context: { req: { raw: Request } }) => Promise<Response>): void };
  const redis: { eval(script: string, keyCount: number, ...values: readonly string[]): Promise<unknown> };
  const env: {
    LIMITS: { get(key: string): Promise<string | null>; put(key: string, value: string): Promise<void> };
  };
  const database: {
    insert(row: object): Promise<void>;
    insertFeedback(feedback: proxyModule.Feedback): Promise<void>;
  };
  function verifyCaptcha(token: string | null): Promise<boolean>;
  function readSession(request: Request): Promise<{ role: string } | null>;
  const assistantKey: string;
  const adminKey: string;

  interface Window {
    /** Calls that wait for the classic script. */
    docsAssistant?: unknown[];
  }
}
