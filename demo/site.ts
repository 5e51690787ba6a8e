import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENT_SECURITY_POLICY, PLAYGROUND_POLICY } from './content-security-policy.ts';
import type { Documentation, Page } from './documentation.ts';
import { Layout, type SiteOptions } from './layout.ts';
import { drawPlayground } from './playground/playground.ts';
import { drawStage, STAGE } from './playground/stage.ts';
import { drawShowcase } from './showcase.ts';
import { renderMarkdown } from './render.ts';
import { wordsFor } from './words.ts';

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.yml': 'application/yaml',
};

/** The page for the people who maintain the documentation; `/operator/de` is in German. */
export const OPERATOR_PATH = '/operator';

const CDN_FOLDER = new URL('../dist/cdn/', import.meta.url);

/** Folders served as they are: address → folder. */
export const FILE_FOLDERS = new Map([
  ['/assets/', new URL('assets/', import.meta.url)],
  ['/cdn/', CDN_FOLDER],
  // Files that pages link to.
  ['/v2/drawings/', new URL('docs/v2/drawings/', import.meta.url)],
  ['/v2/monitoring/', new URL('docs/v2/monitoring/', import.meta.url)],
]);

/** Serves a folder of documentation as plain pages with both elements in them. */
export function createSite(
  documentation: Documentation,
  options: SiteOptions,
): (request: Request) => Promise<Response> {
  const layout = new Layout(documentation, options);

  const renderPage = async (page: Page): Promise<string> =>
    layout.page(
      page,
      renderMarkdown(await documentation.read(page), {
        format: page.file.endsWith('.mdx') ? 'mdx' : 'md',
        resolveLink: (target) => documentation.resolveLink(page, target),
        labels: wordsFor(page.language),
      }),
      {
        playground: isPlayground(page) ? await drawPlayground(documentation, page) : null,
        showcase: isOwnHome(page) ? drawShowcase(documentation, page) : null,
      },
    );

  const isPlayground = ({ slug }: Page): boolean => slug === options.playground;
  /** Only our own documentation has a preview. */
  const isOwnHome = ({ slug, version }: Page): boolean =>
    options.preview !== undefined && slug === '' && version !== options.preview;

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(405, 'Method not allowed', { allow: 'GET, HEAD' });
    const path = readPath(request.url);
    if (path === null) return answer(400, 'Bad address');
    for (const [prefix, folder] of FILE_FOLDERS) {
      if (path.startsWith(prefix)) return serveFile(folder, path.slice(prefix.length));
    }
    const start = startPage(documentation);
    if (path === '/' && start !== undefined && start.path !== '')
      return answer(302, '', { location: `/${start.path}` });
    const slug = path.replace(/^\/|\/$/g, '');
    const stage = slug.endsWith(`/${STAGE}`)
      ? documentation.find(slug.slice(0, -STAGE.length - 1))
      : undefined;
    const page = documentation.find(slug);
    const type = { 'content-type': 'text/html; charset=utf-8' };
    if (page === undefined && start !== undefined && `${path}/`.startsWith(`${OPERATOR_PATH}/`)) {
      const language = path.slice(OPERATOR_PATH.length + 1) || start.language;
      return answer(200, layout.operator({ ...start, language }), type);
    }
    if (stage && isPlayground(stage)) return answer(200, drawStage(stage, options), type);
    if (page !== undefined) {
      const policy = isPlayground(page) && { 'content-security-policy': PLAYGROUND_POLICY };
      return answer(200, await renderPage(page), { ...type, ...policy });
    }
    return start === undefined
      ? answer(404, 'Not found')
      : answer(404, layout.notFound(nearest(documentation, path) ?? start), type);
  };
}

/** The page that visitors of the bare address see: newest version, first language. */
function startPage({ pages, versions, languages }: Documentation): Page | undefined {
  const inVersion = pages.filter((page) => page.version === (versions[0] ?? ''));
  const inLanguage = inVersion.filter((page) => page.language === (languages[0] ?? ''));
  return inLanguage.find((page) => page.slug === '') ?? inLanguage[0] ?? pages[0];
}

/** A page in the version and language of an address that leads nowhere. */
function nearest({ pages }: Documentation, path: string): Page | undefined {
  const [version, language] = path.split('/').slice(1);
  return pages.find((page) => page.version === version && page.language === language);
}

function readPath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
}

async function serveFile(folder: URL, name: string): Promise<Response> {
  const type = FILE_TYPES[extname(name)];
  if (type === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return answer(404, 'Not found');
  try {
    return answer(200, await readFile(fileURLToPath(new URL(name, folder))), {
      'content-type': type,
      // The bundles do not name their source maps, because the package does not contain them.
      ...(folder === CDN_FOLDER && name.endsWith('.js') && { sourcemap: `${name}.map` }),
    });
  } catch {
    return answer(404, 'Not found');
  }
}

function answer(
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Response {
  return new Response(status === 302 ? null : body, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
