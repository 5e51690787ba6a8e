import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { isModelFile, MODEL_FILES, type ModelFile } from './sentence-model-files.ts';

export interface FetchModelOptions {
  /** Address of the folder that the files lie in, `https://…/`, or a folder of this machine. */
  from: string;
  /** Folder to put them into, created when missing. */
  to: string;
  /** Hears of every file: how many of its bytes are there. */
  onProgress?: (file: string, bytes: number) => void;
  /** Milliseconds until a server has to answer, and between two pieces of a file. Default 30,000. */
  timeout?: number;
}

const DEFAULT_TIMEOUT = 30_000;
/** What has come of a file so far: the next try goes on there. */
const PART_ENDING = '.part';

/**
 * Fetches the files of the embedding model. Every file is checked before it gets its name; what is there already and right is
 * not fetched again, and what was broken off is gone on with.
 *
 * @returns how many files were fetched
 * @throws Error that says which file could not be had, why, and what to do
 */
export async function fetchModel(options: FetchModelOptions): Promise<number> {
  const base = readBase(options.from);
  let fetched = 0;
  for (const file of MODEL_FILES) {
    const target = join(options.to, file.path);
    if (await isThere(file, target)) continue;
    await mkdir(dirname(target), { recursive: true });
    const part = target + PART_ENDING;
    if (base.protocol === 'file:') await copyPart(new URL(file.path, base), part);
    else await downloadPart(new URL(file.path, base), part, file, options);
    if (!isModelFile(file, await readFile(part))) {
      await rm(part);
      throw new Error(
        `${new URL(file.path, base).href} is not the file that belongs to this model: its SHA-256 is another. Nothing of it was kept. Try again, or name another source with --from.`,
      );
    }
    await rename(part, target);
    fetched++;
  }
  return fetched;
}

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

async function copyPart(from: URL, part: string): Promise<void> {
  const bytes = await readFile(from).catch(() => {
    throw new Error(`${from.pathname} cannot be read. Name a folder that holds the files of the model.`);
  });
  await pipeline(Readable.from([bytes]), createWriteStream(part));
}

async function downloadPart(
  url: URL,
  part: string,
  { path, maxBytes }: ModelFile,
  { timeout = DEFAULT_TIMEOUT, onProgress = () => {} }: FetchModelOptions,
): Promise<void> {
  const there = await stat(part).then(
    ({ size }) => (size < maxBytes ? size : 0),
    () => 0,
  );
  const silence = new AbortController();
  const clock = setTimeout(
    () => silence.abort(new Error(`nothing came for ${timeout / 1000} seconds`)),
    timeout,
  );
  try {
    const response = await fetch(url, {
      headers: there > 0 ? { range: `bytes=${there}-` } : {},
      signal: silence.signal,
    });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new Error(`the server answered with status ${response.status}`);
    }
    // A server that knows no ranges sends the file from its beginning.
    const from = response.status === 206 ? there : 0;
    let bytes = from;
    const check = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        clock.refresh();
        bytes += piece.length;
        if (bytes > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes, so it is another file`);
        onProgress(path, bytes);
        yield piece;
      }
    };
    await pipeline(response.body, check, createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }));
  } catch (error) {
    throw new Error(
      `${url.href} could not be fetched: ${reasonOf(error)}. Run the command again to go on, or name another source with --from.`,
      { cause: error },
    );
  } finally {
    clearTimeout(clock);
  }
}

/** `fetch` tells why in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
