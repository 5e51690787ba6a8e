import { matchAt, skipMatch } from './link-syntax.ts';

/** Autolinks: addresses in angle brackets, or without marks around them (GFM 0.29, 6.8 and 6.9). */

const EMAIL_AUTOLINK =
  /<([\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*)>/y;
const AUTOLINK = /<([A-Za-z][A-Za-z\d.+-]{1,31}:[^<> \p{Cc}]*)>/uy;

const DOMAIN = /(?:https?:\/\/|www\.)([\p{L}\p{N}\p{M}_.-]+)/iuy;
/** Underscores are allowed in subdomains only. */
const UNDERSCORE_IN_DOMAIN = /_[^.]*(?:\.[^.]*)?$/;
const REST_OF_ADDRESS = /[^\s<]*/y;
/** Text behind `.com`, as in a language without spaces: no label at the end of a domain is of two scripts. */
const TEXT_AFTER_DOMAIN = /(?<=[a-z\d])[\u2e80-\ud7ff][^.]*\.*$/i;
/**
 * Where text goes on behind an address: at quotation marks, dashes and other punctuation that no address has unencoded, except the middle dot
 * of names; at a particle of Japanese or Korean behind a Latin word; and at a bracket or a quotation mark before text of these languages.
 */
const TEXT_AFTER_ADDRESS =
  /(?![ -~・])[\p{P}～]|(?<=[a-z\d])[\u3041-\u309f\uac00-\ud7a3]|[)"'](?=[\u3041-\ud7ff])/iu;
/** Maximum length of a domain name (RFC 1035, 2.3.4), with its scheme. */
const MAX_DOMAIN_LENGTH = 265;

/** An email address from the `@` on: a search from the start of the name would be quadratic in long words. */
const EMAIL = /@(?<=(?<![\w.+/-])([\w.+-]+)@)[\w-]+(?:\.[\w-]+)+(?<=[A-Za-z])(?![\w@-]|\.[\w-])/g;

/** Match the address in angle brackets at a position of a text. */
export function matchAutolink(
  text: string,
  position: number,
): { readonly address: string; readonly scheme: string } | null {
  const email = matchAt(EMAIL_AUTOLINK, text, position);
  const match = email ?? matchAt(AUTOLINK, text, position);
  return match && { address: match[1]!, scheme: email ? 'mailto:' : '' };
}

/** Match the address at a position of a text; `''` if there is none. */
export function matchWebAddress(text: string, position: number): string {
  const before = text[position - 1] ?? '\n';
  const mayBegin = /w/i.test(text[position]!)
    ? /[\s*_~(\u2e80-\uffef]/.test(before)
    : !/[A-Za-z]/.test(before);
  const [start, domain] =
    (mayBegin && matchAt(DOMAIN, text.slice(0, position + MAX_DOMAIN_LENGTH), position)) || [];
  if (!domain || start!.length === MAX_DOMAIN_LENGTH || UNDERSCORE_IN_DOMAIN.test(domain)) return '';
  const whole = start!.replace(TEXT_AFTER_DOMAIN, '');
  const end =
    whole === start ? skipMatch(REST_OF_ADDRESS, text, position + whole.length) : position + whole.length;
  const [found] = text.slice(position, end).split(TEXT_AFTER_ADDRESS, 1);
  const address = trimAddress(found!);
  return address.length > start!.length - domain.length ? address : '';
}

/** Match the email addresses in a text. */
export function matchEmails(text: string): { readonly address: string; readonly index: number }[] {
  return [...text.matchAll(EMAIL)].map(({ 0: domain, 1: name, index }) => ({
    address: name! + domain,
    index: index - name!.length,
  }));
}

/** Return an address without the punctuation at its end that belongs to the sentence around it. */
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
