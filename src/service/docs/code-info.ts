import type { RootContent } from 'mdast';
import { writtenAttribute } from './includes/include-marks.ts';

/** Language and title of fenced code. */
export interface CodeInfo {
  lang: string | null;
  /** `title="…"`, as elements read it. */
  meta: string | null;
}

const MAX_TITLE_LENGTH = 200;
/** Language before what generators write behind it: `js{1,3}`, `ts:line-numbers`, `rust,ignore`, `js:title=a.js`. */
const LANGUAGE = /^([\w.+#/-]+)(?:[{:,](.*))?$/;
const TITLES = ['title', 'filename', 'fileName', 'file', 'name', 'label', 'caption', 'tab', 'header'];
/** What is no title behind a language: braces, attributes, marked words. */
const NO_TITLE = /\{[^{}]*\}|[\w:-]+=(?:"[^"]*"|'[^']*'|[^\s"']+)|"[^"]*"|\/[^/\s][^/]*\/\w*/g;
/** Words that are a title of Mintlify's tabs: names of files, of programs and of languages with a capital, but no flags such as `showLineNumbers`. */
const TITLE_WORD =
  /^(?:[A-Z].*|[a-z]+[A-Z]{2,}|[^\s:#]*\.\w.*|npm|npx|pnpm|yarn|bun|deno|pip|uv|poetry|conda|brew)$/;

/** Read what is behind the fence of code. Only language and title are shown. */
export function readCodeInfo(lang: string | null | undefined, meta: string | null | undefined): CodeInfo {
  const info = [lang ?? '', meta ?? ''].join(' ').trim();
  const [, inner = '', behind = ''] = /^\{([^{}]*)\}?(.*)$/.exec(info) ?? [];
  if (inner !== '') return readBraces(inner, behind);
  const [, name = lang ?? '', after = ''] = LANGUAGE.exec(lang ?? '') ?? [];
  const rest = `${after} ${meta ?? ''}`.trim();
  const file = /^[^\s=]*\.\w+$/.test(after) ? after : undefined;
  return { lang: name === '' ? null : name, meta: metaOf(titleOf(rest) ?? limited(file)) };
}

/** `{.python title="a.py"}` of superfences and Pandoc, `{r, echo=FALSE}`, `{code-block} python` of MyST. */
function readBraces(inner: string, behind: string): CodeInfo {
  const word = /^[ \t]*\.?([\w+#-]+)/.exec(inner)?.[1] ?? null;
  const isDirective = /^(?:code(?:-block|-cell)?|sourcecode)$/.test(inner.trim());
  const lang = isDirective ? (/^[ \t]*([\w+#-]+)/.exec(behind)?.[1] ?? null) : word;
  return { lang, meta: metaOf(titleOf(`${inner} ${behind}`, false)) };
}

function titleOf(rest: string, hasWords = true): string | undefined {
  const named = writtenAttribute(rest, ...TITLES) ?? /(?:^|[ \t])\[([^[\]]+)\]/.exec(rest)?.[1];
  if (named !== undefined || !hasWords) return limited(named);
  const words = rest
    .replace(NO_TITLE, ' ')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.some((word) => TITLE_WORD.test(word)) ? limited(words.join(' ')) : undefined;
}

function limited(title: string | undefined): string | undefined {
  return title?.replaceAll('"', "'").trim().slice(0, MAX_TITLE_LENGTH) || undefined;
}

function metaOf(title: string | undefined): string | null {
  return title === undefined ? null : `title="${title}"`;
}

const MARK = String.raw`\(\d{1,3}\)`;
/** A comment that is nothing but marks of annotations, to the end of its line or closed. */
const MARKS = new RegExp(
  String.raw`[ \t]{0,20}(?:(?:#{1,3}|//|--|;{1,2}|%)[ \t]*(?:${MARK}!?[ \t]*)+$|(?:<!--|/\*|\(\*)[ \t]*(?:${MARK}!?[ \t]*)+(?:-->|\*/|\*\)))`,
  'gm',
);
/** A mark behind the text of a comment. */
const LAST_MARK = new RegExp(
  String.raw`(?<=(?:#|//|--|;|%|<!--|/\*)[^\n]{0,500})[ \t]${MARK}!(?=[ \t]*(?:-->|\*/)?[ \t]*$)`,
  'gm',
);

/**
 * Return code without the marks of the annotations of Material, \`# (1)!\`, whose texts are the list behind it. Without the exclamation
 * mark they are only marks before such a list.
 */
export function withoutAnnotations(node: RootContent, next: RootContent | undefined): RootContent {
  if (node.type !== 'code' || !/\(\d/.test(node.value)) return node;
  const hasList = next?.type === 'list' && next.ordered === true;
  const value = node.value
    .replace(MARKS, (marks) => (hasList || marks.includes(')!') ? '' : marks))
    .replace(LAST_MARK, '');
  return { ...node, value };
}
