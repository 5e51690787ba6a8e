import type { Paragraph, Root } from 'mdast';
import type { Frontmatter } from './frontmatter.ts';

/** `POST /v1/firings`, behind the name of a file of OpenAPI if there is one. */
const OPERATION = /(?:^|\s)(get|post|put|patch|delete|head|options|trace|query|webhook)\s+(\S{1,500})\s*$/i;

/** Add the operation of an API that frontmatter names, which its generator shows below the title. */
export function withOperation(root: Root, frontmatter: Frontmatter): Root {
  const operation = operationOf(frontmatter);
  if (operation === undefined) return root;
  const shown: Paragraph = { type: 'paragraph', children: [{ type: 'inlineCode', value: operation }] };
  const isHead = (at: number) => {
    const node = root.children[at];
    return (
      node?.type === 'yaml' ||
      (node?.type as string) === 'toml' ||
      (node?.type === 'heading' && node.depth === 1)
    );
  };
  let at = 0;
  while (isHead(at)) at++;
  return { ...root, children: root.children.toSpliced(at, 0, shown) };
}

/** Read `api` and `openapi` of Mintlify and ReadMe, `_openapi` of Fumadocs, and `method` beside `endpoint`. */
function operationOf(frontmatter: Frontmatter): string | undefined {
  const { api, openapi, _openapi, method, endpoint, route, url } = frontmatter;
  for (const value of [api, openapi, _openapi, { method, endpoint, route, url }]) {
    const written = typeof value === 'object' && value !== null ? joined(value as Frontmatter) : value;
    const [, verb, path] = (typeof written === 'string' && OPERATION.exec(written)) || [];
    if (verb !== undefined) return `${verb.toUpperCase()} ${path}`;
  }
  return undefined;
}

function joined({ method, endpoint, route, path, url }: Frontmatter): string | undefined {
  const address = [endpoint, route, path, url].find((value) => typeof value === 'string');
  return typeof method === 'string' && address !== undefined ? `${method} ${address}` : undefined;
}
