import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { readFindings, readReplySources } from '../../../src/protocol/reply/reply-links.ts';
import { MAX_LINKS } from '../../../src/protocol/reply/reply-limits.ts';
import type { SourcePart, ToolCall } from '../../../src/protocol/reply/reply-content.ts';
import { splitSuggestions, SuggestionsReader } from '../../../src/protocol/reply/suggestions.ts';
import { readRecordings, replay } from '../recordings.ts';

function part(url: string | null, title: string | null = null): SourcePart {
  return { kind: url === null ? 'document' : 'url', id: null, url, title };
}

function found(output: unknown): ToolCall {
  return { toolCallId: 'c', toolName: 't', state: 'output-available', input: null, output, errorText: null };
}

const paths = (toolCalls: ToolCall[], sources: SourcePart[] = []) =>
  readReplySources({ sources, toolCalls }).map(({ path }) => path);

describe('the sources of a reply', () => {
  it('are its source parts, then what any tool found, in a list or in a field of that name', () => {
    const lists = [
      found([{ path: 'b' }]),
      found({ results: [{ url: '/c' }, { link: '/d' }, { href: '/e' }] }),
    ];
    assert.deepEqual(paths(lists, [part('/a')]), ['/a', 'b', '/c', '/d', '/e']);
  });

  it('are named by the title of the page, of the result, or by the path', () => {
    const results = [
      { path: 'a', title: 'B', metadata: { title: ' A ' } },
      { path: 'b', title: 'B' },
      { path: 'c', title: '' },
    ];
    const links = readReplySources({ sources: [], toolCalls: [found(results)] });
    assert.deepEqual(
      links.map(({ title }) => title),
      ['A', 'B', 'c'],
    );
  });

  it('name a page once, however it is spelled', () => {
    const results = ['guides', '/guides', '/guides/', '/guides/index', 'guides/index#install', '/guides#x'];
    assert.deepEqual(paths([found(results.map((path) => ({ path })))]), ['guides']);
    assert.deepEqual(paths([found([{ path: '/' }, { path: 'index' }, { path: '#a' }])]).length, 3);
  });

  it('are sections where source parts name sections, each with what was found there', () => {
    const results = [
      { path: 'a', content: 'One', metadata: { title: 'A', href: 'a#one' } },
      { path: 'a', content: 'Two', metadata: { title: 'A', href: 'a#two' } },
      { path: 'b', content: 'x'.repeat(5000), metadata: { title: 'B', href: 'b#three' } },
    ];
    const sources = readReplySources({
      sources: [part('/a#two', 'A › Two'), part('/a#one', 'A › One'), part('/b', 'B')],
      toolCalls: [found({ results })],
    });
    assert.deepEqual(sources, [
      { path: '/a#two', title: 'A › Two', excerpt: 'Two' },
      { path: '/a#one', title: 'A › One', excerpt: 'One' },
      { path: '/b', title: 'B', excerpt: 'x'.repeat(400) },
    ]);
  });

  it('are the same when what was found is cut down to what is kept of it', () => {
    const results = [
      { path: 'a', content: 'One', metadata: { title: 'A', href: 'a#one' } },
      { url: 'https://b.example/', title: 'B' },
    ];
    const whole = { sources: [part('/a#one', 'One')], toolCalls: [found({ results })] };
    const kept = { ...whole, toolCalls: [found(readFindings({ results }))] };
    assert.deepEqual(readReplySources(kept), readReplySources(whole));
  });

  it('leave out what is no page', () => {
    const results = [
      { path: 5 },
      { path: '' },
      null,
      'x',
      [],
      {},
      { path: 'x'.repeat(3000) },
      { path: 'ok' },
    ];
    assert.deepEqual(paths([found(results), found(null), found('x'), found({ results: {} })], [part(null)]), [
      'ok',
    ]);
  });

  it(`are at most ${MAX_LINKS}`, () => {
    const results = Array.from({ length: 100 }, (_, index) => ({ path: `p${index}` }));
    assert.equal(paths([found(results)]).length, MAX_LINKS);
  });

  it('are found in both generations of the same reply', async () => {
    for (const name of ['ai4/tool-search', 'ai7/tool-search']) {
      const recording = readRecordings().find((candidate) => candidate.name === name)!;
      assert.deepEqual(readReplySources(await replay(recording)), [
        {
          path: 'guides/install',
          title: 'Install the widget',
          excerpt:
            'Add the script tag, then place the element.\n\n```html\n<docs-assistant domain="acme"></docs-assistant>\n```',
        },
        { path: '/guides/filters', title: 'Filters', excerpt: 'Restrict answers by language or version.' },
        {
          path: 'https://docs.example.com/legacy',
          title: 'https://docs.example.com/legacy',
          excerpt: 'Old page without metadata — 旧页面',
        },
      ]);
    }
  });
});

const BLOCK = '```suggestions\n(Install)[/install]\n- [Filters](/filters)\nno link\n```\n';
const LINKS = [
  { label: 'Install', target: '/install' },
  { label: 'Filters', target: '/filters' },
];

describe('suggestions', () => {
  it('are taken out of the text, in either spelling', () => {
    assert.deepEqual(splitSuggestions(`Before.\n\n${BLOCK}After.`), {
      text: 'Before.\n\nAfter.',
      suggestions: LINKS,
    });
  });

  it('are questions, too', () => {
    const block =
      '```suggestions\n- How do I deploy it?\n2. Wie & wo?\n(Ask)[?ask=Why%3F]\n\ud800?\n?\nno link\n```\n';
    const { suggestions } = splitSuggestions(block);
    assert.deepEqual(
      suggestions.map(({ label, target }) => [label, new URLSearchParams(target.slice(1)).get('ask')]),
      [
        ['How do I deploy it?', 'How do I deploy it?'],
        ['Wie & wo?', 'Wie & wo?'],
        ['Ask', 'Why?'],
        ['\ud800?', '\ufffd?'],
        ['?', '?'],
      ],
    );
  });

  it('are found with Windows line ends, tildes, longer fences and indentation', () => {
    for (const block of [
      BLOCK.replaceAll('\n', '\r\n'),
      BLOCK.replaceAll('```', '~~~'),
      BLOCK.replaceAll('```', '`````'),
      BLOCK.replaceAll('```', '  ``` '),
    ]) {
      assert.deepEqual(splitSuggestions(block), { text: '', suggestions: LINKS }, JSON.stringify(block));
    }
  });

  it('are hidden also when the block was cut', () => {
    assert.deepEqual(splitSuggestions('Text.\n```suggestions\n(A)[/a]\n(B)[/'), {
      text: 'Text.\n',
      suggestions: [{ label: 'A', target: '/a' }],
    });
  });

  it('are left alone within another code block', () => {
    const text = `\`\`\`\`md\n${BLOCK}\`\`\`\`\n`;
    assert.deepEqual(splitSuggestions(text), { text, suggestions: [] });
  });

  it('are not every inverted link', () => {
    const text = 'Call `f(x)[0]` for (suggestions)[/x].\n\n```ts\nf(x)[0]\n```\n';
    assert.deepEqual(splitSuggestions(text), { text, suggestions: [] });
  });

  it('never show a part of themselves while they come', () => {
    const whole = `Before.\n\n${BLOCK}After.\n\n\`\`\`ts\nsuggestions()\n\`\`\`\nEnd \`code\`.`;
    const { text } = splitSuggestions(whole);
    let shown = '';
    for (let length = 0; length <= whole.length; length++) {
      const next = splitSuggestions(whole.slice(0, length), true).text;
      assert.ok(next.startsWith(shown) && text.startsWith(next), JSON.stringify(next));
      shown = next;
    }
    assert.equal(shown, text);
  });

  it('are the same in however small pieces the text comes', () => {
    const whole = `Before.\n\n${BLOCK}After.\n\`\`\`ts\n${BLOCK}\`\`\`\n${BLOCK}End \`code\`.`;
    for (let size = 1; size <= whole.length; size++) {
      const reader = new SuggestionsReader();
      for (let end = size; end < whole.length + size; end += size) {
        reader.append(whole.slice(end - size, end));
        assert.deepEqual(reader.read(true), splitSuggestions(whole.slice(0, end), true), `${size}, ${end}`);
      }
    }
  });

  it('hold nothing back at the end', () => {
    assert.equal(splitSuggestions('Text\n```').text, 'Text\n```');
    assert.equal(splitSuggestions('Text\n```', true).text, 'Text\n');
    assert.equal(splitSuggestions('Text\n```ts', true).text, 'Text\n```ts');
  });

  it(`are at most ${MAX_LINKS}, and their labels have an end`, () => {
    const lines = `(${'a'.repeat(500)})[/x]\n`.repeat(50);
    const { suggestions } = splitSuggestions(`\`\`\`suggestions\n${lines}`);
    assert.deepEqual([suggestions.length, suggestions[0]?.label.length], [MAX_LINKS, 300]);
  });
});
