import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible embeddings endpoint whose vectors count letters. */
export async function startEmbeddings(answer?: (texts: string[]) => { status?: number; body: unknown }) {
  const requests: {
    authorization: string | undefined;
    url: string | undefined;
    body: { input: string[]; model: string };
  }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[]; model: string };
    requests.push({ authorization: request.headers.authorization, url: request.url, body });
    const data = body.input.map((text, index) => ({
      index,
      embedding: [text.length, text.split('a').length, 1],
    }));
    const { status = 200, body: reply } = answer?.(body.input) ?? { body: { data: data.toReversed() } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url, requests, [Symbol.asyncDispose]: close };
}
