/** Codes of a disk or a quota without room, and of a limit on the size of files (`ulimit -f`). */
const FULL_DISK = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** https://sqlite.org/rescode.html. The upper bits of an extended code hold details. */
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const PRIMARY_CODE = 0xff;
const REMEDY = 'make room, or name a folder on another disk with --data.';

/** Return whether a write failed because there is no room. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL_DISK.has(String(error.code));
}

/** Return an error with a remedy for a disk that is full, damaged or read-only, and any other error unchanged. */
export function explainWriteFailure(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & PRIMARY_CODE : null;
  if (isFullDisk(error) || code === SQLITE_FULL) {
    return new Error(`The disk is full: ${REMEDY}`, { cause: error });
  }
  if (code === SQLITE_READONLY) {
    return new Error(
      'The data folder is read-only: give this user the right to write, or name another with --data.',
      {
        cause: error,
      },
    );
  }
  // SQLite maps files into memory, where a full disk and a damaged one cause the same error.
  if (code !== SQLITE_IOERR) return error;
  return new Error(`The disk takes nothing more, because it is full or damaged: ${REMEDY}`, { cause: error });
}
