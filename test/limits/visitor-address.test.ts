import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readVisitorAddress } from '../../src/limits/visitor-address.ts';

describe('the address that a request counts for', () => {
  const cases: [
    title: string,
    forwarded: string,
    remote: string | undefined,
    proxies: number,
    expected: string | null,
  ][] = [
    ['is the connection when no proxy is trusted', '198.51.100.1', '192.0.2.1', 0, '192.0.2.1'],
    ['is what the trusted proxy saw', '10.0.0.1, 198.51.100.1', '192.0.2.1', 1, '198.51.100.1'],
    [
      'is what the outer of two trusted proxies saw',
      '1.1.1.1, 198.51.100.1, 10.0.0.2',
      '192.0.2.1',
      2,
      '198.51.100.1',
    ],
    ['is the connection when the proxies wrote too little', '198.51.100.1', '192.0.2.1', 2, '192.0.2.1'],
    ['is unknown when nobody says anything of it', '198.51.100.1', undefined, 2, null],
    ['is unknown without a connection', '', undefined, 0, null],
    ['has no port', '198.51.100.1:50123', '192.0.2.1', 1, '198.51.100.1'],
    ['has no port in IPv6 either', '[2001:db8:1:2::7]:50123', '192.0.2.1', 1, '2001:db8:1:2::/64'],
    ['has no brackets', '[2001:db8:1:2::7]', '192.0.2.1', 1, '2001:db8:1:2::/64'],
    ['is the same over IPv4 mapped into IPv6', '', '::ffff:192.0.2.1', 0, '192.0.2.1'],
    ['is the same, mapped, in whichever writing', '', '::FFFF:c000:201', 0, '192.0.2.1'],
    ['has no zone', '', 'fe80::1%eth0', 0, 'fe80:0:0:0::/64'],
    ['is the network of an IPv6 visitor', '', '2001:DB8:1:2:aaaa:bbbb:cccc:dddd', 0, '2001:db8:1:2::/64'],
    ['is the network of a shortened IPv6 address', '', '2001:db8::7', 0, '2001:db8:0:0::/64'],
    ['is the network of the local IPv6 address', '', '::1', 0, '0:0:0:0::/64'],
    ['has no zone in brackets', '[fe80::1%25eth0]:443', '192.0.2.1', 1, 'fe80:0:0:0::/64'],
    ['has no quotes', '"[2001:db8:1:2::7]:443"', '192.0.2.1', 1, '2001:db8:1:2::/64'],
    ['has no blanks', '\t 198.51.100.1 \t', '192.0.2.1', 1, '198.51.100.1'],
    ['has no port after eight groups', '2001:db8:1:2:3:4:5:6:443', '192.0.2.1', 1, '2001:db8:1:2::/64'],
    ['has no zeros at its beginning', '2001:0DB8:0001:0002::', '192.0.2.1', 1, '2001:db8:1:2::/64'],
    ['has none in IPv4 either', '198.051.100.001', '192.0.2.1', 1, '198.51.100.1'],
    ['is mapped without shortening', '0:0:0:0:0:ffff:c000:0201', '192.0.2.1', 1, '192.0.2.1'],
    ['is mapped with zeros and dots', '[0000:0000::FFFF:192.0.2.7]:80', '192.0.2.1', 1, '192.0.2.7'],
    ['is IPv6 although it ends with dots', '64:ff9b::192.0.2.7', '192.0.2.1', 1, '64:ff9b:0:0::/64'],
    ['is the connection where the proxy wrote nothing', '198.51.100.1, ', '192.0.2.1', 1, '192.0.2.1'],
    ['is what the proxy wrote, if that is none', 'Unknown', '192.0.2.1', 1, 'unknown'],
    [
      'is what the proxy wrote, also if it is half an address',
      '2001:db8:::1',
      '192.0.2.1',
      1,
      '2001:db8:::1',
    ],
  ];
  for (const [title, forwarded, remoteAddress, proxies, expected] of cases) {
    it(title, () => {
      const headers = new Headers(forwarded === '' ? {} : { 'x-forwarded-for': forwarded });
      assert.equal(readVisitorAddress(headers, { remoteAddress }, proxies), expected);
    });
  }
});
