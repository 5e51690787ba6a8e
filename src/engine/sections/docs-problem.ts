/**
 * Why a file of the documentation was not read completely. Codes are stable: `--json` and logs contain them.
 *
 * Left out of the index: `unreadable`, `too-large`, `too-many`, `too-deep`, `outside`, `binary`, `too-slow`, `too-complex`,
 * `duplicate-path`. Indexed nevertheless: `encoding`, `frontmatter`, `mdx`, `include`, `too-many-sections`. About the whole folder:
 * `embedding`, when search is by words only because the model failed; `unknown-address`, when pages are not among the addresses
 * of the sitemap or of the built site.
 *
 * Information without anything to repair: `skipped`, a file that is not a page by its own declaration (noindex, redirects, 404
 * pages); `address-base`, the path of the site on its host.
 */
export const DOCS_PROBLEM_CODES = [
  'unreadable',
  'too-large',
  'too-many',
  'too-deep',
  'outside',
  'binary',
  'too-slow',
  'too-complex',
  'duplicate-path',
  'encoding',
  'frontmatter',
  'mdx',
  'include',
  'too-many-sections',
  'embedding',
  'unknown-address',
  'skipped',
  'address-base',
] as const;

/** One of {@link DOCS_PROBLEM_CODES}. */
export type DocsProblemCode = (typeof DOCS_PROBLEM_CODES)[number];

const INFORMATION: ReadonlySet<DocsProblemCode> = new Set(['skipped', 'address-base']);

/** A problem with one file (or, with an empty `file`, with the whole folder). The rest is indexed. */
export interface DocsProblem {
  /** Path of the file relative to the documentation folder, with `/`. */
  file: string;
  code: DocsProblemCode;
  /** One English sentence for the author of the file, with the line if it is known. */
  message: string;
}

/** Return whether there is nothing to repair, because the site intends it. */
export function isInformation({ code }: DocsProblem): boolean {
  return INFORMATION.has(code);
}

/** Sort problems: those to repair first, then information about the whole folder. What is said of several files alike is one line. */
export function byImportance(problems: readonly DocsProblem[]): DocsProblem[] {
  const rank = (problem: DocsProblem) => (isInformation(problem) ? (problem.file === '' ? 1 : 2) : 0);
  return countAlike(problems).toSorted((a, b) => rank(a) - rank(b));
}

/** Merge information that is the same for several files: it names the first and counts the others. */
function countAlike(problems: readonly DocsProblem[]): DocsProblem[] {
  const alike = new Map<unknown, DocsProblem[]>();
  for (const problem of problems) {
    const key = isInformation(problem) ? `${problem.code} ${problem.message}` : problem;
    const group = alike.get(key);
    if (group === undefined) alike.set(key, [problem]);
    else group.push(problem);
  }
  return [...alike.values()].map(([first, ...others]) =>
    others.length === 0 ? first! : { ...first!, message: `${first!.message} So are ${others.length} more.` },
  );
}
