import type { Root, RootContent } from 'mdast';
import type { DocsProblemCode } from '../../engine/sections/docs-problem.ts';
import type { PlainParser } from './plain-parser.ts';

/** Fields of a page's frontmatter; names with capitals also in lower case. */
export type Frontmatter = Readonly<Record<string, unknown>>;

type Parsers = Pick<PlainParser, 'parseYaml' | 'parseToml'>;

/** Frontmatter at the head of a file, as `normalizeFrontmatter` leaves it. */
export const FRONTMATTER = /^(---|\+\+\+)[ \t]*\r?\n[^]*?\r?\n\1[ \t]*(?:\r?\n|$)/;
/** `---json`, `---toml` and `---yaml` of Eleventy and gray-matter. */
const NAMED_FENCE = /^---(json|toml|yaml|yml)[ \t]*\n([^]*?)\n---[ \t]*(?=\n|$)/;
/** An object of JSON, as Hugo has it, up to its brace in the first column. */
const JSON_OBJECT = /^\s*(\{[ \t]*(?:\n[^]*?\n)\}|\{[^\n]*\})[ \t]*(?=\n|$)/;
/** Frontmatter that ends with `...`, as MkDocs and Pandoc read it. */
const DOTS = /^(---[ \t]*\n(?=[\w.-]+[ \t]*:)(?:(?!---[ \t]*\n).*\n)*?)\.\.\.(?=[ \t]*(?:\n|$))/;
/** Start of a field: of YAML in the first column, of TOML also a table. */
const YAML_FIELD = /^(["']?)([\w.-]+)\1[ \t]*:(?=\s|$)[ \t]*(.*)$/;
const TOML_FIELD = /^(?:\[|["']?[\w.-]+["']?[ \t]*=)/;

/** Rewrite the frontmatter of a file that is JSON, or has its language beside the fence, as YAML or TOML. Lines keep their numbers if there are three or more. */
export function normalizeFrontmatter(text: string): string {
  const named = NAMED_FENCE.exec(text);
  if (named !== null) {
    const [all, language, content = ''] = named;
    const rest = text.slice(all.length);
    if (language === 'toml') return `+++\n${content}\n+++${rest}`;
    return language === 'json' ? `${yamlOfJson(content)}${rest}` : `---\n${content}\n---${rest}`;
  }
  if (!/^\s*\{/.test(text)) return text.replace(DOTS, '$1---');
  const [all = '', object = ''] = JSON_OBJECT.exec(text) ?? [];
  return isJsonObject(object) ? `${yamlOfJson(all)}${text.slice(all.length)}` : text;
}

/** JSON is YAML, in one line: the other lines are blank. */
function yamlOfJson(json: string): string {
  const lines = json.split('\n').length;
  return `---\n${json.replace(/\s*\n\s*/g, ' ').trim()}\n${'\n'.repeat(Math.max(lines - 3, 0))}---`;
}

function isJsonObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Read the frontmatter of a page. Field by field where it is no valid YAML or TOML, so that one bad field costs no other; empty if there is none. */
export function readFrontmatter(
  root: Root,
  parser: Parsers,
  report: (code: DocsProblemCode, message: string) => void,
): Frontmatter {
  // `remark-frontmatter` parses TOML too, but has no type for it.
  const [first] = root.children as (RootContent | { type: 'toml'; value: string })[];
  if (first?.type !== 'yaml' && first?.type !== 'toml') return {};
  const { type, value } = first;
  try {
    return fieldsOf(type === 'yaml' ? parser.parseYaml(value) : parser.parseToml(value));
  } catch (error) {
    const language = type === 'yaml' ? 'YAML' : 'TOML';
    report(
      'frontmatter',
      `The frontmatter is no valid ${language}, and is read field by field: ${messageOf(error)}`,
    );
    return fieldsOf(type === 'yaml' ? readYamlFields(value, parser) : readTomlFields(value, parser));
  }
}

function fieldsOf(value: unknown): Frontmatter {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value);
  return Object.fromEntries([...entries.map(([name, field]) => [name.toLowerCase(), field]), ...entries]);
}

/** Read each field that is YAML; of one that is none, the text of its line. Of fields with one name the first counts. */
function readYamlFields(yaml: string, { parseYaml }: Parsers): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const block of blocksOf(withoutTabs(yaml), YAML_FIELD)) {
    const [, , name, line = ''] = YAML_FIELD.exec(block[0]!) ?? [];
    if (name === undefined || Object.hasOwn(fields, name)) continue;
    const value = attempt(() => parseYaml(block.join('\n')));
    fields[name] =
      value === undefined
        ? line.trim().replace(/^(?:(["'])(.*)\1|["']([^"']*))$/, '$2$3')
        : (value as Frontmatter)[name];
  }
  return fields;
}

/** Indent with blanks instead of tabs, which YAML does not allow, and not at all where the first line is indented. */
function withoutTabs(yaml: string): string {
  const text = yaml.replace(/^[ \t]+/gm, (indent) => indent.replaceAll('\t', '  '));
  const [common = ''] = /^ +/.exec(text) ?? [];
  return text.slice(common.length).replaceAll(`\n${common}`, '\n');
}

/** Read each field that is TOML, those of a table in their object. */
function readTomlFields(toml: string, { parseToml }: Parsers): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  let table = '';
  for (const block of blocksOf(toml, TOML_FIELD)) {
    if (block[0]!.startsWith('[')) [table = ''] = block;
    const value = attempt(() => parseToml(`${table}\n${block[0] === table ? '' : block.join('\n')}`));
    for (const [name, field] of Object.entries((value as object | undefined) ?? {})) {
      fields[name] = isRecord(field) && isRecord(fields[name]) ? { ...fields[name], ...field } : field;
    }
  }
  return fields;
}

/** Split lines before each that starts a field. */
function blocksOf(text: string, start: RegExp): string[][] {
  const blocks: string[][] = [];
  for (const line of text.split('\n')) {
    if (start.test(line)) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Fields by which generators leave a page off the site when they are true, without `-` and `_`. */
const OFF_SITE = new Set(['draft', 'isdraft', 'private']);
/** The same when they are false. */
const ON_SITE = new Set(['published', 'publish', 'ispublished']);
/** Fields that keep a page out of search when they are true. */
const OUT_OF_SEARCH = new Set([
  'unlisted',
  'hidden',
  'noindex',
  'nosearch',
  'searchexclude',
  'searchhidden',
  'excludesearch',
  'excludefromsearch',
  'excludedfromsearch',
  'hidefromsearch',
  'hiddenfromsearch',
  'disablesearch',
  'booksearchexclude',
]);
/** The same when they are false. */
const IN_SEARCH = new Set(['search', 'searchable', 'pagefind', 'indexed', 'insearch']);
/** Dates before which a page is not on the site, and from which it is not any more. */
const FIRST_DATES = ['publishdate', 'pubdate', 'date'];
const LAST_DATES = ['expirydate', 'expiredate', 'unpublishdate'];

/**
 * Return why a page is left out by its own frontmatter, as half a sentence; `null` when it is not. The fields are those of Docusaurus,
 * Hugo, Jekyll, Material for MkDocs, Starlight, VitePress, Mintlify, Nextra and themes of theirs, spelled with any case, `-` and `_`.
 */
export function readExclusion(frontmatter: Frontmatter, now = Date.now()): string | null {
  const fields = new Map(Object.entries(frontmatter).map(([name, value]) => [plainName(name), value]));
  const dateOf = (name: string) => {
    const value = fields.get(name);
    return value instanceof Date ? value.getTime() : Date.parse(wordOf(value));
  };
  const isOffSite =
    [...fields].some(([name, value]) =>
      OFF_SITE.has(name) ? isOn(value) : ON_SITE.has(name) && isOff(value),
    ) ||
    FIRST_DATES.some((name) => dateOf(name) > now) ||
    LAST_DATES.some((name) => dateOf(name) <= now);
  if (isOffSite) return 'its frontmatter keeps it off the site';
  const isOutOfSearch =
    [...fields].some(([name, value]) =>
      OUT_OF_SEARCH.has(name) ? isOn(value) : IN_SEARCH.has(name) && isOff(value),
    ) ||
    excludes(fields.get('search')) ||
    excludes(fields.get('seo')) ||
    isNoindex(fields.get('robots')) ||
    [fields.get('head'), fields.get('meta')].some(hasNoindexMeta);
  return isOutOfSearch ? 'its frontmatter keeps it out of search' : null;
}

/** Whether an object such as `search: { exclude: true }` or `seo: { noindex: true }` leaves the page out. */
function excludes(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([name, field]) => {
    switch (plainName(name)) {
      case 'exclude':
      case 'hidden':
      case 'hide':
      case 'disabled':
      case 'noindex':
        return isOn(field);
      case 'include':
      case 'index':
      case 'enabled':
        return isOff(field);
      case 'robots':
        return isNoindex(field);
      default:
        return false;
    }
  });
}

/** Whether `robots` is `noindex`, in a text, a list or an object. */
function isNoindex(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isNoindex);
  if (isRecord(value)) return excludes(value);
  return typeof value === 'string' && value.split(',').some((rule) => /^\s*(?:noindex|none)\s*$/i.test(rule));
}

/** Whether a list of elements of the head, in the form of any generator, has `robots` with `noindex`. */
function hasNoindexMeta(value: unknown): boolean {
  if (Array.isArray(value)) {
    // The attributes of one element may be objects beside each other.
    const merged = Object.assign({}, ...value.filter(isRecord)) as Record<string, unknown>;
    return isRobotsMeta(merged) || value.some(hasNoindexMeta);
  }
  if (!isRecord(value)) return false;
  return isRobotsMeta(value) || Object.values(value).some((inner) => isRecord(inner) && isRobotsMeta(inner));
}

function isRobotsMeta({ name, content }: Record<string, unknown>): boolean {
  return typeof name === 'string' && /^\s*robots\s*$/i.test(name) && isNoindex(content);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

function isOn(value: unknown): boolean {
  return value === true || /^\s*(?:true|yes|on|1)\s*$/i.test(wordOf(value));
}

function isOff(value: unknown): boolean {
  return value === false || /^\s*(?:false|no|off|0)\s*$/i.test(wordOf(value));
}

/** Text of a single value; of none for a list, an object or a date. */
function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Return the first line of a parser's message. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
