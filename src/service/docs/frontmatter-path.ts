import { decodePath, withoutFolderPage } from '../../engine/sections/site-path.ts';
import { MAX_PATH_LENGTH } from './docs-limits.ts';
import type { Frontmatter } from './frontmatter.ts';
import type { FilePlace, ScopedFile } from './page-scope.ts';

/**
 * Return the site path in frontmatter, with extension, slash and capitals as written. A `permalink` and a slug with a slash
 * inside are the whole path, a slug that begins with a slash starts below the folders of version and language, any other slug
 * replaces the last segment. In a project of Docusaurus, Hugo or Starlight their own fields and rules count.
 *
 * @returns `undefined` when there is no valid path
 */
export function frontmatterPath(
  { path, depth, place = { path } }: Pick<ScopedFile, 'path' | 'depth' | 'place'>,
  frontmatter: Frontmatter,
): string | undefined {
  const folders = path.split('/').slice(0, -1);
  const parts =
    place.generator === 'docusaurus'
      ? docusaurusPath(frontmatter, folders, place)
      : place.generator === 'hugo'
        ? hugoPath(frontmatter, path, place)
        : place.generator === 'starlight'
          ? wholePath(frontmatter)
          : pathOf(frontmatter, folders, depth);
  return parts === undefined ? undefined : normalPath(parts.join('/'));
}

function pathOf(
  { permalink, slug }: Frontmatter,
  folders: readonly string[],
  depth: number,
): string[] | undefined {
  const given = addressOf(permalink ?? slug);
  if (given === undefined) return undefined;
  const isWhole = permalink !== undefined || (!given.startsWith('/') && given.includes('/'));
  return [...(isWhole ? [] : given.startsWith('/') ? folders.slice(0, depth) : folders), given];
}

function wholePath({ slug }: Frontmatter): string[] | undefined {
  const given = addressOf(slug);
  return given === undefined ? undefined : [given];
}

/** `slug` is below the plugin or the folder of the page, `id` in the place of the file's name. */
function docusaurusPath(
  { slug, id }: Frontmatter,
  folders: readonly string[],
  { root = '', slugFolder, isFolderPage }: FilePlace,
): string[] | undefined {
  const given = addressOf(slug);
  if (given?.startsWith('/')) return [root, given];
  if (given !== undefined) {
    const own = (slugFolder ?? folders.join('/')).split('/');
    const levels = /^(?:\.\.\/)+/.exec(given)?.[0].length ?? 0;
    return [...own.slice(0, own.length - levels / 3), given.slice(levels)];
  }
  const name = slugFolder === undefined && !isFolderPage ? addressOf(id) : undefined;
  return name === undefined || name.includes('/') ? undefined : [...folders, name];
}

/** `url` is the whole path, below the folder of the language unless it begins with a slash; then the pattern of the section, and `slug`. */
function hugoPath(
  frontmatter: Frontmatter,
  path: string,
  { languageFolder = '', isBundle, pattern, isFolderPage }: FilePlace,
): string[] | undefined {
  const url = addressOf(frontmatter.url);
  if (url !== undefined && !/^[a-z]+:/i.test(url)) return url.startsWith('/') ? [url] : [languageFolder, url];
  if (isFolderPage) return undefined;
  const names = path.replace(isBundle ? /\/[^/]*$/ : /\.[a-z]+$/i, '').split('/');
  const parent = names.slice(0, -1);
  if (pattern === undefined) {
    const slug = addressOf(frontmatter.slug);
    return slug === undefined ? undefined : [...parent, slugOf(slug)];
  }
  const sections = languageFolder === '' ? parent : parent.slice(1);
  const filled = fillPattern(pattern, frontmatter, sections, names.at(-1)!);
  return filled === undefined ? undefined : [languageFolder, filled];
}

/** Fill the placeholders of a permalink of Hugo. @returns `undefined` where one is not known */
function fillPattern(
  pattern: string,
  frontmatter: Frontmatter,
  sections: readonly string[],
  name: string,
): string | undefined {
  const { title, slug } = frontmatter;
  const date = dateOf(frontmatter.date ?? frontmatter.publishdate);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? slugOf(value) : undefined);
  const values: Record<string, string | undefined> = {
    // Without a date it is the first day of the first year.
    year: date?.slice(0, 4) ?? '1',
    month: date?.slice(5, 7) ?? '01',
    day: date?.slice(8, 10) ?? '01',
    section: sections[0] ?? '',
    title: text(title),
    slug: text(slug) ?? text(title),
    slugortitle: text(slug) ?? text(title),
    filename: name,
    contentbasename: name,
    slugorfilename: text(slug) ?? name,
    slugorcontentbasename: text(slug) ?? name,
  };
  let isKnown = true;
  const filled = pattern.replace(/:(\w+)(?:\[([^\]]*)\])?/g, (_, field: string, range?: string) => {
    const value = field === 'sections' ? sliced(sections, range).join('/') : values[field];
    isKnown &&= value !== undefined;
    return value ?? '';
  });
  return isKnown ? filled : undefined;
}

/** Return the part of a list that `1:`, `:last`, `last` or a number names. */
function sliced(list: readonly string[], range: string | undefined): readonly string[] {
  if (range === undefined) return list;
  const [first = '', end] = range.split(':');
  const index = (name: string) => (name === 'last' ? list.length - 1 : Number(name));
  const from = index(first);
  return list.slice(from, end === undefined ? from + 1 : end === '' ? list.length : index(end));
}

function dateOf(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value : undefined;
}

/** Return a text as Hugo writes it in addresses. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s._/-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-');
}

function addressOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && !/[?#]/.test(value) ? decodePath(value) : undefined;
}

/** @returns `undefined` for a path with control characters, `..` segments, or more than `MAX_PATH_LENGTH` characters */
function normalPath(path: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- not allowed in a path
  if (path.length > MAX_PATH_LENGTH || /[\u0000-\u001f\u007f\\]/.test(path)) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return undefined;
  const slash = path.endsWith('/') && segments.length > 0 ? '/' : '';
  return withoutFolderPage(segments.join('/') + slash);
}
