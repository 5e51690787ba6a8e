import { CITATION_SCHEME } from './inline-parser.ts';
import type { Block, Code, Inline, List, ListItem, Table } from './tree.ts';

/** Longest code that is read aloud, in UTF-16 units; of longer code, the beginning. */
export const MAX_SPOKEN_CODE_LENGTH = 600;

/** Looks up the words that name the structure of a text. */
export type SpokenWords = (
  key:
    | 'spokenHeading'
    | 'spokenCode'
    | 'spokenNamedCode'
    | 'spokenTable'
    | 'spokenRow'
    | 'spokenTableEnd'
    | 'spokenTab'
    | 'spokenMath'
    | 'spokenQuote'
    | 'spokenQuoteEnd'
    | 'spokenLink'
    | 'taskDone'
    | 'taskOpen',
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Return blocks as the sentences that a screen reader announces: one for each paragraph, heading, code block and row of a
 * table, with the mark of its list item. While a text grows, sentences are only added, and only the last one can change.
 */
export function speakBlocks(blocks: readonly Block[], words: SpokenWords): string[] {
  return blocks.flatMap((block) => speakBlock(block, words));
}

function speakBlock(block: Block, words: SpokenWords): string[] {
  switch (block.type) {
    case 'paragraph':
      return sentence(speakInlines(block.children, words));
    case 'heading':
      return sentence(speakInlines(block.children, words)).map((text) => words('spokenHeading', { text }));
    case 'blockquote':
      return enclose(speakBlocks(block.children, words), {
        before: words('spokenQuote'),
        after: words('spokenQuoteEnd'),
      });
    case 'list':
      return block.children.flatMap((item, index) => speakItem(item, index, block, words));
    case 'code':
      return [speakCode(block, words)];
    case 'table':
      return speakTable(block, words);
    case 'tabGroup':
      return block.children.flatMap(({ label, children }) =>
        enclose(speakBlocks(children, words), { before: words('spokenTab', { label }) }),
      );
    case 'html':
      return sentence(block.value);
    case 'math':
      return [words('spokenMath', { text: block.value })];
    case 'thematicBreak':
      return [];
  }
}

function speakItem({ checked, children }: ListItem, index: number, list: List, words: SpokenWords): string[] {
  const mark = list.start === null ? '•' : `${list.start + index}.`;
  const task = checked === null ? '' : ` ${words(checked ? 'taskDone' : 'taskOpen')}:`;
  return enclose(speakBlocks(children, words), { before: mark + task });
}

/** Code with the name that is drawn above it. */
function speakCode({ language, title, value }: Code, words: SpokenWords): string {
  const all = value.trimEnd();
  const code = all.length > MAX_SPOKEN_CODE_LENGTH ? `${all.slice(0, MAX_SPOKEN_CODE_LENGTH)} …` : all;
  const name = title || language;
  return name === '' ? words('spokenCode', { code }) : words('spokenNamedCode', { language: name, code });
}

/** The columns, then each row with the names of its columns. */
function speakTable({ children: [head, ...rows] }: Table, words: SpokenWords): string[] {
  const columns = head!.children.map((cell) => speakInlines(cell.children, words));
  const spokenRows = rows.map(({ children }, index) => {
    const cells = children.flatMap((cell, column) => {
      const text = speakInlines(cell.children, words);
      const name = columns[column];
      return text === '' ? [] : [name ? `${name}: ${text}` : text];
    });
    return words('spokenRow', { number: index + 1, cells: cells.join('; ') });
  });
  const named = columns.filter((name) => name !== '').join(', ');
  return enclose([words('spokenTable', { columns: named }), ...spokenRows], {
    after: words('spokenTableEnd'),
  });
}

function speakInlines(inlines: readonly Inline[], words: SpokenWords): string {
  let text = '';
  for (const inline of inlines) {
    // The number of a source means nothing when read aloud, and the space before it would precede a full stop.
    if (isCitation(inline)) text = text.trimEnd();
    else text += speakInline(inline, words);
  }
  return text.replace(/\s+/g, ' ');
}

function speakInline(inline: Inline, words: SpokenWords): string {
  switch (inline.type) {
    case 'text':
    case 'inlineCode':
    case 'inlineMath':
      return inline.value;
    case 'break':
      return ' ';
    case 'image':
      return inline.alt;
    case 'link': {
      const text = speakInlines(inline.children, words).trim();
      return text === '' ? '' : words('spokenLink', { text });
    }
    default:
      return speakInlines(inline.children, words);
  }
}

function isCitation(inline: Inline): boolean {
  return inline.type === 'link' && inline.url.startsWith(CITATION_SCHEME);
}

/** Put words before the first and after the last of some sentences. Not sentences of their own: only the last may change. */
function enclose(
  sentences: readonly string[],
  { before = '', after = '' }: { readonly before?: string; readonly after?: string },
): string[] {
  const last = sentences.length - 1;
  return sentences.map((text, index) =>
    [index === 0 ? before : '', text, index === last ? after : ''].filter((part) => part !== '').join(' '),
  );
}

/** Return a text with a full stop where it has none, because speech would run into the next one; nothing for no text. */
function sentence(value: string): string[] {
  const text = value.trim();
  if (text === '') return [];
  if (/[\p{Sentence_Terminal}:;…：；]["'”’»)\]]*$/u.test(text)) return [text];
  return [text + (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(text) ? '。' : '.')];
}
