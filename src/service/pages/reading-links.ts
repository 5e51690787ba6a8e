/** Addresses in a page for programs that read it. Percent-encoded, in ASCII. */
export interface ReadingLinks {
  /** The list of all pages. */
  list: string;
  /** The page as Markdown; `null`: there is none. */
  markdown: string | null;
}

/** Marks what is added, which the next build replaces. */
const MARK = 'data-docs-assistant="agents"';
/** What is added, as it is written below. */
const ADDED = new RegExp(
  `<(?:link ${MARK} [^>]*/>|p ${MARK} [^>]*>(?:[^<]|<a href="[^"]*">[^<]*</a>)*</p>)`,
  'g',
);
/** A page of UTF-16, whose bytes are no superset of ASCII. */
const UTF_16 = /^(?:\xff\xfe|\xfe\xff)/;
/** What stands before the body: space, comments, doctypes and instructions, elements of which only their end is looked for, and tags. */
const TOKEN =
  /[\s\0]+|<!--(?:>|->|[^]*?--!?>)|<[!?][^>]*>|<(?<raw>script|style|title|noscript|template)\b(?:=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*["'])|[^>=])*>|<(?<close>\/?)(?<tag>[a-z][^\s/>]*)(?:=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*["'])|[^>=])*>/iy;
/** Elements of a head without an end tag. */
const VOID = /^(?:meta|link|base|basefont|bgsound)$/i;

/**
 * Put the addresses for reading programs into a page: in its head, and in a line that readers do not see at the beginning of its
 * body. Those of an earlier time are replaced, so that a page is the same the second time. Everything else keeps its bytes.
 *
 * @param page in any encoding that is a superset of ASCII; another one is returned as it is, and so is a page of frames
 */
export function putReadingLinks(page: Uint8Array, { list, markdown }: ReadingLinks): Uint8Array<ArrayBuffer> {
  // Decode as Latin-1, one character per byte, so that the encoding of the page need not be known.
  const before = Buffer.from(page).toString('latin1');
  const text = before.replace(ADDED, '');
  const places = UTF_16.test(before) ? null : findPlaces(text);
  if (places === null) return new Uint8Array(page);
  const { head, body } = places;
  const hasOwn = /<link\b(?=[^>]*\btext\/markdown\b)[^>]*\balternate\b/i.test(text.slice(0, body));
  const link =
    markdown === null || hasOwn
      ? ''
      : `<link ${MARK} rel="alternate" type="text/markdown" href="${escape(markdown)}" />`;
  const own =
    markdown === null
      ? ''
      : `The text of this page, without navigation, is available as <a href="${escape(markdown)}">Markdown</a>. `;
  const line = `<p ${MARK} lang="en" hidden="">For agents and other programs: ${own}All pages of this documentation are listed, with their titles and descriptions, in <a href="${escape(list)}">llms.txt</a>.</p>`;
  const parts = [text.slice(0, head), link, text.slice(head, body), line, text.slice(body)];
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'));
}

/** Return where the head of a page ends and where its body begins, with tags or without. @returns `null` for a page of frames */
function findPlaces(page: string): { head: number; body: number } | null {
  // A byte order mark is no text.
  let at = page.startsWith('\xef\xbb\xbf') ? 3 : 0;
  let head = at;
  let isHeadOpen = true;
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(page);
    if (token === null) break;
    const { raw, close, tag = '' } = token.groups!;
    const name = tag.toLowerCase();
    let end = TOKEN.lastIndex;
    if (raw !== undefined) {
      const ending = new RegExp(`</${raw}\\s*>`, 'gi');
      ending.lastIndex = end;
      if (!ending.test(page)) break;
      end = ending.lastIndex;
    } else if (name === 'frameset') return null;
    else if (name === 'body') {
      if (close !== '') break;
      return { head, body: end };
    } else if (close !== '') {
      if (name === 'html') break;
      if (name === 'head') isHeadOpen = false;
    } else if (name !== '' && name !== 'html' && name !== 'head' && !VOID.test(name)) break;
    const isOfHead = raw !== undefined || name !== '' || /^<[!?](?!--)/.test(token[0]);
    if (isOfHead && isHeadOpen) head = end;
    at = end;
  }
  return { head, body: at };
}

function escape(address: string): string {
  return address.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
