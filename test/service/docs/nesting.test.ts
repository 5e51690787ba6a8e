import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireFlatHtml } from '../../../src/service/docs/html/require-flat-html.ts';
import { createMarkdownParser } from '../../../src/service/docs/markdown-parser.ts';
import { readPage } from '../../../src/service/docs/read-page.ts';

const parser = createMarkdownParser();
const scopes = { versions: new Set<string>(), languages: new Set<string>() };
const read = (file: string, text: string, maxSections = 2_000) =>
  readPage(file, new TextEncoder().encode(text), { parser, scopes, defaults: {}, maxSections });
const codes = (file: string, text: string) => read(file, text).problems.map(({ code }) => code);

const deep = {
  quotes: '> '.repeat(20_000),
  'quotes without blanks': '>'.repeat(20_000),
  lists: '- '.repeat(20_000),
  'numbered lists': '1. '.repeat(20_000),
  'quotes in lists': '- > '.repeat(20_000),
  'items, one in another': Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level * 2)}- a`).join(
    '\n',
  ),
  brackets: '['.repeat(50_000),
  links: '[a]('.repeat(10_000) + '['.repeat(10_000),
  emphasis: '*a '.repeat(20_000),
  'closed emphasis': '*a **b '.repeat(10_000) + ' c** d*'.repeat(10_000),
};
const deepMdx = {
  elements: '<A>'.repeat(20_000),
  fragments: '<>'.repeat(20_000),
  'elements over lines': '<A\nb="">'.repeat(20_000),
  'elements with blank lines': '<A>\n\n'.repeat(20_000),
  'names with signs': '<$a>'.repeat(20_000),
  'elements in attributes': '<A b={'.repeat(20_000),
  'expressions with blank lines': '{[\n\n'.repeat(20_000),
};
for (const [name, text] of Object.entries(deepMdx)) {
  test(`levels of MDX are counted before parsing: ${name}`, () => {
    const start = process.cpuUsage();
    assert.deepEqual(codes('a.mdx', `${text}x`), ['too-complex']);
    const { user } = process.cpuUsage(start);
    assert.ok(user < 500_000, `${user / 1_000} ms`);
  });
}

test('types in code of MDX are not taken for elements', () => {
  const text = '- `Promise<void>`, ``Array<`a`>`` and \\{ \\<b>\n'.repeat(500);
  assert.deepEqual(codes('a.mdx', text), []);
});

const deepHtml = {
  div: '<div>'.repeat(50_000),
  'div in capitals, with attributes': '<DIV title="a>b" x=\'c>d\'>'.repeat(50_000),
  'div that closes itself': '<div/>'.repeat(50_000),
  'ends of other elements': '<div></b></p></section>'.repeat(50_000),
  'tables in cells': '<table><tr><td>'.repeat(20_000),
  'lists in items': '<ul><li>'.repeat(20_000),
  'formats in paragraphs': Array.from({ length: 8_000 }, (_, at) => `<p><b a=${at}></p>`).join(''),
  'formats that end in others': Array.from({ length: 8_000 }, (_, at) => `<i><b a=${at}></i>`).join(''),
  svg: '<svg>'.repeat(50_000),
  'elements behind a script': `<script>"<div>"</script>${'<div>'.repeat(50_000)}`,
};
for (const [name, text] of Object.entries(deepHtml)) {
  test(`levels of HTML are counted before parsing: ${name}`, () => {
    const start = process.cpuUsage();
    assert.throws(() => requireFlatHtml(text), /More than 500 elements are open/);
    const { user } = process.cpuUsage(start);
    assert.ok(user < 500_000, `${user / 1_000} ms`);
  });
}

test('what generators write is not taken for nesting of HTML', () => {
  for (const text of [
    '<p>a<li>b<td>c<dt>d<option>e'.repeat(1_000),
    '<br><img src=a><hr/><input>'.repeat(1_000),
    `<script>${'"<div>"'.repeat(1_000)}</script>`,
    `<!-- ${'<div>'.repeat(1_000)} -->`,
    `<svg>${'<path d="a"/><g />'.repeat(1_000)}</svg>`,
    '<div title="</div>"><b>a</b></div>'.repeat(1_000),
    "<p>it's a < b, <3</p>".repeat(1_000),
    `<title>${'<div>'.repeat(1_000)}</title>`,
  ])
    requireFlatHtml(text);
});

for (const [name, text] of Object.entries(deep)) {
  test(`levels are counted before parsing: ${name}`, () => {
    const start = process.cpuUsage();
    assert.deepEqual(codes('a.md', `${text}x`), ['too-complex']);
    const { user } = process.cpuUsage(start);
    assert.ok(user < 500_000, `${user / 1_000} ms`);
  });
}

test('headings after the first that a page may have are not parsed', () => {
  const start = process.cpuUsage();
  const { page, problems } = read('a.md', '# a\n'.repeat(100_000), 20);
  assert.equal(page!.sections.length, 20);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['too-many-sections'],
  );
  assert.ok(process.cpuUsage(start).user < 500_000);
});

test('what authors write is not taken for nesting', () => {
  const pointers = '```c\n' + 'int f(char *a, struct b *c);\n'.repeat(600) + '```';
  const rule = '- '.repeat(300);
  const items = '- a [b]\n  - *c*\n'.repeat(1_000);
  for (const text of [pointers, rule, items]) assert.deepEqual(codes('a.md', text), []);
});

test('characters that no reader sees are left out of what is found', () => {
  const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  const text = `# Ti${tags}tle\n\nA\u202Eb\u2066c\u200Bd\u2060e &#x202E;f&#xE0041;\n\n## He\u200Fad\n\nمی\u200Cخواهم 👩\u200D💻`;
  const { title, sections } = read('a.md', text).page!;
  assert.deepEqual(
    [title, ...sections.flatMap(({ headings, content }) => [...headings, content])],
    ['Title', 'Abcde f', 'Head', 'می\u200Cخواهم 👩\u200D💻'],
  );
});
