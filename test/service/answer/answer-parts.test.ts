import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { phrasesFor } from '../../../src/engine/answer/phrases.ts';
import { resolveRootLinks } from '../../../src/engine/answer/root-links.ts';
import { quotableContent } from '../../../src/engine/answer/quotable-content.ts';
import { chooseQuotes, inReadingOrder } from '../../../src/engine/answer/quotes.ts';
import { judgeHits, remotelyRelated } from '../../../src/engine/answer/relevance.ts';
import { dependenceOf, queryWithContext, type Dependence } from '../../../src/engine/answer/look-up.ts';
import { readSmallTalk } from '../../../src/engine/answer/small-talk.ts';
import { sectionLink } from '../../../src/engine/answer/section-link.ts';
import { textPieces } from '../../../src/engine/answer/answer-with-quotes.ts';
import { createMarkdownParser, type MarkdownParser } from '../../../src/service/docs/markdown-parser.ts';
import { pageKey } from '../../../src/engine/sections/site-path.ts';
import type { Section } from '../../../src/engine/sections/section.ts';
import { detectLanguage } from '../../../src/engine/language/detect-language.ts';
import type { Evidence } from '../../../src/engine/ranking/evidence.ts';
import type { SectionHit } from '../../../src/engine/ranking/search-index.ts';

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

describe('what is quoted', () => {
  const quotable = (content: string, ...words: string[]): string =>
    quotableContent(content, new Set(words), parser.parseMarkdown);
  const tabs = (indent = ''): string =>
    ['npm', 'pnpm', 'yarn']
      .map((name) => `${indent}**${name}**\n\n${indent}\`\`\`shell\n${indent}${name} add it\n${indent}\`\`\``)
      .join('\n\n');

  it('is one package manager of several: the first, or the one in the question', () => {
    assert.equal(
      quotable(`Install it:\n\n${tabs()}\n\nThen go on.`),
      'Install it:\n\n```shell\nnpm add it\n```\n\nThen go on.',
    );
    assert.match(quotable(tabs(), 'pnpm'), /^```shell\npnpm add it\n```$/);
  });

  it('is one of them inside a step too', () => {
    const step = quotable(`1. Install it:\n\n${tabs('   ')}\n\n2. Go on.`);
    assert.match(step, /npm add it/);
    assert.doesNotMatch(step, /pnpm|yarn/);
    assert.match(step, /2\. Go on\./);
  });

  it('is one of several commands without names', () => {
    const code = (text: string): string => `\`\`\`sh\n${text}\n\`\`\``;
    assert.equal(quotable([code('npm i it'), code('yarn add it')].join('\n\n')), code('npm i it'));
    const steps = [code('npm i it'), code('npm start')].join('\n\n');
    assert.equal(quotable(steps), steps, 'two steps of one package manager stay');
  });

  it('has no list to tick off, and no invitation to expand', () => {
    const content =
      'The port is 80.\n\n- [ ] I know the port.\n\n**Expand to see the code**\n\nShow the code';
    assert.equal(quotable(content), 'The port is 80.');
  });

  it('is else as it was written', () => {
    const content = 'Show the code to a friend.\n\n- a\n- b\n\n```js title="a.js"\nrun();\n```\n';
    assert.equal(quotable(content), content);
  });

  it('is said once, though several versions say it', () => {
    const hits = ['v1', 'v2'].map((path) => hit(`The port is ${path}.`, null, { path, headings: ['Port'] }));
    assert.equal(chooseQuotes(['port'], hits, parser.parseMarkdown).length, 1);
  });
});

describe('a judgement', () => {
  const judged = (content: string, evidence: Partial<Evidence>): SectionHit => ({
    ...hit(content),
    evidence: {
      closeness: 0,
      closenessShare: evidence.closeness === null ? 0 : 1,
      covered: 0,
      named: 0,
      foreign: 0,
      ...evidence,
    },
  });
  const contents = (hits: SectionHit[]): string[] =>
    judgeHits(hits).relevant.map(({ section: { content } }) => content);

  it('is certain of what is close in meaning and has the words of the question', () => {
    const { certainty } = judgeHits([judged('fits', { closeness: 0.9, covered: 0.8 })]);
    assert.equal(certainty, 'high');
  });

  it('is uncertain between that and nothing', () => {
    assert.equal(judgeHits([judged('perhaps', { closeness: 0.6, covered: 0.25 })]).certainty, 'low');
  });

  it('is that there is no answer where nothing is close, or words of the question are unknown', () => {
    for (const evidence of [
      { closeness: 0.3, covered: 0.4 },
      { closeness: 0.8, covered: 0.1, foreign: 0.9 },
      { closeness: null, covered: 0.3, foreign: 0.5 },
    ]) {
      const { certainty, relevant } = judgeHits([judged('far', evidence)]);
      assert.deepEqual({ certainty, relevant }, { certainty: 'none', relevant: [] });
    }
  });

  it('rests on words alone where meaning is not known', () => {
    const named = judged('named', { closeness: null, covered: 1, named: 0.5 });
    assert.equal(judgeHits([named]).certainty, 'high');
  });

  it('keeps what is about as good as the best', () => {
    const hits = [
      judged('best', { closeness: 1, covered: 1 }),
      judged('good', { closeness: 0.95, covered: 0.9 }),
      judged('weak', { closeness: 0.6, covered: 0.4 }),
    ];
    assert.deepEqual(contents(hits), ['best', 'good']);
    assert.deepEqual(contents(hits.slice(2)), ['weak']);
  });

  it('of nothing is that there is no answer', () => {
    assert.equal(judgeHits([]).certainty, 'none');
  });

  it('offers links to what has a word of the question', () => {
    const hits = [judged('some', { covered: 0.2 }), judged('none', { closeness: 0.4 })];
    assert.deepEqual(remotelyRelated(hits), [hits[0]]);
  });
});

describe('a question after another one', () => {
  const before = ['How do I install the server?'];
  const dependences: Record<Dependence, [page: string, questions: string[]][]> = {
    dependent: [
      [
        'en',
        [
          'With pnpm?',
          'and with Yarn?',
          'How do I configure it?',
          'Why?',
          'What about Firefox?',
          'Does that work?',
          'Show me an example',
          'And my own?',
          'More examples, please',
          'Another one?',
        ],
      ],
      [
        'de',
        ['Und mit pnpm?', 'Wie konfiguriere ich das?', 'Warum?', 'Hast du ein Beispiel?', 'Mehr Beispiele?'],
      ],
      ['fr', ['et avec pnpm ?', 'Et cela ?', 'Un autre exemple ?']],
      ['es', ['¿Y con pnpm?', '¿Otro ejemplo?']],
      ['it', ['e con pnpm?']],
      ['pt', ['e com pnpm?']],
      ['ru', ['а с pnpm?', 'Есть пример?']],
      ['he', ['ומה עם pnpm?']],
      ['ar', ['وماذا عن pnpm؟']],
      ['ja', ['pnpmでは？', 'それを設定するには？']],
      ['ko', ['그럼 pnpm은?']],
      ['zh-Hans', ['那 pnpm 呢？']],
      ['zh-Hant', ['那麼 pnpm 呢？']],
    ],
    unclear: [
      ['en', ['Netlify', 'dark mode', 'How do I configure it for production builds?']],
      ['de', ['Wie macht man das in einem Projekt mit Yarn?', 'Netlify']],
    ],
    independent: [
      [
        'en',
        [
          'What is middleware?',
          'Which compression algorithm makes the smaller files?',
          'Where do images go?',
        ],
      ],
      ['de', ['Was ist Middleware?', 'Wie setze ich Cookies?']],
      ['fr', ["Qu'est-ce que le middleware ?"]],
      ['es', ['¿Qué es el middleware?']],
      ['it', ['Che cos’è il middleware?']],
      ['pt', ['O que é middleware?']],
      ['ru', ['Что такое middleware?']],
      ['he', ['מה זה middleware?']],
      ['ar', ['ما هو middleware؟']],
      ['ja', ['ミドルウェアとは何ですか']],
      ['ko', ['미들웨어란 무엇인가요?']],
      ['zh-Hans', ['什么是中间件？']],
      ['zh-Hant', ['什麼是中介軟體？']],
    ],
  };
  for (const [dependence, byLanguage] of Object.entries(dependences)) {
    for (const [language, questions] of byLanguage) {
      for (const question of questions) {
        it(`is ${dependence}: ${question}`, () => assert.equal(dependenceOf(question, language), dependence));
      }
    }
  }

  it('is looked up with the last one that says what it is about', () => {
    const chain = [...before, 'and with Yarn?'];
    assert.equal(queryWithContext('and with pnpm?', chain), `${before[0]}\nand with pnpm?`);
    assert.equal(queryWithContext('and with pnpm?', []), 'and with pnpm?');
  });
});

describe('small talk', () => {
  for (const message of [
    'Hello!',
    'hi there',
    'Guten Tag',
    'Bonjour',
    '¡Hola!',
    'ciao',
    'Olá',
    'привет',
    'שלום',
    'مرحبا',
    'こんにちは',
    '안녕하세요',
    '你好',
    'hello 👋',
  ]) {
    it(`is a greeting: ${message}`, () => assert.equal(readSmallTalk(message), 'greeting'));
  }
  for (const message of [
    'Thanks!',
    'thank you very much',
    'Vielen Dank',
    'merci beaucoup',
    'Gracias',
    'grazie mille',
    'muito obrigado',
    'спасибо',
    'תודה רבה',
    'شكرا',
    'ありがとうございます',
    '감사합니다',
    '谢谢',
    '謝謝',
  ]) {
    it(`is thanks: ${message}`, () => assert.equal(readSmallTalk(message), 'thanks'));
  }
  for (const message of [
    'Hello, how do I install it?',
    'danke, und mit pnpm?',
    'Hello world',
    'good',
    '',
    'middleware',
  ]) {
    it(`is not: ${message}`, () => assert.equal(readSmallTalk(message), null));
  }
});

describe('the language of a question', () => {
  for (const [question, page, language] of [
    ['How do I install it?', undefined, 'en'],
    ['Wie installiere ich das?', 'en', 'de'],
    ['Comment faire ?', undefined, 'fr'],
    ['Middleware', 'de', undefined],
    ['Middleware in Astro', 'de', 'de'],
    ['Middleware in Astro', undefined, undefined],
    ['設定方法は？', 'en', 'ja'],
    ['如何安装', undefined, 'zh-Hans'],
    ['如何安裝這個', undefined, 'zh-Hant'],
    ['如何', 'zh-Hant', 'zh-Hant'],
  ] as const) {
    it(`of "${question}" on a page in ${page ?? 'no language'} is ${language ?? 'unknown'}`, () =>
      assert.equal(detectLanguage(question, page), language));
  }
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
