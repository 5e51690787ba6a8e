/** Syntaxes of Python-Markdown, pymdownx, Pandoc, kramdown and MyST. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rewriteBlocks } from '../../../src/service/docs/block-syntaxes.ts';
import { read } from '../docs-folder.ts';

const contentOf = (text: string, file = 'a.md') => read(file, text).page!.sections[0]?.content ?? '';

/** Each with what is read of it. */
const TEXTS: Record<string, Record<string, string>> = {
  'marks in a line are what they show': {
    'Press ++ctrl+alt+del++ or ++"My key"+arrow-up++.': 'Press `Ctrl+Alt+Del` or `My key+Arrow Up`.',
    'Some ==marked **text**== and ^^added^^.': 'Some marked **text** and added.',
    'H~2~O, x^2^ and the 1^st^ of CO~2~.': 'H2O, x² and the 1st of CO2.',
    'A {++new++} {--old--} {~~a~>b~~} {==mark==}{>>comment<<} word.': 'A new  b mark word.',
    ':material-account: Account, :octicons-arrow-right-24:{ .lg } next': 'Account, next',
    'Text^[A note.] here.': 'Text (A note.) here.',
    'See [](){#own-anchor}this.': 'See this.',
    'See {ref}`the guide <guide-label>`, {py:func}`~a.b.run` and {kbd}`Ctrl`.':
      'See the guide, `run` and `Ctrl`.',
  },
  'what only looks like a mark stays': {
    'C++ and D++, i++ and a++b++c.': 'C++ and D++, i++ and a++b++c.',
    'If a == b == c, or x==1 and y==2.': 'If a == b == c, or x==1 and y==2.',
    'From ~5 to ~10, 5~10, in ~/a/b.': 'From ~~5 to ~~10, 5~~10, in ~~/a/b.'.replaceAll('~~', '~'),
    'The ~~old~~ one, `==a==` and `x^2^`.': 'The ~~old~~ one, `==a==` and `x^2^`.',
    'Use $x^2^$ and <https://a.example/~b~c>.':
      'Use $x^2^$ and [https://a.example/~b~c](https://a.example/~b~c).',
    'A note[^1] and a^b.\n\n[^1]: Foot.': 'A note and a^b.\n\nFoot.',
    'Ask `POST /v1/{domain}` and `{a}/b/{ref}` or ``${x}``, `{{a}` and `{b}}`.':
      'Ask `POST /v1/{domain}` and `{a}/b/{ref}` or `${x}`, `{{a}` and `{b}}`.',
    'The {item}`code` and `{doc}` `x`.': 'The {item}`code` and `{doc}` `x`.',
    'Time is 12:30-material-x: yes': 'Time is 12:30-material-x: yes',
  },
  'comments of MyST are left out': {
    '% A comment\n\nText.': 'Text.',
    '% One\n% Two\n\nText.\n\n% Three\nMore.': 'Text.\n\nMore.',
    'Text.\n%comment\nMore {kbd}`Ctrl`.': 'Text.\n\nMore `Ctrl`.',
    ':::{note}\n% Comment\nText.\n:::': 'Text.',
    '```sh\n% ls\n```\n\n    % ls': '```sh\n% ls\n```\n\n```\n% ls\n```',
    'About 5\n% of all, or %PATH%.': 'About 5\n% of all, or %PATH%.',
    '%PATH% is a folder.': '%PATH% is a folder.',
  },
  'marks of annotations are no code, their texts are a list': {
    '``` yaml\na: b # (1)!\nc: d # (2)\n```\n\n1. One\n2. Two': '```yaml\na: b\nc: d\n```\n\n1. One\n2. Two',
    '```c\nint a; /* (1)! */ int b; // (2)! (3)!\n<b> <!-- (4)! -->\n```': '```c\nint a; int b;\n<b>\n```',
    '```py\nrun() # Starts it (1)!\n```': '```py\nrun() # Starts it\n```',
    '- Item\n\n    ```sql\n    SELECT 1 -- (1)\n    ```\n\n    1.  One':
      '- Item\n\n  ```sql\n  SELECT 1\n  ```\n\n  1. One',
    '```js\nf(1) // (1)\ng(2)!\n"(1)!"\n```\n\nText.': '```js\nf(1) // (1)\ng(2)!\n"(1)!"\n```\n\nText.',
  },
  'attributes are left out': {
    '![A kiln](a.png){ width=300 .left }': 'A kiln',
    'See [the guide](b.md){ .md-button .primary }, *this*{: .x } and [that](c.md){:target="_blank"}.':
      'See [the guide](b), *this* and [that](c).',
    'Text.\n{ .annotate #x }\n\nMore.': 'Text.\n\nMore.',
    'An object {a: 1} and {{.Name}} stay [x]{y}.': 'An object {a: 1} and  stay \\[x]{y}.',
  },
  'definitions are below their terms': {
    'Term\n:   The definition.\n\n    More.\n\nAfter.': '**Term**\n\nThe definition.\n\nMore.\n\nAfter.',
    'One\nTwo\n: First.\n: Second.\n\nThree\n\n: Third.':
      '**One**\n\n**Two**\n\nFirst.\nSecond.\n\n**Three**\n\nThird.',
    'A `term`\n:   - item\n    - item': '**A `term`**\n\n- item\n- item',
    ': no term': ': no term',
  },
  'blocks have their titles': {
    '/// details | Old boards\n    type: warning\n    open: True\nInside.\n///': '**Old boards**\n\nInside.',
    '/// html | div.card\nInside.\n///': 'Inside.',
    '/// tab | Linux\n    new: true\n\nOne.\n///\n\n/// tab | macOS\nTwo.\n///':
      '**Linux**\n\nOne.\n\n**macOS**\n\nTwo.',
    '!!! note "Outer"\n    Text.\n\n    ??? tip "Inner"\n        Deep.\n\nAfter.':
      '**Outer**\n\nText.\n\n**Inner**\n\nDeep.\n\nAfter.',
    '!!! danger ""\n    Text.': 'Text.',
    '```{note} Mind\n:class: dropdown\n\nText **bold**.\n```\n\nAfter.':
      '**Mind**\n\nText **bold**.\n\nAfter.',
    '````{tab-set}\n```{tab-item} Linux\nOne.\n```\n```{tab-item} macOS\nTwo.\n```\n````':
      '**Linux**\n\nOne.\n\n**macOS**\n\nTwo.',
    '::::{grid}\n:::{grid-item-card} {octicon}`rocket;1em` Fast\nOne.\n+++\nMore.\n:::\n::::':
      '**Fast**\n\nOne.\n\nMore.',
    '> One.\n> {: .warning }\n> Two.': '> One.\n>\n> Two.',
    ':::{versionadded} 1.2\nText.\n:::': '**Added in 1.2**\n\nText.',
    '```{toctree}\n:maxdepth: 2\n\na\nb\n```\n\nAfter.': 'After.',
    '```{mermaid}\ngraph\n```': '```mermaid\ngraph\n```',
    '::: {.callout-tip title="Quarto"}\nText.\n:::': '**Quarto**\nText.',
    '<div class="code-example" markdown="1">\nText.\n</div>\n```js\na();\n```\n\nAfter.':
      'Text.\n\n```js\na();\n```\n\nAfter.',
    '* TOC\n{:toc}\n\nText.': 'Text.',
  },
  'abbreviations are explained where they are used': {
    'The RCD trips. The RCD is `RCD`.\n\n*[RCD]: Residual current device\n*[HTML]: Unused':
      'The RCD (Residual current device) trips. The RCD is `RCD`.',
    'RCDs and `C++`, C++ here.\n\n*[C++]: A language\n*[RCD]: No': 'RCDs and `C++`, C++ (A language) here.',
    '```\n*[RCD]: stays\n```': '```\n*[RCD]: stays\n```',
  },
  'code has its language and its title': {
    '```python title="main.py" linenums="1" hl_lines="2"\na\n```': '```python title="main.py"\na\n```',
    '``` {.py3 title="bubble.py" hl_lines="2 3"}\na\n```': '```py3 title="bubble.py"\na\n```',
    '```js{1,3} [npm]\na\n```': '```js title="npm"\na\n```',
    '```ts:line-numbers {1}\na\n```': '```ts\na\n```',
    '```rust,ignore\na\n```': '```rust\na\n```',
    '```bash cURL\na\n```': '```bash title="cURL"\na\n```',
    '```js Node.js\na\n```': '```js title="Node.js"\na\n```',
    '```jsx showLineNumbers live {2}\na\n```': '```jsx\na\n```',
    '```js twoslash /useState/ "marked"\na\n```': '```js\na\n```',
    "```tsx filename='src/a.tsx' copy\na\n```": '```tsx title="src/a.tsx"\na\n```',
    '```{r, echo=FALSE}\na\n```': '```r\na\n```',
    '```{code-block} python\n:linenos:\n:caption: a.py\n\na\n```': '```python title="a.py"\na\n```',
    '```c++\na\n```': '```c++\na\n```',
    '```\na\n```': '```\na\n```',
  },
};

describe('syntaxes beside CommonMark (search-3)', () => {
  for (const [title, texts] of Object.entries(TEXTS)) {
    it(title, () => {
      for (const [text, content] of Object.entries(texts))
        assert.equal(contentOf(text).replaceAll('\\~', '~'), content, text);
    });
  }

  it('stay as they are in code', () => {
    for (const text of [
      '```md\n==a== ++b++\n!!! note "x"\n: c\n```',
      '- Item:\n\n  ```md\n  /// tip | x\n  ==a==\n  ```',
    ])
      assert.equal(contentOf(text), text);
    assert.equal(contentOf('Text:\n\n    ==a== ++b++\n    x^2^'), 'Text:\n\n```\n==a== ++b++\nx^2^\n```');
  });

  it('keep the ids of headings', () => {
    const { sections } = read('a.md', '## Press ++ctrl++ [now](b.md){#own}\n\nText.').page!;
    assert.deepEqual(sections[0], { headings: ['Press Ctrl now'], anchor: 'own', content: 'Text.' });
  });

  it('take time in proportion to their length', () => {
    const parts = [
      '==',
      '++a',
      '^^',
      'a^',
      'a~',
      '{++',
      '{~~',
      '{>>',
      '[](){',
      '$',
      '](',
      '{ .a',
      '{a}`',
      ':fontawesome-',
    ];
    for (const part of [...parts, 'A\n: b\n', ': b\n', '```{index}\n', ':::{note}\n', '*[A]: b\n', 'A ']) {
      const start = performance.now();
      rewriteBlocks(`*[A]: b\n${part.repeat(100_000 / part.length)}`);
      assert.ok(performance.now() - start < 10_000, part);
    }
  });
});
