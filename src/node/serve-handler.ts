import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequestListener, type Handler } from './request-listener.ts';

/** Where to listen, and how to stop. */
export interface ServeOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Address to listen on. Default `127.0.0.1`: this machine only. */
  host?: string;
  /** Milliseconds that {@link RunningServer.close} lets open answers take to finish. Default 30,000. */
  closeWithin?: number;
  /**
   * Milliseconds that a connection may stay without a byte in either direction. Then it is closed, be it that the handler
   * says nothing or that the visitor takes nothing. Default 120,000.
   */
  idleTimeout?: number;
}

/** A server that listens. */
export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** `http://HOST:PORT` */
  readonly url: string;
  /**
   * Takes no new connections, lets open answers finish, cuts what is still open after `closeWithin`. Resolves when nothing
   * is left.
   */
  close(): Promise<void>;
}

/** Milliseconds that a sender may take to send all of a request. */
const REQUEST_TIMEOUT = 30_000;
const DEFAULT_CLOSE_WITHIN = 30_000;
const DEFAULT_IDLE_TIMEOUT = 120_000;

/**
 * Serves a fetch-style handler over HTTP. A visitor who leaves aborts `request.signal` and cancels the answer's body at once;
 * a body is read only as fast as the visitor takes it. Bodies of requests are passed on unread: the handler sets the limits.
 *
 * @returns once the port is open. Rejects when it cannot be.
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

/**
 * Runs `close` at the first SIGTERM or SIGINT; the process then ends by itself once nothing is left to do. A second signal
 * ends it at once.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  const handleSignal = () => {
    process.off('SIGTERM', handleSignal);
    process.off('SIGINT', handleSignal);
    void close();
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
