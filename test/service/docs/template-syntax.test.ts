/** Tags and outputs of templates in the text of pages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMarkdownParser } from '../../../src/service/docs/markdown-parser.ts';
import { createPageAddresses } from '../../../src/service/docs/page-addresses.ts';
import { readPage } from '../../../src/service/docs/read-page.ts';
import { rewriteTemplates } from '../../../src/service/docs/template-syntax.ts';
import { read } from '../docs-folder.ts';

const scopes = { versions: new Set<string>(), languages: new Set<string>() };
const addresses = createPageAddresses(['guide/a.md', 'guide/b.md'], {}, scopes);
function contentOf(text: string, file = 'guide/a.md') {
  const options = { parser: createMarkdownParser(), scopes, defaults: {}, addresses, maxSections: 100 };
  return readPage(file, new TextEncoder().encode(text), options).page?.sections[0]?.content ?? '';
}

/** Each with what is read of it. */
const TEXTS: Record<string, Record<string, string>> = {
  'outputs are left out, and constants are kept': {
    'See {{ site.name }} and {{page.title | upcase}}.': 'See  and .',
    'A {{ $frontmatter.title }} and {{{ html }}} B': 'A  and  B',
    '{{ variable }}\n\nText.': 'Text.',
    'Write {{ "{{" }} name {{ "}}" }}.': 'Write {{ name }}.',
    'Use ${{ secrets.KEY }} there.': 'Use ${{ secrets.KEY }} there.',
    'A {{/* comment */}} B': 'A  B',
    'A {# comment #} B': 'A  B',
    '{% comment %}\nhiddenword\n\n{% endcomment %}\nText.': 'Text.',
    'A {% comment %}hiddenword{% endcomment %}B': 'A B',
  },
  'tags are left out, and their titles and texts are kept': {
    '{{< callout title="Mind the door" >}}\nIt is hot.\n{{< /callout >}}': '**Mind the door**\n\nIt is hot.',
    '{{< details "More shelves" >}}\nInside.\n{{< /details >}}': '**More shelves**\n\nInside.',
    '{{% details title="More" open=true %}}\nInside.\n{{% /details %}}': '**More**\n\nInside.',
    'Before.\n{{< tabs "id" >}}\n{{< tab "Linux" >}}\nOne.\n{{< /tab >}}\n{{% tab header="macOS" %}}\nTwo.\n{{% /tab %}}\n{{< /tabs >}}':
      'Before.\n\n**Linux**\n\nOne.\n\n**macOS**\n\nTwo.',
    '{{< notice tip >}}\nTip.\n{{< /notice >}}': 'Tip.',
    '{{< callout\n  type="info"\n  title="Long tag"\n>}}\nText.\n{{< /callout >}}': '**Long tag**\n\nText.',
    'A {{< glossary_tooltip text="Pod" term_id="pod" >}} runs.': 'A Pod runs.',
    'Press {{< kbd "Ctrl" >}}, {{< icon "github" >}} or {{< param version >}}.': 'Press Ctrl,  or .',
    '{{< figure src="a.png" caption="A kiln" >}}': 'A kiln',
    '{{< youtube "abc" >}}\n\nText.': 'Text.',
    '{% hint style="info" %}\nHint.\n{% endhint %}': 'Hint.',
    '{% tabs %}\n{% tab title="Node" %}\nOne.\n{% endtab %}\n{% endtabs %}': '**Node**\n\nOne.',
    '{% include warning.html content="Mind the door." %}': 'Mind the door.',
    '{% if page.title == "x" %}\nText.\n{% else %}\nOther.\n{% endif %}': 'Text.\n\nOther.',
    '# Title {{#title X}}\n\n{{#tabs }}\n{{#tab name="Linux" }}\nOne.\n{{#endtab }}\n{{#endtabs }}':
      '**Linux**\n\nOne.',
    '{% assign title="none" %}\nText.': 'Text.',
    'A {% if x %}word{% endif %} B': 'A word B',
    '{% callout type="note" title="Markdoc" %}\nText.\n{% /callout %}': '**Markdoc**\n\nText.',
  },
  'links of tags lead to the page, or are their text': {
    'See [the guide]({{< ref "b.md#how-many" >}}).': 'See [the guide](guide/b#how-many).',
    'See [the guide]({{< relref "/guide/b" >}}).': 'See [the guide](guide/b).',
    'See [the guide]({{% ref "none.md" %}}).': 'See the guide.',
    'See [the guide]({% link guide/b.md %}).': 'See [the guide](guide/b).',
    'See [the guide]({{ site.baseurl }}{% link guide/b.md %}#x).': 'See [the guide](guide/b#x).',
    'See [`the` guide]({{ site.url }}/guide/b).': 'See [`the` guide](/guide/b).',
    "See [the guide]({{ '/guide/b' | relative_url }}).": 'See [the guide](/guide/b).',
    'See [the guide]({{ page.link }}).': 'See the guide.',
    'See [the guide]({% post_url 2026-01-01-a %}).': 'See the guide.',
  },
  'code of tags is code': {
    '{% highlight js %}\nconst a = {{ b }};\n{% endhighlight %}': '```js\nconst a = {{ b }};\n```',
    '{{< highlight go "linenos=table" >}}\nfunc main() {}\n{{< /highlight >}}': '```go\nfunc main() {}\n```',
    '{% raw %}{{ raw }}{% endraw %}': '{{ raw }}',
    '{% raw %}\nWrite {{ raw }} and {% tag %}.\n{% endraw %}': 'Write {{ raw }} and {% tag %}.',
    '{% raw %}\n```yaml\nkey: ${{ value }}\n```\n{% endraw %}': '```yaml\nkey: ${{ value }}\n```',
    '```yaml\n{% raw %}\nkey: {{ value }}\n{% endraw %}\n```': '```yaml\nkey: {{ value }}\n```',
    'Write {{</* callout */>}}.': 'Write {{< callout >}}.',
  },
};

/** What shows templates, and is read as it is written. */
const SHOWN = [
  'Write `{{ name }}` and ``{% `tag` %}``.',
  'Write `{{< callout >}}` in Hugo.',
  '```liquid\n{{ name }}\n{% raw %}\n{% if a %}\n{% endraw %}\n```',
  '```\n{{< callout >}}\n{{ name }}\n```',
  '- Item:\n\n  ```yaml\n  key: {{ name }}\n  ```',
  '> ```yaml\n> key: {{ name }}\n> ```',
];

describe('templates in Markdown (search-4)', () => {
  for (const [title, texts] of Object.entries(TEXTS)) {
    it(title, () => {
      for (const [text, content] of Object.entries(texts)) {
        assert.equal(contentOf(text).replace(/ +/g, ' '), content.replace(/ +/g, ' '), text);
      }
    });
  }

  it('stay as they are in code, in frontmatter, and where they are shown', () => {
    for (const text of SHOWN) assert.equal(contentOf(text), text);
    assert.equal(
      contentOf('Text:\n\n    {{ name }}\n    {% tag %}'),
      'Text:\n\n```\n{{ name }}\n{% tag %}\n```',
    );
    assert.equal(contentOf('Text:\n\n::: v-pre\nWrite {{ name }}.\n:::'), 'Text:\n\nWrite {{ name }}.');
    assert.equal(contentOf('Write <code v-pre>{{ name }}</code>.'), 'Write {{ name }}.');
    assert.equal(read('a.md', '---\ntitle: A {{ b }}\n---\nText.').page!.title, 'A {{ b }}');
  });

  it('are no expressions of MDX, whose attributes have two braces', () => {
    assert.equal(contentOf('<Tabs style={{ color: 1 }}>\n  Text.\n</Tabs>', 'a.mdx'), 'Text.');
  });

  it('take time in proportion to their length', () => {
    const parts = [
      '{{',
      '{%',
      '{{<',
      '{{ "',
      '`{{',
      '{# ',
      '](',
      ']({{',
      '{{< a="',
      '{% raw %}',
      '<code>{{',
      '\n{%',
    ];
    for (const part of parts) {
      const start = performance.now();
      rewriteTemplates(`{{ a }}${part.repeat(100_000 / part.length)}`);
      assert.ok(performance.now() - start < 10_000, part);
    }
  });

  it('give headings of Markdoc their ids', () => {
    const { sections } = read('a.md', '## Firing {% #own-id %}\n\nText.').page!;
    assert.deepEqual(sections[0], { headings: ['Firing'], anchor: 'own-id', content: 'Text.' });
  });
});
