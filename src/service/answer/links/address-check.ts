import { decodePath, pageKey, siteReference } from '../../../engine/sections/site-path.ts';
import type { Section } from '../../../engine/sections/section.ts';
import type { ForeignLinks } from '../model/model-options.ts';
import { linkDestination } from '../../../engine/answer/section-link.ts';

/** Look up the site path of the page at an address. */
export type LookUpPage = (address: string) => Promise<string | undefined>;

/** Decide on an address that the model wrote. @returns the address to link to, or `null` for none */
export type CheckAddress = (address: string, kind: 'link' | 'image') => Promise<string | null>;

export interface AddressCheckOptions {
  /** Default `documented`. */
  foreign?: ForeignLinks | undefined;
  /** Addresses of the site's pages, which end with a slash. Default: unknown, so that every host is another one. */
  sites?: readonly URL[] | undefined;
}

/** Maximum length of an address that may be a link. */
export const MAX_ADDRESS_CHARACTERS = 1_000;
const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** An address in a section by itself, and in a link or image of Markdown. */
const WEB_ADDRESS = /((?:https?:\/\/|mailto:)[^\s<>"'`\\\])]+)/gi;
const DESTINATION = /\]\(<?((?:\/|https?:|mailto:|[\w.])[^\s<>()\\]*)/gi;
const TRAILING_MARKS = /[?!.,:;*_~'")\]]+$/;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u0020\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/**
 * Create the check of addresses in an answer: pages of the site pass, foreign addresses follow the option, everything else is not
 * linked. Other addresses of the site, links from the root of the host (`/./pricing`) and images pass only if the documentation has
 * them. A fragment passes if the sections have it, as their own or in an address: data in one would reach the scripts of the page.
 *
 * @param sections those that the model was given; more may be added later
 */
export function createAddressCheck(
  findPage: LookUpPage,
  sections: readonly Section[],
  { foreign = 'documented', sites = [] }: AddressCheckOptions = {},
): CheckAddress {
  const documented = collectAddresses(sections, sites);
  return async (written, kind) => {
    const address = written.trim();
    if (!isSound(address)) return null;
    const isForeign = SCHEME.test(address);
    const own = isForeign ? pathOnSite(address, sites) : address;
    if (kind === 'link' && own !== null) {
      if (isForeign && /^(?:#|$)/.test(own))
        return linkDestination(address.replace(/#.*$/s, '') + documented().anchorOf('', own));
      const page = await findSitePage(own, findPage, documented().anchorOf);
      if (page !== null) return page;
    }
    const isUnknownPage = isForeign && own !== null && typeof foreign === 'string';
    const needsDocs =
      kind === 'image' || foreign === 'documented' || isUnknownPage || address.startsWith('/./');
    const isAllowed = needsDocs
      ? (isForeign || kind === 'image' || address.startsWith('/./')) &&
        documented().addresses.has(comparable(address))
      : isForeign && allowsHost(address, foreign);
    if (!isAllowed) return null;
    const isKnown = !needsDocs || documented().addresses.has(withFragment(address));
    return linkDestination(address.replace(/#.*$/s, (fragment) => (isKnown ? anchorOf(fragment) : '')));
  };
}

function isSound(address: string): boolean {
  if (address === '' || address.length > MAX_ADDRESS_CHARACTERS) return false;
  if (CONTROL_CHARACTERS.test(address) || /^\/\/|\\/.test(address)) return false;
  const url = URL.parse(address);
  return url === null || (LINK_SCHEMES.has(url.protocol) && url.username === '' && url.password === '');
}

/**
 * Return the path, query and fragment of an absolute address below the root of the site's pages. The scheme does not matter, because
 * models write `http:` for sites that redirect it.
 *
 * @returns `null` for an address of another site
 */
function pathOnSite(address: string, sites: readonly URL[]): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const site = sites.find(
    ({ host, pathname }) => url.host === host && `${url.pathname}/`.startsWith(pathname),
  );
  return site === undefined ? null : url.pathname.slice(site.pathname.length) + url.search + url.hash;
}

/** Return the fragment if it looks like that of a heading. Data in it, or in a query, would reach the scripts and the server of the page. */
function anchorOf(rest: string): string {
  return /#(?:[\p{L}\p{M}\p{N}_.:-]|%[\da-f]{2}){1,120}$/iu.exec(rest)?.[0] ?? '';
}

/** Return the address of a page of the documentation, with the fragment that was asked for if the page has it. */
async function findSitePage(
  address: string,
  findPage: LookUpPage,
  anchorOn: KnownAddresses['anchorOf'],
): Promise<string | null> {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address)!;
  if (path === '' || path.startsWith('/./')) return null;
  const page = await findPage(decodePath(path.replace(/^(?:\.?\/)+/, '')));
  return page === undefined ? null : linkDestination(siteReference(page, anchorOn(page, rest)));
}

function allowsHost(address: string, foreign: ForeignLinks): boolean {
  if (typeof foreign === 'string') return foreign === 'all';
  const hostname = URL.parse(address)?.hostname ?? '';
  return foreign.some((host) => {
    const name = host.toLowerCase();
    return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname !== '' && hostname === name;
  });
}

interface KnownAddresses {
  /** In comparable form, without their fragments and with them. */
  addresses: ReadonlySet<string>;
  /** Return the fragment of an address with its `#` if a page has it; `''` if not. @param rest query and fragment */
  anchorOf: (path: string, rest: string) => string;
}

/** Return what sections tell of addresses, of which more may be added between two calls. */
function collectAddresses(sections: readonly Section[], sites: readonly URL[]): () => KnownAddresses {
  const addresses = new Set<string>();
  const anchors = new Set<string>();
  const addAnchor = (address: string) => {
    const own = SCHEME.test(address) ? pathOnSite(address, sites) : address;
    const [, path = '', fragment] = /^([^?#]*)[^#]*#(.*)$/s.exec(own ?? '') ?? [];
    if (fragment !== undefined) anchors.add(anchorKey(decodePath(path), decodePath(fragment)));
  };
  let read = 0;
  const anchorOn = (path: string, rest: string) => {
    const anchor = anchorOf(rest);
    return anchors.has(anchorKey(path, decodePath(anchor.slice(1)))) ? anchor : '';
  };
  return () => {
    for (; read < sections.length; read++) {
      const { path, anchor, content } = sections[read]!;
      if (anchor !== undefined) anchors.add(anchorKey(path, anchor));
      for (const pattern of [WEB_ADDRESS, DESTINATION]) {
        for (const [, address] of content.matchAll(pattern)) {
          addresses.add(comparable(address!)).add(withFragment(address!));
          addAnchor(address!.replace(TRAILING_MARKS, ''));
        }
      }
    }
    return { addresses, anchorOf: anchorOn };
  };
}

function anchorKey(path: string, anchor: string): string {
  return `${pageKey(path.replace(/^(?:\.?\/)+/, ''))}#${anchor}`;
}

/** Return an address in comparable form with its fragment. */
function withFragment(address: string): string {
  const [fragment = ''] = /#.*$/s.exec(address.replace(TRAILING_MARKS, '')) ?? [];
  return comparable(address) + decodePath(fragment);
}

/** Return an address in the form in which two of them are compared: without fragment, trailing slash and marks of the sentence. */
function comparable(address: string): string {
  const bare = address.replace(TRAILING_MARKS, '').replace(/#.*$/s, '');
  // Written by `linkDestination`.
  const plain = bare.replace(/%(?:26|28|29)/g, decodeURIComponent);
  return (URL.parse(plain)?.href ?? plain).replace(/\/$/, '');
}
