import { openPostgresStore } from './postgres/postgres-store.ts';
import type { ServiceStore, StoreOptions } from './service-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

/** The place where a service keeps its state. */
export interface StorePlace {
  /** Folder of this process: all of the state without `databaseUrl`, local copies of the index with it. */
  dataDir: string;
  /** PostgreSQL, for any number of processes on any number of machines: `postgres://user:password@host/database`. */
  databaseUrl?: string | undefined;
}

/** Open the store of a service: the database if there is a `databaseUrl`, else the folder. */
export async function openServiceStore(place: StorePlace, options: StoreOptions = {}): Promise<ServiceStore> {
  return place.databaseUrl === undefined
    ? openSqliteStore(place.dataDir, options)
    : openPostgresStore(place.databaseUrl, options);
}
