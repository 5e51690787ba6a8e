/** Kinds of files with a hash in their name. */
export const FILE_KINDS = [
  'core',
  'words',
  'names',
  'texts',
  'pages',
  'lexicon',
  'meaning',
  'vectors',
  'wordvectors',
] as const;

/** Kind of a file; see the README of this layer. */
export type FileKind = (typeof FILE_KINDS)[number];

/** Name of the file that names all others. */
export const MANIFEST_NAME = 'manifest.json';

/** Bytes of the SHA-256 in a name. */
export const HASH_BYTES = 5;

const HASH = `[\\da-f]{${2 * HASH_BYTES}}`;
const ANY_FILE = new RegExp(`^(?:${FILE_KINDS.join('|')})\\.${HASH}\\.idx$`);

/** Return the name of a file. @param hash the first `HASH_BYTES` of the SHA-256 of its unpacked bytes */
export function fileName(kind: FileKind, hash: Uint8Array): string {
  const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${kind}.${digits}.idx`;
}

/** Return the hash in the name of a file. */
export function hashOfName(name: string): Uint8Array {
  const digits = name.split('.')[1] ?? '';
  return Uint8Array.from({ length: HASH_BYTES }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
}

/** Return whether a name is that of a file of an index, of a kind or of any. It has no separators, so that it stays in its folder. */
export function isFileName(name: unknown, kind?: FileKind): name is string {
  return (
    typeof name === 'string' && ANY_FILE.test(name) && (kind === undefined || name.startsWith(`${kind}.`))
  );
}
