import type { Client, ClientConfig, Pool, PoolClient, QueryResultRow } from 'pg';
import { loadOptional } from '../../optional-package.ts';
import { StoreUnavailable } from '../service-store.ts';

/** Maximum number of connections of one process, without the one that listens. */
const MAX_CONNECTIONS = 10;
const CONNECT_MILLISECONDS = 5_000;
/** Timeout of a query. All queries are small. */
const QUERY_MILLISECONDS = 30_000;
const IDLE_MILLISECONDS = 30_000;

/** SQLSTATEs of a server that is shutting down, starting up, or out of connections; class 08 is a failed connection. */
const UNAVAILABLE_STATES = /^(?:08...|57P0[1-3]|53300)$/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The folder of a Unix socket while the server is not running.
  'ENOENT',
]);
/** Messages of `pg` for errors without a code. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|connection error|connection timeout|timeout exceeded|Query read timeout/;

/** Run one statement. */
export type RunQuery = <Row extends QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** The connections of one process to PostgreSQL. Broken ones are replaced. */
export interface PostgresDatabase {
  /** @throws StoreUnavailable */
  query: RunQuery;
  /** Run `work` in one transaction. @throws StoreUnavailable */
  transaction<Result>(work: (query: RunQuery) => Promise<Result>): Promise<Result>;
  /** Return a client outside the pool, not yet connected. */
  createClient(): Client;
  close(): Promise<void>;
}

/**
 * Open the pool. Nothing is connected yet.
 *
 * @throws Error when the package `pg` is missing, or the address is none, which is not repeated: it may hold a password
 */
export async function openPostgresDatabase(url: string): Promise<PostgresDatabase> {
  const { default: pg } = await loadOptional('Keeping state in PostgreSQL', ['pg'], () => import('pg'));
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'docs-assistant',
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: QUERY_MILLISECONDS,
    keepAlive: true,
  };
  try {
    // Others are taken for the name of a database on a host of the library's choice.
    if (!/^(?:postgres(?:ql)?:|socket:|\/)/.test(url)) throw new TypeError('No address.');
    // Reads the address.
    new pg.Client(config);
  } catch {
    throw new Error(
      'DATABASE_URL is no address of a PostgreSQL server, such as postgres://user:password@127.0.0.1/docs. Signs such as / and # in a password have to be encoded.',
    );
  }
  const pool = new pg.Pool({ ...config, max: MAX_CONNECTIONS, idleTimeoutMillis: IDLE_MILLISECONDS });
  // The pool removes a connection that breaks while idle, and opens another one for the next query.
  pool.on('error', () => {});

  return {
    query: (text, values) => run(pool, text, values),
    async transaction(work) {
      const client = await connect(pool);
      let isBroken = false;
      // Without a listener, an error between two statements would end the process.
      const noteBreak = () => (isBroken = true);
      client.on('error', noteBreak);
      try {
        await run(client, 'BEGIN');
        const result = await work((text, values) => run(client, text, values));
        await run(client, 'COMMIT');
        return result;
      } catch (error) {
        isBroken ||= await client.query('ROLLBACK').then(
          () => false,
          () => true,
        );
        throw error;
      } finally {
        client.off('error', noteBreak);
        client.release(isBroken);
      }
    },
    createClient: () => new pg.Client(config),
    close: () => pool.end(),
  };
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isUnavailable(error) ? new StoreUnavailable(error) : error;
  }
}

async function run<Row extends QueryResultRow>(
  client: Pool | PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } catch (error) {
    throw isUnavailable(error) ? new StoreUnavailable(error) : error;
  }
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // With several addresses, each has an error of its own.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return (
    UNAVAILABLE_CODES.has(code) || UNAVAILABLE_STATES.test(code) || UNAVAILABLE_MESSAGES.test(error.message)
  );
}

/** Return JSON that PostgreSQL accepts: `jsonb` and `text` may hold any character but U+0000. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? withoutNull(part) : part,
  );
}

/** Replace U+0000, which no text of PostgreSQL can hold, by the replacement character. */
export function withoutNull(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
