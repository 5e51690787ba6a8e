import { resolveLink } from './address.ts';

/**
 * Resolve a link of an answer against `linkBase`, the resolved address below which the site's pages are. Some
 * servers put the root of the documentation there: `/guide` leads below it, unless the link names that folder itself. `/./pricing`
 * counts from the root of the host.
 */
export function resolveAnswerLink(target: string, linkBase: string): string | null {
  const { pathname } = new URL('.', linkBase);
  const isOutside = /^\/(?!\/|\.\/)/.test(target) && !`${target}/`.startsWith(pathname);
  return resolveLink(isOutside ? `.${target}` : target, linkBase);
}
