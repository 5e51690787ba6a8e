/** An OpenAI-compatible endpoint and a model that it knows. */
export interface ModelEndpoint {
  /** Base address, up to and including `/v1`. */
  url: string;
  /** Name of the model, as the endpoint knows it. */
  name: string;
  /** Sent as a bearer token. */
  key?: string;
  /** Header fields of each request, beside the bearer token. At most 20. */
  headers?: Readonly<Record<string, string>>;
  /** Fields of each request's body, which replace those of the service; `null` removes one. At most 20. */
  body?: Readonly<Record<string, unknown>>;
}

/** The model that rewrites follow-up questions. What is omitted is that of the model that answers. */
export interface RewriteOptions extends Partial<ModelEndpoint> {
  /** Milliseconds that an answer waits for the rewritten question, beside its plain search. Default 4,000. */
  timeout?: number;
}

/** The foreign addresses that an answer may link to. */
export type ForeignLinks = 'documented' | 'all' | 'none' | readonly string[];

/** A language model that writes answers, behind an OpenAI-compatible endpoint. */
export interface LanguageModelOptions extends ModelEndpoint {
  /** Instructions in addition to those of the service, such as the product's name and the tone. At most 8,000 characters. */
  instructions?: string;
  /** Sampling temperature, 0 to 2. Default: that of the endpoint. */
  temperature?: number;
  /** Maximum number of tokens of an answer, reasoning included. Default 4,000. */
  maxOutputTokens?: number;
  /**
   * Maximum number of tokens of a prompt: instructions, conversation and sections. Four bytes of ASCII count as a token, and two of
   * other text. It is filled with sections as far as there are fitting ones. Default 8,000.
   */
  promptTokens?: number;
  /** Milliseconds until the first token, during which the reader's connection is kept alive. Default 120,000. */
  firstTokenTimeout?: number;
  /** Milliseconds between two pieces of an answer. Default 30,000. */
  timeout?: number;
  /**
   * Milliseconds after a failure in which answers consist of quotes at once, because the model would be waited for in vain. Doubled
   * with each further failure, up to two minutes. Default 10,000.
   */
  pause?: number;
  /** Whether the model may search once more during an answer, and ask the reader what is meant. Default `true`; an endpoint that refuses tools is asked without them. */
  tools?: boolean;
  /** Whether output begins with reasoning that only its end tag, `</think>`, marks. Default `false`. */
  startsWithReasoning?: boolean;
  /**
   * The foreign addresses that an answer may link to; others become text. `documented`: those in the sections that the model was
   * given; `all`; `none`; or a list of hosts, of which `*.example.com` means all below. Default `documented`.
   */
  foreignLinks?: ForeignLinks;
  /** The model that rewrites questions after the first. Default: the one that answers; `false`: they are not rewritten. */
  rewrite?: RewriteOptions | false;
}

type NumberName =
  'temperature' | 'maxOutputTokens' | 'promptTokens' | 'firstTokenTimeout' | 'timeout' | 'pause';

/** Minimum and maximum of each number of {@link LanguageModelOptions}. */
export const MODEL_RANGES = {
  temperature: [0, 2],
  maxOutputTokens: [1, 1_000_000],
  promptTokens: [1_000, 10_000_000],
  firstTokenTimeout: [1, 600_000],
  timeout: [1, 600_000],
  pause: [0, 120_000],
} as const satisfies Record<NumberName, readonly [number, number]>;

/** Defaults of {@link LanguageModelOptions}. */
export const MODEL_DEFAULTS = {
  maxOutputTokens: 4_000,
  promptTokens: 8_000,
  firstTokenTimeout: 120_000,
  timeout: 30_000,
  pause: 10_000,
  rewriteTimeout: 4_000,
} as const;

export const MAX_INSTRUCTIONS_CHARACTERS = 8_000;
export const MAX_REQUEST_FIELDS = 20;
export const MAX_LINK_HOSTS = 1_000;
/** What is wrong with a key that is not {@link isSendable}. */
export const UNSENDABLE = 'must consist of printable ASCII characters';
export const FOREIGN_LINK_MODES = ['documented', 'all', 'none'] as const;

/** @throws TypeError for a value out of its range */
export function checkModelOptions(options: LanguageModelOptions): void {
  for (const [name, [least, most]] of Object.entries(MODEL_RANGES)) {
    const value = options[name as NumberName];
    if (value !== undefined && !(value >= least && value <= most)) {
      refuse(`${name} must be a number from ${least} to ${most}`);
    }
  }
  const { instructions = '', foreignLinks = 'documented', rewrite = {} } = options;
  const { promptTokens = MODEL_DEFAULTS.promptTokens } = options;
  if (instructions.length > MAX_INSTRUCTIONS_CHARACTERS) {
    refuse(`instructions must have at most ${MAX_INSTRUCTIONS_CHARACTERS} characters`);
  }
  // Leaves room for a question and a section.
  if (instructions.length > promptTokens) {
    refuse(
      `instructions take too much of promptTokens (${promptTokens}): shorten them, or raise promptTokens`,
    );
  }
  checkForeignLinks(foreignLinks);
  checkEndpoint('', options);
  if (rewrite === false) return;
  checkEndpoint('rewrite.', rewrite);
  const [least, most] = MODEL_RANGES.timeout;
  const { timeout = least } = rewrite;
  if (!(timeout >= least && timeout <= most)) {
    refuse(`rewrite.timeout must be a number from ${least} to ${most}`);
  }
}

function checkForeignLinks(links: ForeignLinks): void {
  if (typeof links !== 'string') {
    if (links.length > MAX_LINK_HOSTS) refuse(`foreignLinks must have at most ${MAX_LINK_HOSTS} hosts`);
  } else if (!FOREIGN_LINK_MODES.includes(links)) {
    refuse(`foreignLinks must be ${FOREIGN_LINK_MODES.join(', ')} or a list of hosts`);
  }
}

function checkEndpoint(prefix: string, { url, key, headers = {}, body = {} }: Partial<ModelEndpoint>): void {
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    refuse(`${prefix}url must be an address that begins with http: or https:`);
  }
  for (const [name, fields] of Object.entries({ headers, body })) {
    if (Object.keys(fields).length > MAX_REQUEST_FIELDS) {
      refuse(`${prefix}${name} must have at most ${MAX_REQUEST_FIELDS} fields`);
    }
  }
  if (key !== undefined && !isSendable(key)) refuse(`${prefix}key ${UNSENDABLE}`);
  try {
    new Headers(headers);
  } catch {
    refuse(`${prefix}headers has a name or a value that HTTP does not allow`);
  }
}

/** Whether a key has only what a header field may have, and not the … of a placeholder. */
export function isSendable(key: string): boolean {
  return /^[\x20-\x7e]+$/.test(key);
}

function refuse(rule: string): never {
  throw new TypeError(`docs-assistant service: model.${rule}`);
}
