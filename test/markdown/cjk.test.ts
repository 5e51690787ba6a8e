/** Text in Chinese, Japanese and Korean, and signs that are no marks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMarkdownDocument } from '../../src/markdown/markdown-document.ts';
import * as extensions from '../../src/markdown/syntax-extensions.ts';
import { toHtml } from './support/to-html.ts';

/** Parse a text that arrives in single characters. */
function html(text: string): string {
  const document = createMarkdownDocument(extensions);
  for (const character of text) {
    document.append(character);
    void document.blocks;
  }
  document.finish();
  return toHtml(document.blocks).trim();
}

const p = (content: string): string => `<p>${content}</p>`;

describe('emphasis beside Chinese, Japanese and Korean punctuation', () => {
  for (const [text, expected] of [
    // chat-1
    ['**重要说明：**请先安装。', '<strong>重要说明：</strong>请先安装。'],
    ['*注意（必读）。*继续。', '<em>注意（必读）。</em>继续。'],
    ['~~旧版（v1）。~~新版。', '<del>旧版（v1）。</del>新版。'],
    ['这是**“引用”**文字', '这是<strong>“引用”</strong>文字'],
    ['用**`npm`**安装', '用<strong><code>npm</code></strong>安装'],
    ['見て**「これ」**です', '見て<strong>「これ」</strong>です'],
    ['**注意(必読)**です', '<strong>注意(必読)</strong>です'],
    [
      'これは**重要！**なので***とても。***ね',
      'これは<strong>重要！</strong>なので<em><strong>とても。</strong></em>ね',
    ],
    ['**예시(example)**는', '<strong>예시(example)</strong>는'],
    ['**𠮷！**家', '<strong>𠮷！</strong>家'],
    ['**葛\u{e0100}。**城', '<strong>葛\u{e0100}。</strong>城'],
    ['**半角カナ｡**ﾃｽﾄ', '<strong>半角カナ｡</strong>ﾃｽﾄ'],
    ['a **bold.**b', 'a **bold.**b'],
    ['（*a*）', '（<em>a</em>）'],
    ['__重要：__ 次', '<strong>重要：</strong> 次'],
    ['变量_名_字', '变量_名_字'],
    ['全角　**空白。**　後', '全角　<strong>空白。</strong>　後'],
  ] as const)
    it(`is read in ${text}`, () => assert.equal(html(text), p(expected)));
});

describe('a single tilde', () => {
  for (const text of [
    // chat-5
    '大约3~5天，价格100~200元。',
    'age(1~3), height(80~100)',
    '~5 to ~10 minutes',
    '文件~1和~2。',
    'a~b~c',
    '~/bin and ~/lib',
    'H~2~O',
  ])
    it(`strikes nothing in ${text}`, () => assert.equal(html(text), p(text)));

  it('strikes what stands between spaces, and two tildes strike anywhere', () => {
    assert.equal(html('now ~old~ new'), p('now <del>old</del> new'));
    assert.equal(html('now ~old~.'), p('now <del>old</del>.'));
    assert.equal(html('3~~4~~5'), p('3<del>4</del>5'));
  });
});

describe('a bare address', () => {
  for (const [text, address] of [
    // chat-3
    ['参见 https://example.com/guide，然后继续。', 'https://example.com/guide'],
    ['访问https://example.com/docs（中文说明）了解更多。', 'https://example.com/docs'],
    ['见https://example.com/a?b=c#d。', 'https://example.com/a?b=c#d'],
    ['「https://example.com/a」を', 'https://example.com/a'],
    ['https://example.com/a、https', 'https://example.com/a'],
    ['“https://example.com/a”', 'https://example.com/a'],
    ['«https://example.com/a»', 'https://example.com/a'],
    ['https://example.com：端口', 'https://example.com'],
    ['https://example.com/路径/页。', 'https://example.com/路径/页'],
    ['https://example.com/docs…然后', 'https://example.com/docs'],
    ['https://example.com/docs——然后', 'https://example.com/docs'],
    ['راجع https://example.com/docs، ثم', 'https://example.com/docs'],
    ['访问https://example.com查看。', 'https://example.com'],
    ['http://localhost:3000에서 보세요', 'http://localhost:3000'],
    ['https://example.com입니다.', 'https://example.com'],
    ['https://例え.jp/パス。', 'https://例え.jp/パス'],
    ['https://example.com/guide를 참고하세요', 'https://example.com/guide'],
    ['https://example.com/guideを見る', 'https://example.com/guide'],
    ['https://example.com/문서/개요를', 'https://example.com/문서/개요를'],
    ['https://example.com/wiki/C语言，', 'https://example.com/wiki/C语言'],
    ['(https://example.com/a)에서', 'https://example.com/a'],
    ['(https://example.com/a_(b))です', 'https://example.com/a_(b)'],
    ['"https://example.com/a"です', 'https://example.com/a'],
    ['请见www.example.com，', 'www.example.com'],
  ] as const)
    it(`ends at the punctuation in ${text}`, () => {
      const [, found] = /<a href="[^"]*">([^<]*)<\/a>/.exec(html(text)) ?? [];
      assert.equal(found, address);
    });
});

it('amounts of money are no formulas (chat-35)', () => {
  const text =
    'The plan costs $5 per month and $10 per seat. From $20k to $30k, US$5–$10, or **$750** in total ($9/mo vs. $12/mo). Set $HOME and $PATH. A bill of $/PR is down but $/session is up.';
  assert.equal(html(text), p(text.replace('**$750**', '<strong>$750</strong>')));
  for (const money of [
    '$5, $6',
    '$1–$2',
    'a $/b and $/c',
    '$5/$6',
    '($5)/($6)',
    '$5.-$6',
    '($5-$6)',
    '-$3 and $4',
  ])
    assert.equal(html(money), p(money));
});
