import type { Frontmatter } from './frontmatter.ts';

/** Factor of posts and release notes, which repeat the words of the documentation, and are outdated by it. */
const NEWS_BOOST = 0.25;
/** Folders of posts and release notes, and names of such pages. */
const NEWS_FOLDER = /^(?:_?posts|blog|news|releases|release[-_]?notes|change[-_]?logs?|whats[-_]?new)$/i;
const NEWS_PAGE = /^(?:release[-_]?notes|change[-_]?log|whats[-_]?new)(?:\.html?)?$/i;
/** Minimum and maximum factor. */
export const BOOST_RANGE = [0.1, 10] as const;

/**
 * Return the factor by which a page is ranked: `search.boost` of its frontmatter, as Material for MkDocs has it, from 0.1 to 10; else that
 * of its folder; else less than 1 for posts and release notes; else 1.
 *
 * @param configured what the options of the project say of its file
 */
export function boostOf(path: string, { search }: Frontmatter = {}, configured?: number): number {
  const given = typeof search === 'object' && search !== null && 'boost' in search ? Number(search.boost) : 0;
  if (given > 0) return Math.min(BOOST_RANGE[1], Math.max(BOOST_RANGE[0], given));
  if (configured !== undefined) return configured;
  const folders = path.replace(/\/$/, '').split('/');
  const name = folders.pop() ?? '';
  return NEWS_PAGE.test(name) || folders.some((folder) => NEWS_FOLDER.test(folder)) ? NEWS_BOOST : 1;
}
