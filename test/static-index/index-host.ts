import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openEmbedder } from '../../src/service/models/open-embedder.ts';
import { buildContent } from '../../src/static-build/build-content.ts';
import { openMeaningWriter } from '../../src/static-build/write-meaning.ts';
import { writeStaticIndex } from '../../src/static-build/write-static-index.ts';
import { openIndexInMemory } from '../../src/service/search/embedded-index.ts';
import type { ReadingOptions } from '../../src/service/docs/reading-options.ts';
import type { SearchIndex } from '../../src/engine/ranking/search-index.ts';
import { temporaryFolder } from '../service/docs-folder.ts';

/** What a host answers in the place of a file. */
export interface HostAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Answered only when this is resolved. */
  after?: Promise<void>;
}

/** A static host with the index of a documentation, and the service's index of the same. */
export interface IndexHost extends AsyncDisposable {
  /** Address of the folder. */
  index: string;
  /** Files by their names; change them to upload something else. */
  files: Map<string, Uint8Array>;
  /** What is answered for some names instead. */
  answers: Map<string, HostAnswer>;
  /** Names and sizes of what was asked for, in order. */
  log: { name: string; bytes: number }[];
  /** Names of the requests whose connection was closed before the answer. */
  left: string[];
  service: SearchIndex;
  /** Return the names of the files of a kind. */
  namesOf(kind: string): string[];
}

/**
 * Build the index of a folder and serve it.
 *
 * @param model folder of a model for search by meaning; `null`: words only
 * @param reading how the folder is read
 */
export async function hostIndex(
  dir: string,
  fallbackLanguage?: string,
  model: string | null = null,
  reading: ReadingOptions = {},
): Promise<IndexHost> {
  const folder = await temporaryFolder();
  const out = join(folder.path, 'out');
  const workDir = join(folder.path, 'work');
  {
    const { signal } = new AbortController();
    const embedder = model === null ? null : await openEmbedder({ folder: model });
    using built = await buildContent({ ...reading, dir, workDir, embedder, signal });
    using meaning = embedder && openMeaningWriter({ embedder, workDir, signal });
    await writeStaticIndex(built.content, {
      folder: out,
      generator: 'docs-assistant test',
      fallbackLanguage,
      ...(meaning && { writeMeaning: meaning.write }),
    });
    await embedder?.close();
  }
  const files = new Map(
    await Promise.all(
      (await readdir(out)).map(
        async (name) => [name, new Uint8Array(await readFile(join(out, name)))] as const,
      ),
    ),
  );
  const answers = new Map<string, HostAnswer>();
  const log: IndexHost['log'] = [];
  const left: string[] = [];
  const server = createServer((request, response) => {
    const name = request.url!.split('/').at(-1)!;
    const { after, ...answer } = answers.get(name) ?? {};
    const body = answer.body ?? files.get(name) ?? '';
    log.push({ name, bytes: body.length });
    response.on('close', () => response.writableFinished || left.push(name));
    void (after ?? Promise.resolve()).then(() => {
      const isThere = files.has(name) || answer.body !== undefined;
      response.writeHead(answer.status ?? (isThere ? 200 : 404), answer.headers);
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service = await openIndexInMemory(join(workDir, 'static.sqlite'));
  return {
    index: `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs-index/`,
    files,
    answers,
    log,
    left,
    service,
    namesOf: (kind) => [...files.keys()].filter((name) => name.startsWith(`${kind}.`)),
    async [Symbol.asyncDispose]() {
      await service.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Build the index of these files, without a model, and serve it. */
export async function hostFiles(files: Record<string, string>): Promise<IndexHost> {
  await using folder = await temporaryFolder(files);
  return await hostIndex(folder.path);
}
