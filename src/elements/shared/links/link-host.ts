import { memoize } from './memoize.ts';

/** Embeddings, overrides and isolates (UAX #9, 2): with them, a text is shown in another order than it is written. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;
const WEB_ADDRESS = /https?:\/\/|www\./i;

const parse = memoize((href) => new URL(href));

/** Return the label of a link without the characters that would show it in another order. */
export function withoutDirectionControls(label: string): string {
  return label.replace(DIRECTION_CONTROLS, '');
}

/** Whether anything of a text can be seen. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Return the address to show beside a link, because its label may be deceptive: the host of a link that leaves the site, the
 * address of an email, and the host of any link whose label names an address. `''` if the label is that address.
 *
 * @param href address of the link, resolved
 * @param base address below which the site's pages are, resolved
 */
export function hostBesideLink(href: string, label: string, base: string): string {
  const { origin, host, pathname } = parse(href);
  const isOnSite = origin === location.origin || origin === parse(base).origin;
  if (isOnSite && !WEB_ADDRESS.test(label)) return '';
  const address = host || pathname;
  const text = label.trim();
  const named = /\s/.test(text) ? '' : /^(?:https?:\/\/)?([^/?#]*)/i.exec(text)![1]!.toLowerCase();
  return named === address || `www.${named}` === address ? '' : address;
}
