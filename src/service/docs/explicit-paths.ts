import { closeSync, openSync, readSync } from 'node:fs';
import { decodeText } from './decode-text.ts';
import type { DocsFile } from './list-docs-files.ts';
import { FRONTMATTER, normalizeFrontmatter, readFrontmatter } from './frontmatter.ts';
import { frontmatterPath } from './frontmatter-path.ts';
import { pathScope, type ScopeNames } from './page-scope.ts';
import type { PlainParser } from './plain-parser.ts';

/** Maximum number of bytes of a file's frontmatter. */
const HEAD_BYTES = 16 * 1024;
const NAMES_PATH = /["']?\b(?:slug|permalink|id|url)["']?[ \t]*[:=]/im;

/**
 * Read the site paths in the frontmatter of Markdown files, before any page is read, because links of other pages lead there.
 *
 * @returns the paths by file
 */
export async function readExplicitPaths(
  files: readonly DocsFile[],
  scopes: ScopeNames,
): Promise<Map<string, string>> {
  let parser: PlainParser | undefined;
  const paths = new Map<string, string>();
  const head = new Uint8Array(HEAD_BYTES);
  for (const { file, absolute } of files) {
    const text = readHead(absolute, head);
    const [frontmatter] = FRONTMATTER.exec(normalizeFrontmatter(text)) ?? [];
    const isPatterned = scopes.places?.get(file)?.pattern !== undefined;
    if (frontmatter === undefined || !(isPatterned || NAMES_PATH.test(frontmatter))) continue;
    // Loaded for such a file only, because few documentations have one.
    parser ??= (await import('./plain-parser.ts')).createPlainParser();
    // Problems are reported when the page itself is read.
    const fields = readFrontmatter(parser.parseMarkdown(frontmatter), parser, () => {});
    const path = frontmatterPath(pathScope(file, scopes), fields);
    if (path !== undefined) paths.set(file, path);
  }
  return paths;
}

/** @returns an empty text for a file that cannot be read, or is not text */
function readHead(file: string, buffer: Uint8Array): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const length = readSync(descriptor, buffer, 0, buffer.length, 0);
      return decodeText(buffer.subarray(0, length))?.text ?? '';
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
