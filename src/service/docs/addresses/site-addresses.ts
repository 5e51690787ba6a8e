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
  /** Return the one of these {@link folders} that contains the page of a file; see {@link addressOf}. */
  folderOf(file: string, path?: string): string | undefined;
}

/** A folder of files and the folder of its pages on the site, both as normalised segments. */
interface Mount {
  folder: string;
  place: string;
  votes: number;
}

const PAGE_ENDING = /\.(?:mdx?|html?)$/i;
/** Prefixes by which generators order files, and which they remove: `01-intro`, `2. Setup` and `2024-05-01-news`. */
const ORDER_NUMBER = /^(?:\d+(?:[-_]\d+)*[-_ ]+|\d+\.\s*)(?=\p{L})/u;
/** Most leading folders of a file that the site may leave out: `i18n/de/docusaurus-plugin-content-docs/current`. */
const MAX_LEFT_OUT = 6;
/** Most addresses with one ending, such as `/introduction`, that are used to find folders. More are ambiguous. */
const MAX_NAMESAKES = 200;
/** Pages that place a further folder of files whose name does not say its place. */
const MIN_VOTES = 2;
/** Most folders with a place of their own on the site: versions times languages. */
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
    files.map((file) => namedKey(file, explicit.get(file))),
    [...places.keys()],
  );
  // The deepest folder around a file says most about a path that begins at an unknown one.
  const deepest = mounts.toSorted((a, b) => b.folder.split('/').length - a.folder.split('/').length);
  const fileKeys = new Set(files.map(looseKey));
  const ambiguous = new Set<string>();
  const find = (file: string, path?: string): Found | undefined => {
    for (const mount of path === undefined ? mounts : deepest) {
      const keys =
        path === undefined ? filePlaces(mount, file) : explicitPlaces(mount, { file, path, fileKeys });
      const candidates = keys.map((key) => places.get(key) ?? []).find(({ length }) => length > 0) ?? [];
      const name = strictKey(path ?? file);
      const exact = candidates.filter((candidate) => strictKey(candidate).endsWith(name));
      const [address, ...others] = candidates.length > 1 ? exact : candidates;
      if (address !== undefined && others.length === 0) return { address, mount: mount.place };
      if (candidates.length === 0) continue;
      ambiguous.add(file);
      return undefined;
    }
    return undefined;
  };
  const found = new Map(files.map((file) => [file, find(file, explicit.get(file))]));
  const real = [...found.values()].filter((one) => one !== undefined);
  const folders = new Set(real.map(mountedAt));
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
      return one && mountedAt(one);
    },
  };
}

/** Returns the key by which a file is looked for: that of its path in the frontmatter, unless it may begin at another folder. */
function namedKey(file: string, path: string | undefined): string {
  return looseKey(path?.startsWith(folderOf(file)) ? path : file);
}

/** Returns the folder of a file with its slash; empty for the outermost. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function filePlaces({ folder, place }: Mount, file: string): string[] {
  const rest = below(looseKey(file), folder);
  return rest === null ? [] : [join(place, rest)];
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
  mount: string;
}

/** Return the folder of a mount on the site in its original spelling: `/Docs/`. */
function mountedAt({ address, mount }: Found): string {
  const depth = mount === '' ? 0 : mount.split('/').length;
  return ['', ...address.split('/').slice(1, depth + 1), ''].join('/');
}

/** Most addresses decide first; of folders that fit equally well, those of like names. */
function findMounts(fileKeys: readonly string[], places: readonly string[]): Mount[] {
  const mounts: Mount[] = [];
  let openFiles = fileKeys.filter((key) => key !== '');
  let openPlaces = places.filter((key) => key !== '');
  while (openFiles.length > 0 && mounts.length < MAX_MOUNTS) {
    const best = vote(openFiles, openPlaces, mounts[0] ?? null);
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

function vote(files: readonly string[], places: readonly string[], main: Mount | null): Mount | null {
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
    const isAllowed = main === null || isCredible(mount, main);
    if (isAllowed && (best === null || isBetter(mount, best, main))) best = mount;
  }
  return best;
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** A page of equal name elsewhere on the site is no sign that the folder is there, unless the folder is named so. */
function isCredible(mount: Mount, main: Mount): boolean {
  const { named, unnamed } = namesOf(mount, main);
  return mount.votes >= MIN_VOTES ? named >= unnamed : named > 0 && unnamed === 0;
}

function isBetter(a: Mount, b: Mount, main: Mount | null): boolean {
  if (a.votes !== b.votes) return a.votes > b.votes;
  const [first, second] = [namesOf(a, main), namesOf(b, main)];
  const likeness = first.named - first.unnamed - (second.named - second.unnamed);
  if (likeness !== 0) return likeness > 0;
  return a.folder.length + a.place.length < b.folder.length + b.place.length;
}

/** Counts folders of the place that the folder of the files names, as `version10` names `10`, and those that it does not. */
function namesOf({ folder, place }: Mount, main: Mount | null): { named: number; unnamed: number } {
  // What is above all pages says nothing about some of them.
  const shared = new Set(main?.place.split('/'));
  const segments = place.split('/').filter((segment) => segment !== '' && !shared.has(segment));
  const names = folder.split('/');
  const named = segments.filter((segment) => names.some((name) => name.endsWith(segment))).length;
  return { named, unnamed: segments.length - named };
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

function strictKey(path: string): string {
  return path
    .replace(/^\/+|\/+$/g, '')
    .replace(PAGE_ENDING, '')
    .replace(/(?:^|\/)(?:index|readme)$/i, '');
}

/**
 * Normalise a path: remove everything that generators change. Diacritics and punctuation are removed unless nothing would be
 * left.
 */
function looseKey(path: string): string {
  return strictKey(path)
    .toLowerCase()
    .split('/')
    .map((segment) => {
      const name = segment.replace(ORDER_NUMBER, '');
      return name.replace(/[^\p{L}\p{N}]+/gu, '') || name;
    })
    .join('/');
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
