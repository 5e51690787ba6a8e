import { mkdtemp, rm } from 'node:fs/promises';
import { join, relative } from 'node:path/posix';
import { createFolder } from '../storage/create-folder.ts';
import { DEFAULT_DOCS_LIMITS, MAX_INCLUDE_DEPTH } from '../docs/docs-limits.ts';
import { PageIncludes } from '../docs/includes/include-files.ts';
import { isDocsFile } from '../docs/list-docs-files.ts';
import { SourceFailure } from './docs-source.ts';
import { runGit, type GitOptions } from './run-git.ts';

/** File mode of a symbolic link in git. */
const SYMBOLIC_LINK = '120000';

export interface CheckoutOptions {
  /** Folder of the documentation in the repository; empty for all of it. */
  folder: string;
  /** Folder in which each checkout gets a folder of its own. */
  checkouts: string;
  /** Maximum number of bytes of all pages together. */
  maxBytes: number;
  /** The source, for errors. */
  description: string;
}

/**
 * Write the pages of a commit and the files that they include, and nothing else of it, into a new folder.
 *
 * @param repository how to run git in the repository
 * @returns the new folder, as the root of the repository
 * @throws SourceFailure when the commit has no pages, or too many bytes of them
 */
export async function checkOutDocs(
  commit: string,
  repository: GitOptions,
  options: CheckoutOptions,
): Promise<string> {
  const { files, others } = await listDocsPaths(commit, repository, options);
  createFolder(options.checkouts, 0o700);
  const target = await mkdtemp(join(options.checkouts, 'commit-'));
  const workTree: GitOptions = {
    ...repository,
    cwd: target,
    environment: {
      GIT_INDEX_FILE: join(target, '.index'),
      GIT_WORK_TREE: target,
      GIT_LFS_SKIP_SMUDGE: '1',
    },
  };
  try {
    await runGit(['read-tree', commit], workTree);
    const write = (names: readonly string[]) =>
      runGit(['checkout-index', '--quiet', '-z', '--stdin'], {
        ...workTree,
        input: names.map((name) => `${name}\0`).join(''),
      });
    await write(files);
    await writeIncluded(join(target, options.folder), options.folder, { files, others }, write);
    return target;
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** Write the files that the pages include, and those that they include. */
async function writeIncluded(
  dir: string,
  folder: string,
  { files, others }: DocsPaths,
  write: (names: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const wanted = new Set<string>();
  let isIncluding = false;
  const includes = await PageIncludes.open(dir, DEFAULT_DOCS_LIMITS, (path) => {
    if (!others.delete(join(folder, path))) return;
    wanted.add(join(folder, path));
    isIncluding = true;
  });
  let pages = files.map((file) => relative(folder, file));
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH && others.size > 0 && pages.length > 0; depth++) {
    const including: string[] = [];
    for (const page of pages) {
      isIncluding = false;
      await includes.read(page, join(dir, page));
      if (isIncluding) including.push(page);
    }
    if (wanted.size > 0) await write([...wanted]);
    wanted.clear();
    pages = including;
  }
}

interface DocsPaths {
  /** Pages, and symbolic links. */
  files: string[];
  /** Other files, which pages may include. */
  others: Set<string>;
}

/**
 * List the pages of a commit, and the symbolic links that may lead to some. One page at least is required, because it proves that
 * the folder is no symbolic link itself, which could lead anywhere on this machine.
 */
async function listDocsPaths(
  commit: string,
  repository: GitOptions,
  { folder, maxBytes, description }: CheckoutOptions,
): Promise<DocsPaths> {
  const text = await runGit(
    ['ls-tree', '-r', '-l', '-z', '--full-tree', commit, ...(folder === '' ? [] : ['--', folder])],
    { ...repository, environment: { GIT_LITERAL_PATHSPECS: '1' } },
  );
  const files: string[] = [];
  const others = new Set<string>();
  const links: string[] = [];
  let bytes = 0;
  for (const entry of text.split('\0')) {
    const [, mode, size, path] = /^(\d+) blob \w+ +(\d+)\t(.*)$/s.exec(entry) ?? [];
    if (path === undefined) continue;
    if (mode === SYMBOLIC_LINK) links.push(path);
    else if (isDocsFile(path)) {
      files.push(path);
      bytes += Number(size);
    } else if (Number(size) <= DEFAULT_DOCS_LIMITS.fileBytes) others.add(path);
  }
  if (files.length === 0) {
    const place = folder === '' ? '' : ` in the folder "${folder}"`;
    throw new SourceFailure(
      `There are no Markdown, MDX or HTML files${place} on ${description}. Set "folder" to where the documentation is.`,
    );
  }
  if (bytes > maxBytes) {
    throw new SourceFailure(
      `The files of pages on ${description} have ${bytes} bytes together; the limit is ${maxBytes}. Narrow "folder".`,
    );
  }
  return { files: [...files, ...links], others };
}
