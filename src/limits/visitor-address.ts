/** The connection of a request. `docs-assistant/node` passes it as the second argument. */
export interface Connection {
  /** IP address of the peer. */
  remoteAddress?: string | undefined;
}

/** Header fields that a web server in front sets: the visitor's address, and that there is one. */
export const FORWARDED_FIELDS = ['forwarded', 'x-forwarded-for', 'via'] as const;

/** Longer than any IP address. */
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

/** Remove the port, which some proxies add and which differs between connections of one visitor. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\]/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** Return `192.0.2.1` for `::ffff:c000:201`. */
function readMapped(address: string): string | undefined {
  const groups = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address)?.slice(1);
  const bytes = groups?.map((group) => parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]);
  return bytes?.join('.');
}

function shortenAddress(written: string): string {
  const address = withoutPort(written);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? readMapped(address);
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [left = '', right] = address.toLowerCase().split('::');
  const groups = left === '' ? [] : left.split(':');
  if (right !== undefined) while (groups.length < 8 - right.split(':').length) groups.push('0');
  return groups.slice(0, 4).join(':') + '::/64';
}
