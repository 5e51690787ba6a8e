import type { Client } from 'pg';
import type { PostgresDatabase } from './postgres-database.ts';

const CHANNEL = 'docs_assistant';
/** Milliseconds between two polls for lost notices, which are also the health checks of the connection. */
const POLL_INTERVAL = 5_000;
const RECONNECT_MILLISECONDS = 1_000;

/** The statement that sends the notice `$1` when its transaction is committed. */
export const NOTIFY = `SELECT pg_notify('${CHANNEL}', $1)`;

/** Called with a notice, or with `null` when it should poll: notices are lost while the connection is. */
export type NoticeListener = (notice: string | null) => void;

/** Notices between processes, by `LISTEN` and `NOTIFY`. */
export interface Notices {
  /** @returns the function that removes the listener */
  listen(listener: NoticeListener): () => void;
  close(): Promise<void>;
}

/** Listen on a connection of its own, which is opened again whenever it breaks. */
export function openNotices(database: PostgresDatabase): Notices {
  return new PostgresNotices(database);
}

class PostgresNotices implements Notices {
  readonly #database: PostgresDatabase;
  readonly #listeners = new Set<NoticeListener>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(database: PostgresDatabase) {
    this.#database = database;
    this.#schedule(0);
  }

  listen(listener: NoticeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#poll(), milliseconds).unref();
  }

  async #connect(): Promise<void> {
    const client = this.#database.createClient();
    this.#client = client;
    client.on('error', () => this.#reconnect(client));
    client.on('end', () => this.#reconnect(client));
    client.on('notification', ({ payload }) => this.#notify(payload ?? null));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.#schedule(0);
    } catch {
      this.#reconnect(client);
    }
  }

  /** Give up a broken connection and open another one later. */
  #reconnect(broken: Client): void {
    if (this.#client !== broken) return;
    this.#client = undefined;
    broken.end().catch(() => {});
    this.#schedule(RECONNECT_MILLISECONDS);
  }

  async #poll(): Promise<void> {
    if (this.#isClosed) return;
    const client = this.#client;
    if (client === undefined) return this.#connect();
    this.#notify(null);
    // A connection that died silently fails here, when the query times out.
    await client.query('SELECT 1').then(
      () => this.#schedule(POLL_INTERVAL),
      () => this.#reconnect(client),
    );
  }

  #notify(notice: string | null): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
