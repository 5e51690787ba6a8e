import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequestListener, type Handler } from './request-listener.ts';

/** Options of a server. */
export interface ServeOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Address to listen on. Default `127.0.0.1`: this machine only. */
  host?: string;
  /** Milliseconds that {@link RunningServer.close} waits for open answers. Default 30,000. */
  closeWithin?: number;
  /**
   * Milliseconds without a byte in either direction after which a connection is closed, whether the handler or the visitor is
   * silent. Default 120,000.
   */
  idleTimeout?: number;
}

/** A listening server. */
export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** `http://HOST:PORT` */
  readonly url: string;
  /**
   * Refuse new connections, wait for open answers, close what is still open after `closeWithin`. Resolves when all connections
   * are closed.
   */
  close(): Promise<void>;
}

/** Milliseconds in which a whole request has to arrive. */
const REQUEST_TIMEOUT = 30_000;
const DEFAULT_CLOSE_WITHIN = 30_000;
const DEFAULT_IDLE_TIMEOUT = 120_000;

/**
 * Serve a fetch-style handler over HTTP. A visitor who leaves aborts `request.signal` and cancels the answer's body at once;
 * bodies are streamed with backpressure. Bodies of requests are passed on unread: the handler sets the limits.
 *
 * @returns once the port is open. Rejects when it cannot be opened.
 */
export async function serveHandler(handler: Handler, options: ServeOptions = {}): Promise<RunningServer> {
  const { port = 0, host = '127.0.0.1', closeWithin = DEFAULT_CLOSE_WITHIN } = options;
  const { idleTimeout = DEFAULT_IDLE_TIMEOUT } = options;
  const listener = createRequestListener(handler);
  let closing: Promise<void> | null = null;

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT }, (incoming, outgoing) => {
    if (closing !== null) outgoing.setHeader('connection', 'close');
    outgoing.once('close', () => {
      if (closing !== null) server.closeIdleConnections();
    });
    void listener(incoming, outgoing);
  });
  server.timeout = idleTimeout;
  server.listen(port, host);
  await once(server, 'listening');

  const address = server.address() as AddressInfo;
  const hostInUrl = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    host: address.address,
    port: address.port,
    url: `http://${hostInUrl}:${address.port}`,
    close: () => (closing ??= closeServer(server, closeWithin)),
  };
}

/** Open a port and close it again. Rejects when it cannot be opened. */
export async function tryPort({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  await once(server.close(), 'close');
}

/**
 * Run `close` at the first SIGTERM or SIGINT; the process then ends by itself once nothing is left to do. A second signal ends it
 * at once.
 */
export function closeOnSignal(close: (signal: 'SIGTERM' | 'SIGINT') => Promise<void>): void {
  const handleSignal = (signal: 'SIGTERM' | 'SIGINT') => {
    process.off('SIGTERM', handleSignal);
    process.off('SIGINT', handleSignal);
    void close(signal);
  };
  process.on('SIGTERM', handleSignal);
  process.on('SIGINT', handleSignal);
}

async function closeServer(server: Server, closeWithin: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), closeWithin);
  await closed;
  clearTimeout(timer);
}
