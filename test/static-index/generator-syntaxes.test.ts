/** What pages of generators show, as results, as content and as quotes, of the service and of an index as files. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { collect, question, textOf } from '../service/http-service.ts';
import { hostFiles, type IndexHost } from './index-host.ts';

const DOCS = {
  'wiring.md':
    '# Wiring\n\n!!! warning "Mains voltage"\n    Token amberone. Call an **electrician**, see [safety](safety.md).\n\n    - first amberitem\n\n=== "Linux"\n\n    ``` sh\n    kilnctl wire --ambertwo\n    ```\n\n/// details | Old boards\n    type: warning\nToken amberthree.\n///\n\nTerm amberfour\n:   The definition amberfive.\n\n*[RCD]: Residual current device ambersix\nThe RCD trips.\n\n++ctrl+alt+del++ and ==marked amberseven== and H~2~O.\n\n[](){#amber-anchor}\n\n```python title="main.py" linenums="1" hl_lines="2"\nprint("ambereight")\n```\n',
  'safety.md': '# Safety\n\nText.\n',
  'shelves.md':
    '# Shelves\n\n## Include\n\n<!--@include: ./_parts/limits.md-->\n\n## Snippet\n\n<<< @/code/fire.py{2 py:line-numbers}\n\n[[toc]]\n',
  'notes.md':
    '# Notes\n\n## Scissors\n\n--8<-- "_parts/limits.md"\n\n``` py\n--8<-- "code/fire.py"\n```\n[TOC]\n\n--8<-- "none.md"\n',
  'book.md':
    '## Chapter\n\n{{#include _parts/limits.md}}\n\n```python\n{{#include code/fire.py}}\n```\n\n{{#include ../../outside.md}}\n',
  'partials.mdx': "import Limits from './_parts/more.mdx';\n\n# Partials\n\n## How many\n\n<Limits />\n",
  '_parts/limits.md': 'Shelves hold at most eight pots, says potlimit.\n',
  '_parts/more.mdx': 'Morelimit: at most nine pots.\n',
  'code/fire.py': 'def fire():\n    """firecode"""\n    return 1\n',
  'shortcodes.md':
    '# Shortcodes\n\n{% include warning.html content="Token liquidword" %}\n\n{{< notice tip >}}\nToken shortword inside.\n{{< /notice >}}\n\n{{% details title="More hidewords" open=true %}}\nInside.\n{{% /details %}}\n\nSee [the book]({{< ref "book.md#chapter" >}}) and {{ site.name }}.\n\n{% highlight js %}\nconst a = "highword";\n{% endhighlight %}\n\n{% raw %}{{ rawword }}{% endraw %}\n',
  'api.mdx':
    '---\ntitle: Create a firing\napi: \'POST /v1/firings\'\n---\n\n<ParamField body="peak_temperature" type="number" required>\n  Highest temperature in degrees.\n</ParamField>\n\n<Badge text="Experimental" />\n\n```bash cURL\ncurl kiln.example\n```\n\n{/* TODO secretcomment */}\n',
};
/** Syntax that no reader of the site sees. */
const SYNTAX =
  /!!!|\?\?\?|===|\/\/\/|\+\+|==|\[\]\(\)|\*\[RCD\]|linenums|hl_lines|type: warning|8<|<<<|@include|\{\{[#<%]|\{%|site\.name|\[\[?toc|secretcomment|outside\.md|import /i;

describe('pages with the syntaxes of their generators (search-3, search-4, search-9)', () => {
  let host: IndexHost;
  before(async () => {
    host = await hostFiles(DOCS);
  });
  after(() => host[Symbol.asyncDispose]());

  /** Return places and contents of the results, which are the same from both. */
  async function find(query: string) {
    const served = await host.service.search({ query }, null);
    const found = await createStaticSource({ index: host.index }).search({ query });
    assert.deepEqual(
      found.map(({ metadata }) => metadata.href),
      served.map(({ section }) => section.href),
    );
    return served.map(({ section }) => ({ href: section.href, content: section.content }));
  }

  for (const [query, ...places] of [
    ['amberone', 'wiring'],
    ['amberitem', 'wiring'],
    ['ambertwo', 'wiring'],
    ['amberthree', 'wiring'],
    ['amberfour', 'wiring'],
    ['amberfive', 'wiring'],
    ['ambersix', 'wiring'],
    ['amberseven', 'wiring'],
    ['ambereight', 'wiring'],
    ['main.py', 'wiring'],
    ['H2O', 'wiring'],
    ['Old boards', 'wiring'],
    ['potlimit', 'book#chapter', 'notes#scissors', 'shelves#include'],
    ['firecode', 'book#chapter', 'notes#scissors', 'shelves#snippet'],
    ['morelimit', 'partials#how-many'],
    ['liquidword', 'shortcodes'],
    ['shortword', 'shortcodes'],
    ['hidewords', 'shortcodes'],
    ['highword', 'shortcodes'],
    ['rawword', 'shortcodes'],
    ['peak_temperature', 'api'],
    ['Experimental', 'api'],
    ['/v1/firings', 'api'],
    ['cURL', 'api'],
  ] as const) {
    it(`are found by what they show: ${query}`, async () => {
      const results = await find(query);
      for (const place of places)
        assert.ok(
          results.some(({ href }) => href === place),
          JSON.stringify(results),
        );
      for (const { content } of results) assert.doesNotMatch(content, SYNTAX);
    });
  }

  it('are quoted as they are shown', async () => {
    const source = createStaticSource({ index: host.index });
    for (const text of [
      'Who is called about mains voltage amberone?',
      'How many pots does potlimit say?',
      'What is shortword?',
    ]) {
      const answer = textOf(await collect(source.answer(question(text))));
      assert.match(answer, /amberone|potlimit|morelimit|shortword/i);
      assert.doesNotMatch(answer.replace(/^###.*$/gm, ''), SYNTAX);
    }
  });
});
