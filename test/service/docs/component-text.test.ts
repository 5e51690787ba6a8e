import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarkdownParser } from '../../../src/service/docs/markdown-parser.ts';
import { readPage } from '../../../src/service/docs/read-page.ts';

const parser = createMarkdownParser();
const scopes = { versions: new Set<string>(), languages: new Set<string>() };
function contentOf(text: string, file = 'a.mdx'): string {
  const options = { parser, scopes, defaults: {}, maxSections: 100 };
  return readPage(file, new TextEncoder().encode(text), options).page!.sections[0]!.content;
}

const components = {
  '<ParamField query="dry_run" type="boolean" default="false" />': '`dry_run` (boolean, default false)',
  '<ResponseField name="firing_id" type="string" required>\n  Its id.\n</ResponseField>':
    '`firing_id` (string, required)\n\nIts id.',
  "<TypeTable type={{ rampRate: { description: 'Degrees an hour', type: 'number', default: '150' }, hold: { type: 'number' } }} />":
    '`rampRate` (number, default 150): Degrees an hour\n\n`hold` (number)',
  '<Frame caption="The control panel">\n  <img src="/panel.png" />\n</Frame>': '**The control panel**',
  '<Badge text="Experimental" variant="caution" />': '**Experimental**',
};
for (const [text, content] of Object.entries(components)) {
  test(`text in attributes of components is read (search-9): ${text.slice(0, 20)}`, () => {
    assert.equal(contentOf(text), content);
  });
}

test('blocks of Python-Markdown are a title and their content, and lines for the generator are left out (search-3)', () => {
  const text =
    '!!! warning "Mains voltage"\n    Call.\n\n    - first\n\n=== "Linux"\n\n    ``` sh\n    sudo a\n    ```\n\n/// tip | Save power\nToken.\n///\n\n*[RCD]: Device\n\n[TOC]\n\n```\n!!! note "kept"\n[TOC]\n```\n';
  assert.equal(
    contentOf(text, 'a.md'),
    '**Mains voltage**\n\nCall.\n\n- first\n\n**Linux**\n\n```sh\nsudo a\n```\n\n**Save power**\n\nToken.\n\n```\n!!! note "kept"\n[TOC]\n```',
  );
});

test('the operation of an API in frontmatter is text below the title (search-9)', () => {
  const operations = {
    "api: 'POST /v1/firings'": 'POST /v1/firings',
    'openapi: openapi.json get /v1/{id}': 'GET /v1/{id}',
    'openapi: webhook firingDone': 'WEBHOOK firingDone',
    'api:\n  method: delete\n  path: /v1/firings': 'DELETE /v1/firings',
    '_openapi:\n  method: PUT\n  route: /v1/firings': 'PUT /v1/firings',
    'method: GET\nendpoint: /v1/firings': 'GET /v1/firings',
  };
  for (const [field, operation] of Object.entries(operations)) {
    for (const file of ['a.md', 'a.mdx'])
      assert.equal(contentOf(`---\n${field}\n---\n\n# Fire\n\nText.`, file), `\`${operation}\`\n\nText.`);
  }
  for (const field of ['api: eyJhIjoxfQ==', 'openapi: openapi.json', 'method: oil', 'api: true'])
    assert.equal(contentOf(`---\n${field}\n---\n\nText.`), 'Text.');
});
