import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { createFolder } from '../storage/create-folder.ts';
import { isFullDisk } from '../storage/write-failure.ts';
import { isModelFile, type KnownModel, type ModelFile } from './known-models.ts';
import { DESCRIPTION_FILE } from './model-description.ts';

export interface FetchModelOptions {
  model: KnownModel;
  /** Address of the folder with the files, `https://…/`, or a folder of this machine. */
  from: string;
  /** Target folder, created when missing. */
  to: string;
  /** Called with the total bytes of the files so far. */
  onProgress?: ((bytes: number) => void) | undefined;
  /** Milliseconds until a server has to answer. Default 5,000. */
  answerTimeout?: number | undefined;
  /** Milliseconds between two pieces of a file. Default 30,000. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

const DEFAULT_ANSWER_TIMEOUT = 5_000;
const DEFAULT_TIMEOUT = 30_000;
/** Extension of an unfinished file, which the next attempt continues. */
const PART_ENDING = '.part';
/** Age in milliseconds from which a part is not being written any more. It exceeds the silence that a server is allowed. */
const ABANDONED = 60_000;

const NETWORK_PROBLEMS = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Download the files of a model, and write its description beside them. Every file is verified before it gets its name; valid files are not downloaded
 * again, and interrupted downloads are continued. Several processes may download into one folder at the same time, because each
 * writes to parts of its own.
 *
 * @returns how many files were downloaded
 * @throws Error with the file and the reason
 */
export async function fetchModel(options: FetchModelOptions): Promise<number> {
  const base = readBase(options.from);
  let fetched = 0;
  let bytesBefore = 0;
  const { model } = options;
  for (const file of model.files) {
    const target = join(options.to, file.path);
    const report = (bytes: number) => options.onProgress?.(bytesBefore + bytes);
    try {
      if (!(await isThere(file, target))) {
        await fetchFile(new URL(file.path, base), target, file, { ...options, onProgress: report });
        fetched++;
      }
      bytesBefore += (await stat(target)).size;
    } catch (error) {
      options.signal?.throwIfAborted();
      throw explainFailure(error, base, options);
    }
  }
  await writeDescription(options);
  return fetched;
}

/** Write what the files of the model do not say. A file that is there stays, because its owner may have changed it. */
async function writeDescription({ model, to }: FetchModelOptions): Promise<void> {
  if (!model.description) return;
  const content = `${JSON.stringify(model.description, null, 2)}\n`;
  await writeFile(join(to, DESCRIPTION_FILE), content, { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

/** An error other than one of the network or the disk. */
class ModelFileError extends Error {}

function readBase(from: string): URL {
  const isAddress = /^https?:\/\//i.test(from) && URL.canParse(from);
  const url = isAddress ? new URL(from) : pathToFileURL(resolve(from));
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

async function isThere(file: ModelFile, target: string): Promise<boolean> {
  const bytes = await readFile(target).catch(() => null);
  return bytes !== null && isModelFile(file, bytes);
}

async function fetchFile(
  url: URL,
  target: string,
  file: ModelFile,
  options: FetchModelOptions,
): Promise<void> {
  createFolder(dirname(target));
  const part = `${target}.${randomUUID()}${PART_ENDING}`;
  try {
    if (file.isExact) await adoptPart(target, part);
    if (url.protocol === 'file:') await copyPart(url, part);
    else await downloadPart(url, part, file, options);
    const bytes = await readFile(part);
    if (!isModelFile(file, bytes)) {
      if (file.isExact && bytes.length < file.maxBytes) {
        throw new Error(`${file.path} ended after ${bytes.length} of ${file.maxBytes} bytes`);
      }
      await removeParts(target);
      throw new ModelFileError(
        `${url.href} is not the file that belongs to this model: its SHA-256 is another. Nothing of it was kept.`,
      );
    }
    await rename(part, target);
  } catch (error) {
    // Another process was faster, and has removed all parts.
    if (await isThere(file, target)) return;
    // Give the part the name that the next attempt looks for, even while another process is still downloading.
    await rename(part, target + PART_ENDING).catch(() => {});
    throw error;
  }
  await removeParts(target);
}

async function removeParts(target: string): Promise<void> {
  // Windows refuses to remove a part that another process has open.
  for (const { path } of await partsOf(target)) await rm(path, { force: true }).catch(() => {});
}

/** Continue with a copy of the largest part, because the process that wrote it may still be writing. */
async function adoptPart(target: string, part: string): Promise<void> {
  const parts = await partsOf(target);
  const largest = parts.toSorted((a, b) => b.size - a.size)[0];
  if (largest) await copyFile(largest.path, part);
  for (const { path, changed } of parts) {
    if (Date.now() - changed > ABANDONED) await rm(path, { force: true }).catch(() => {});
  }
}

async function partsOf(target: string): Promise<{ path: string; size: number; changed: number }[]> {
  const folder = dirname(target);
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(target)}.`) && name.endsWith(PART_ENDING),
  );
  const parts = names.map(async (name) => {
    const path = join(folder, name);
    const status = await stat(path).catch(() => null);
    return status ? [{ path, size: status.size, changed: status.mtimeMs }] : [];
  });
  return (await Promise.all(parts)).flat();
}

async function copyPart(from: URL, part: string): Promise<void> {
  const bytes = await readFile(from).catch(() => {
    throw new ModelFileError(
      `${from.pathname} cannot be read. Name a folder that holds the files of the model.`,
    );
  });
  await pipeline(Readable.from([bytes]), createWriteStream(part));
}

async function downloadPart(
  url: URL,
  part: string,
  { path, maxBytes }: ModelFile,
  options: FetchModelOptions,
): Promise<void> {
  const { answerTimeout = DEFAULT_ANSWER_TIMEOUT, timeout = DEFAULT_TIMEOUT, onProgress } = options;
  const size = await stat(part).then(
    (status) => status.size,
    () => 0,
  );
  const there = size < maxBytes ? size : 0;
  const silence = new AbortController();
  const abortAfter = (milliseconds: number, what: string) =>
    setTimeout(() => silence.abort(new Error(`${what} ${milliseconds / 1000} seconds`)), milliseconds);
  let clock = abortAfter(answerTimeout, 'no answer within');
  try {
    const response = await fetch(url, {
      headers: there > 0 ? { range: `bytes=${there}-` } : {},
      signal: AbortSignal.any([silence.signal, ...(options.signal ? [options.signal] : [])]),
    });
    clearTimeout(clock);
    clock = abortAfter(timeout, 'nothing came for');
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new Error(`the server answered to ${path} with status ${response.status}`);
    }
    // A server without range requests sends the file from its beginning.
    const from = response.status === 206 ? there : 0;
    let bytes = from;
    const check = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        clock.refresh();
        bytes += piece.length;
        if (bytes > maxBytes) {
          throw new Error(`${path} is larger than ${maxBytes} bytes, so it is another file`);
        }
        onProgress?.(bytes);
        yield piece;
      }
    };
    await pipeline(response.body, check, createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }));
  } finally {
    clearTimeout(clock);
  }
}

function explainFailure(error: unknown, base: URL, { model, to }: FetchModelOptions): Error {
  if (error instanceof ModelFileError) return error;
  const code = codeOf(error);
  // Errors of the file system name the failed call; those of `fetch` have their reason in `cause` only.
  if (error instanceof Error && 'syscall' in error && 'errno' in error) {
    const message = isFullDisk(error)
      ? `The disk is full: the model (${model.size}) could not be kept in ${to}.`
      : `The model cannot be kept in ${to}: the folder cannot be written (${code}).`;
    return new Error(message, { cause: error });
  }
  const reason = NETWORK_PROBLEMS.has(code) ? `no network (${code})` : reasonOf(error);
  const source = base.host || base.pathname;
  return new Error(
    `${model.purpose[0]!.toUpperCase()}${model.purpose.slice(1)} (${model.size}) could not be fetched from ${source}: ${reason}.`,
    { cause: error },
  );
}

/** Return the code of an error of `fetch`, which is in its cause or, with several addresses, in the errors below. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error.cause);
  if (code) return `the connection broke (${code})`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
