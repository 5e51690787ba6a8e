import { CITATION_SCHEME } from './inline-parser.ts';
import type { Block, Callout, Code, Inline, List, ListItem, Table } from './tree.ts';

/** Maximum length of code that is read aloud, in UTF-16 units; of longer code, the beginning. */
export const MAX_SPOKEN_CODE_LENGTH = 600;

/** Words for callouts without a title. */
export type CalloutWord = 'calloutNote' | 'calloutTip' | 'calloutWarning';

/** Return the word for a callout without a title. */
export function calloutWord({ kind }: Callout): CalloutWord {
  if (kind === 'tip') return 'calloutTip';
  return kind === 'warning' ? 'calloutWarning' : 'calloutNote';
}

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
    | CalloutWord
    | 'taskDone'
    | 'taskOpen',
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Iterate over the sentences that a screen reader announces of blocks: one for each paragraph, heading, code block and row of a
 * table, with the mark of its list item. While a text grows, sentences are only added, and only the last one can change. Lazy,
 * because of a long text only the first are announced.
 */
export function* speakBlocks(blocks: readonly Block[], words: SpokenWords): Generator<string> {
  for (const block of blocks) yield* speakBlock(block, words);
}

/** Iterate over all sentences but the last. */
export function* withoutLast(sentences: Iterable<string>): Generator<string> {
  let pending: string | undefined;
  for (const next of sentences) {
    if (pending !== undefined) yield pending;
    pending = next;
  }
}

function* speakBlock(block: Block, words: SpokenWords): Generator<string> {
  switch (block.type) {
    case 'paragraph':
      yield* sentence(speakInlines(block.children, words));
      break;
    case 'heading':
      for (const text of sentence(speakInlines(block.children, words)))
        yield words('spokenHeading', { text });
      break;
    case 'blockquote':
      yield* enclose(speakBlocks(block.children, words), {
        before: words('spokenQuote'),
        after: words('spokenQuoteEnd'),
      });
      break;
    case 'list':
      for (const [index, item] of block.children.entries()) yield* speakItem(item, index, block, words);
      break;
    case 'code':
      yield speakCode(block, words);
      break;
    case 'table':
      yield* enclose(speakTable(block, words), { after: words('spokenTableEnd') });
      break;
    case 'tabGroup':
      for (const { label, children } of block.children) {
        yield* enclose(speakBlocks(children, words), { before: words('spokenTab', { label }) });
      }
      break;
    case 'callout': {
      const isNamed = block.kind !== 'group' && block.kind !== 'step';
      const name = block.title || (isNamed ? words(calloutWord(block)) : '');
      if (block.children.length === 0) yield* sentence(block.title);
      else
        yield* enclose(speakBlocks(block.children, words), {
          before: name && `${name.replace(/[.:]$/, '')}:`,
        });
      break;
    }
    case 'footnote':
      yield* speakBlocks(block.children, words);
      break;
    case 'html':
      yield* sentence(block.value);
      break;
    case 'math':
      yield words('spokenMath', { text: block.value });
      break;
    case 'thematicBreak':
  }
}

function speakItem(
  { checked, children }: ListItem,
  index: number,
  list: List,
  words: SpokenWords,
): Generator<string> {
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
function* speakTable({ children: [head, ...rows] }: Table, words: SpokenWords): Generator<string> {
  const columns = head!.children.map((cell) => speakInlines(cell.children, words));
  yield withOneStop(words('spokenTable', { columns: columns.filter((name) => name !== '').join(', ') }));
  for (const [index, { children }] of rows.entries()) {
    const cells = children.flatMap((cell, column) => {
      const text = speakInlines(cell.children, words);
      const name = columns[column];
      return text === '' ? [] : [name ? `${name}: ${text}` : text];
    });
    yield withOneStop(words('spokenRow', { number: index + 1, cells: joinCells(cells) }));
  }
}

/** Join the cells of a row with semicolons, except after a cell that ends a sentence itself. */
function joinCells([first = '', ...others]: readonly string[]): string {
  return others.reduce((row, cell) => row + (SENTENCE_END.test(row) ? ' ' : '; ') + cell, first);
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
    case 'footnoteMark':
      return '';
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
function* enclose(
  sentences: Iterable<string>,
  { before = '', after = '' }: { readonly before?: string; readonly after?: string },
): Generator<string> {
  let pending: string | undefined;
  for (const next of sentences) {
    if (pending !== undefined) yield pending;
    pending = pending === undefined ? joinWords(before, next) : next;
  }
  if (pending !== undefined) yield joinWords(pending, after);
}

function joinWords(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

const SENTENCE_END = /[\p{Sentence_Terminal}…]["'”’»)\]]*$/u;

/** Remove the full stop of a template after a value that ends a sentence itself. */
function withOneStop(text: string): string {
  const value = text.replace(/[.。]$/, '');
  return SENTENCE_END.test(value) ? value : text;
}

/** Return a text with a full stop where it has none, because speech would run into the next one; nothing for no text. */
function sentence(value: string): string[] {
  const text = value.trim();
  if (text === '') return [];
  if (/[\p{Sentence_Terminal}:;…：；]["'”’»)\]]*$/u.test(text)) return [text];
  return [text + (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(text) ? '。' : '.')];
}
