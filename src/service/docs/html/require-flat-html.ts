/** Maximum nesting depth of open elements; browsers do not nest more deeply either. */
const MAX_OPEN = 500;
/** They have no content, or end where the next begins. */
const FLAT = new Set(
  'a area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot colgroup option optgroup rp rt body head html'.split(
    ' ',
  ),
);
/** Elements of formatting, which a parser opens again in each block until they are closed by their own name. */
const FORMATS = new Set('b big code em font i nobr s small strike strong tt u'.split(' '));
/** Their content is text up to their end. */
const TEXTS = new Set('script style textarea title xmp iframe noembed noframes'.split(' '));
/** In them, tags can close themselves. */
const FOREIGN = new Set(['svg', 'math']);
const NAME = /[^\s/>]+/y;

/**
 * Check in one pass, before parsing, that HTML is not nested more deeply than any generator nests: a parser keeps all open elements, and
 * those of formatting once more in each block.
 *
 * @throws Error with the reason
 */
export function requireFlatHtml(html: string): void {
  /** Open elements, innermost last. */
  const open: string[] = [];
  const counts = new Map<string, number>();
  let formats = 0;
  const count = (name: string, step: number) => counts.set(name, (counts.get(name) ?? 0) + step);
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const tag = readTag(html, at);
    if (tag === null) {
      at = html.startsWith('<!--', at) ? endOf(html, '-->', at + 4) : at + 1;
      continue;
    }
    at = tag.end;
    const { name, isClosing } = tag;
    if (FLAT.has(name)) continue;
    if (FORMATS.has(name)) {
      formats = isClosing ? Math.max(0, formats - 1) : formats + 1;
    } else if (isClosing) {
      if (!counts.get(name)) continue;
      for (let last = ''; last !== name;) {
        last = open.pop()!;
        count(last, -1);
      }
    } else {
      const isForeign = [...FOREIGN].some((element) => counts.get(element));
      if (tag.isEmpty && isForeign) continue;
      if (!isForeign && TEXTS.has(name)) {
        at = endOfText(html, name, at);
        continue;
      }
      open.push(name);
      count(name, 1);
    }
    if (open.length > MAX_OPEN || formats > MAX_OPEN)
      throw new Error(`More than ${MAX_OPEN} elements are open, one in another.`);
  }
}

interface Tag {
  /** In lower case. */
  name: string;
  isClosing: boolean;
  /** Whether it ends with `/>`. */
  isEmpty: boolean;
  end: number;
}

function readTag(html: string, at: number): Tag | null {
  const isClosing = html[at + 1] === '/';
  const start = at + (isClosing ? 2 : 1);
  if (!/[a-z]/i.test(html.charAt(start))) return null;
  NAME.lastIndex = start;
  const name = NAME.exec(html)![0].toLowerCase();
  let place = start + name.length;
  for (; place < html.length && html[place] !== '>'; place++) {
    const quote = html[place];
    // A quotation mark counts only as the beginning of a value.
    if ((quote === '"' || quote === "'") && /=\s*$/.test(html.slice(Math.max(start, place - 20), place)))
      place = endOf(html, quote, place + 1) - 1;
  }
  return { name, isClosing, isEmpty: html[place - 1] === '/', end: place + 1 };
}

/** Return where a text ends after its next occurrence, or the end. */
function endOf(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found === -1 ? html.length : found + text.length;
}

function endOfText(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}
