import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type McpServer,
} from '@modelcontextprotocol/server';
import { encodePath } from '../engine/sections/site-path.ts';
import type { McpDocumentation } from './documentation.ts';

/** Pages of one list. A cursor leads to the next. */
const LISTED_PAGES = 200;
const MARKDOWN = 'text/markdown';

/** Add the pages as resources: `docs://{domain}/{address}`. */
export function addPageResources(
  { server }: McpServer,
  { domain, pages, onFailure }: McpDocumentation,
): void {
  const root = `docs://${domain}/`;
  server.setRequestHandler('resources/list', async ({ params }) => {
    const after = readCursor(params?.cursor);
    const listed = await masked(() => pages.list({ after, limit: LISTED_PAGES }), onFailure);
    return {
      resources: listed.map(({ path, title, description }) => ({
        uri: root + encodePath(path),
        name: path === '' ? '/' : path,
        title,
        ...(description !== undefined && { description }),
        mimeType: MARKDOWN,
      })),
      ...(listed.length === LISTED_PAGES && { nextCursor: String(listed.at(-1)!.number) }),
    };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${root}{+address}`,
        name: 'page',
        title: 'A page, or a section of it with `#` and its anchor',
        mimeType: MARKDOWN,
      },
    ],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const read = () => pages.read(uri.slice(root.length));
    const page = uri.startsWith(root) ? await masked(read, onFailure) : null;
    if (page === null) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: MARKDOWN, text: page.markdown }] };
  });
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor');
}

/** Read pages. A failure is reported, because its text is for the operator. */
async function masked<Result>(
  read: () => Promise<Result>,
  onFailure: (error: unknown) => void,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    onFailure(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong.');
  }
}
