/** What is known of the connection that a request came over. `docs-assistant/node` gives it as the second argument. */
export interface Connection {
  /** IP address of the other end. */
  remoteAddress?: string | undefined;
}

/** Longer than any IP address is written. */
const MAX_ADDRESS_CHARACTERS = 64;

/**
 * Tells whom to count a request for. Every trusted proxy appends the address it was called from to `X-Forwarded-For`;
 * whatever stands to the left of those entries was written by the visitor and is not believed. With fewer entries than that
 * the request did not come through all of them, and counts for whoever made the connection.
 *
 * @param trustedProxies how many proxies of one's own stand in front of this server; 0 takes the connection's address
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

/** Some proxies write the port too, which is another one for every connection of one visitor. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\]/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** `::ffff:c000:201` is `192.0.2.1`. */
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
