import type { Emitter, HLJSApi, LanguageFn } from 'highlight.js';

/** A stretch of code that means something, from one UTF-16 offset to another. */
export interface CodeToken {
  readonly start: number;
  readonly end: number;
  /** What it is, by the names of highlight.js: `keyword`, `title.function`. */
  readonly scope: string;
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

/** Languages that stand inside others. */
const EMBEDDED: Readonly<Record<string, readonly string[]>> = {
  javascript: ['xml'],
  markdown: ['xml'],
  shell: ['bash'],
  typescript: ['xml'],
  xml: ['javascript', 'css'],
};

const known = new Map<string, Promise<void>>();
let core: Promise<HLJSApi> | undefined;

/** Reads code into its tokens. */
export type ReadTokens = (code: string) => readonly CodeToken[];

/**
 * Loads what reads code in a language: highlight.js with the first code, and each language with the first code in it.
 *
 * @returns `null` for a language that is not known, or where highlight.js is not installed
 */
export async function loadReader(name: string): Promise<ReadTokens | null> {
  const language = Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name;
  try {
    const reader = await (core ??= loadCore());
    await Promise.all([language, ...(EMBEDDED[language] ?? [])].map((one) => addLanguage(reader, one)));
    return (code) => {
      const { _emitter } = reader.highlight(code, { language, ignoreIllegals: true });
      return (_emitter as Emitter & TokenEmitter).tokens;
    };
  } catch {
    return null;
  }
}

/** Another try is made with the next code: there may be a network again. */
async function loadCore(): Promise<HLJSApi> {
  try {
    const reader = (await import('highlight.js/lib/core')).default.newInstance();
    reader.configure({ __emitter: TokenEmitter });
    return reader;
  } catch (error) {
    core = undefined;
    throw error;
  }
}

function addLanguage(reader: HLJSApi, language: string): Promise<void> {
  let added = known.get(language);
  if (added === undefined) {
    added = loadLanguage(language).then((define) => reader.registerLanguage(language, define));
    added.catch(() => known.delete(language));
    known.set(language, added);
  }
  return added;
}

/** The package is optional: bundlers that do not find it warn of an import in a `try` block, and go on. */
async function loadLanguage(language: string): Promise<LanguageFn> {
  try {
    switch (language) {
      case 'bash':
        return (await import('highlight.js/lib/languages/bash')).default;
      case 'c':
        return (await import('highlight.js/lib/languages/c')).default;
      case 'cpp':
        return (await import('highlight.js/lib/languages/cpp')).default;
      case 'csharp':
        return (await import('highlight.js/lib/languages/csharp')).default;
      case 'css':
        return (await import('highlight.js/lib/languages/css')).default;
      case 'diff':
        return (await import('highlight.js/lib/languages/diff')).default;
      case 'dockerfile':
        return (await import('highlight.js/lib/languages/dockerfile')).default;
      case 'go':
        return (await import('highlight.js/lib/languages/go')).default;
      case 'graphql':
        return (await import('highlight.js/lib/languages/graphql')).default;
      case 'ini':
        return (await import('highlight.js/lib/languages/ini')).default;
      case 'java':
        return (await import('highlight.js/lib/languages/java')).default;
      case 'javascript':
        return (await import('highlight.js/lib/languages/javascript')).default;
      case 'json':
        return (await import('highlight.js/lib/languages/json')).default;
      case 'kotlin':
        return (await import('highlight.js/lib/languages/kotlin')).default;
      case 'lua':
        return (await import('highlight.js/lib/languages/lua')).default;
      case 'markdown':
        return (await import('highlight.js/lib/languages/markdown')).default;
      case 'nginx':
        return (await import('highlight.js/lib/languages/nginx')).default;
      case 'php':
        return (await import('highlight.js/lib/languages/php')).default;
      case 'powershell':
        return (await import('highlight.js/lib/languages/powershell')).default;
      case 'python':
        return (await import('highlight.js/lib/languages/python')).default;
      case 'ruby':
        return (await import('highlight.js/lib/languages/ruby')).default;
      case 'rust':
        return (await import('highlight.js/lib/languages/rust')).default;
      case 'scss':
        return (await import('highlight.js/lib/languages/scss')).default;
      case 'shell':
        return (await import('highlight.js/lib/languages/shell')).default;
      case 'sql':
        return (await import('highlight.js/lib/languages/sql')).default;
      case 'swift':
        return (await import('highlight.js/lib/languages/swift')).default;
      case 'typescript':
        return (await import('highlight.js/lib/languages/typescript')).default;
      case 'xml':
        return (await import('highlight.js/lib/languages/xml')).default;
      case 'yaml':
        return (await import('highlight.js/lib/languages/yaml')).default;
    }
  } catch (error) {
    throw new Error(`The highlighting of ${language} did not load.`, { cause: error });
  }
  throw new Error(`There is no highlighting of ${language}.`);
}

/** Has highlight.js write down offsets in the place of HTML. */
class TokenEmitter {
  readonly tokens: CodeToken[] = [];
  readonly #open: { readonly start: number; readonly scope: string }[] = [];
  #length = 0;

  addText(text: string): void {
    this.#length += text.length;
  }

  startScope(scope: string): void {
    this.#open.push({ start: this.#length, scope });
  }

  endScope(): void {
    const opened = this.#open.pop();
    if (opened) this.tokens.push({ ...opened, end: this.#length });
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(embedded: TokenEmitter): void {
    for (const { start, end, scope } of embedded.tokens)
      this.tokens.push({ start: this.#length + start, end: this.#length + end, scope });
    this.#length += embedded.#length;
  }

  closeAllNodes(): void {
    while (this.#open.length > 0) this.endScope();
  }

  finalize(): void {
    this.closeAllNodes();
  }

  toHTML(): string {
    return '';
  }
}
