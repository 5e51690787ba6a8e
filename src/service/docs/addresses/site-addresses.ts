import { looseKey, orderlessKey, strictKey } from './address-keys.ts';
import { isNamedVersion, isOfScope, readScopes, type Scopes } from './site-scopes.ts';

/** The real addresses of a site's pages, matched with the files. */
export interface SiteAddresses {
  /** Common prefix of all addresses, with slashes around: `/docs/`, or `/`. */
  readonly base: string;
  /** Return whether the site has a page at an address relative to {@link base}. */
  has(path: string): boolean;
  /** Files that match more than one address. */
  readonly ambiguous: ReadonlySet<string>;
  /**
   * Return the address of a file, relative to the base.
   *
   * @param path Path that the file's frontmatter sets. Default: the explicit one that was given
   */
  addressOf(file: string, path?: string): string | undefined;
  /** Folders of the site that correspond to folders of files: `/de/docs/1.0/`. */
  readonly folders: ReadonlySet<string>;
  /** Return the one of these {@link folders} that contains the page of a file, or those beside it; see {@link addressOf}. */
  folderOf(file: string, path?: string): string | undefined;
}

/** A folder of files and the folder of its pages on the site, both as normalised segments. */
interface Mount {
  folder: string;
  place: string;
  votes: number;
}

/** The date before the name of a blog's file. */
const DATE = /(?<=^|\/)(\d{4})-(\d\d)-(\d\d)-(?=[^/]+(?:\/index\.mdx?)?$)/i;
/** Maximum number of leading folders of a file that the site may leave out: `i18n/de/docusaurus-plugin-content-docs/current`. */
const MAX_LEFT_OUT = 6;
/** Maximum number of addresses with one ending, such as `/introduction`, that are used to find folders. More are ambiguous. */
const MAX_NAMESAKES = 200;
/** Minimum number of pages that place a further folder of files whose name does not say its place. */
const MIN_VOTES = 2;
/** Maximum number of folders with a place of their own on the site: versions times languages. */
const MAX_MOUNTS = 500;

/**
 * Find out which address of a site belongs to which Markdown file. Names are compared without case, ending, slash, `index` and
 * the numbers that only set an order; where the folders stand on the site is learned from the pages themselves.
 *
 * @param addresses of the site's pages: absolute, or paths from the root of the site
 * @param explicit Paths that frontmatter sets, by file
 */
export function matchSiteAddresses(
  files: readonly string[],
  addresses: readonly string[],
  explicit: ReadonlyMap<string, string> = new Map(),
): SiteAddresses {
  const known = new Set(addresses.flatMap((address) => pathOf(address) ?? []));
  const places = Map.groupBy(known, looseKey);
  const mounts = findMounts(
    files.flatMap((file) => namedKeys(file, explicit.get(file))),
    [...places.keys()],
    readScopes(files, known),
  );
  // The deepest folder around a file says most about a path that begins at an unknown one.
  const deepest = mounts.toSorted((a, b) => b.folder.split('/').length - a.folder.split('/').length);
  const fileKeys = new Set(files.map(looseKey));
  const ambiguous = new Set<string>();
  const find = (file: string, path?: string): Found | undefined => {
    for (const mount of path === undefined ? mounts : deepest) {
      const keys =
        path === undefined ? filePlaces(mount, file) : explicitPlaces(mount, { file, path, fileKeys });
      const key = keys.find((one) => places.has(one));
      if (key === undefined) continue;
      const found = closest(places.get(key)!, path ?? file, depthOf(below(key, mount.place) ?? key));
      if (found !== null) return { ...found, mount };
      ambiguous.add(file);
      return undefined;
    }
    return undefined;
  };
  const found = new Map(files.map((file) => [file, find(file, explicit.get(file))]));
  for (const file of namesakes(found)) {
    found.set(file, undefined);
    ambiguous.add(file);
  }
  const real = [...found.values()].filter((one) => one !== undefined);
  const shown = new Map(real.map((one) => [one.mount, mountedAt(one)]));
  const folders = new Set(shown.values());
  const base = sharedFolder([...folders]);
  const findOnce = (file: string, path?: string) => (path === undefined ? found.get(file) : find(file, path));
  const relative = ({ address }: Found) =>
    `${address}/` === base ? '' : address.startsWith(base) ? address.slice(base.length) : undefined;
  return {
    base,
    ambiguous,
    folders,
    has: (path) => known.has(base + path) || (path === '' && known.has(base.slice(0, -1))),
    addressOf(file, path) {
      const one = findOnce(file, path);
      return one && relative(one);
    },
    folderOf(file, path) {
      const one = findOnce(file, path);
      if (one !== undefined) return mountedAt(one);
      const around = deepest.find(
        (mount) => shown.has(mount) && below(looseKey(file), mount.folder) !== null,
      );
      return around && shown.get(around);
    },
  };
}

/** Returns the keys by which a file is looked for: that of its path in the frontmatter, unless it may begin at another folder. */
function namedKeys(file: string, path: string | undefined): string[] {
  return path?.startsWith(folderOf(file)) ? [looseKey(path)] : fileKeysOf(file);
}

/** Returns the keys of a file: a blog shows `2024-05-01-news` at `news` or at `2024/05/01/news`. */
function fileKeysOf(file: string): string[] {
  const dated = file.replace(DATE, '$1/$2/$3/');
  return dated === file ? [looseKey(file)] : [looseKey(file), looseKey(dated)];
}

/** Returns the folder of a file with its slash; empty for the outermost. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function filePlaces({ folder, place }: Mount, file: string): string[] {
  return fileKeysOf(file).flatMap((key) => {
    const rest = below(key, folder);
    return rest === null ? [] : [join(place, rest)];
  });
}

/**
 * Returns the places, likeliest first, of a path that frontmatter sets. `slug: /` begins at the root of the documentation, which
 * is the folder of the mount, or the one below it where the site has folders of the same names.
 */
function explicitPlaces(
  { folder, place }: Mount,
  { file, path, fileKeys }: { file: string; path: string; fileKeys: ReadonlySet<string> },
): string[] {
  const key = looseKey(path);
  const written = below(key, folder);
  const inside = below(looseKey(folderOf(file)), folder);
  if (inside === null || (written !== null && folder !== '')) {
    return written === null ? [] : [join(place, written)];
  }
  const rest = withoutShared(key, folder);
  const [top = ''] = inside.split('/');
  const topPage = join(folder, top);
  const isTaken = fileKeys.has(topPage) && looseKey(file) !== topPage;
  const isTopShown = top !== '' && below(key, top) === null && !isTaken;
  const nested = isTopShown ? [join(place, join(top, rest))] : [];
  return rest === '' ? [...nested, place] : [join(place, rest), ...nested, join(place, key)];
}

/** An address, and the place of the folder that its file is in. */
interface Found {
  address: string;
  /** How much of the name had to be ignored; 0 is nothing. */
  distance: number;
  mount: Mount;
}

/** Return the folder of a mount on the site in its original spelling: `/Docs/`. */
function mountedAt({ address, mount: { place } }: Found): string {
  return ['', ...address.split('/').slice(1, depthOf(place) + 1), ''].join('/');
}

/**
 * Returns the address that has the name of a file: of `slots` and `$$slots`, which are one without punctuation, the one that is
 * spelled the same.
 *
 * @param depth number of last segments that are compared
 * @returns `null` if several are equally close
 */
function closest(
  addresses: readonly string[],
  file: string,
  depth: number,
): { address: string; distance: number } | null {
  const lastSegments = (path: string) =>
    path
      .split('/')
      .slice(-depth || Infinity)
      .join('/');
  for (const [distance, key] of [strictKey, orderlessKey, () => ''].entries()) {
    const name = lastSegments(key(file));
    const [address, ...others] = addresses.filter((one) => lastSegments(key(one)) === name);
    if (address !== undefined) return others.length === 0 ? { address, distance } : null;
  }
  return null;
}

/**
 * Returns the files whose address belongs to another file, which has more of its name, or to several. Files that are spelled the
 * same stay, such as `guide.md` beside `guide/index.md`.
 */
function namesakes(found: ReadonlyMap<string, Found | undefined>): string[] {
  const byAddress = Map.groupBy(found, ([, one]) => one?.address);
  return [...byAddress].flatMap(([address, all]) => {
    if (address === undefined || all.length === 1) return [];
    const least = Math.min(...all.map(([, one]) => one!.distance));
    const nearest = all.filter(([, one]) => one!.distance === least);
    const isDecided = new Set(nearest.map(([file]) => strictKey(file))).size === 1;
    return (isDecided ? all.filter((one) => !nearest.includes(one)) : all).map(([file]) => file);
  });
}

/** Most addresses decide first; of folders that fit equally well, those of like names. */
function findMounts(fileKeys: readonly string[], places: readonly string[], scopes: Scopes): Mount[] {
  const mounts: Mount[] = [];
  let openFiles = fileKeys.filter((key) => key !== '');
  let openPlaces = places.filter((key) => key !== '');
  while (openFiles.length > 0 && mounts.length < MAX_MOUNTS) {
    const best = vote(openFiles, openPlaces, { main: mounts[0] ?? null, scopes });
    if (best === null) break;
    mounts.push(best);
    const taken = new Set<string>();
    const free = new Set(openPlaces);
    openFiles = openFiles.filter((key) => {
      const rest = below(key, best.folder);
      const place = rest === null ? null : join(best.place, rest);
      if (place === null || !free.has(place)) return true;
      taken.add(place);
      return false;
    });
    openPlaces = openPlaces.filter((key) => !taken.has(key));
  }
  return mounts;
}

function vote(
  files: readonly string[],
  places: readonly string[],
  { main, scopes }: { main: Mount | null; scopes: Scopes },
): Mount | null {
  const byEnding = new Map<string, string[]>();
  for (const place of places) {
    for (const [ending, before] of endings(place)) {
      const list = byEnding.get(ending);
      if (list === undefined) byEnding.set(ending, [before]);
      else if (list.length <= MAX_NAMESAKES) list.push(before);
    }
  }
  const votes = new Map<string, Mount>();
  for (const file of files) {
    for (const [ending, folder] of endings(file)) {
      const before = byEnding.get(ending) ?? [];
      if (before.length > MAX_NAMESAKES) continue;
      for (const place of before) {
        // Skip `guide` at `docs/guide`: it follows from the folder above at `docs`, which has all its votes.
        if (folder !== '' && lastOf(folder) === lastOf(place)) continue;
        const key = `${folder}\n${place}`;
        const mount = votes.get(key) ?? { folder, place, votes: 0 };
        mount.votes++;
        votes.set(key, mount);
      }
    }
  }
  let best: Mount | null = null;
  for (const mount of votes.values()) {
    if (best !== null && !isBetter(mount, best, { main, scopes })) continue;
    const isAllowed =
      isOfScope(mount.folder, mount.place, scopes) && (main === null || isCredible(mount, { main, scopes }));
    if (isAllowed) best = mount;
  }
  return best;
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** A page of equal name elsewhere on the site is no sign that the folder is there, unless the folder is named so. */
function isCredible(mount: Mount, { main, scopes }: { main: Mount; scopes: Scopes }): boolean {
  const { named, unnamed } = namesOf(mount, { main, scopes });
  return mount.votes >= MIN_VOTES ? named >= unnamed : named > 0 && unnamed === 0;
}

function isBetter(a: Mount, b: Mount, context: { main: Mount | null; scopes: Scopes }): boolean {
  if (a.votes !== b.votes) return a.votes > b.votes;
  const [first, second] = [namesOf(a, context), namesOf(b, context)];
  const likeness = first.named - first.unnamed - (second.named - second.unnamed);
  if (likeness !== 0) return likeness > 0;
  return a.folder.length + a.place.length < b.folder.length + b.place.length;
}

/** Counts folders of the place that the folder of the files names, as `version10` names `10`, and those that it does not. */
function namesOf(
  { folder, place }: Mount,
  { main, scopes: { versions } }: { main: Mount | null; scopes: Scopes },
): { named: number; unnamed: number } {
  // What is above all pages says nothing about some of them, and `latest` may be any version.
  const shared = new Set(main?.place.split('/'));
  const segments = place
    .split('/')
    .filter((segment) => segment !== '' && !shared.has(segment) && !isNamedVersion(segment));
  const names = folder.split('/');
  const isNamed = (segment: string) => {
    const version = versions.numbers.get(segment);
    return names.some(
      (name) => name.endsWith(segment) || (version !== undefined && versions.numbers.get(name) === version),
    );
  };
  const named = segments.filter(isNamed).length;
  // The only folder of a version that no other files have, such as `4.x` for what is current, says nothing against a place.
  const neutral = segments.filter((segment) => versions.numbers.has(segment) && !isNamed(segment)).length;
  return { named, unnamed: segments.length - named - neutral };
}

/** Return all endings of a path with the part before: `a/b/c` below ``, `b/c` below `a`, and `c` below `a/b`. */
function endings(key: string): [ending: string, before: string][] {
  const segments = key.split('/');
  return segments
    .slice(0, MAX_LEFT_OUT)
    .map((_, at) => [segments.slice(at).join('/'), segments.slice(0, at).join('/')]);
}

function below(key: string, folder: string): string | null {
  if (folder === '' || key === folder) return folder === '' ? key : '';
  return key.startsWith(`${folder}/`) ? key.slice(folder.length + 1) : null;
}

/** Cuts the first folders that a path has in common with a folder. */
function withoutShared(key: string, folder: string): string {
  const folders = folder.split('/');
  const segments = key.split('/');
  const differs = segments.findIndex((segment, at) => segment !== folders[at]);
  return segments.slice(differs === -1 ? segments.length : differs).join('/');
}

function join(folder: string, rest: string): string {
  return folder === '' || rest === '' ? folder + rest : `${folder}/${rest}`;
}

/** Return the decoded path of an address; `null` if it is invalid. */
function pathOf(address: string): string | null {
  const url = URL.parse(address, 'http://site.invalid/');
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}

/** Return the number of segments of a path. */
function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}

/** Return the deepest common folder. */
function sharedFolder(folders: readonly string[]): string {
  let shared = folders[0] ?? '/';
  for (const folder of folders) {
    while (!folder.startsWith(shared))
      shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1);
  }
  return shared;
}
