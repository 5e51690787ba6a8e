import { expect, fixture } from '@open-wc/testing';
import { html, render } from 'lit';
import { assistantPanel as strings } from '../../../src/elements/strings/english.ts';
import { markdown } from '../../../src/elements/shared/markdown/markdown-directive.ts';
import { lazyMarkdownExtensions } from '../../../src/elements/shared/markdown/markdown-extensions-loader.ts';

const extensions = lazyMarkdownExtensions();
before(() => extensions.load());

const TEXT = `# Title *and* more

A paragraph with **strong *nested* text**, \`code\` and [a link](/guide "Guide") to it, a ~~deleted~~ word.

- one
- two with **strong**
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
| b    | two   |

- [x] done
- [ ] open

![An image](/image.png)

The end, see <https://example.com> and the rest of it.
`;

function textsOf(root: Node): Text[] {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walk.nextNode()) {
    const text = walk.currentNode as Text;
    if (text.data.trim() && !text.parentElement!.closest('font')) found.push(text);
  }
  return found;
}

/** Wraps a text as translators do. */
function wrap(text: string): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = text;
  outer.append(inner);
  return outer;
}

/** What browsers and their extensions do to the nodes of a page while it is drawn. */
const TOOLS: Readonly<Record<string, (root: HTMLElement) => void>> = {
  'puts other nodes in the place of texts': (root) => {
    for (const text of textsOf(root)) text.replaceWith(wrap(text.data));
  },
  'puts a node for each word in the place of texts': (root) => {
    for (const text of textsOf(root)) text.replaceWith(...text.data.split(/(?= )/).map(wrap));
  },
  'changes texts': (root) => {
    for (const text of textsOf(root)) text.data = `[${text.data}]`;
  },
  'adds a translation beside each text': (root) => {
    for (const text of textsOf(root)) text.after(wrap(text.data));
  },
  'takes elements apart': (root) => {
    for (const element of root.querySelectorAll('em, strong, del, a, code'))
      element.replaceWith(...element.childNodes);
  },
  'merges a block into one node': (root) => {
    for (const block of root.querySelectorAll('p, li, td, th, h3'))
      block.replaceChildren(wrap(block.textContent));
  },
  'wraps blocks': (root) => {
    for (const block of [...root.children]) {
      const frame = document.createElement('div');
      block.replaceWith(frame);
      frame.append(block);
    }
  },
  'adds blocks': (root) => root.append(wrap('more')),
  'removes blocks': (root) => root.lastElementChild?.remove(),
  'splits texts': (root) => {
    for (const text of textsOf(root)) if (text.length > 2) text.splitText(2);
  },
  'reorders inline elements': (root) => {
    for (const block of root.querySelectorAll('p')) block.append(block.firstChild!);
  },
};

describe('markdown() in a page that is translated while it grows', () => {
  for (const [what, change] of Object.entries(TOOLS)) {
    for (const every of [1, 7]) {
      it(`shows all of it where something ${what}, at every ${every}. piece`, async () => {
        const root = await fixture<HTMLElement>(html`<div></div>`);
        const show = (text: string, done = false): void => {
          render(
            html`<div
              ${markdown(text, { done, extensions, text: (key) => (key === 'sources' ? '' : strings[key]) })}
            ></div>`,
            root,
          );
        };
        const shown = root;
        for (let end = 1; end < TEXT.length; end++) {
          show(TEXT.slice(0, end));
          if (end % every === 0) change(shown.firstElementChild as HTMLElement);
          // The observer of the view has its turn before the next piece.
          await Promise.resolve();
        }
        show(TEXT, true);
        expect(shown.textContent).to.contain('to it').and.to.contain('and the rest of it.');
        // Whatever the tool has left of blocks that were whole, each is there, and a text that starts over is untouched.
        show('Another *text*', true);
        expect(shown.textContent.trim()).to.equal('Another text');
      });
    }
  }

  it('keeps the nodes that nobody has changed', async () => {
    const root = await fixture<HTMLElement>(html`<div></div>`);
    const show = (text: string): void => {
      render(html`<div ${markdown(text, { done: false, extensions })}></div>`, root);
    };
    show('One *two*');
    const paragraph = root.querySelector('p')!;
    await Promise.resolve();
    show('One *two* three');
    expect(root.querySelector('p') === paragraph).to.equal(true);
    paragraph.firstChild!.replaceWith(wrap('Eins'));
    await Promise.resolve();
    show('One *two* three four');
    expect(root.textContent.trim()).to.equal('One two three four');
    const grown = root.querySelector('p')!;
    await Promise.resolve();
    show('One *two* three four\n\nfive');
    expect(root.querySelector('p') === grown).to.equal(true);
  });
});
