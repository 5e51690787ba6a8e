import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveHandler } from '../../../src/node.ts';
import { MODEL } from '../docs-folder.ts';

export interface ModelServer extends AsyncDisposable {
  url: string;
  /** Path and `Range` of each request. */
  asked: string[];
}

/** Serves the files of the model as a file server does; `answer` may answer otherwise. */
export async function serveModel(
  answer: (path: string, bytes: Uint8Array<ArrayBuffer>) => Response | null = () => null,
): Promise<ModelServer> {
  const asked: string[] = [];
  const server = await serveHandler(async (request) => {
    const path = new URL(request.url).pathname.replace('/files/', '');
    const range = request.headers.get('range');
    asked.push(range === null ? path : `${path} ${range}`);
    const bytes = new Uint8Array(await readFile(join(MODEL, path)));
    const other = answer(path, bytes);
    if (other) return other;
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    return new Response(bytes.subarray(from), { status: range === null ? 200 : 206 });
  });
  return { url: `${server.url}/files`, asked, [Symbol.asyncDispose]: () => server.close() };
}
