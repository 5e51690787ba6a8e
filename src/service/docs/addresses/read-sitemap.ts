import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { readBytes } from '../../../protocol/read-bytes.ts';
import { isOnOrigin } from '../../fetch-on-origin.ts';

/** Limits of a sitemap. */
export interface SitemapLimits {
  /** Bytes of one unpacked file, as in the protocol. Default 50 MiB. */
  bytes: number;
  /** Addresses of all files together. Default 200,000. */
  addresses: number;
  /** Files, including those listed in an index. Default 100. */
  files: number;
  /** Redirects per file. Default 5. */
  redirects: number;
  /** Timeout per file in milliseconds. Default 30,000. */
  milliseconds: number;
}

export const DEFAULT_SITEMAP_LIMITS: SitemapLimits = {
  bytes: 50 * 1024 * 1024,
  addresses: 200_000,
  files: 100,
  redirects: 5,
  milliseconds: 30_000,
};

/** Maximum length of an address in UTF-16 units. Sitemaps.org allows less. */
const MAX_ADDRESS_LENGTH = 2_048;
/** Maximum nesting depth of elements. A sitemap has three levels. */
const MAX_DEPTH = 20;
const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Read the addresses of a site from its sitemaps: files or `http(s):` addresses, XML or gzip, also indexes of sitemaps.
 *
 * @param sitemaps the limits apply to all of them together
 * @throws Error with the problem and a remedy, in one sentence
 */
export async function readSitemap(
  sitemaps: string | readonly string[],
  signal: AbortSignal,
  limits: SitemapLimits = DEFAULT_SITEMAP_LIMITS,
): Promise<string[]> {
  const addresses = new Set<string>();
  const seen = new Set<string>();
  const given = [sitemaps].flat();
  const name = given.join(', ');
  const waiting = [...given];
  const origins = given.filter(isWebAddress).map((address) => new URL(address).origin);
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    if (seen.has(place)) continue;
    seen.add(place);
    if (seen.size > limits.files) throw complain(name, `names more than ${limits.files} sitemaps`);
    const found = parseSitemap(place, await load(place, signal, limits), limits);
    for (const address of found.addresses) addresses.add(address);
    if (addresses.size > limits.addresses) {
      throw complain(name, `has more than ${limits.addresses} addresses`);
    }
    for (const address of found.sitemaps.filter(isWebAddress)) {
      const part = nearest(place, address);
      // Ask no other host, because this machine may have access to hosts that the sender has not.
      if (isWebAddress(part) && !origins.some((origin) => staysOn(origin, part)))
        throw complain(
          place,
          `lists ${part.slice(0, 100)}, which is on another origin: name that sitemap, too`,
        );
      waiting.push(part);
    }
  }
  if (addresses.size === 0) throw complain(name, 'names no page');
  return [...addresses];
}

/**
 * Resolve an address listed in an index. The parts of a local index may be beside it, if the site is not deployed yet; a remote
 * index never leads to local files.
 */
function nearest(index: string, address: string): string {
  if (isWebAddress(index)) return address;
  const file = join(dirname(index), basename(new URL(address).pathname));
  return existsSync(file) ? file : address;
}

/** Whether an address is on an origin, or on that with https on the same host. */
function staysOn(origin: string, address: string): boolean {
  const url = new URL(address);
  return isOnOrigin(origin, url) || isOnOrigin(origin.replace(/^http:(?!.*:)/, 'https:'), url);
}

export function isWebAddress(place: string): boolean {
  return /^https?:\/\//i.test(place) && URL.canParse(place);
}

function complain(place: string, problem: string, cause?: unknown): Error {
  return new Error(
    `The sitemap ${place} ${problem}. Name the sitemap.xml of this site, or the folder of its built pages with --built`,
    { cause },
  );
}

async function load(place: string, signal: AbortSignal, limits: SitemapLimits): Promise<Uint8Array> {
  const bytes = isWebAddress(place) ? await download(place, signal, limits) : await readLocal(place, limits);
  if (GZIP_MAGIC.some((byte, at) => bytes[at] !== byte)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.bytes });
  } catch (error) {
    throw complain(place, `cannot be unpacked, or has more than ${limits.bytes} bytes`, error);
  }
}

async function readLocal(file: string, limits: SitemapLimits): Promise<Uint8Array> {
  const status = await stat(file).catch(() => null);
  if (!status?.isFile()) throw complain(file, 'is no file');
  if (status.size > limits.bytes) throw complain(file, `has more than ${limits.bytes} bytes`);
  try {
    return await readFile(file);
  } catch (error) {
    throw complain(file, 'cannot be opened', error);
  }
}

async function download(place: string, signal: AbortSignal, limits: SitemapLimits): Promise<Uint8Array> {
  const { origin } = new URL(place);
  let address = place;
  const withTimeout = AbortSignal.any([signal, AbortSignal.timeout(limits.milliseconds)]);
  try {
    for (let redirects = 0; redirects <= limits.redirects; redirects++) {
      const response = await fetch(address, { signal: withTimeout, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        const next = new URL(location, address);
        if (!staysOn(origin, next.href)) throw complain(place, 'leads to another origin');
        address = next.href;
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw complain(place, `is answered with status ${response.status}`);
      }
      const bytes = await readBytes(response.body, limits.bytes);
      if (bytes === null) throw complain(place, `has more than ${limits.bytes} bytes`);
      return bytes;
    }
    throw complain(place, `leads on more than ${limits.redirects} times`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.message.startsWith('The sitemap ')) throw error;
    throw complain(
      place,
      withTimeout.aborted ? `did not come in ${limits.milliseconds / 1000} seconds` : 'cannot be fetched',
      error,
    );
  }
}

/** Parse one file. Only the five entities of XML are resolved, so that a file cannot define entities of its own. */
function parseSitemap(
  place: string,
  bytes: Uint8Array,
  limits: SitemapLimits,
): { addresses: string[]; sitemaps: string[] } {
  const found = { addresses: [] as string[], sitemaps: [] as string[] };
  const parser = new SaxesParser({ xmlns: false });
  const open: string[] = [];
  let text = '';
  parser.on('error', (error) => {
    throw complain(place, 'is no XML', error);
  });
  parser.on('opentag', ({ name }) => {
    open.push(name.slice(name.indexOf(':') + 1));
    if (open.length > MAX_DEPTH) throw complain(place, 'is no sitemap');
    text = '';
  });
  const take = (value: string) => {
    if (text.length <= MAX_ADDRESS_LENGTH) text += value;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    const [parent, name] = open.slice(-2);
    const address = text.trim();
    if (name === 'loc' && address !== '' && address.length <= MAX_ADDRESS_LENGTH) {
      if (parent === 'url') found.addresses.push(address);
      if (parent === 'sitemap') found.sitemaps.push(address);
      if (found.addresses.length > limits.addresses) {
        throw complain(place, `has more than ${limits.addresses} addresses`);
      }
    }
    open.pop();
    text = '';
  });
  parser.write(new TextDecoder().decode(bytes)).close();
  return found;
}
