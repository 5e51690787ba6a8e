import type { Client } from 'pg';
import type { PostgresDatabase } from './postgres-database.ts';

const CHANNEL = 'docs_assistant';
/** Milliseconds between two looks at what no notice came for, and at whether the connection that listens is alive. */
const LOOK_INTERVAL = 5_000;
const RECONNECT_MILLISECONDS = 1_000;

/** What processes tell each other through the database. */
export interface Notices {
  /** Calls back at each notice, and at every look: notices are lost while the connection is. @returns the function that ends it */
  listen(listener: (notice: string | null) => void): () => void;
  close(): Promise<void>;
}

/** The statement that sends a notice, in `$1`, when its transaction is committed. */
export const NOTIFY = `SELECT pg_notify('${CHANNEL}', $1)`;

/** Listens on a connection of its own, which is opened again whenever it breaks. */
export function openNotices(database: PostgresDatabase): Notices {
  const listeners = new Set<(notice: string | null) => void>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tell = (notice: string | null) => {
    for (const listener of listeners) listener(notice);
  };

  async function connect(): Promise<void> {
    const next = database.createClient();
    client = next;
    const lose = () => {
      if (client !== next) return;
      client = undefined;
      next.end().catch(() => {});
      schedule(RECONNECT_MILLISECONDS);
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', ({ payload }) => tell(payload ?? null));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
      schedule(0);
    } catch {
      lose();
    }
  }

  async function look(): Promise<void> {
    if (isClosed) return;
    if (client === undefined) return connect();
    tell(null);
    const looked = client;
    // A connection that died silently fails here, within the time that a query may take.
    await looked.query('SELECT 1').then(
      () => schedule(LOOK_INTERVAL),
      () => looked.emit('error'),
    );
  }

  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(look, milliseconds).unref();
  }

  schedule(0);
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      listeners.clear();
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
