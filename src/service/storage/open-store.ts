import { openPostgresStore } from './postgres/postgres-store.ts';
import type { ServiceStore, StoreOptions } from './service-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

/** Where a service keeps its state. */
export interface StorePlace {
  /** Folder of this process: all of the state without `databaseUrl`, local copies of the index with it. */
  dataDir: string;
  /** PostgreSQL, which any number of processes on any number of machines share: `postgres://user:password@host/database`. */
  databaseUrl?: string | undefined;
}

/** Opens the store of a service: the database where one is named, else the folder. */
export async function openServiceStore(place: StorePlace, options: StoreOptions = {}): Promise<ServiceStore> {
  return place.databaseUrl === undefined
    ? openSqliteStore(place.dataDir, options)
    : openPostgresStore(place.databaseUrl, options);
}
