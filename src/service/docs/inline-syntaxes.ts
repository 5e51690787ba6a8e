import { LiteralText, replaceSpans } from './code-lines.ts';

/** Whether a line may have any of this. */
const SYNTAX = /==|\^|~|\+\+|\{|\[\]\(|:[a-z]+-/;
/** Roles of MyST, whose text is the span of code behind them: `{ref}`text <target>``. */
const ROLE =
  /(?<!\$)\{((?:[a-z]+:)+[\w-]+|ref|numref|doc|any|term|download|eq|abbr|math|kbd|guilabel|menuselection|file|command|program|option|envvar|func|class|meth|mod|attr|data|exc|obj|const|samp|literal|code|sub|sup|subscript|superscript|rfc|pep|cite|index|dfn|bdg[\w-]*|button|octicon|material-[a-z]+|fa[a-z]?)\}(\uE000\d+\uE001)/g;
const ICON_ROLE = /^(?:octicon|material-[a-z]+|fa[a-z]?)$/;
/** Roles whose text is code: those of a domain, and names of files, commands and keys. */
const CODE_ROLE =
  /[:]|^(?:code|literal|samp|file|kbd|command|program|option|envvar|func|class|meth|mod|attr|data|exc|obj|const|makevar|regexp)$/;
/** What has an address or a formula: elements, destinations, addresses, mathematics. */
const OPAQUE = /<[^<>\n]{1,500}>|\]\([^()\n]{0,500}\)|\bhttps?:\/\/[^\s<>]+|\$[^$\n]{1,500}\$/g;
const ATTRIBUTE = String.raw`(?:[#.][\w:-]+|[\w-]+=(?:"[^"{}]*"|'[^'{}]*'|[^\s{}"']+)|-)`;
/** `{ .class width=300 }` of Python-Markdown, kramdown and Pandoc behind an image, a link or an emphasis. */
const ATTRIBUTES = new RegExp(
  String.raw`(?<=[)\]*_\x60\uE001])\{:?[ \t]*${ATTRIBUTE}(?:[ \t]+${ATTRIBUTE})*[ \t]*\}`,
  'g',
);
/** The same on a line of its own, for the block before. */
export const BLOCK_ATTRIBUTES = new RegExp(
  String.raw`^[ \t]*\{[ \t]*${ATTRIBUTE}(?:[ \t]+${ATTRIBUTE})*[ \t]*\}[ \t]*$`,
);
/** Anchor of Material. */
const ANCHOR = /\[\]\(\)\{[^{}\n]{0,200}\}/g;
const HEADING = /^[ \t]*#{1,6}[ \t]/;
const SUPERSCRIPTS = new Map([...'0123456789+-=()n'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'][at]!]));

type Replace = (...groups: string[]) => string;
const REWRITES: readonly (readonly [RegExp, string | Replace])[] = [
  // Critic markup: added, deleted, replaced, marked, commented.
  [/\{\+\+([^\n]{0,500}?)\+\+\}/g, '$1'],
  [/\{--[^\n]{0,500}?--\}/g, ''],
  [/\{~~[^~\n]{0,500}~>([^~\n]{0,500})~~\}/g, '$1'],
  [/\{==([^\n]{0,500}?)==\}/g, '$1'],
  [/\{>>[^\n]{0,500}?<<\}/g, ''],
  // Keys: ++ctrl+alt+del++, ++"My key"++
  [
    /(?<![\w+])\+\+((?:[\w-]+|"[^"\n+]+")(?:\+(?:[\w-]+|"[^"\n+]+"))*)\+\+(?![\w+])/g,
    (_, keys) => `\`${keys.split('+').map(nameOfKey).join('+')}\``,
  ],
  [/(?<![=\w])==(?![\s=])([^=\n]{0,500}[^\s=])==(?![=\w])/g, '$1'],
  [/(?<!\^)\^\^(?![\s^])([^^\n]{0,500}[^\s^])\^\^(?!\^)/g, '$1'],
  [
    /(?<=[\p{L}\p{N})\]])\^([^\s^[\]]{1,30})\^/gu,
    (_, text) => {
      const signs = [...text].map((sign) => SUPERSCRIPTS.get(sign));
      return signs.includes(undefined) ? text : signs.join('');
    },
  ],
  // Footnotes within a line.
  [/\^\[([^[\]\n]{1,500})\]/g, ' ($1)'],
  [/(?<=[\p{L}\p{N})\]])~([^\s~]{1,30})~(?!~)/gu, '$1'],
  // Icons of Material: :material-account:, with their attributes
  [
    /:(?:material|octicons|fontawesome|simple|lucide|bootstrap|tabler)-[\w-]{1,100}:(?:\{[^{}\n]{0,200}\})?[ \t]?/g,
    '',
  ],
];

/** Rewrite the syntaxes of Python-Markdown, pymdownx, Pandoc, kramdown and MyST in a line of text to what is shown of them. */
export function rewriteInline(line: string): string {
  if (!SYNTAX.test(line)) return line;
  const kept = new LiteralText();
  let text = replaceSpans(line, kept.keep)
    .replace(ROLE, (all, name: string, span: string) => {
      const [, written] = /^`([^`]+)`$/.exec(kept.restore(span)) ?? [];
      if (ICON_ROLE.test(name)) return '';
      return written === undefined ? all : textOfRole(name, written, kept.keep);
    })
    .replace(ANCHOR, '')
    .replace(OPAQUE, kept.keep);
  for (const [pattern, replacement] of REWRITES) text = text.replace(pattern, replacement as string);
  return kept.restore(HEADING.test(line) ? text : text.replace(ATTRIBUTES, ''));
}

function nameOfKey(key: string): string {
  const name = key.replace(/^"(.*)"$/, '$1');
  return name === key
    ? name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase().replace('-', ' '))
    : name;
}

/** Return the text of a role; `text <target>` is its text, `~module.name` its name. */
function textOfRole(name: string, written: string, keep: (span: string) => string): string {
  const text = /^([^<>]*?)[ \t]*<[^<>]*>$/.exec(written)?.[1] || written;
  const short = text.startsWith('~') ? text.replace(/^.*\./, '') : text.replace(/^!/, '');
  return CODE_ROLE.test(name) ? keep(`\`${short}\``) : short;
}
