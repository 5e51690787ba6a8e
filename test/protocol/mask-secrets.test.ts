import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { maskSecrets } from '../../src/protocol/mask-secrets.ts';

// Put together here, so that no scanner takes this file for a leak.
const join = (...parts: string[]): string => parts.join('');
const body = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';

const SECRETS: Readonly<Record<string, string>> = {
  'an OpenAI key': join('sk-', 'proj-', body),
  'a Stripe key': join('sk_', 'live_', body.slice(0, 24)),
  'an AWS key id': join('AKIA', 'IOSFODNN7EXAMPLE'),
  'a Google key': join('AIza', body.slice(0, 35)),
  'a GitHub token': join('ghp_', body.slice(0, 36)),
  'a fine-grained GitHub token': join('github_pat_', body),
  'a GitLab token': join('glpat-', body.slice(0, 20)),
  'a Slack token': join('xoxb-', '1234567890-', body.slice(0, 20)),
  'an npm token': join('npm_', body.slice(0, 36)),
  'a Hugging Face token': join('hf_', body.slice(0, 34)),
  'a JSON Web Token': join('eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0', '.', body),
};

describe('masking', () => {
  it('replaces e-mail addresses, wherever they stand', () => {
    assert.equal(maskSecrets('Write to ann.lee+docs@mail.example.org, or not.'), 'Write to [email], or not.');
    assert.equal(maskSecrets('<ann@example.org>'), '<[email]>');
    assert.equal(maskSecrets('mailto:jürgen@müller.de?subject=x'), 'mailto:[email]?subject=x');
    assert.equal(maskSecrets('a@example.org b@example.org'), '[email] [email]');
  });

  for (const [name, secret] of Object.entries(SECRETS)) {
    it(`replaces ${name}`, () => {
      assert.equal(maskSecrets(`Why is ${secret} refused?`), 'Why is [secret] refused?');
      assert.equal(maskSecrets(`"${secret}"`), '"[secret]"');
    });
  }

  it('replaces a private key as a whole, also one whose end is missing', () => {
    const frame = (word: string): string => join('-----', word, ' RSA PRIVATE ', 'KEY-----');
    const key = `${frame('BEGIN')}\nMIIE\nabc\n${frame('END')}`;
    assert.equal(maskSecrets(`before\n${key}\nafter`), 'before\n[secret]\nafter');
    assert.equal(maskSecrets(`before\n${frame('BEGIN')}\nMIIE`), 'before\n[secret]');
  });

  it('replaces what an Authorization header and an address carry', () => {
    assert.equal(maskSecrets('authorization: Bearer abcdef123456'), 'authorization: Bearer [secret]');
    assert.equal(maskSecrets('Basic dXNlcjpwYXNzd29yZA=='), 'Basic [secret]');
    assert.equal(
      maskSecrets('https://app:pa@55@word@db.internal/app'),
      'https://app:[secret]@db.internal/app',
    );
    assert.equal(
      maskSecrets('postgres://app:pa55word@db.internal/app'),
      'postgres://app:[secret]@db.internal/app',
    );
  });

  it('replaces values that are given to names of secrets', () => {
    assert.equal(maskSecrets('password=hunter2!'), 'password=[secret]');
    assert.equal(maskSecrets('"apiKey": "0123456789abcdef"'), '"apiKey": [secret]');
    assert.equal(maskSecrets("API_KEY: '0123456789abcdef',"), 'API_KEY: [secret],');
  });

  it('leaves alone what only looks like it', () => {
    for (const text of [
      'How do I set the password: must it be long?',
      'token: ${TOKEN_1}',
      'api_key = process.env.API_KEY',
      'Use basic authentication with bearer tokens of any kind',
      'npm i @scope/package@1.2.3',
      '@media (min-width: 600px)',
      'user@localhost',
      'https://example.org/@user/post',
      'sk-learn',
      'the class `sk-spinner`',
      'commit 8d22eac0a1b2c3d4e5f60718293a4b5c6d7e8f90',
    ]) {
      assert.equal(maskSecrets(text), text);
    }
  });

  it('changes nothing more the second time, also in words glued to each other', () => {
    const part = fc.constantFrom(
      ...Object.values(SECRETS),
      ...['a@b.example', 'password=', '"', ' ', '.', '-', 'Bearer ', 'ftp://a:', '@c.example', 'x1'],
    );
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('', ' '), (parts, glue) => {
        const masked = maskSecrets(parts.join(glue));
        assert.equal(maskSecrets(masked), masked);
      }),
      { numRuns: 1000 },
    );
  });

  it('replaces two addresses that are glued to each other', () => {
    assert.equal(maskSecrets('ann@b.example-bob@c.example'), '[email][email]');
  });

  it('comes back from texts that are made to keep a pattern busy', () => {
    for (const text of [
      'password='.repeat(500),
      'a@'.repeat(2000),
      `${'a.'.repeat(2000)}@`,
      '-----BEGIN '.repeat(400),
    ])
      assert.equal(maskSecrets(text), text);
  });
});
