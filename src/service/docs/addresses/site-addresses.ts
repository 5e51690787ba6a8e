/** The real addresses of a site's pages, and which of them belongs to which file. */
export interface SiteAddresses {
  /** Path that all addresses begin with, with slashes around: `/docs/`, or `/`. */
  readonly base: string;
  /** Whether the site has a page at an address relative to {@link base}. */
  has(path: string): boolean;
  /** Files that more than one address fits. */
  readonly ambiguous: ReadonlySet<string>;
  /**
   * Return the address of a file, relative to the base.
   *
   * @param path Path that the file's frontmatter sets, in place of its own
   */
  addressOf(file: string, path?: string): string | undefined;
  /** Folders of the site that folders of files stand for, as `/de/docs/1.0/`. */
  readonly folders: ReadonlySet<string>;
  /** Return the one of these {@link folders} that a file is in; see {@link addressOf}. */
  folderOf(file: string, path?: string): string | undefined;
}

/** Folder of files and the place of its pages on the site, both as segments that are compared. */
interface Mount {
  folder: string;
  place: string;
  votes: number;
}

const PAGE_ENDING = /\.(?:mdx?|html?)$/i;
/** `01-intro`, `2. Setup` and `2024-05-01-news`: numbers that generators take for the order, and cut. */
const ORDER_NUMBER = /^(?:\d+(?:[-_]\d+)*[-_ ]+|\d+\.\s*)(?=\p{L})/u;
/** Leading folders of files that the site may not show: `i18n/de/docusaurus-plugin-content-docs/current`. */
const MAX_LEFT_OUT = 6;
/** Addresses of one ending, such as `/introduction`, from which on it says nothing about folders. */
const MAX_NAMESAKES = 200;
/** Pages that place a further folder of files. */
const MIN_VOTES = 2;
/** Folders with a place of their own on the site: versions times languages. */
const MAX_MOUNTS = 500;

/**
 * Finds out which address of a site belongs to which Markdown file. Names are compared without case, ending, slash, `index` and
 * the numbers that only set an order; where the folders stand on the site is learned from the pages themselves.
 *
 * @param addresses of the site's pages: absolute, or paths from the root of the site
 */
export function matchSiteAddresses(files: readonly string[], addresses: readonly string[]): SiteAddresses {
  const known = new Set(addresses.flatMap((address) => pathOf(address) ?? []));
  const places = Map.groupBy(known, looseKey);
  const mounts = findMounts(files, [...places.keys()]);
  const ambiguous = new Set<string>();
  const find = (file: string, path = file): Found | undefined => {
    const key = looseKey(path);
    const isInside = (folder: string) => below(looseKey(file), folder) !== null;
    for (const { folder, place } of mounts) {
      // A path that frontmatter sets may begin below the folder of its file.
      const rest = below(key, folder) ?? (path !== file && isInside(folder) ? key : null);
      const candidates = rest === null ? [] : (places.get(join(place, rest)) ?? []);
      const exact = candidates.filter((candidate) => strictKey(candidate).endsWith(strictKey(path)));
      const [address, ...others] = candidates.length > 1 ? exact : candidates;
      if (address !== undefined && others.length === 0) return { address, mount: place };
      if (candidates.length === 0) continue;
      ambiguous.add(file);
      return undefined;
    }
    return undefined;
  };
  const found = new Map(files.map((file) => [file, find(file)]));
  const real = [...found.values()].filter((one) => one !== undefined);
  const folders = new Set(real.map(mountedAt));
  const base = sharedFolder([...folders]);
  const findOnce = (file: string, path?: string) => (path === undefined ? found.get(file) : find(file, path));
  const relative = ({ address }: Found) =>
    `${address}/` === base ? '' : address.startsWith(base) ? address.slice(base.length) : undefined;
  return {
    ...{ base, ambiguous, folders },
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

/** An address, and the place of the folder that its file is in. */
interface Found {
  address: string;
  mount: string;
}

/** Folder of the site that a mount stands for, as the address spells it: `/Docs/`. */
function mountedAt({ address, mount }: Found): string {
  const depth = mount === '' ? 0 : mount.split('/').length;
  return ['', ...address.split('/').slice(1, depth + 1), ''].join('/');
}

/** Most addresses decide first; of folders that fit equally well, those of like names. */
function findMounts(files: readonly string[], places: readonly string[]): Mount[] {
  const mounts: Mount[] = [];
  let openFiles = files.map(looseKey).filter((key) => key !== '');
  let openPlaces = places.filter((key) => key !== '');
  while (openFiles.length > 0 && mounts.length < MAX_MOUNTS) {
    const best = vote(openFiles, openPlaces, mounts.length === 0 ? () => true : isCredible);
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
  isAllowed: (mount: Mount) => boolean,
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
        // `guide` at `docs/guide` says no more than the folder above at `docs`, which has all its votes.
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
    if (isAllowed(mount) && (best === null || isBetter(mount, best))) best = mount;
  }
  return best;
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Two pages of equal names elsewhere on the site are no sign that the folder is there. */
function isCredible(mount: Mount): boolean {
  return mount.votes >= MIN_VOTES && likenessOf(mount) >= 0;
}

function isBetter(a: Mount, b: Mount): boolean {
  if (a.votes !== b.votes) return a.votes > b.votes;
  const likeness = likenessOf(a) - likenessOf(b);
  if (likeness !== 0) return likeness > 0;
  return a.folder.length + a.place.length < b.folder.length + b.place.length;
}

/** How many folders of the place are named in the folder of the files, less those that are not. */
function likenessOf({ folder, place }: Mount): number {
  return place
    .split('/')
    .filter(Boolean)
    .reduce((sum, segment) => sum + (folder.includes(segment) ? 1 : -1), 0);
}

/** `a/b/c` ends with `a/b/c` below ``, `b/c` below `a`, and `c` below `a/b`. */
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

function join(folder: string, rest: string): string {
  return folder === '' || rest === '' ? folder + rest : `${folder}/${rest}`;
}

/** Decoded path of an address; `null` for what is none. */
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

/** What is left of a path when everything is cut that generators change. Marks go, except where nothing else is there. */
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

/** Deepest folder that all folders are in. */
function sharedFolder(folders: readonly string[]): string {
  let shared = folders[0] ?? '/';
  for (const folder of folders) {
    while (!folder.startsWith(shared))
      shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1);
  }
  return shared;
}
