import { HEADINGS, headingText } from './headings.ts';

/** Maximum length of what is written of a page, in UTF-16 units. */
const MAX_LENGTH = 200_000;
/** What a reader of the text does not need. */
const SKIPPED =
  'script, style, template, nav, button, svg, form, iframe, dialog, noscript, [hidden], [aria-hidden=true], docs-page-actions, docs-page-feedback, docs-assistant, docs-search';
/** Elements that stand in a line of text. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|br|cite|code|data|del|dfn|em|i|img|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/;
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '_',
  em: '_',
  del: '~~',
  s: '~~',
};

/**
 * Write the content of the page that is shown as Markdown, where the site has none of it.
 *
 * @param heading of the section that is wanted, with those below it; `null` for the whole page
 * @param page Default: the one that is shown
 * @returns at most 200,000 UTF-16 units
 */
export function pageAsMarkdown(heading: Element | null, page = document): string {
  const main =
    heading?.closest('main, article, [role=main]') ??
    page.querySelector('main, [role=main], article') ??
    page.body;
  const range = page.createRange();
  range.selectNodeContents(main);
  if (heading) {
    const all = [...main.querySelectorAll(HEADINGS)];
    const next = all.slice(all.indexOf(heading) + 1).find((other) => levelOf(other) <= levelOf(heading));
    range.setStartBefore(heading);
    if (next) range.setEndBefore(next);
  }
  return writeBlocks(range.cloneContents()).slice(0, MAX_LENGTH).trim();
}

function levelOf({ localName }: Element): number {
  return Number(localName[1]);
}

/** Write what is in a node as blocks, with an empty line between two. */
function writeBlocks(parent: ParentNode): string {
  const blocks: string[] = [];
  let line = '';
  const endLine = (): void => {
    blocks.push(tidy(line));
    line = '';
  };
  for (const node of parent.childNodes) {
    if (!(node instanceof Element)) line += node instanceof Text ? escape(node.data) : '';
    else if (node.matches(SKIPPED)) continue;
    else if (INLINE.test(node.localName) && !node.querySelector('p, pre, ul, ol, table, div'))
      line += writeInline(node);
    else {
      endLine();
      blocks.push(writeBlock(node));
    }
  }
  endLine();
  return blocks.filter(Boolean).join('\n\n');
}

function writeBlock(element: Element): string {
  const { localName } = element;
  if (element.matches(HEADINGS)) return `${'#'.repeat(levelOf(element))} ${escape(headingText(element))}`;
  if (localName === 'pre') return writeCode(element);
  if (localName === 'ul' || localName === 'ol') return writeList(element);
  if (localName === 'blockquote') return indent(writeBlocks(element), '> ', '> ');
  if (localName === 'hr') return '---';
  if (localName === 'dd') return indent(writeBlocks(element), '- ', '  ');
  if (localName === 'table') return writeTable(element);
  return writeBlocks(element);
}

function writeInline(element: Element): string {
  const { localName } = element;
  if (element.matches(SKIPPED)) return '';
  if (localName === 'br') return '\n';
  if (element instanceof HTMLImageElement) return `![${escape(element.alt)}](${writeAddress(element.src)})`;
  if (localName === 'code' || localName === 'kbd') return writeCodeSpan(element.textContent ?? '');
  const inside = [...element.childNodes]
    .map((node) => (node instanceof Element ? writeInline(node) : escape(node.textContent ?? '')))
    .join('');
  const text = inside.trim();
  // A link to the place where it stands says nothing.
  if (element instanceof HTMLAnchorElement && element.href)
    return /[\p{L}\p{N}]/u.test(text) || text.startsWith('![')
      ? `[${text}](${writeAddress(element.href)})`
      : '';
  const mark = MARKS[localName];
  return mark && text ? inside.replace(text, () => mark + text + mark) : inside;
}

/** Write an address as the target of a link. */
function writeAddress(url: string): string {
  return /[\s()]/.test(url) ? `<${url}>` : url;
}

function writeCodeSpan(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim();
  const mark = '`'.repeat(longestRun(text) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return text && mark + space + text + space + mark;
}

function writeCode(pre: Element): string {
  const code = (pre.textContent ?? '').replace(/^\n+|\s+$/g, '');
  const mark = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${mark}${languageOf(pre)}\n${code}\n${mark}`;
}

/** Read the language of a code block from the attributes or classes that most highlighters set; else return `''`. */
function languageOf(pre: Element): string {
  for (const element of [pre, pre.querySelector('code'), pre.parentElement]) {
    const { language, lang } = (element as HTMLElement | null)?.dataset ?? {};
    const name = language ?? lang ?? /\blang(?:uage)?-([\w#+-]+)/.exec(element?.className ?? '')?.[1];
    if (name && /^[\w#+-]{1,20}$/.test(name)) return name;
  }
  return '';
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function writeList(list: Element): string {
  let number = list instanceof HTMLOListElement ? list.start : 1;
  return [...list.children]
    .filter(({ localName }) => localName === 'li')
    .map((item) => {
      const mark = list.localName === 'ol' ? `${number++}. ` : '- ';
      // The items of a list without paragraphs stand close.
      const text = item.querySelector(':scope > p, :scope > pre')
        ? writeBlocks(item)
        : writeBlocks(item).replace(/\n\n(?=- |\d+\. )/g, '\n');
      return indent(text, mark, ' '.repeat(mark.length));
    })
    .join('\n');
}

function writeTable(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) =>
      writeBlocks(cell)
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|'),
    ),
  );
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

function indent(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line && rest + line) || rest.trimEnd())
    .join('\n');
}

/** Escape what would be Markdown. */
function escape(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&').replace(/\s+/g, ' ');
}

function tidy(line: string): string {
  return line.replace(/ *\n */g, '\n').trim();
}
