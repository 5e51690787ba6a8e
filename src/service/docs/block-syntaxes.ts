import { CodeLines, LiteralText, replaceSpans } from './code-lines.ts';
import { FRONTMATTER } from './frontmatter.ts';
import { BLOCK_ATTRIBUTES, rewriteInline } from './inline-syntaxes.ts';
import { separateMarkdownInHtml } from './markdown-in-html.ts';

/** `!!! type "Title"` and `??? type` of Python-Markdown, `=== "Label"` of its tabs. What is indented below is the content. */
const BLOCK = /^([ \t]*)(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+(?:[\w -]*?[ \t]*)"([^"]*)"[ \t]*$/;
const PLAIN_BLOCK = /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+)*[ \t]*$/;
/** `/// type | Title` of pymdownx and its end. */
const SLASHES = /^[ \t]*\/{3,}[ \t]*(?:([\w-]+)[ \t]*(?:\|[ \t]*(.*))?)?$/;
/** `    type: warning` below it. */
const SLASHES_OPTION = /^ {4,}[\w-]+:(?:[ \t].*)?$/;
/** Definition of Python-Markdown, Pandoc and kramdown, below its term. */
const DEFINITION = /^[ \t]*:[ \t]+(\S.*)$/;
/** What is no term of a definition. */
const NO_TERM = /^[ \t]*(?:[#|>:]|[-*+][ \t]|\d+[.)][ \t]|<|$)/;
const MAX_TERMS = 3;
const ABBREVIATION = /^[ \t]*\*\[([^\]\n]{1,100})\]:[ \t]*(.*?)[ \t]*$/;
const MAX_ABBREVIATIONS = 1_000;
/** Lines that generators replace: a table of contents, an anchor. */
const GENERATED = /^[ \t]*(?:\[\[?toc\]?\]|\[\]\(\)\{[^{}]*\}|\{:toc\})[ \t]*$/i;
const END_TAG = /^[ \t]*<\/[a-z]+>[ \t]*$/i;
const FENCE = /^[ \t]*(?:`{3,}|~{3,})/;
/** Lines between the parts of a card of MyST. */
const PART = /^[ \t]*(?:\+{3,}|\^{3,})[ \t]*$/;
const HEADING = /^[ \t]*#{1,6}[ \t]/;
/** Comment of MyST, and what tells a page of MyST, in which a comment ends a paragraph, too. */
const COMMENT = /^ {0,3}%/;
const MYST = /^[ \t]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{[\w:-]+\}|^\([\w:. -]+\)=[ \t]*$|\{[a-z]+(?::[\w-]+)*\}`/;
const INDENT = 4;

/** Directive of MyST, with backticks or colons. */
const DIRECTIVE = /^([ \t]*)(`{3,}|~{3,}|:{3,})[ \t]*\{([\w:-]+)\}[ \t]*(.*?)[ \t]*$/;
const DIRECTIVE_OPTION = /^[ \t]*:([\w-]+):(?:[ \t]+(.*?))?[ \t]*$/;
/** Directives whose content is text of the page. */
const TEXT_DIRECTIVE =
  /^(?:note|warning|tip|important|hint|attention|caution|danger|error|admonition|seealso|see-also|todo|deprecated|version(?:added|changed|removed)|dropdown|details|tab-(?:set|item)|tabs?|tab-set-code|grid|grid-item(?:-card)?|card(?:-carousel)?|epigraph|pull-quote|margin|sidebar|aside|topic|rubric|figure|container|div|compound|centered|glossary|proof|theorem|exercise|solution)$/;
const CODE_DIRECTIVE = /^(?:code|code-block|code-cell|sourcecode|parsed-literal|prompt|command-output)$/;
/** Directives that show nothing, or what is elsewhere. */
const SILENT_DIRECTIVE =
  /^(?:toctree|contents|tableofcontents|image|index|raw|bibliography|currentmodule|meta|only)$/;
/** Maximum number of lines in which the end of such a directive is looked for. */
const MAX_SILENT_LINES = 200;
const VERSIONS: Readonly<Record<string, string>> = {
  versionadded: 'Added in ',
  versionchanged: 'Changed in ',
  versionremoved: 'Removed in ',
  deprecated: 'Deprecated since ',
};

/**
 * Rewrite the blocks of Python-Markdown, pymdownx and MyST, outside code: to bold titles with their content below. Lines for the
 * generator are left out, abbreviations explained where they are first used, and syntaxes within lines are what they show.
 *
 * @param isMdx whether elements have Markdown in them, as in MDX
 */
export function rewriteBlocks(text: string, isMdx = false): string {
  const [frontmatter] = FRONTMATTER.exec(text) ?? [''];
  const reader = new BlockReader(separateMarkdownInHtml(text.slice(frontmatter.length).split('\n'), isMdx));
  return `${frontmatter}${reader.read()}`;
}

class BlockReader {
  readonly #source: readonly string[];
  #at = 0;
  readonly #code = new CodeLines();
  readonly #out: string[] = [];
  /** Which lines of `out` are text. */
  readonly #prose = new Set<number>();
  readonly #abbreviations = new Map<string, string>();
  /** Columns of the blocks that are open. */
  readonly #indents: number[] = [];
  /** Marks of the directives that are open. */
  readonly #directives: string[] = [];
  /** Pattern of the options that may follow. */
  #option: RegExp | undefined;
  /** Number of lines of `out` up to the last definition. */
  #definitionEnd = 0;

  readonly #isMyst: boolean;

  constructor(source: readonly string[]) {
    this.#source = source;
    this.#isMyst = source.some((line) => MYST.test(line));
  }

  read(): string {
    for (; this.#at < this.#source.length; this.#at++) this.#line(this.#source[this.#at]!);
    this.#explain();
    return this.#out.join('\n');
  }

  #line(source: string): void {
    if (source.trim() === '') {
      this.#option = undefined;
      this.#code.take('');
      this.#out.push(source);
      return;
    }
    const column = source.length - source.trimStart().length;
    if (this.#code.info === undefined)
      while (this.#indents.length > 0 && column < this.#indents.at(-1)! + INDENT) this.#indents.pop();
    const line = source.slice(Math.min(column, this.#indents.length * INDENT));
    if (this.#code.info === undefined && this.#takeBlock(source, line, column)) return;
    const kind = this.#code.take(line);
    if (kind === null) this.#prose.add(this.#out.length);
    this.#out.push(kind === null ? rewriteInline(line) : line);
    // In CommonMark, HTML goes on until a blank line; in kramdown code may follow at once.
    if (kind === null && END_TAG.test(line) && FENCE.test(this.#source[this.#at + 1] ?? ''))
      this.#out.push('');
    if (this.#indents.length > 0 && this.#definitionEnd > 0) this.#definitionEnd = this.#out.length;
  }

  /** Take a line of a block. @returns whether it is one, and needs nothing else */
  #takeBlock(source: string, line: string, column: number): boolean {
    if (this.#option?.test(line)) return true;
    this.#option = undefined;
    if (COMMENT.test(line) && (this.#isMyst || (/^ *%[ \t]/.test(line) && !this.#out.at(-1)?.trim()))) {
      this.#out.push('');
      return true;
    }
    if (this.#directives.length > 0 && isEnd(line, this.#directives.at(-1)!)) {
      this.#directives.pop();
      this.#out.push('');
      return true;
    }
    const block = BLOCK.exec(source) ?? PLAIN_BLOCK.exec(source);
    if (block) {
      this.#indents.push(column);
      this.#title(block[2]);
      return true;
    }
    const directive = DIRECTIVE.exec(line);
    if (directive && this.#takeDirective(directive)) return true;
    const slashes = SLASHES.exec(line);
    if (slashes) {
      const [, type, title] = slashes;
      this.#option = type === undefined ? undefined : SLASHES_OPTION;
      this.#title(type === 'html' ? undefined : title);
      return true;
    }
    if (
      GENERATED.test(line) ||
      BLOCK_ATTRIBUTES.test(line) ||
      (this.#directives.length > 0 && PART.test(line))
    ) {
      // The item of a list in whose place kramdown puts the table of contents.
      if (/\{:toc\}/i.test(line) && /^[ \t]*[-*+1.]+[ \t]+\S{1,20}$/.test(this.#out.at(-1) ?? ''))
        this.#out.pop();
      this.#out.push('');
      return true;
    }
    return this.#takeAbbreviation(line) || this.#takeDefinition(line, column);
  }

  #title(title: string | undefined): void {
    this.#out.push(title ? `**${rewriteInline(title).trim()}**\n` : '');
  }

  #takeDirective([, indent = '', marks = '', name = '', argument = '']: RegExpExecArray): boolean {
    if (SILENT_DIRECTIVE.test(name)) {
      const rest = this.#source.slice(this.#at + 1, this.#at + MAX_SILENT_LINES);
      const end = rest.findIndex((line) => isEnd(line, marks));
      this.#at += end + 1;
      return end !== -1;
    }
    if (CODE_DIRECTIVE.test(name) && !marks.startsWith(':')) {
      const title = this.#takeCodeOptions();
      const line = `${indent}${marks}${argument}${title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`}`;
      this.#code.take(line);
      this.#out.push(line);
      return true;
    }
    if (!TEXT_DIRECTIVE.test(name)) return false;
    this.#option = DIRECTIVE_OPTION;
    this.#directives.push(marks);
    const isTitle = name !== 'figure' && !/^\d[\d ]*$/.test(argument);
    const title = isTitle || VERSIONS[name] !== undefined ? `${VERSIONS[name] ?? ''}${argument}` : '';
    this.#title(argument === '' ? undefined : title);
    return true;
  }

  /** Return the title among the options below a directive of code, which are left out. */
  #takeCodeOptions(): string | undefined {
    let title: string | undefined;
    for (; ; this.#at++) {
      const [, name, value] = DIRECTIVE_OPTION.exec(this.#source[this.#at + 1] ?? '') ?? [];
      if (name === undefined) break;
      if (name === 'caption' || name === 'filename') title = value;
    }
    if (this.#source[this.#at + 1]?.trim() === '') this.#at++;
    return title;
  }

  #takeAbbreviation(line: string): boolean {
    const [, name, meaning = ''] = ABBREVIATION.exec(line) ?? [];
    if (name === undefined) return false;
    if (this.#abbreviations.size < MAX_ABBREVIATIONS && meaning !== '')
      this.#abbreviations.set(name, meaning);
    this.#out.push('');
    return true;
  }

  /** Take a definition: its terms, the lines above, are bold. */
  #takeDefinition(line: string, column: number): boolean {
    const [, text] = DEFINITION.exec(line) ?? [];
    if (text === undefined) return false;
    let last = this.#out.length - 1;
    if (this.#out[last]?.trim() === '') last--;
    let first = last + 1;
    while (first > this.#definitionEnd && last - first < MAX_TERMS && this.#out[first - 1]?.trim()) first--;
    const terms = this.#out.slice(first, last + 1);
    const isFurther = last >= 0 && last < this.#definitionEnd;
    if (
      !isFurther &&
      (terms.length === 0 || terms.length > MAX_TERMS || terms.some((term) => NO_TERM.test(term)))
    )
      return false;
    if (!isFurther)
      this.#out.splice(first, this.#out.length - first, '', ...terms.map((term) => `**${term.trim()}**\n`));
    this.#indents.push(column);
    this.#prose.add(this.#out.length);
    this.#out.push(rewriteInline(text));
    this.#definitionEnd = this.#out.length;
    return true;
  }

  /** Explain each abbreviation where it is first used. */
  #explain(): void {
    if (this.#abbreviations.size === 0) return;
    const names = [...this.#abbreviations.keys()]
      .toSorted((a, b) => b.length - a.length)
      .map((name) => name.replace(/[\^$.*+?()[\]{}|/\\]/g, '\\$&'));
    const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${names.join('|')})(?![\p{L}\p{N}_])`, 'gu');
    for (const at of [...this.#prose].toSorted((a, b) => a - b)) {
      const line = this.#out[at];
      if (line === undefined || HEADING.test(line) || this.#abbreviations.size === 0) continue;
      const kept = new LiteralText();
      const text = replaceSpans(line, kept.keep).replace(/\]\([^()]*\)|<[^<>]*>/g, kept.keep);
      const explained = text.replace(pattern, (name) => {
        const meaning = this.#abbreviations.get(name);
        this.#abbreviations.delete(name);
        return meaning === undefined ? name : `${name} (${meaning})`;
      });
      if (explained !== text) this.#out[at] = kept.restore(explained);
    }
  }
}

/** Return whether a line ends a directive. */
function isEnd(line: string, marks: string): boolean {
  const text = line.trim();
  return text.startsWith(marks) && text.replaceAll(marks[0]!, '') === '';
}
