import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block, Code, TabGroup } from '../../src/markdown/tree.ts';
import { createMarkdownDocument, parseMarkdown } from './support/extended-markdown.ts';
import { createMarkdownDocument as createPlainDocument } from '../../src/markdown/markdown-document.ts';
import { speakBlocks } from '../../src/markdown/spoken-text.ts';
import { MAX_TABS, MAX_TAB_LABEL_LENGTH, MAX_TAG_LENGTH } from '../../src/markdown/tab-syntax.ts';
import { toHtml } from './support/to-html.ts';

const CODE_GROUP = `Install it:

::: code-group

\`\`\`sh [npm]
npm i docs
\`\`\`

\`\`\`sh [pnpm]
pnpm add docs
\`\`\`

:::

Done.
`;

const INDENTED = `Install it:

=== "npm"

    \`\`\`sh
    npm i docs
    \`\`\`

=== "pnpm"

    With *pnpm*:

    \`\`\`sh
    pnpm add docs
    \`\`\`

Done.
`;

const TAGGED = `Install it:

<Tabs groupId="manager">
  <TabItem value="npm" label="npm" default>

  \`\`\`sh
  npm i docs
  \`\`\`

  </TabItem>
  <TabItem value="pnpm">
    With *pnpm*:

    \`\`\`html
    <b>
      pnpm add docs
    </b>
    \`\`\`
  </TabItem>
</Tabs>

Done.
`;

const FENCES = `Install it:

\`\`\`sh tab="npm"
npm i docs

# \`\`\` tab="no"
\`\`\`

\`\`\`sh tab="pnpm"
pnpm add docs
\`\`\`

Done.
`;

const LONG_TAGS = `Install it:

<Tabs
  groupId="manager"
  values={[{ label: 'npm', value: 'npm' }]}
>
  <TabItem
    value="npm"
    label="npm"
    default>

  \`\`\`sh
  npm i docs
  \`\`\`

  </TabItem>
  <TabItem
    value="pnpm"
  >
    pnpm add docs
  </TabItem>
</Tabs>

Done.
`;

const LISTED = `Install it:

<Tabs items={['npm', "pnpm"]}>
  <Tabs.Tab>
    npm i docs
  </Tabs.Tab>
  <Tabs.Tab>
    pnpm add docs
  </Tabs.Tab>
</Tabs>

Done.
`;

describe('groups of tabs', () => {
  it('are fences with labels in a code group', () => {
    assert.deepEqual(describeTabs(CODE_GROUP), ['npm: npm i docs\n', 'pnpm: pnpm add docs\n']);
  });

  it('are indented blocks below their labels', () => {
    assert.deepEqual(describeTabs(INDENTED), ['npm: npm i docs\n', 'pnpm: With pnpm:|pnpm add docs\n']);
  });

  it('are tags with labels, whose content keeps its own indentation', () => {
    assert.deepEqual(describeTabs(TAGGED), [
      'npm: npm i docs\n',
      'pnpm: With pnpm:|<b>\n  pnpm add docs\n</b>\n',
    ]);
  });

  it('are fences with labels one after the other', () => {
    assert.deepEqual(describeTabs(FENCES), ['npm: npm i docs\n\n# ``` tab="no"\n', 'pnpm: pnpm add docs\n']);
    assert.deepEqual(describeTabs('~~~ts tab=\'a\'\n1\n~~~\n```ts tab="b"\n2'), ['a: 1\n', 'b: 2\n']);
    assert.deepEqual(describeTabs('::: code-group\n```ts tab="a"\n1\n```\n:::'), ['a: 1\n']);
  });

  it('are tags over several lines', () => {
    assert.deepEqual(describeTabs(LONG_TAGS), ['npm: npm i docs\n', 'pnpm: pnpm add docs']);
  });

  it('are tags whose labels are listed in that of the group', () => {
    assert.deepEqual(describeTabs(LISTED), ['npm: npm i docs', 'pnpm: pnpm add docs']);
  });

  it('begin after a blank line, or a limit, where a tag has no end', () => {
    assert.deepEqual(describeTabs('<Tabs>\n<TabItem\nlabel="a"\n\nText\n</TabItem>\n</Tabs>'), ['a: Text']);
    const long = `label="${'a'.repeat(MAX_TAG_LENGTH)}"`;
    assert.match(describeTabs(`<Tabs>\n<TabItem\n${long}\nText\n</TabItem>\n</Tabs>`)[0]!, /: Text$/);
  });

  const forms = { CODE_GROUP, INDENTED, TAGGED, FENCES, LONG_TAGS, LISTED };
  for (const [name, text] of Object.entries(forms)) {
    it(`are the same however the text is cut, and end where they end: ${name}`, () => {
      const whole = parseMarkdown(text);
      assert.deepEqual(
        whole.map(({ type }) => type),
        ['paragraph', 'tabGroup', 'paragraph'],
      );
      const document = createMarkdownDocument();
      let count = 0;
      for (const character of text) {
        document.append(character);
        const [, group] = document.blocks;
        assert.equal(group?.type ?? 'tabGroup', 'tabGroup');
        const tabs = groupOf(document.blocks)?.children.length ?? 0;
        assert.ok(tabs >= count, 'a tab was taken back');
        count = tabs;
      }
      document.finish();
      assert.deepEqual(document.blocks, whole);
      assert.deepEqual(parseMarkdown(text.replaceAll('\n', '\r\n')), whole);
    });

    it(`keep the identity of tabs that another one follows: ${name}`, () => {
      const document = createMarkdownDocument();
      const second = text.indexOf('pnpm add');
      document.append(text.slice(0, second));
      const before = groupOf(document.blocks).children;
      document.append(text.slice(second));
      const after = groupOf(document.blocks).children;
      assert.equal(after[0], before[0]);
      assert.notEqual(after[1], before[1]);
    });
  }

  it('are not read without the extensions, which the text then needs', () => {
    for (const text of Object.values(forms)) {
      const document = createPlainDocument();
      document.append(text);
      assert.ok(document.blocks.every(({ type }) => type !== 'tabGroup'));
      assert.ok(document.needsExtensions);
    }
  });

  it('can stand in a list, and hold another group', () => {
    const nested = [
      '=== "Linux"',
      '',
      '    === "npm"',
      '',
      '        One',
      '',
      '    === "pnpm"',
      '',
      '        Two',
    ];
    const inList = nested
      .map((line) => `   ${line}`.trimEnd())
      .join('\n')
      .replace('   ', '1. ');
    for (const text of [nested.join('\n'), inList])
      assert.match(
        toHtml(parseMarkdown(text)),
        /<tab label="Linux">\n<tabs>\n<tab label="npm">\n<p>One<\/p>\n<\/tab>\n<tab label="pnpm">\n<p>Two/,
      );
  });

  it('do not stand deeper than two in one another', () => {
    const lines = [0, 4, 8].map((indent) => `${' '.repeat(indent)}=== "a"\n\n`);
    const html = toHtml(parseMarkdown(`${lines.join('')}            Deep`));
    assert.equal(html.match(/<tabs>/g)?.length, 2);
    assert.match(html, /=== &quot;a&quot;/);
    assert.match(html, /Deep/);
  });

  it('have a limit, beyond which blocks belong to the last tab', () => {
    const many = Array.from({ length: MAX_TABS + 3 }, (_, index) => index);
    const fences = many.map((index) => `\`\`\`sh [tab ${index}]\ncode ${index}\n\`\`\`\n`);
    const indented = many.map((index) => `=== "tab ${index}"\n\n    code ${index}\n\n`);
    const tagged = many.map((index) => `<TabItem label="tab ${index}">\n\ncode ${index}\n\n</TabItem>\n`);
    for (const text of [
      `::: code-group\n${fences.join('')}:::\n`,
      indented.join(''),
      fences.join('').replaceAll(/\[(.*)\]/g, 'tab="$1"'),
      `<Tabs>\n${tagged.join('')}</Tabs>\n`,
    ]) {
      const blocks = parseMarkdown(text);
      assert.equal(groupOf(blocks).children.length, MAX_TABS);
      for (const index of many) assert.match(toHtml(blocks), new RegExp(`code ${index}\\b`));
    }
  });

  it('cut long labels, and have none where none is written', () => {
    const labels = groupOf(parseMarkdown(`=== "${'a'.repeat(100)}"\n\n    b\n`)).children;
    assert.equal(labels[0]!.label, `${'a'.repeat(MAX_TAB_LABEL_LENGTH)}…`);
    assert.deepEqual(describeTabs('<Tabs>\n<TabItem>\n\na\n\n</TabItem>\n</Tabs>'), [': a']);
  });

  it('lose nothing that stands between tabs, and end with the text', () => {
    assert.deepEqual(describeTabs('::: code-group\nFirst\n\n```sh [a]\n1\n```\nLast'), [
      ': First',
      'a: 1\n|Last',
    ]);
  });

  it('are not ended by a mark inside code', () => {
    const text = '::: code-group\n```md [a]\n:::\n</TabItem>\n```\n```md [b]\nb\n```\n:::\n';
    assert.deepEqual(describeTabs(text), ['a: :::\n</TabItem>\n', 'b: b\n']);
  });

  it('are not what only looks like them', () => {
    for (const text of [
      '::: note\nText',
      ':::',
      '=== npm',
      '===',
      'a\n===',
      '<TabItem label="a">',
      '<Tab',
      '<Tabs are',
      '<Tabs.Tab>',
      '```ts tabs="a"\n```',
      '```ts tab=a\n```',
      '====== "a"',
    ])
      assert.ok(
        parseMarkdown(text).every(({ type }) => type !== 'tabGroup'),
        text,
      );
    assert.equal(parseMarkdown('> a\n=== b')[0]!.type, 'blockquote');
    assert.equal(parseMarkdown('> a\n=== b').length, 1);
  });

  it('are spoken one after the other, each with its label', () => {
    const words = (key: string, values = {}): string => `${key}${JSON.stringify(values)}`;
    assert.deepEqual([...speakBlocks(parseMarkdown(INDENTED), words)].slice(1, -1), [
      'spokenTab{"label":"npm"} spokenNamedCode{"language":"sh","code":"npm i docs"}',
      'spokenTab{"label":"pnpm"} With pnpm:',
      'spokenNamedCode{"language":"sh","code":"pnpm add docs"}',
    ]);
  });

  it('name a file of code outside of groups', () => {
    for (const [info, title] of [
      ['ts title="app/[id].ts" {1}', 'app/[id].ts'],
      ["ts filename='a.ts'", 'a.ts'],
      ['ts [config.ts] {1,3}', 'config.ts'],
      ['ts', ''],
    ] as const)
      assert.equal((parseMarkdown(`\`\`\`${info}\n\`\`\``)[0] as Code).title, title);

    assert.deepEqual(parseMarkdown('```ts [config.ts]\n```'), [
      { type: 'code', language: 'ts', title: 'config.ts', value: '' },
    ]);
  });
});

function groupOf(blocks: readonly Block[]): TabGroup {
  return blocks.find((block) => block.type === 'tabGroup')!;
}

/** The tabs of a text: label, and the words of the blocks. */
function describeTabs(text: string): string[] {
  return groupOf(parseMarkdown(text)).children.map(({ label, children }) => {
    const blocks = children.map((block) => {
      if (block.type === 'code') return block.value;
      return toHtml([block]).replaceAll(/<[^>]+>|\n/g, '');
    });
    return `${label}: ${blocks.join('|')}`;
  });
}
