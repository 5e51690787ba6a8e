/** The connection of a request. `docs-assistant/node` passes it as the second argument. */
export interface Connection {
  /** IP address of the peer. */
  remoteAddress?: string | undefined;
}

/** Header fields that a web server in front sets: the visitor's address, and that there is one. */
export const FORWARDED_FIELDS = ['forwarded', 'x-forwarded-for', 'via'] as const;

/** Maximum length of an address: longer than any IP address. */
const MAX_ADDRESS_CHARACTERS = 64;

/**
 * Return the address that a request counts for. Every trusted proxy appends the address of its peer to `X-Forwarded-For`; entries
 * to the left of those may be forged by the visitor. With fewer entries than trusted proxies, the request did not pass all of
 * them, and the address of the connection counts.
 *
 * @param trustedProxies number of own proxies in front of this server; 0 for the connection's address
 * @returns the address, IPv6 shortened to the /64 network that one visitor usually has to itself; `null` when unknown
 */
export function readVisitorAddress(
  headers: Headers,
  connection: Connection | undefined,
  trustedProxies: number,
): string | null {
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
  const seen = trustedProxies === 0 ? undefined : forwarded.at(-trustedProxies);
  const address = seen || connection?.remoteAddress;
  return address ? shortenAddress(address.slice(0, MAX_ADDRESS_CHARACTERS)) : null;
}

/** Remove quotes, brackets and the port, which some proxies add and which differs between connections of one visitor, and the zone. */
function bareAddress(written: string): string {
  const address = written.trim().replace(/^"(.*)"$/, '$1');
  const host =
    /^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1] ??
    /^((?:[\da-f]+:){7}[\da-f]+|[\d.]+):\d*$/i.exec(address)?.[1] ??
    address;
  return host.trim().replace(/%.*$/, '');
}

function shortenAddress(written: string): string {
  const address = bareAddress(written);
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return address.split('.').map(Number).join('.');
  const groups = readGroups(address);
  // What is no IP address, such as `unknown`, counts as it stands.
  if (groups === null) return address.toLowerCase();
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Return the eight groups of an IPv6 address, in whichever writing; `null` for anything else. */
function readGroups(address: string): number[] | null {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return null;
  // The parser of addresses knows all writings, also with an IPv4 address at the end.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [left, right ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const zeros = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].map((group) => parseInt(group, 16));
}
