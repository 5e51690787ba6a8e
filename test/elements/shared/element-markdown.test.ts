import { expect, fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { pageAsMarkdown } from '../../../src/elements/shared/page/element-markdown.ts';

/** Write what is in the `main` of a page. */
async function write(content: TemplateResult, selector?: string): Promise<string> {
  const main = await fixture(html`<main>${content}</main>`);
  return pageAsMarkdown(selector === undefined ? null : main.querySelector(selector));
}

describe('pageAsMarkdown', () => {
  it('writes headings, paragraphs, emphasis and links with whole addresses', async () => {
    const text = await write(
      html`<h1>Kiln <a href="#kiln">#</a></h1>
        <p>A <b>hot</b> <em>oven</em>, <del>cold</del>.<br />See <a href="/guide">the guide</a>.</p>
        <hr />`,
    );
    expect(text).to.equal(
      `# Kiln\n\nA **hot** _oven_, ~~cold~~.\nSee [the guide](${location.origin}/guide).\n\n---`,
    );
  });

  it('writes code as it is, with its language, in fences that it does not close', async () => {
    const [fenced, ticked] = ['```\ncode\n```', 'a`b'];
    const text = await write(
      html`<pre class="language-js"><code>const a = 1;
  <span>b</span>()</code></pre>
        <pre data-language="md"><code>${fenced}</code></pre>
        <p>Run <code>${ticked}</code> and <code>*</code>.</p>`,
    );
    expect(text).to.equal(
      '```js\nconst a = 1;\n  b()\n```\n\n````md\n```\ncode\n```\n````\n\nRun ``a`b`` and `*`.',
    );
  });

  it('writes lists in lists, numbered ones from their beginning, quotes and terms', async () => {
    const text = await write(
      html`<ol start="3">
          <li>
            One
            <ul>
              <li>A</li>
              <li>B</li>
            </ul>
          </li>
          <li>
            <p>Two</p>
            <pre>x</pre>
          </li>
        </ol>
        <blockquote>
          <p>Hot</p>
          <p>Cold</p>
        </blockquote>
        <dl>
          <dt>Kiln</dt>
          <dd>An oven</dd>
        </dl>`,
    );
    expect(text).to.equal(
      '3. One\n   - A\n   - B\n4. Two\n\n   ```\n   x\n   ```\n\n> Hot\n>\n> Cold\n\nKiln\n\n- An oven',
    );
  });

  it('writes tables, whose cells keep their bars', async () => {
    const text = await write(
      html`<table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Type</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td><code>glaze</code></td>
            <td>a | b</td>
          </tr>
        </tbody>
      </table>`,
    );
    expect(text).to.equal('| Name | Type |\n| --- | --- |\n| `glaze` | a \\| b |');
  });

  it('escapes what would be Markdown, and encloses addresses with brackets', async () => {
    const signs = '*a* _b_ [c] <d> `e`';
    const text = await write(
      html`<p>${signs}</p>
        <p><a href="/o_(1)">An oven</a> <img alt="Its *door*" /></p>`,
    );
    expect(text).to.equal(
      `\\*a\\* \\_b\\_ \\[c\\] \\<d\\> \\\`e\\\`\n\n[An oven](<${location.origin}/o_(1)>) ![Its \\*door\\*]()`,
    );
  });

  it('leaves out what is not of the text', async () => {
    const text = await write(
      html`<nav>Menu</nav>
        <p>Text<button>Copy</button><span aria-hidden="true">#</span></p>
        <div hidden>Hidden</div>
        <docs-page-actions>Actions</docs-page-actions>
        <svg><text>Drawn</text></svg>`,
    );
    expect(text).to.equal('Text');
  });

  it('writes a section with those below it, and no more', async () => {
    const content = html`<h2 id="a">A</h2>
      <p>1</p>
      <div>
        <h3 id="b">B</h3>
        <p>2</p>
      </div>
      <h2 id="c">C</h2>
      <p>3</p>`;
    expect(await write(content, '#a')).to.equal('## A\n\n1\n\n### B\n\n2');
    expect(await write(content, '#b')).to.equal('### B\n\n2');
    expect(await write(content, '#c')).to.equal('## C\n\n3');
  });

  it('has at most 200,000 characters', async () => {
    const text = await write(html`<p>${'x'.repeat(300_000)}</p>`);
    expect(text.length).to.equal(200_000);
  });
});
