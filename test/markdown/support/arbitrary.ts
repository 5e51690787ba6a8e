import fc from 'fast-check';

const TOKENS = [
  ...['a', 'b ', 'foo', 'bar\n', ' ', '  ', '    ', '\t', '\n', '\n\n', '  \n', '\\\n', 'é', '。'],
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '`',
    '``',
    '\\',
    '!',
    '"',
    "'",
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    '=',
    '&amp;',
  ],
  ...[
    '```',
    '~~~',
    '> ',
    '\n> c\n',
    '- ',
    '- a\n',
    '  b\n',
    '+ ',
    '1. ',
    '2) ',
    '10. ',
    '# ',
    '## ',
    '---',
    '===',
  ],
  ...['[a]', '(b)', '![', '[a]: b\n', '[a]: <b> "t"\n', '<div>', '</div>', '<b>', '<!--', '-->', '&#35;'],
];

const GFM_TOKENS = [
  ...['|', '|a|', '|-|-|\n', '| a | b |\n|---|:-:|\n', '\\|', '~', '~~', '- [ ] ', '- [x] '],
  ...['www.x.y', 'https://a.b/c_d', 'a@b.c', '<http://x>'],
];

/** Text full of CommonMark syntax, most of it broken. No characters beyond the BMP: the reference takes them for two. */
export const commonmarkSoup = fc
  .array(fc.constantFrom(...TOKENS), { maxLength: 16 })
  .map((tokens) => tokens.join(''));

/** The same with the syntax of GFM. */
export const gfmSoup = fc
  .array(fc.constantFrom(...TOKENS, ...GFM_TOKENS), { maxLength: 16 })
  .map((tokens) => tokens.join(''));

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'zeta', 'theta');
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));

const mark = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `*${text}*`),
  words.map((text) => `~~${text}~~`),
  words.map((text) => `\`${text}\``),
  words.map((text) => `***${text}***`),
  words.map((text) => `**${text} *${text}***`),
  words.map((text) => `[${text}](/path "title")`),
  words.map((text) => `[**${text}**](https://example.com/a_b)`),
  words.map((text) => `![${text}](image.png)`),
  word.map((text) => `<https://example.com/${text}>`),
);
const sentence = fc.array(mark, { minLength: 1, maxLength: 4 }).map((marks) => marks.join(' '));
const row = fc.array(mark, { minLength: 3, maxLength: 3 }).map((cells) => `| ${cells.join(' | ')} |`);

const block = fc.oneof(
  sentence,
  fc.tuple(sentence, sentence).map((lines) => lines.join('\n')),
  fc.tuple(fc.integer({ min: 1, max: 6 }), sentence).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  words.map((text) => `${text}\n===`),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item, index) => `${index + 1}. ${item}`).join('\n\n')),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `- [x] ${item}`).join('\n')),
  fc.tuple(sentence, sentence).map(([outer, inner]) => `- ${outer}\n  - ${inner}`),
  fc.tuple(sentence, sentence).map((lines) => lines.map((line) => `> ${line}`).join('\n')),
  words.map((text) => `\`\`\`js\n${text}\n${text}\n\`\`\``),
  fc.tuple(row, row, row).map(([head, ...rows]) => [head, '| --- | :-: | ---: |', ...rows].join('\n')),
  fc.constant('---'),
  fc.constant('[reference]: /somewhere "title"'),
);

/** Well-formed Markdown of which no mark is to be seen when it is drawn: its words are letters only. */
export const wellFormedMarkdown = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((blocks) => blocks.join('\n\n'));

/** Cuts a text into pieces of these lengths, over and over. */
export function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let start = 0, index = 0; start < text.length; index++) {
    const length = lengths[index % lengths.length]!;
    pieces.push(text.slice(start, start + length));
    start += length;
  }
  return pieces;
}

/** Lengths of pieces. */
export const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
