import type { Emitter, HLJSApi, LanguageFn } from 'highlight.js';

/** A token of code, from one UTF-16 offset to another. Tokens do not overlap. */
export interface CodeToken {
  readonly start: number;
  readonly end: number;
  /** Its kinds from the outermost to the innermost, by the names of highlight.js: `tag`, `string`. */
  readonly scopes: readonly string[];
}

/** Names of languages as documentation spells them, and those that highlight.js has for them. */
const ALIASES: Readonly<Record<string, string>> = {
  astro: 'xml',
  'c++': 'cpp',
  cjs: 'javascript',
  console: 'shell',
  cs: 'csharp',
  docker: 'dockerfile',
  env: 'ini',
  golang: 'go',
  gql: 'graphql',
  h: 'c',
  hpp: 'cpp',
  htm: 'xml',
  html: 'xml',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  mdx: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sass: 'scss',
  sh: 'bash',
  shellscript: 'bash',
  svelte: 'xml',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
};

/** Languages that are embedded in others. */
const EMBEDDED: Readonly<Record<string, readonly string[]>> = {
  javascript: ['xml'],
  markdown: ['xml'],
  shell: ['bash'],
  typescript: ['xml'],
  xml: ['javascript', 'css'],
};

/** Split code into its tokens. */
export type ReadTokens = (code: string) => readonly CodeToken[];

interface LanguageModule {
  readonly default: LanguageFn;
}

let core: Promise<HLJSApi | null> | undefined;

/** Return the name that highlight.js has for a language, or the name itself. */
export function languageOf(name: string): string {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name;
}

/**
 * Load the tokenizer of a language: highlight.js with the first code, and each language with the first code in it. Rejects if one of
 * these did not load.
 *
 * @returns `null` for a language that is not known, or where highlight.js is not installed
 */
export async function loadReader(language: string): Promise<ReadTokens | null> {
  const reader = await (core ??= loadCore());
  if (reader === null) return null;
  const languages = [language, ...(EMBEDDED[language] ?? [])];
  const [isKnown] = await Promise.all(languages.map((one) => addLanguage(reader, one)));
  if (!isKnown) return null;
  return (code) => {
    const { _emitter } = reader.highlight(code, { language, ignoreIllegals: true });
    return (_emitter as Emitter & TokenEmitter).tokens;
  };
}

/**
 * Load highlight.js. After a failure the next code tries again.
 *
 * @returns `null` where it is not installed: what says so names the package, and no address
 */
async function loadCore(): Promise<HLJSApi | null> {
  try {
    const reader = (await import('highlight.js/lib/core')).default.newInstance();
    reader.configure({ __emitter: TokenEmitter });
    return reader;
  } catch (error) {
    const { message } = error as Error;
    if (message.includes('highlight.js') && !message.includes('://')) return null;
    core = undefined;
    throw error;
  }
}

/**
 * Add a language. highlight.js is optional, and bundlers that do not find it only warn of an `import()` that is written out in
 * a `try` block: there can be no table of functions.
 *
 * @returns whether there is one
 */
async function addLanguage(reader: HLJSApi, language: string): Promise<boolean> {
  if (reader.listLanguages().includes(language)) return true;
  const module = (await importProgramming(language)) ?? (await importMarkup(language));
  if (module) reader.registerLanguage(language, module.default);
  return module !== null;
}

/** Import a programming language; `null` for any other. */
async function importProgramming(language: string): Promise<LanguageModule | null> {
  try {
    switch (language) {
      case 'bash':
        return await import('highlight.js/lib/languages/bash');
      case 'c':
        return await import('highlight.js/lib/languages/c');
      case 'cpp':
        return await import('highlight.js/lib/languages/cpp');
      case 'csharp':
        return await import('highlight.js/lib/languages/csharp');
      case 'go':
        return await import('highlight.js/lib/languages/go');
      case 'java':
        return await import('highlight.js/lib/languages/java');
      case 'javascript':
        return await import('highlight.js/lib/languages/javascript');
      case 'kotlin':
        return await import('highlight.js/lib/languages/kotlin');
      case 'lua':
        return await import('highlight.js/lib/languages/lua');
      case 'php':
        return await import('highlight.js/lib/languages/php');
      case 'powershell':
        return await import('highlight.js/lib/languages/powershell');
      case 'python':
        return await import('highlight.js/lib/languages/python');
      case 'ruby':
        return await import('highlight.js/lib/languages/ruby');
      case 'rust':
        return await import('highlight.js/lib/languages/rust');
      case 'shell':
        return await import('highlight.js/lib/languages/shell');
      case 'swift':
        return await import('highlight.js/lib/languages/swift');
      case 'typescript':
        return await import('highlight.js/lib/languages/typescript');
      default:
        return null;
    }
  } catch (error) {
    throw notLoaded(language, error);
  }
}

/** Import a language of documents, data, styles or queries; `null` for any other. */
async function importMarkup(language: string): Promise<LanguageModule | null> {
  try {
    switch (language) {
      case 'css':
        return await import('highlight.js/lib/languages/css');
      case 'diff':
        return await import('highlight.js/lib/languages/diff');
      case 'dockerfile':
        return await import('highlight.js/lib/languages/dockerfile');
      case 'graphql':
        return await import('highlight.js/lib/languages/graphql');
      case 'ini':
        return await import('highlight.js/lib/languages/ini');
      case 'json':
        return await import('highlight.js/lib/languages/json');
      case 'markdown':
        return await import('highlight.js/lib/languages/markdown');
      case 'nginx':
        return await import('highlight.js/lib/languages/nginx');
      case 'scss':
        return await import('highlight.js/lib/languages/scss');
      case 'sql':
        return await import('highlight.js/lib/languages/sql');
      case 'xml':
        return await import('highlight.js/lib/languages/xml');
      case 'yaml':
        return await import('highlight.js/lib/languages/yaml');
      default:
        return null;
    }
  } catch (error) {
    throw notLoaded(language, error);
  }
}

function notLoaded(language: string, cause: unknown): Error {
  return new Error(`The highlighting of ${language} did not load.`, { cause });
}

/** Collects offsets for highlight.js, in place of HTML. */
class TokenEmitter {
  readonly tokens: CodeToken[] = [];
  /** The scopes that are open; replaced, not changed, because tokens keep them. */
  #scopes: readonly string[] = [];
  #length = 0;

  addText(text: string): void {
    const start = this.#length;
    this.#length += text.length;
    if (this.#scopes.length === 0) return;
    const last = this.tokens.at(-1);
    const begun = last?.end === start && last.scopes === this.#scopes ? this.tokens.pop()!.start : start;
    this.tokens.push({ start: begun, end: this.#length, scopes: this.#scopes });
  }

  startScope(scope: string): void {
    this.#scopes = [...this.#scopes, scope];
  }

  endScope(): void {
    this.#scopes = this.#scopes.slice(0, -1);
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(embedded: TokenEmitter): void {
    for (const { start, end, scopes } of embedded.tokens)
      this.tokens.push({ start: this.#length + start, end: this.#length + end, scopes });
    this.#length += embedded.#length;
  }

  closeAllNodes(): void {
    this.#scopes = [];
  }

  finalize(): void {
    this.closeAllNodes();
  }

  toHTML(): string {
    return '';
  }
}
