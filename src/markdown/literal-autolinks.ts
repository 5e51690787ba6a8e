import { matchAt, skip } from './link-syntax.ts';
import type { Inline } from './tree.ts';

/** Addresses that are links without any mark around them (GFM 0.29, 6.9). */

/** Where such an address may begin in a run of text; `matchWebAddress` decides. */
export const WEB_ADDRESS_START = /https?:\/\/|www\./gi;

const DOMAIN = /(?:https?:\/\/|www\.)([\p{L}\p{N}\p{M}_.-]+)/iuy;
/** Underscores may stand in subdomains only. */
const UNDERSCORE_IN_DOMAIN = /_[^.]*(?:\.[^.]*)?$/;
const REST_OF_ADDRESS = /[^\s<]*/y;
/** What the domain name system allows (RFC 1035, 2.3.4), with room for the scheme. */
const MAX_DOMAIN_LENGTH = 265;

/** Begins at the `@`: a search that begins at the name would take forever with long words. */
const EMAIL = /@(?<=(?<![\w.+/-])([\w.+-]+)@)[\w-]+(?:\.[\w-]+)+(?<=[A-Za-z])(?![\w@-]|\.[\w-])/g;

/** The address that begins at a position of a text, or `''` when what stands there is none. */
export function matchWebAddress(text: string, position: number): string {
  const before = text[position - 1] ?? '\n';
  const mayBegin = /w/i.test(text[position]!) ? /[\s*_~(]/.test(before) : !/[A-Za-z]/.test(before);
  const [start, domain] =
    (mayBegin && matchAt(DOMAIN, text.slice(0, position + MAX_DOMAIN_LENGTH), position)) || [];
  if (!domain || start!.length === MAX_DOMAIN_LENGTH || UNDERSCORE_IN_DOMAIN.test(domain)) return '';
  const end = skip(REST_OF_ADDRESS, text, position + start!.length);
  const address = trimAddress(text.slice(position, end));
  return address.length > start!.length - domain.length ? address : '';
}

export function createLink(address: string, scheme: string): Inline {
  return { type: 'link', url: scheme + address, title: '', children: [{ type: 'text', value: address }] };
}

/** A text as nodes: the email addresses in it become links, where links may be. */
export function toTexts(text: string, mayLink: boolean): Inline[] {
  const inlines: Inline[] = [];
  let done = 0;
  const append = (end: number): void => {
    if (end > done) inlines.push({ type: 'text', value: text.slice(done, end) });
  };
  for (const { 0: domain, 1: name, index } of mayLink ? text.matchAll(EMAIL) : []) {
    const start = index - name!.length;
    if (start < done) continue;
    append(start);
    inlines.push(createLink(name! + domain, 'mailto:'));
    done = index + domain.length;
  }
  append(text.length);
  return inlines;
}

/** Takes off the punctuation that belongs to the sentence around an address rather than to the address. */
function trimAddress(address: string): string {
  let end = address.length;
  let surplus = address.split(')').length - address.split('(').length;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    if (last === ')') {
      if (surplus <= 0) break;
      surplus--;
    } else if (last === ';') {
      const reference = /&[A-Za-z\d]+;$/.exec(address.slice(Math.max(0, end - 40), end));
      if (reference) end -= reference[0].length - 1;
    } else if (!/[?!.,:*_~'"]/.test(last)) break;
  }
  return address.slice(0, end);
}
