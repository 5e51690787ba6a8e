import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { phrasesFor } from '../../src/service/answer/phrases.ts';
import { resolveRootLinks } from '../../src/service/answer/root-links.ts';
import { chooseQuotes, inReadingOrder } from '../../src/service/answer/quotes.ts';
import { relevantHits, remotelyRelated } from '../../src/service/answer/relevance.ts';
import { retrievalQuery } from '../../src/service/answer/retrieval-query.ts';
import { sectionLink } from '../../src/service/answer/section-link.ts';
import { textPieces } from '../../src/service/answer/text-pieces.ts';
import { createMarkdownParser, type MarkdownParser } from '../../src/service/docs/markdown-parser.ts';
import { pageKey } from '../../src/service/docs/page-path.ts';
import type { Section } from '../../src/service/index/section.ts';
import type { SectionHit } from '../../src/service/search/search-engine.ts';

let parser: MarkdownParser;
before(async () => {
  parser = createMarkdownParser();
});

function section(content: string, more: Partial<Section> = {}): Section {
  return { id: content, path: 'page', place: 1, title: 'Page', headings: [], content, href: 'page', ...more };
}

function hit(content: string, cosine: number | null = 0.6, more: Partial<Section> = {}): SectionHit {
  return { section: section(content, more), score: 1, cosine, ranges: [] };
}

const quote = (words: string[], content: string): string =>
  chooseQuotes(words, [hit(content)], parser.parseMarkdown)[0]!.markdown;

describe('a quote', () => {
  const filler = (word: string): string => `${word} `.repeat(150).trim();

  it('is the whole section when that is short', () => {
    const content = 'First paragraph.\n\n- a list\n\n```js\ncode();\n```\n\nLast paragraph.';
    assert.equal(quote(['code'], content), content);
  });

  it('is the passage with the words of the question where the section is long', () => {
    const content = [filler('one'), `The port is set with \`port\`. ${filler('two')}`, filler('three')].join(
      '\n\n',
    );
    assert.match(quote(['port'], content), /The port is set/);
    assert.doesNotMatch(quote(['port'], content), /three/);
  });

  it('takes the rarer word for the more telling one', () => {
    const passages = ['server alpha', 'server beta', 'server port', 'server delta'].map(
      (words) => `${words} ${filler('x')}${filler('y')}`,
    );
    assert.match(quote(['server', 'port'], passages.join('\n\n')), /server port/);
  });

  it('keeps code with the sentence that introduces it', () => {
    const content = [
      filler('one'),
      'Set the port like this:',
      '```json\n{ "port": 80 }\n```',
      filler('two'),
    ].join('\n\n');
    assert.match(quote(['port'], content), /Set the port like this:\n\n```json\n\{ "port": 80 \}\n```/);
  });

  it('cuts a block that is too long, and closes its fence', () => {
    const content = `\`\`\`js\n${'call();\n'.repeat(1000)}\`\`\``;
    const markdown = quote(['call'], content);
    assert.ok(markdown.length < 2500);
    assert.match(markdown, /\n…\n```$/);
  });

  const parts = Array.from(
    { length: 40 },
    (_, number) => [`part-${number}`, 'What it is, in some words.'] as const,
  );

  it('has of a long table the rows with words of the question, and its head', () => {
    const head = '| Name | What |\n| - | - |';
    const rows = parts.map(([name, text]) => `| ${name} | ${text} |`);
    const port = '| port | Where it [listens](/docs). |';
    const content = [head, ...rows.slice(0, 20), port, ...rows.slice(20)].join('\n');
    assert.equal(quote(['port'], content), `${head}\n${port}\n\n…`);
    assert.equal(quote(['docs'], content), quote(['nothing'], content), 'an address is no word');
    assert.match(quote(['nothing'], content), /part-0/);
  });

  it('has of a long list the items with words of the question, but all steps in their order', () => {
    const items = parts.map(([name, text]) => `**${name}**: ${text}`);
    const port = '**port**: Where it listens.\n  Default 80.';
    const listed = [...items, port].map((item) => `- ${item}`).join('\n');
    assert.equal(quote(['port'], listed), `- ${port}\n\n…`);
    const steps = [...items, port].map((item, index) => `${index + 1}. ${item}`).join('\n');
    assert.match(quote(['port'], steps), /1\. \*\*part-0/);
  });

  it('comes from three sections at most', () => {
    const hits = Array.from({ length: 5 }, (_, index) => hit(`text ${index}`));
    assert.equal(chooseQuotes(['text'], hits, parser.parseMarkdown).length, 3);
  });

  const links = '**See also:**\n\n- [How to set the port](/port)\n- [The port of the proxy](/proxy)';

  it('leaves out what points elsewhere, but for where it stands between the rest', () => {
    const said = 'The port is 80.\n\n[More about ports](/ports)\n\nAnother one is 443.';
    assert.equal(quote(['port'], `${links}\n\n${said}\n\n${links}`), said);
  });

  it('comes from sections that say something, and from others where there are none', () => {
    const contents = (hits: SectionHit[]): string[] =>
      chooseQuotes(['port'], hits, parser.parseMarkdown).map(({ section: { content } }) => content);
    assert.deepEqual(contents([hit(links), hit('The port is 80.')]), ['The port is 80.']);
    assert.deepEqual(contents([hit(links)]), [links]);
  });

  it('stands where it is read on its page, beside the others of that page', () => {
    const found = [
      ['b', 7],
      ['a', 3],
      ['b', 2],
      ['a', 1],
    ].map(([path, place]) => ({ section: section('', { path: path as string, place: place as number }) }));
    assert.deepEqual(
      inReadingOrder(found).map(({ section: { path, place } }) => `${path}${place}`),
      ['b2', 'b7', 'a1', 'a3'],
    );
  });
});

describe('what is relevant', () => {
  const relevant = (words: string[], hits: SectionHit[]): string[] =>
    relevantHits(words, hits).map(({ section }) => section.content);

  it('is close in meaning, whatever its words', () => {
    assert.deepEqual(relevant(['fruit'], [hit('apples and pears', 0.5)]), ['apples and pears']);
  });

  it('has the words of the question when it is not quite as close', () => {
    assert.deepEqual(relevant(['fruit', 'basket'], [hit('a fruit basket', 0.3), hit('apples', 0.3)]), [
      'a fruit basket',
    ]);
  });

  it('is nothing that is far away', () => {
    assert.deepEqual(relevant(['fruit', 'basket'], [hit('a fruit basket', 0.1)]), []);
  });

  it('is not much farther away than the closest', () => {
    assert.deepEqual(relevant(['x'], [hit('closest', 0.8), hit('close', 0.7), hit('farther', 0.5)]), [
      'closest',
      'close',
    ]);
  });

  it('is farther away than that only with the words of the question', () => {
    const hits = [
      hit('closest', 0.8),
      hit('a fruit basket', 0.5),
      hit('fruit', 0.5),
      hit('a fruit basket', 0.3),
    ];
    assert.deepEqual(relevant(['fruit', 'basket'], hits), ['closest', 'a fruit basket']);
  });

  it('has most words of the question where meaning is not known', () => {
    const hits = [hit('a fruit basket', null), hit('fruit', null), hit('other', null)];
    assert.deepEqual(relevant(['fruit', 'basket'], hits), ['a fruit basket']);
  });

  it('is remotely what has one word of the question, or is near in meaning', () => {
    const hits = [
      hit('a fruit bowl', 0.1),
      hit('apples', 0.3),
      hit('cars', 0.1),
      hit('cars', null),
      hit('fruit', null),
    ];
    assert.deepEqual(remotelyRelated(['fruit', 'basket'], hits), [hits[0], hits[1], hits[4]]);
  });

  it('is nothing for a question without words', () => {
    assert.deepEqual(relevant([], [hit('a fruit basket', null)]), []);
  });
});

describe('the query of a follow-up', () => {
  const before = ['How do I install the server?'];
  for (const question of [
    'With pnpm?',
    'And how can I do that on another machine with Windows?',
    'Geht das auch mit Yarn?',
    'Wie macht man das in einem Projekt mit Yarn?',
  ]) {
    it(`has the question before "${question}"`, () => {
      assert.equal(retrievalQuery(question, before), `${before[0]}\n${question}`);
    });
  }

  it('stands alone when it says enough', () => {
    const question = 'Which compression algorithm makes the smaller files?';
    assert.equal(retrievalQuery(question, before), question);
  });

  it('stands alone when it is the first', () => {
    assert.equal(retrievalQuery('With pnpm?', []), 'With pnpm?');
  });
});

describe('a link to a section', () => {
  it('escapes what would end or change it', () => {
    const link = sectionLink(
      section('', { title: 'A [b]', headings: ['`c` *d*'], href: 'a%20(b)/c&d#%C3%A9' }),
    );
    assert.equal(link, '[A \\[b\\] › \\`c\\` \\*d\\*](a%20%28b%29/c%26d#%C3%A9)');
  });

  it('names a page once', () => {
    assert.equal(sectionLink(section('', { title: 'Page', headings: ['Page'] })), '[Page](page)');
  });
});

describe('links of a quoted section that begin at the root', () => {
  const pages = new Map(
    ['v6/en/guides/middleware', 'v6/en/both.html', 'v6/both', 'v6/en/', 'blog', 'v6/en/a (b)#.html'].map(
      (path) => [pageKey(path), path],
    ),
  );
  const resolve = async (
    content: string,
    path = 'v6/en/guides/routing',
    more: Partial<Section> = { version: 'v6', language: 'en' },
  ) =>
    (
      await resolveRootLinks(
        section(content, { path, ...more }),
        parser.parseMarkdown,
        async (addresses) =>
          new Map(
            addresses.flatMap((address) => {
              const page = pages.get(pageKey(address));
              return page === undefined ? [] : [[address, page]];
            }),
          ),
      )
    ).content;

  for (const [written, expected] of [
    ['[a](/v6/en/guides/middleware)', '[a](v6/en/guides/middleware)'],
    ['[a](/blog/?x=1#y)', '[a](blog?x=1#y)'],
    ['[a](/en/guides/middleware/#use)', '[a](v6/en/guides/middleware#use)'],
    ['[a](/guides/middleware) and [b](/en/)', '[a](v6/en/guides/middleware) and [b](v6/en/)'],
    ['**[`a` [b]](/en/guides/middleware.md "Title")**', '**[`a` [b]](v6/en/guides/middleware "Title")**'],
    ['[a](/en/both)', '[a](v6/en/both.html)'],
    ['[a](/en/a%20\\(b\\)%23)', '[a](v6/en/a%20%28b%29%23.html)'],
  ] as const) {
    it(`lead from ${written} to the address of their page`, async () =>
      assert.equal(await resolve(written), expected));
  }

  for (const [written, expected] of [
    ['[a](/pricing#x "Title")', '[a](/./pricing#x "Title")'],
    ['[a](/both)', '[a](/./both)'],
    ['[a](/%E0%A4%A)', '[a](/./%E0%A4%A)'],
    ['[a](/a\\_b\\(c\\))', '[a](/./a\\_b\\(c\\))'],
  ] as const) {
    it(`count from the root of the host where no page, or several, fit ${written}`, async () =>
      assert.equal(await resolve(written), expected));
  }

  for (const written of [
    '[a](/./guides/middleware)',
    '[a](guides/middleware) [b](//example.com/en/guides/middleware) [c](https://example.com/guides/middleware)',
    '`[a](/guides/middleware)`',
    '```md\n[a](/guides/middleware)\n```',
  ]) {
    it(`do not touch ${JSON.stringify(written)}`, async () => assert.equal(await resolve(written), written));
  }

  it('lead to no other version where a page belongs to none', async () => {
    assert.equal(
      await resolve('[a](/guides/middleware)', 'v6/en/guides/routing', {}),
      '[a](/./guides/middleware)',
    );
  });
});

describe('the pieces of a text', () => {
  it('add up to it, and no character is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const pieces = [...textPieces(text)];
        assert.equal(pieces.join(''), text);
        assert.ok(pieces.every((piece) => piece.isWellFormed() && piece.length > 0 && piece.length <= 49));
      }),
    );
  });
});

describe('the sentences of the service', () => {
  it('are in the language of the reader, English otherwise', () => {
    assert.match(phrasesFor('de-AT').notFound, /keine Antwort/);
    assert.match(phrasesFor('JA').notFound, /答え/);
    for (const language of [undefined, 'tlh', 'constructor', '']) {
      assert.match(phrasesFor(language).notFound, /could not find/);
    }
  });
});
