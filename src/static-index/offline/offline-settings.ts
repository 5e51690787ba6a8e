/** What `docs-assistant build` writes at the beginning of the file. Addresses are relative to it. */
export interface OfflineSettings {
  /** Name of the file. */
  file: string;
  /** Folders of indexes; each ends with a slash. */
  indexes: readonly string[];
  /** The script of the elements. */
  elements: string;
  /** Whether visited pages are kept. */
  pages: boolean;
  /** Maximum number of bytes of the files of an index together with the elements. */
  limit: number;
}

/** Beginning of the names of all caches. */
export const CACHE_PREFIX = 'docs-assistant-offline ';
