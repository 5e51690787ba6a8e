import type { Nodes, Root, RootContent } from 'mdast';
import { withOperation } from './api-operation.ts';
import { rewriteBlocks } from './block-syntaxes.ts';
import { decodeText } from './decode-text.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_HEADING_LENGTH, MAX_NESTING } from './docs-limits.ts';
import type { DocsProblem, DocsProblemCode } from '../../engine/sections/docs-problem.ts';
import { flattenComponents } from './flatten-components.ts';
import { readHomePage, withHomePage } from './home-page.ts';
import type { MarkdownParser } from './markdown-parser.ts';
import type { PlainParser } from './plain-parser.ts';
import { cutAfterHeadings, requireFlat } from './nesting.ts';
import { createPageAddresses, type PageAddresses } from './page-addresses.ts';
import {
  messageOf,
  normalizeFrontmatter,
  readExclusion,
  readFrontmatter,
  type Frontmatter,
} from './frontmatter.ts';
import { boostOf } from './page-boost.ts';
import { frontmatterPath } from './frontmatter-path.ts';
import { pathScope } from './page-scope.ts';
import { readLanguage, readVersion } from '../../engine/sections/scope-names.ts';
import type { PageScope, ScopeNames } from './page-scope.ts';
import { resolveDocsLink } from './resolve-docs-link.ts';
import { rewriteExtensionLines } from './source-lines.ts';
import { rewriteTemplates } from './template-syntax.ts';
import { splitSections } from './split-sections.ts';
import type { PageSection } from './split-sections.ts';

/** A page of the documentation. */
export interface Page extends PageScope {
  path: string;
  title: string;
  description?: string;
  /** Factor by which it is ranked. Missing: 1. */
  boost?: number;
  sections: PageSection[];
}

export interface ReadPageOptions {
  /** One that parses MDX, if the file may be MDX. */
  parser: PlainParser | MarkdownParser;
  scopes: ScopeNames;
  /** Scope of pages without one of their own. */
  defaults: PageScope;
  /** Addresses of pages on the site. Default: the paths of their files. */
  addresses?: PageAddresses;
  /** Title where the page has none itself. Default: from its file name. */
  title?: string | undefined;
  /** Factor by which the page is ranked, unless its frontmatter has one. */
  boost?: number | undefined;
  /** Maximum number of sections per page. */
  maxSections: number;
}

/** Result of reading a file. `page` is `null` for a file that is left out, by its own frontmatter or because of a problem. */
export interface PageReading {
  page: Page | null;
  problems: DocsProblem[];
}

/** Read one file of the documentation. Never throws because of its content. */
export function readPage(file: string, bytes: Uint8Array, options: ReadPageOptions): PageReading {
  const problems: DocsProblem[] = [];
  const report = (code: DocsProblemCode, message: string) => problems.push({ file, code, message });
  const decoded = decodeText(bytes);
  if (decoded === null) {
    report('binary', 'The file is not text.');
    return { page: null, problems };
  }
  if (decoded.damage !== null) report('encoding', decoded.damage);
  try {
    return { page: readDecoded(file, decoded.text, options, report), problems };
  } catch (error) {
    // A stack overflow of the recursive parsers, by nesting that no author writes.
    report('too-complex', `The file could not be parsed: ${messageOf(error)}`);
    return { page: null, problems };
  }
}

/** A page before its components are resolved: its scope and address, and its tree. */
export interface ParsedPage {
  root: Root;
  path: string;
  scope: PageScope;
  /** Number of leading folders of the file that are version and language. */
  scopeDepth: number;
  frontmatter: Frontmatter;
}

/** Parse one file. @returns `null` for a page that its frontmatter leaves out. @throws Error when it is nested too deeply */
export function parsePage(
  file: string,
  text: string,
  {
    parser,
    scopes,
    defaults,
    addresses = createPageAddresses([file], {}, scopes),
    keepsLines = false,
  }: Pick<ReadPageOptions, 'parser' | 'scopes' | 'defaults' | 'addresses'> & {
    /** Whether nodes have the lines of the file, so that some syntaxes of generators are left as they are. */
    keepsLines?: boolean;
  },
  report: (code: DocsProblemCode, message: string) => void,
): ParsedPage | null {
  requireFlat(text, isMdxFile(file));
  const source = normalizeFrontmatter(text);
  const root = parse(
    file,
    rewriteExtensionLines(
      isMdxFile(file) || keepsLines
        ? source
        : rewriteBlocks(rewriteTemplates(source), scopes.places?.get(file)?.isMdx),
    ),
    parser,
    report,
  );
  if (isNestedDeeper(root, MAX_NESTING))
    throw new Error(`It is nested more than ${MAX_NESTING} levels deep.`);
  const frontmatter = readFrontmatter(root, parser, report);
  const exclusion = readExclusion(frontmatter);
  if (exclusion !== null) {
    report('skipped', `The page is left out: ${exclusion}.`);
    return null;
  }
  const scoped = pathScope(file, scopes);
  const explicit = frontmatterPath(scoped, frontmatter);
  const path = addresses.pathOf(file, explicit);
  const scope = {
    ...defaults,
    ...addresses.scopeOf(file, explicit),
    ...scoped.scope,
    ...readScope(frontmatter),
  };
  return { root, path, scope, scopeDepth: scoped.depth, frontmatter };
}

function readDecoded(
  file: string,
  text: string,
  options: ReadPageOptions,
  report: (code: DocsProblemCode, message: string) => void,
): Page | null {
  const { parser, scopes, maxSections } = options;
  const addresses = options.addresses ?? createPageAddresses([file], {}, scopes);
  const { text: read, isCut } = cutAfterHeadings(text, maxSections + 1);
  const parsed = parsePage(file, read, { ...options, addresses }, report);
  if (parsed === null) return null;
  const { root, path, scope, frontmatter } = parsed;
  const home = readHomePage(frontmatter);
  const flat = flattenComponents(withHomePage(withOperation(root, frontmatter), home), {
    resolveLink: (url) => resolveDocsLink(url, { file, path }, addresses),
  });
  const split = splitSections(flat, parser.createSlugger(), parser.stringify);
  const title =
    readShortText(frontmatter.title, MAX_HEADING_LENGTH) ??
    split.title ??
    readShortText(home.title, MAX_HEADING_LENGTH) ??
    options.title ??
    titleOfFile(path);
  const description = readShortText(frontmatter.description, MAX_DESCRIPTION_LENGTH);
  if (isCut && split.sections.length <= maxSections)
    report('too-many-sections', `The page has more than ${maxSections} headings; what follows is not read.`);
  return finishPage(
    { path, title, description, scope, frontmatter, boost: options.boost, sections: split.sections },
    maxSections,
    report,
  );
}

/**
 * Characters that a reader does not see but a model reads: tags, controls of direction, fillers, blanks of no width, and selectors of
 * variants beyond the one that a character may have. One joiner stays, because Persian, Indic scripts and emoji need it, and so do the
 * tags in the flags of England, Scotland and Wales.
 */
const UNSEEN =
  /(\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})|(?<=[\u200C\u200D])[\u200C\u200D]+|(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]+|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]+|[\u{E0000}-\u{E007F}\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/gu;
const seen = (text: string) => text.replace(UNSEEN, '$1');

/** Create the page from a parsed file, within the limits. */
export function finishPage(
  read: Omit<Page, 'description' | 'boost'> & {
    description: string | undefined;
    scope: PageScope;
    frontmatter?: Frontmatter;
    boost?: number | undefined;
  },
  maxSections: number,
  report: (code: DocsProblemCode, message: string) => void,
): Page {
  const { path, scope, frontmatter } = read;
  const boost = boostOf(path, frontmatter, read.boost);
  const title = seen(read.title);
  const description = read.description && seen(read.description);
  const sections = read.sections.map((section) => ({
    ...section,
    headings: section.headings.map(seen),
    content: seen(section.content),
  }));
  // Add an empty first section for the description, and for a page without text, so that it can be found by its title.
  if (sections[0]?.headings.length !== 0 && (description !== undefined || sections.length === 0)) {
    sections.unshift({ headings: [], content: description ?? title });
  }
  if (sections.length > maxSections) {
    report(
      'too-many-sections',
      `The page has ${sections.length} sections; the first ${maxSections} are read.`,
    );
  }
  return {
    path,
    title,
    ...(description !== undefined && { description }),
    ...scope,
    ...(boost !== 1 && { boost }),
    sections: sections.slice(0, maxSections),
  };
}

function parse(
  file: string,
  text: string,
  parser: PlainParser | MarkdownParser,
  report: (code: DocsProblemCode, message: string) => void,
): Root {
  if (!isMdxFile(file)) return parser.parseMarkdown(text);
  if (!('parseMdx' in parser)) throw new Error('The parser of MDX is not loaded.');
  try {
    return parser.parseMdx(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    report('mdx', `The file is read as plain Markdown, because it is not valid MDX: ${messageOf(error)}`);
    const root = parser.parseMarkdown(text);
    return { ...root, children: root.children.filter((node) => !isModuleCode(node)) };
  }
}

/** Return whether a file is parsed as MDX. */
export function isMdxFile(file: string): boolean {
  return file.toLowerCase().endsWith('.mdx');
}

export function isNestedDeeper(node: Nodes, levels: number): boolean {
  if (!('children' in node)) return false;
  return levels < 0 || node.children.some((child) => isNestedDeeper(child, levels - 1));
}

/** Return whether a node is an import or export, which plain Markdown takes for prose. */
function isModuleCode(node: RootContent): boolean {
  if (node.type !== 'paragraph') return false;
  const [first] = node.children;
  return (
    first?.type === 'text' &&
    /^(?:import\s[^\n]*['"]|export\s+(?:const|let|function|default|\{))/.test(first.value)
  );
}

/** Read the version and language that frontmatter sets. */
export function readScope(frontmatter: Frontmatter): PageScope {
  const version = readVersion(frontmatter.version);
  const language = readLanguage(frontmatter.language ?? frontmatter.lang ?? frontmatter.locale);
  return { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
}

export function readShortText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).replace(/\s+/g, ' ').trim().slice(0, maxLength);
  return text === '' ? undefined : text;
}

/** Return a title from a file name: "Getting started" for `guides/getting-started`. */
export function titleOfFile(path: string): string {
  const name = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  const words = name
    .replace(/\.html?$/i, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? 'Home' : words.charAt(0).toUpperCase() + words.slice(1);
}
