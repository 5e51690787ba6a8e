/** Replacements of masked values. */
const EMAIL = '[email]';
const SECRET = '[secret]';

/** Maximum length of a value, in UTF-16 units, that is examined as one word: no key or token of the kinds below is longer. */
const MAX_SECRET_LENGTH = 4096;

/** Maximum number of secrets without a separator between them that are found. */
const MAX_ROUNDS = 16;

const end = '(?![A-Za-z0-9_-])';

/** Keys and tokens with a known prefix, as their issuers document it. */
const TOKENS = [
  // OpenAI, Anthropic and others; Stripe; AWS; Google; GitHub; GitLab; Slack; npm; Hugging Face; SendGrid; PyPI.
  `sk-[A-Za-z0-9_-]{16,${MAX_SECRET_LENGTH}}`,
  `[prs]k_(?:live|test)_[A-Za-z0-9]{10,200}`,
  `(?:AKIA|ASIA)[A-Z0-9]{16}`,
  `AIza[A-Za-z0-9_-]{35}`,
  `gh[oprsu]_[A-Za-z0-9]{20,255}`,
  `github_pat_[A-Za-z0-9_]{20,255}`,
  `glpat-[A-Za-z0-9_-]{20,64}`,
  `xox[abeoprs]-[A-Za-z0-9-]{10,255}`,
  `npm_[A-Za-z0-9]{30,64}`,
  `hf_[A-Za-z0-9]{20,64}`,
  `SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}`,
  `pypi-[A-Za-z0-9_-]{16,${MAX_SECRET_LENGTH}}`,
  // JSON Web Tokens (RFC 7519): header and claims are JSON objects in base64url, which begin with `eyJ`.
  `eyJ[A-Za-z0-9_-]{8,${MAX_SECRET_LENGTH}}\\.eyJ[A-Za-z0-9_-]{8,${MAX_SECRET_LENGTH}}\\.[A-Za-z0-9_-]{0,${MAX_SECRET_LENGTH}}`,
];

const TOKEN = new RegExp(`(?<![A-Za-z0-9_-])(?:${TOKENS.join('|')})${end}`, 'g');
/** A private key between its boundaries (RFC 7468). Without the closing one, all that follows is masked. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;
/** `Authorization: Bearer …` and `Basic …` (RFC 6750, RFC 7617). */
const AUTHORIZATION = /\b(bearer|basic)\s+(?=\S*[\d=])[\w.~+/-]{12,4096}={0,2}/gi;
/** The password in `scheme://user:password@host`. */
const ADDRESS_PASSWORD = /(\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@]{0,100}:)[^\s/?#]{1,200}(?=@)/gi;
/** `password = …`, `API_KEY: "…"`: a value other than a placeholder, a variable or a word of prose. */
const ASSIGNMENT =
  /((?:password|passwd|secret|token|api[_-]?key|access[_-]?key)["']?\s{0,4}(?:=|:)\s{0,4})(["'`]?)(?![<${[])(?=[^\s"'`]*[\d!@#%^&*])[^\s"'`,;]{6,200}\2/gi;
/** An address of RFC 5322 as people write it. */
const ADDRESS =
  /(?<![\w.%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/gu;

/**
 * Replace e-mail addresses by `[email]`, and keys, tokens and passwords of a known form by `[secret]`. Best effort: what has
 * no form of its own, such as a name or a number, is not found.
 */
export function maskSecrets(text: string): string {
  let masked = maskOnce(text);
  // Secrets next to one that is masked now can be recognised.
  for (let round = 1; round < MAX_ROUNDS && masked !== text; round++) {
    text = masked;
    masked = maskOnce(text);
  }
  return masked;
}

function maskOnce(text: string): string {
  return text
    .replace(PRIVATE_KEY, SECRET)
    .replace(TOKEN, SECRET)
    .replace(AUTHORIZATION, `$1 ${SECRET}`)
    .replace(ADDRESS_PASSWORD, `$1${SECRET}`)
    .replace(ASSIGNMENT, `$1${SECRET}`)
    .replace(ADDRESS, EMAIL);
}
