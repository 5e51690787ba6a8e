import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import type { DocsProblem } from '../../../engine/sections/docs-problem.ts';
import { decodeText } from '../decode-text.ts';
import { MAX_INCLUDE_DEPTH, type DocsLimits } from '../docs-limits.ts';
import { isHtmlFile } from '../list-docs-files.ts';
import { FRONTMATTER, normalizeFrontmatter } from '../frontmatter.ts';
import { readDirective } from './directive-includes.ts';
import { ImportedFiles } from './imported-files.ts';
import { IncludedFiles, type IncludeFailure } from './included-files.ts';
import {
  findIncludes,
  languageOfFile,
  MAY_INCLUDE,
  readSnippet,
  type Include,
  type IncludeMark,
} from './include-marks.ts';
import { moveLinks } from './move-links.ts';
import { selectLines } from './select-lines.ts';

/** A page with the files that it includes. */
export interface WholePage {
  bytes: Uint8Array;
  problems: DocsProblem[];
}

/** Maximum number of files that are not included and that a report names; of the rest only the number is told. */
const MAX_NAMED_FILES = 3;
const MAX_NAME_LENGTH = 100;
/** Maximum number of lines over which a tag may go on. */
const MAX_TAG_LINES = 20;
const PREFIX = /^[ \t>]*/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const FENCE = /^(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}|~{3,})(.*)$/;
/** Languages of code that shows how to include a file. */
const SHOWS_MARKS =
  /^[ \t]*\{?\.?(?:md|mdx|markdown|html?|jinja2?|liquid|django|handlebars|go-html-template|vue)\b/i;
/** Both ends of a list of snippets of pymdownx. */
const SNIPPETS = /^-+8<-+[ \t]*$/;
/** `file=./a.ts#L3-L10` of a fence that is empty. */
const FENCE_FILE = /\bfile=(?:"([^"]+)"|'([^']+)'|([^\s"'{}]+))/;

/**
 * Puts the files that pages include into them, as their generators do (mdBook, MkDocs, VitePress, Docusaurus and other MDX, Sphinx with
 * MyST, Hugo, Jekyll and others): whole or in part, from the folder of the documentation only. What cannot be included is left
 * out, and counted in the problems of the page.
 */
export class PageIncludes {
  readonly #files: IncludedFiles;
  readonly #limits: DocsLimits;
  /** Bytes that may still be included in all pages together. */
  #bytes: number;

  private constructor(files: IncludedFiles, limits: DocsLimits) {
    this.#files = files;
    this.#limits = limits;
    this.#bytes = limits.totalBytes;
  }

  /**
   * @param onMissing called with each path in the folder at which a file was looked for
   * @throws Error when the folder cannot be read
   */
  static async open(
    folder: string,
    limits: DocsLimits,
    onMissing?: (path: string) => void,
  ): Promise<PageIncludes> {
    return new PageIncludes(new IncludedFiles(await realpath(folder), limits.fileBytes, onMissing), limits);
  }

  /** Read a file with what it includes. `bytes` is `null` when it cannot be read; `hash` differs when any of it has changed. */
  async read(
    file: string,
    absolute: string,
  ): Promise<{ bytes: Uint8Array | null; hash: Uint8Array; problems: DocsProblem[] }> {
    const own = await readFile(absolute).catch(() => null);
    if (own === null) return { bytes: null, hash: new Uint8Array(), problems: [] };
    const { bytes, problems } = isHtmlFile(file)
      ? { bytes: own, problems: [] }
      : await this.include(file, own);
    const hash = createHash('sha256').update(bytes);
    if (problems.length > 0) hash.update(JSON.stringify(problems));
    return { bytes, hash: hash.digest(), problems };
  }

  /** Return the page with what it includes. @param bytes of the file; they are returned unchanged if it includes nothing */
  async include(file: string, bytes: Uint8Array): Promise<WholePage> {
    const decoded = decodeText(bytes);
    if (decoded === null || !MAY_INCLUDE.test(decoded.text)) return { bytes, problems: [] };
    const page = new IncludingPage(this.#files, this.#limits, bytes.length, this.#bytes);
    const text = await page.expand(decoded.text, { file, linksOf: file, above: [file], isCode: false });
    this.#bytes -= page.includedBytes;
    if (text === decoded.text) return { bytes, problems: [] };
    const problems = page.failures.length === 0 ? [] : [problemOf(file, page.failures)];
    // What is written anew is UTF-8, so that the reader would not notice.
    if (decoded.damage !== null) problems.push({ file, code: 'encoding', message: decoded.damage });
    return { bytes: new TextEncoder().encode(text), problems };
  }
}

interface Failure {
  path: string;
  why: IncludeFailure;
}

/** Place of a text that is expanded. */
interface Place {
  file: string;
  /** File from which its relative links lead. */
  linksOf: string;
  /** The page, and the files through which it includes this text. */
  above: readonly string[];
  isCode: boolean;
}

/** One page, while the files that it names are put into it. */
class IncludingPage {
  readonly failures: Failure[] = [];
  includedBytes = 0;
  #count = 0;
  readonly #files: IncludedFiles;
  readonly #limits: DocsLimits;
  readonly #maxBytes: number;

  constructor(files: IncludedFiles, limits: DocsLimits, ownBytes: number, leftBytes: number) {
    this.#files = files;
    this.#limits = limits;
    this.#maxBytes = Math.min(limits.fileBytes - ownBytes, leftBytes);
  }

  async expand(text: string, place: Place): Promise<string> {
    const lines = text.split('\n');
    const head = place.isCode ? 0 : (FRONTMATTER.exec(text)?.[0].trimEnd().split('\n').length ?? 0);
    const out = lines.slice(0, head);
    const imports = new ImportedFiles();
    let fence: { marks: string; info: string } | undefined;
    for (let at = head; at < lines.length; at++) {
      const line = lines[at]!;
      const prefix = PREFIX.exec(line)![0];
      const body = line.slice(prefix.length);
      const [, marks, info = ''] = place.isCode ? [] : (FENCE.exec(body) ?? []);
      if (fence !== undefined && marks?.startsWith(fence.marks) && info.trim() === '') fence = undefined;
      else if (fence === undefined && marks !== undefined && !(marks.startsWith('`') && info.includes('`'))) {
        const replaced = await this.#fence(lines, at, prefix, place);
        if (replaced !== null) {
          out.push(replaced.text);
          at += replaced.length - 1;
          continue;
        }
        fence = { marks, info };
      } else {
        const isCode = place.isCode || fence !== undefined;
        if (!isCode && prefix === '' && imports.take(body)) continue;
        const read = await this.#line(lines, at, prefix, { ...place, isCode }, imports, fence?.info);
        out.push(...read.text);
        at += read.length - 1;
        continue;
      }
      out.push(line);
    }
    return out.join('\n');
  }

  /** Read a directive, or a fence that names its file. @returns `null` where other code begins */
  async #fence(lines: readonly string[], at: number, prefix: string, place: Place) {
    const directive = this.#directive(lines, at, prefix);
    const body = lines[at]!.slice(prefix.length);
    if (directive !== null) {
      const text = await this.#read(directive.include, place);
      return { text: text === null ? '' : indent(text, prefix), length: directive.length };
    }
    const [, marks = '', info = ''] = FENCE.exec(body) ?? [];
    const [, double, single, bare] = FENCE_FILE.exec(info) ?? [];
    const named = double ?? single ?? bare;
    if (named === undefined || lines[at + 1]?.trim().startsWith(marks) !== true) return null;
    const [path = '', range] = named.split('#');
    const [, first, last = first] = /^L(\d+)-?(?:L?(\d+))?$/.exec(range ?? '') ?? [];
    const ranges = first === undefined ? [] : [[Number(first), Number(last)] as const];
    const text = await this.#read(
      {
        path,
        from: 'page',
        language: /^[\w+-]+/.exec(info.trim())?.[0] ?? languageOfFile(path),
        selection: { ranges },
      },
      place,
    );
    return { text: text === null ? '' : indent(text, prefix), length: 2 };
  }

  #directive(lines: readonly string[], at: number, prefix: string) {
    const bare = function* () {
      for (let next = at; next < lines.length; next++)
        yield lines[next]!.startsWith(prefix) ? lines[next]!.slice(prefix.length) : lines[next]!.trimStart();
    };
    return readDirective(bare());
  }

  /** Read a line, with those over which its tag goes on. */
  async #line(
    lines: readonly string[],
    at: number,
    prefix: string,
    place: Place,
    imports: ImportedFiles,
    info: string | undefined,
  ): Promise<{ text: string[]; length: number }> {
    let body = lines[at]!.slice(prefix.length);
    let length = 1;
    if (SNIPPETS.test(body)) return await this.#snippets(lines, at, prefix, place);
    const directive = !place.isCode && body.startsWith(':::') ? this.#directive(lines, at, prefix) : null;
    if (directive !== null) {
      const text = await this.#read(directive.include, place);
      return { text: text === null ? [''] : [indent(text, prefix)], length: directive.length };
    }
    const goesOn = () => /^\{%(?:(?!%\}).)*$/.test(body) || imports.goesOn(body);
    while (!place.isCode && goesOn() && length < MAX_TAG_LINES && at + length < lines.length)
      body += ` ${lines[at + length++]!.trim()}`;
    const marks = place.isCode
      ? findIncludes(body, true)
      : [...findIncludes(body, false), ...imports.find(body)].toSorted((a, b) => a.start - b.start);
    // A mark that is escaped is shown without its backslash, which only Markdown takes away itself.
    if (place.isCode) body = body.replaceAll('\\{{#', '{{#');
    if (marks.length === 0)
      return { text: place.isCode ? [prefix + body] : lines.slice(at, at + length), length };
    return { text: await this.#marks(prefix, body, marks, place, info), length };
  }

  /** Read a list of snippets of pymdownx, one in a line. */
  async #snippets(lines: readonly string[], at: number, prefix: string, place: Place) {
    const rest = lines.slice(at + 1, at + 1 + this.#limits.pageIncludes);
    const end = rest.findIndex((line) => SNIPPETS.test(line.slice(prefix.length)));
    if (end === -1) return { text: [], length: 1 };
    const text: string[] = [];
    for (const line of rest.slice(0, end)) {
      const include = readSnippet(line.slice(prefix.length));
      const read = include && (await this.#read(include, place));
      if (read !== null) text.push(indent(read, prefix));
    }
    return { text, length: end + 2 };
  }

  async #marks(
    prefix: string,
    body: string,
    marks: readonly IncludeMark[],
    place: Place,
    info: string | undefined,
  ): Promise<string[]> {
    let text = '';
    let end = 0;
    for (const mark of marks) {
      if (mark.start < end) continue;
      text += body.slice(end, mark.start);
      end = mark.end;
      const isShown = place.isCode && info !== undefined && SHOWS_MARKS.test(info);
      const read = await this.#read(mark, place, isShown);
      text += read ?? (isShown ? body.slice(mark.start, mark.end) : '');
    }
    text += body.slice(end);
    if (/^\|.*\|[ \t]*$/.test(body)) return [prefix + text.replace(/\s*\n\s*/g, ' ')];
    const item = place.isCode ? undefined : ITEM.exec(body)?.[0];
    const [first = '', ...rest] = text.split('\n');
    const deeper = prefix + ' '.repeat(item?.length ?? 0);
    return [
      prefix + first,
      ...rest.map((line) => (line === '' && !prefix.includes('>') ? '' : deeper + line)),
    ];
  }

  /** Return what is put in the place of a mark. @returns `null` when it is left out; @param isShown whether this may be an example */
  async #read(include: Include, place: Place, isShown = false): Promise<string | null> {
    const fail = (why: IncludeFailure) => {
      if (!isShown) this.failures.push({ path: include.path, why });
      return null;
    };
    if (this.#count >= this.#limits.pageIncludes)
      return fail(`a page includes at most ${this.#limits.pageIncludes} files`);
    this.#count++;
    if (place.above.length > MAX_INCLUDE_DEPTH) return fail(`included through ${MAX_INCLUDE_DEPTH} others`);
    const found = await this.#files.read(place.file, include);
    if ('failure' in found) return fail(found.failure);
    const { file } = found;
    if (place.above.includes(file)) return fail('includes itself');
    const isText = include.language === undefined && !place.isCode;
    const whole = isText ? normalizeFrontmatter(found.text).replace(FRONTMATTER, '') : found.text;
    const text = selectLines(whole, include.selection ?? {});
    if (text === null) return fail('has no such part');
    const bytes = Buffer.byteLength(text);
    if (this.includedBytes + bytes > this.#maxBytes)
      return fail(`a page has at most ${this.#limits.fileBytes} bytes with what it includes`);
    this.includedBytes += bytes;
    if (include.language !== undefined && !place.isCode) return fenced(text, include);
    const linksOf = include.links === undefined ? place.linksOf : file;
    const { isCode } = place;
    const expanded = await this.expand(text, { file, linksOf, above: [...place.above, file], isCode });
    if (include.links === undefined || isCode) return expanded;
    const maxGrowth = this.#maxBytes - this.includedBytes;
    const moved = moveLinks(expanded, { from: file, to: place.linksOf, which: include.links, maxGrowth });
    this.includedBytes += Math.max(Buffer.byteLength(moved) - Buffer.byteLength(expanded), 0);
    return moved;
  }
}

/** Write code with a fence that is longer than any in it. */
function fenced(code: string, { language = '', title }: Include): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const marks = '`'.repeat(longest + 1);
  const heading = title === undefined || title === '' ? '' : `**${title}**\n\n`;
  return `${heading}${marks}${language}\n${code}\n${marks}`;
}

function indent(text: string, prefix: string): string {
  return prefix === '' ? text : text.replace(/^(?=.)/gm, prefix);
}

function problemOf(file: string, failures: readonly Failure[]): DocsProblem {
  const names = failures
    .slice(0, MAX_NAMED_FILES)
    .map(({ path, why }) => `${path.slice(0, MAX_NAME_LENGTH).replace(/\p{C}/gu, '')} (${why})`);
  const more = failures.length - names.length;
  const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const count = failures.length === 1 ? '1 file is' : `${failures.length} files are`;
  return { file, code: 'include', message: `${count} not included: ${list}.` };
}
