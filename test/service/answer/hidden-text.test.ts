import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarkdownParser } from '../../../src/service/docs/markdown-parser.ts';
import { readPage } from '../../../src/service/docs/read-page.ts';

const parser = createMarkdownParser();
const scopes = { versions: new Set<string>(), languages: new Set<string>() };

function textOf(file: string, text: string): string {
  const { page, problems } = readPage(file, new TextEncoder().encode(text), {
    parser,
    scopes,
    defaults: {},
    maxSections: 100,
  });
  assert.deepEqual(problems, []);
  return page!.sections.map(({ headings, content }) => [...headings, content].join('\n')).join('\n');
}

const HIDING = [
  'hidden',
  'hidden=""',
  'aria-hidden="true"',
  'style="display:none"',
  'style="color: red; DISPLAY : None !important"',
  'style="visibility: hidden"',
  'style="opacity: 0"',
  'style="opacity:0.0;"',
  'style="font-size: 0px"',
  'style="font-size:0"',
  'style="color: #fff"',
  'style="color:white;font-size:1px"',
  'style="color: transparent"',
  'style="position:absolute; left:-9999px"',
  'style="text-indent: -999em"',
  'style="height:0; overflow:hidden"',
  'style="overflow: hidden; width: 0px"',
  'style="clip-path: inset(100%)"',
  'style="display/**/:/* */none"',
];
for (const attributes of HIDING) {
  for (const [place, markdown] of Object.entries({
    'in a block': `before\n\n<div ${attributes}>secret</div>\n\nafter`,
    'around Markdown': `before\n\n<div ${attributes}>\n\n**secret**\n\n<div>\n\n- secret\n\n</div>\n\nsecret\n\n</div>\n\nafter`,
    'in a line': `before <span ${attributes}>secret *secret* <span>x</span> secret</span> after`,
    'in a list and a quote': `- before\n\n  <p ${attributes}>\n\n  secret\n\n  </p>\n\n> after`,
    'in a heading': `## before <span ${attributes}>secret</span> after`,
    'in a cell': `| before | after |\n| - | - |\n| a | <b ${attributes}>secret</b> |`,
    'in an element': `<section>before <p ${attributes}>secret</p> after</section>`,
    'without its end': `before\n\nafter\n\n<div ${attributes}>\n\nsecret`,
  }))
    test(`text of an element with ${attributes} ${place} is left out of Markdown`, () => {
      const text = textOf('a.md', markdown);
      assert.doesNotMatch(text, /secret|span|div/);
      assert.match(text, /before[^]*after/);
    });
}

for (const attributes of [
  'hidden',
  'hidden={true}',
  'aria-hidden="true"',
  'aria-hidden={true}',
  "style={{display: 'none'}}",
  'style={{ fontSize: 0, color: "red" }}',
  "style={{ position: 'absolute', left: '-9999px' }}",
  "style={{ color: 'rgb(255, 255, 255)' }}",
  'style="display:none"',
]) {
  test(`text of an element with ${attributes} is left out of MDX`, () => {
    const text = textOf(
      'a.mdx',
      `before\n\n<div ${attributes}>\n  **secret**\n</div>\n\n<p>x <span ${attributes}>secret</span></p> after`,
    );
    assert.doesNotMatch(text, /secret/);
    assert.match(text, /before[^]*after/);
  });
}

test('comments and the content of templates, scripts and the like are left out', () => {
  const markdown =
    'before <!-- secret --> a\n\n<!--\n\nsecret\n\n-->\n\n<template>\n\nsecret\n\n</template>\n\n<script>"secret"</script>\n\n<noscript>\n\nsecret\n\n</noscript>\n\n<!-- secret\n\n--> after';
  const text = textOf('a.md', markdown);
  assert.doesNotMatch(text, /secret/);
  assert.match(text, /before/);
  assert.doesNotMatch(textOf('a.mdx', 'before {/* secret */}\n\n<template>secret</template>\n'), /secret/);
});

test('what is shown stays', () => {
  for (const attributes of [
    'style="color: white; background: black"',
    'style="opacity: 0.8"',
    'style="font-size: 0.8em"',
    'style="min-width: 0; overflow: hidden"',
    'style="margin-left: -10px"',
    'hidden="until-found"',
    'role="tabpanel" hidden',
    'aria-hidden="false"',
    'data-hidden',
    'title="hidden"',
  ])
    assert.match(textOf('a.md', `<div ${attributes}>\n\nseen\n\n</div>`), /seen/, attributes);
  assert.match(textOf('a.mdx', '<Tab hidden>seen</Tab>\n\n<div hidden={false}>seen</div>'), /seen[^]*seen/);
  assert.match(textOf('a.md', '`<div hidden>` hides; seen'), /seen/);
});

const tags = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const END = '\u{E007F}';

test('flags keep their tags, and other tags and what is invisible are left out', () => {
  const flags = ['gbeng', 'gbsct', 'gbwls'].map((code) => `\u{1F3F4}${tags(code)}${END}`).join(' ');
  assert.equal(textOf('a.md', flags), flags);
  for (const [written, shown] of [
    [`a${tags('ignore')}b`, 'ab'],
    [`\u{1F3F4}${tags('ignoreallrules')}${END}b`, '\u{1F3F4}b'],
    [`\u{1F3F4}${tags('gbeng')}b`, '\u{1F3F4}b'],
    [`a${tags('gbeng')}${END}b`, 'ab'],
    [`\u{1F3F4}${tags('gbengx')}${END}b`, '\u{1F3F4}b'],
    ['a\u{E0101}\u{E0120}b', 'ab'],
    ['葛\u{E0100}b', '葛\u{E0100}b'],
    ['\u2764\uFE0F\uFE0E\uFE01b', '\u2764\uFE0Fb'],
    ['a\u200D\u200C\u200D\u200Cb', 'a\u200Db'],
    ['a\u3164\u115F\u180E\u061C\u206Ab', 'ab'],
    ['👩\u200D💻 ❤️ می\u200Cخواهم', '👩\u200D💻 ❤️ می\u200Cخواهم'],
  ])
    assert.equal(textOf('a.md', written!), shown);
});
