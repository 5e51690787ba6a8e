import type { StaticPart } from '../static-index/format/manifest.ts';

/** What was written. */
export interface StaticIndexReport {
  parts: readonly StaticPart[];
  /** Figures by the kind of the files. */
  kinds: ReadonlyMap<string, KindFigures>;
}

/** Figures of the files of one kind. */
export interface KindFigures {
  files: number;
  /** Bytes after unpacking. */
  bytes: number;
  /** Bytes as they are transferred, of each file. */
  packed: number[];
}
