import { after } from 'node:test';
import { openPostgresStore } from '../../../src/service/storage/postgres/postgres-store.ts';
import type { ServiceStore, StoreOptions } from '../../../src/service/storage/service-store.ts';
import { openSqliteStore } from '../../../src/service/storage/sqlite/sqlite-store.ts';
import { startPostgres, WITHOUT_POSTGRES, type RunningPostgres } from '../../support/postgres.ts';
import { temporaryFolder } from '../docs-folder.ts';

/** One place for state, which any number of stores share. */
export interface StorePlace extends AsyncDisposable {
  /** One more process's view of it. */
  open(options?: StoreOptions): Promise<ServiceStore>;
  /** Options that give a service the same place. */
  options: { dataDir: string; databaseUrl?: string };
}

/** A kind of store that all tests of stores are run with. */
export interface StoreKind {
  name: string;
  /** Why it cannot be tested here. */
  skip: string | false;
  /** An empty place, which is gone with all stores in it at the end of the test. */
  create(): Promise<StorePlace>;
}

let server: Promise<RunningPostgres> | undefined;

/** The server that the tests of one file share. */
export function sharedPostgres(): Promise<RunningPostgres> {
  server ??= startPostgres();
  return server;
}

after(async () => {
  await (await server)?.[Symbol.asyncDispose]();
});

export const STORE_KINDS: readonly StoreKind[] = [
  { name: 'SQLite', skip: false, create: () => createPlace() },
  {
    name: 'PostgreSQL',
    skip: WITHOUT_POSTGRES,
    create: async () => createPlace(await (await sharedPostgres()).createDatabase()),
  },
];

async function createPlace(databaseUrl?: string): Promise<StorePlace> {
  const folder = await temporaryFolder();
  const stores: ServiceStore[] = [];
  return {
    async open(options) {
      const store =
        databaseUrl === undefined
          ? openSqliteStore(folder.path, options)
          : await openPostgresStore(databaseUrl, options);
      stores.push(store);
      return store;
    },
    options: { dataDir: folder.path, ...(databaseUrl !== undefined && { databaseUrl }) },
    async [Symbol.asyncDispose]() {
      await Promise.all(stores.map((store) => store.close()));
      await folder[Symbol.asyncDispose]();
    },
  };
}
