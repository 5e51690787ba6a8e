import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { select, selectAll } from 'hast-util-select';
import { parseHtml } from '../../../src/service/docs/html/parse-html.ts';
import { putReadingLinks } from '../../../src/service/pages/reading-links.ts';

const LINKS = { list: '/docs/llms.txt', markdown: '/docs/guide.md' };
const LINK =
  '<link data-docs-assistant="agents" rel="alternate" type="text/markdown" href="/docs/guide.md" />';
const LINE = /<p data-docs-assistant="agents" lang="en" hidden="">.*?<\/p>/;

const put = (page: string, links: Parameters<typeof putReadingLinks>[1] = LINKS): string =>
  Buffer.from(putReadingLinks(Buffer.from(page, 'latin1'), links)).toString('latin1');

/** Return a page without what was added. */
const without = (page: string): string => page.replace(LINK, '').replace(LINE, '');

const PAGES: Readonly<Record<string, [page: string, before: string, after: string]>> = {
  'a page with head and body': [
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>A</title></head>\n<body class="x>y">\n<main>Text</main></body></html>',
    '<title>A</title>',
    '<body class="x>y">',
  ],
  'lines that end with CR LF': [
    '<!doctype html>\r\n<html>\r\n<head>\r\n<title>A</title>\r\n</head>\r\n<body>\r\n<p>Text\r\n</body>\r\n</html>\r\n',
    '<title>A</title>',
    '<body>',
  ],
  'a byte order mark': ['\xef\xbb\xbf<!doctype html><title>A</title><p>Text', '<title>A</title>', LINK],
  'a page without tags of head and body': [
    '<!doctype html>\n<meta charset=utf-8>\n<title>A</title>\n<h1>Text</h1>',
    '<title>A</title>',
    `${LINK}\n`,
  ],
  'nothing but text': ['Text, and no tag', '', LINK],
  XHTML: [
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="a" content="b" /></head><body>\n<p>Text</p></body></html>',
    '<meta name="a" content="b" />',
    '<body>',
  ],
  'tags in scripts, comments, styles and attributes': [
    '<html><head><!-- </head><body> --><script>const a = "</head><body>";</script><style>/* <body> */</style><meta content="</head><body>"></head><body><p>Text</body></html>',
    '<meta content="</head><body>">',
    '</head><body>',
  ],
  'an image in the noscript of a head': [
    '<html><head><noscript><img src="/pixel"></noscript><meta name=a content=it\'s><title>A</title></head><body>Text</body></html>',
    '<title>A</title>',
    '<body>',
  ],
  'a body that is no ASCII': ['<html><head></head><body>\x82\xa0\xff</body></html>', '<head>', '<body>'],
  'tags in capital letters': [
    '<HTML><HEAD><TITLE>A</TITLE></HEAD><BODY>Text</BODY></HTML>',
    '</TITLE>',
    '<BODY>',
  ],
};

describe('the addresses for reading programs in a page', () => {
  for (const [name, [page, before, after]] of Object.entries(PAGES)) {
    it(`are put into ${name}, whose other bytes stay as they are`, () => {
      const written = put(page);
      assert.equal(without(written), page);
      assert.equal(written.slice(0, written.indexOf(LINK)).endsWith(before), true, written);
      const line = LINE.exec(written)!;
      assert.equal(written.slice(0, line.index).endsWith(after), true, written);
      // As browsers with scripts read it.
      const root = parseHtml(written.replace(/^\xef\xbb\xbf|<noscript>.*?<\/noscript>/g, ''));
      assert.ok(select('head > link[rel=alternate][type="text/markdown"]', root), written);
      assert.ok(select('body > p[hidden] > a[href="/docs/llms.txt"]', root), written);
    });

    it(`are the same when they are put into ${name} again, and others take their place`, () => {
      const written = put(page);
      assert.equal(put(written), written);
      const other = put(written, { list: '/llms.txt', markdown: null });
      assert.equal(without(other), page);
      assert.doesNotMatch(other, /\/docs\/|<link data/);
    });
  }

  it('leave out the link that the page has itself, and what cannot take them', () => {
    const own = '<head><link type="text/markdown" rel="alternate" href="a.md"></head><body>';
    assert.equal(selectAll('link', parseHtml(put(own))).length, 1);
    for (const page of [
      '\xff\xfe<\0h\0t\0m\0l\0>\0',
      '<html><head></head><frameset><frame src="a"></frameset></html>',
    ])
      assert.equal(put(page), page);
  });

  it('are no markup, whatever a page is called', () => {
    const root = parseHtml(put('<body>', { list: '/"><b>/llms.txt', markdown: '/&quot;<i>.md' }));
    assert.equal(select('b, i', root), undefined);
    assert.ok(select('a[href*="<b>"]', root));
  });

  it('are put into large and damaged pages in no time', () => {
    const start = performance.now();
    for (const part of ['<script>', '<meta a="', '<!--', '<meta a=', "<p a='", '<noscript><', '</'])
      put(`<html>${part.repeat(2_000_000 / part.length)}`);
    assert.ok(performance.now() - start < 10_000);
  });
});
