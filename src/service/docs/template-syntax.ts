import { CodeLines, LiteralText, replaceSpans } from './code-lines.ts';
import { FRONTMATTER } from './frontmatter.ts';
import { writtenAttribute } from './includes/include-marks.ts';
import { REFERENCE_SCHEME } from './resolve-docs-link.ts';

/** Whether a text may have any of this. */
const TEMPLATE = /\{[{%#]/;
/** Tag of Hugo, of Liquid, Jinja, Nunjucks and Markdoc, an output of any of them or of Vue, a comment. Not `${{ … }}` of GitHub's actions. */
const TAG =
  /\{\{([<%])((?:[^{}]|\{[^{}]*\}){0,2000}?)[%>]\}\}|\{%-?((?:[^{}]|\{[^{}]*\}|\{\{[^{}]*\}\}){0,2000}?)-?%\}|(?<![$\\])\{\{\{?((?:[^{}]|\{[^{}]*\}){0,2000}?)\}\}\}?|\{#[ \t]([^{}]{0,2000}?)#\}/g;
/** Output of a constant, which may have braces itself. */
const CONSTANT = /(?<![$\\])\{\{[ \t]*(?:"([^"\n]{0,500})"|'([^'\n]{0,500})')[ \t]*\}\}/g;
const OPEN_TAG = /\{(?:\{[<%]|%)(?:(?![%>]\}).)*$/;
/** Maximum number of lines over which a tag may go on. */
const MAX_TAG_LINES = 20;
/** `{{</* x *\/>}}` of Hugo, which shows the tag itself. */
const ESCAPED = /\{\{([<%])\/\*(.*?)\*\/([%>])\}\}/g;
const RAW = /^[ \t]*\{%-?[ \t]*(?:end)?(?:raw|verbatim)[ \t]*-?%\}[ \t]*$/;
/** Languages of code that shows templates. */
const TEMPLATE_CODE =
  /^[ \t]*(?:$|\{|(?:liquid|jinja2?|twig|nunjucks|njk|html|md|markdown|django|go|vue|handlebars|text)\b)/i;
/** Destination of a link with a tag in it. */
const DESTINATION =
  /\]\([ \t]*<?((?:[^()<>\s{}]|\{\{(?:[^{}]|\{[^{}]*\})*\}\}|\{%[^{}]*%\})*)>?((?:[ \t]+"[^"]*")?)[ \t]*\)/g;
/** Elements whose text is shown as it is. */
const SHOWN = /<(code|pre)\b[^<>]*>.{0,2000}?<\/\1>/g;

/** `::: v-pre` of VitePress, around what is shown as it is, and the end of any such block. */
const COLONS = /^[ \t]*:{3,}[ \t]*(?:(v-pre)[ \t]*)?$/;

/** Attributes of tags with text that is shown. */
const TITLES = ['title', 'header', 'heading', 'label', 'summary', 'subtitle'];
const TEXTS = ['text', 'content', 'body', 'caption', 'alt', 'description'];
/** Tags whose first argument is a title, and tags whose first argument is text. */
const TITLED =
  /^(?:details|expand|tab|collapse|collapsible|accordion(?:-item)?|spoiler|dropdown|foldable|fold|toggle|step|section|panel|card)$/i;
const TEXTUAL = /^(?:kbd|badge|button|mark|abbr|hl|highlighted|term|code-inline)$/i;
/** Tags of the language itself, whose arguments are no text. */
const STATEMENT =
  /^(?:assign|set|capture|if|elsif|elif|else|unless|for|case|when|macro|with|call|block|extends|import|from|param|ref|relref|link|post_url|partial|end\w*)$/;
/** Tags around code, around what is shown as it is, and around what nobody sees. */
const CODE = /^(?:highlight|code-block|codeblock|prism)$/;
const VERBATIM = /^(?:raw|verbatim)$/;
const HIDDEN = /^(?:comment|hidden)$/;

interface Tag {
  name: string;
  isEnd: boolean;
  isOutput: boolean;
  args: string;
}

/**
 * Remove the syntax of templates from the text of a page: tags of Hugo, Liquid, Jinja and Markdoc, and outputs such as `{{ name }}`.
 * Titles and texts in tags are kept, and code that shows such syntax, in fences, in spans, or between `{% raw %}`.
 */
export function rewriteTemplates(text: string): string {
  if (!TEMPLATE.test(text)) return text;
  const [frontmatter] = FRONTMATTER.exec(text) ?? [''];
  return frontmatter + new TemplateReader(text.slice(frontmatter.length).split('\n')).read();
}

class TemplateReader {
  readonly #lines: readonly string[];
  readonly #out: string[] = [];
  readonly #code = new CodeLines();
  /** Name of a tag whose content is shown as it is, is code, or is left out. */
  #inside: string | undefined;
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): string {
    for (let at = 0; at < this.#lines.length; at++) {
      const line = this.#lines[at]!;
      const kind = this.#code.take(line);
      if (kind === 'indented') this.#out.push(line);
      else if (kind !== null) this.#shown(line, kind === 'fence');
      else {
        let whole = line;
        for (
          let more = 1;
          more < MAX_TAG_LINES && OPEN_TAG.test(whole) && at + 1 < this.#lines.length;
          more++
        )
          whole += ` ${this.#lines[++at]!.trim()}`;
        this.#text(whole);
      }
    }
    return this.#out.join('\n');
  }

  /** Take a line of fenced code. */
  #shown(line: string, isFence: boolean): void {
    if (this.#inside !== undefined && HIDDEN.test(this.#inside)) return;
    const isForm = !isFence && RAW.test(line) && !TEMPLATE_CODE.test(this.#code.info ?? '');
    if (!isForm) this.#out.push(line.replace(ESCAPED, '{{$1$2$3}}'));
  }

  #text(line: string): void {
    const colons = COLONS.exec(line);
    if (colons?.[1] !== undefined) this.#inside ??= colons[1];
    else if (colons && this.#inside === 'v-pre') this.#inside = undefined;
    if ((!TEMPLATE.test(line) && this.#inside === undefined) || /\bv-pre\b/.test(line)) {
      this.#out.push(line);
      return;
    }
    const kept = new LiteralText();
    const destinations = protect(line, kept, this.#inside === undefined).replace(
      DESTINATION,
      (all, address: string, title: string) =>
        TEMPLATE.test(address) ? `](${destinationOf(address)}${title})` : all,
    );
    const isAlone = destinations.replace(TAG, '').trim() === '';
    const text = this.#replace(destinations, isAlone);
    if (text === null) return;
    if (!isAlone) this.#out.push(kept.restore(text));
    else if (text.trim() === '' || text.startsWith('```')) this.#out.push(text.trim());
    else this.#out.push('', `${/^[ \t>]*/.exec(line)![0]}${kept.restore(text.trim())}`, '');
  }

  /** Replace the tags of a line. @returns `null` for a line that is left out */
  #replace(line: string, isAlone: boolean): string | null {
    let out = '';
    let end = 0;
    let isKept = false;
    for (const match of line.matchAll(TAG)) {
      const before = line.slice(end, match.index);
      end = match.index + match[0].length;
      const tag = readTag(match);
      const inside = this.#inside;
      if (inside !== undefined && !(tag.isEnd && tag.name === inside)) {
        if (!HIDDEN.test(inside)) out += before + match[0];
        continue;
      }
      out += inside !== undefined && HIDDEN.test(inside) ? '' : before;
      out += this.#open(tag, inside, isAlone);
      isKept = true;
    }
    const rest = this.#inside !== undefined && HIDDEN.test(this.#inside) ? '' : line.slice(end);
    return out + rest === '' && !isKept && line !== '' ? null : out + rest;
  }

  /** Return what stands in the place of a tag, and remember one whose content is not read. */
  #open(tag: Tag, inside: string | undefined, isAlone: boolean): string {
    if (inside !== undefined) {
      this.#inside = undefined;
      return CODE.test(inside) ? `${isAlone ? '' : '\n'}\`\`\`` : '';
    }
    if (tag.isOutput || tag.isEnd) return '';
    if (VERBATIM.test(tag.name) || HIDDEN.test(tag.name)) this.#inside = tag.name;
    if (CODE.test(tag.name)) {
      this.#inside = tag.name;
      const language =
        writtenAttribute(tag.args, 'lang', 'language') ?? /^["']?([\w+-]+)/.exec(tag.args)?.[1] ?? '';
      return `\`\`\`${language}${isAlone ? '' : '\n'}`;
    }
    return textOfTag(tag, isAlone);
  }
}

function readTag(match: RegExpMatchArray): Tag {
  const [, , shortcode, liquid, output] = match;
  if (shortcode === undefined && liquid === undefined) return readOutput(output ?? '');
  const [, slash = '', name = '', args = ''] =
    /^\s*(\/?)\s*([\w./:-]*)\s*([^]*?)\s*\/?\s*$/.exec(shortcode ?? liquid!) ?? [];
  const isEnd = slash === '/' || (liquid !== undefined && name.startsWith('end'));
  return {
    name: isEnd ? name.replace(/^end_?/, '') : name,
    isEnd,
    isOutput: false,
    args: name === '' ? (liquid ?? '').trim() : args,
  };
}

/** Read an output, or a tag of a plugin of mdBook: `{{#tab name="x"}}`. */
function readOutput(output: string): Tag {
  const [, end, name = '', args = ''] = /^#(end)?(\w+)\s*([^]*?)\s*$/.exec(output) ?? [];
  return { name, isEnd: end !== undefined, isOutput: name === '' || name === 'title', args };
}

/** Return the title and the text in a tag. Of Markdoc's annotations, the id of a heading. */
function textOfTag({ name, args }: Tag, isAlone: boolean): string {
  if (name === '') {
    const id = /^#([\w-]+)/.exec(args)?.[1];
    return id === undefined ? '' : `{#${id}}`;
  }
  if (STATEMENT.test(name)) return '';
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')/.exec(args) ?? [];
  const first = double ?? single;
  const named = [...TITLES, ...(/^(?:tab|step)s?/i.test(name) ? ['name'] : [])];
  const title = writtenAttribute(args, ...named) ?? (TITLED.test(name) ? first : undefined);
  const text = writtenAttribute(args, ...TEXTS) ?? (TEXTUAL.test(name) ? first : undefined);
  if (isAlone)
    return [title && `**${title}**`, text]
      .filter((part) => part !== undefined && part !== '')
      .map((part) => `${part}\n`)
      .join('\n');
  return [title && `**${title}** `, text].filter(Boolean).join('');
}

/** Return the address of a link that a template makes, as far as it is known. An unknown one leaves only the text of the link. */
function destinationOf(written: string): string {
  const reference =
    /\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?["']?([^"'\s>%]+)["']?[^{}]*[%>]\}\}(#\S*)?$/.exec(written) ??
    /\{%-?\s*link\s+([^\s%]+)\s*-?%\}(#\S*)?$/.exec(written);
  if (reference) return `${REFERENCE_SCHEME}${reference[1]}${reference[2] ?? ''}`;
  const constant = written.replace(
    /\{\{\s*(?:"([^"]*)"|'([^']*)')\s*(?:\|[^{}]*)?\}\}/g,
    (_, double, single) => double ?? single,
  );
  const rooted = constant.replace(/^\{\{[^{}<%]*\}\}(?=\/)/, '');
  return TEMPLATE.test(rooted) ? REFERENCE_SCHEME : rooted;
}

/** Take out of a line what is shown as it is: spans of code, tags that are escaped, constants. */
function protect(line: string, kept: LiteralText, hasConstants: boolean): string {
  return replaceSpans(line, kept.keep)
    .replace(SHOWN, kept.keep)
    .replace(ESCAPED, (_, open: string, inner: string, close: string) =>
      kept.keep(`{{${open}${inner}${close}}}`),
    )
    .replace(CONSTANT, (all, double?: string, single?: string) =>
      hasConstants ? kept.keep(double ?? single ?? '') : all,
    );
}
