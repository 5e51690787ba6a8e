/**
 * Why a file of the documentation was not read as its author meant it. Stable: shown by `--json` and in logs.
 *
 * Left out of the index: `unreadable`, `too-large`, `too-many`, `too-deep`, `outside`, `binary`, `too-slow`, `too-complex`,
 * `duplicate-path`. Indexed all the same: `encoding`, `frontmatter`, `mdx`, `too-many-sections`. About the whole folder:
 * `embedding`, when sections can only be found by their words because the model failed; `unknown-address`, when pages are not
 * among the addresses of the sitemap or of the built site.
 *
 * Information, and nothing to repair: `skipped`, a file that is no page by what it says itself (noindex, redirects, 404 pages);
 * `address-base`, where on its host the site begins.
 */
export type DocsProblemCode =
  | 'unreadable'
  | 'too-large'
  | 'too-many'
  | 'too-deep'
  | 'outside'
  | 'binary'
  | 'too-slow'
  | 'too-complex'
  | 'duplicate-path'
  | 'encoding'
  | 'frontmatter'
  | 'mdx'
  | 'too-many-sections'
  | 'embedding'
  | 'unknown-address'
  | 'skipped'
  | 'address-base';

const INFORMATION: ReadonlySet<DocsProblemCode> = new Set(['skipped', 'address-base']);

/** Something that went wrong with one file (or, with an empty `file`, with the whole folder). The rest is indexed. */
export interface DocsProblem {
  /** Path of the file relative to the documentation folder, with `/`. */
  file: string;
  code: DocsProblemCode;
  /** One English sentence for the author of the file, with the line where it is known. */
  message: string;
}

/** Whether there is nothing to repair: the site itself means it so. */
export function isInformation({ code }: DocsProblem): boolean {
  return INFORMATION.has(code);
}

/** What is to be repaired comes first, then information about the whole folder. */
export function byImportance(problems: readonly DocsProblem[]): DocsProblem[] {
  const rank = (problem: DocsProblem) => (isInformation(problem) ? (problem.file === '' ? 1 : 2) : 0);
  return problems.toSorted((a, b) => rank(a) - rank(b));
}
