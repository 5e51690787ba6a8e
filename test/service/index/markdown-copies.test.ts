/** Markdown in the folder of a built site: copies that generators write for agents, and pages of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine, temporaryFolder } from '../docs-folder.ts';

const SERVER = [
  'How long a connection may be idle before the server closes it.',
  'The kiln answers each request of the orbit in the order in which it came, and never keeps more than twelve of them.',
  'Set it to zero when something before the server already does so, such as a load balancer with a limit of its own.',
];

/** A built page as generators write it, with its navigation. */
const built = (title: string, paragraphs: readonly string[], link = '/docs/hooks') => `<!doctype html>
<html><head><title>${title} | Kiln</title></head><body><nav><a href="${link}">Hooks</a></nav><main><article>
<h1>${title}</h1><p>${paragraphs[0]}</p><h2 id="timeout">Timeout</h2>
${paragraphs
  .slice(1)
  .map((text) => `<p>${text} <a href="${link}">See hooks</a></p>`)
  .join('')}
<pre><code class="language-js">await kiln({ timeout: 12 })</code></pre></article></main></body></html>`;

/** The same page as the generator's Markdown. */
const copy = (title: string, paragraphs: readonly string[]) => `# ${title} (/docs/reference/server)

${paragraphs[0]}

## Timeout [#timeout]

${paragraphs.slice(1).join(' [See hooks](/docs/hooks.md)\n\n')} [See hooks](/docs/hooks.md)

\`\`\`js title="a.js"
await kiln({ timeout: 12 })
\`\`\`
`;

async function search(files: Record<string, string>, query = 'orbit') {
  await using folder = await temporaryFolder(files);
  await using engine = await openEngine({ dir: folder.path });
  await engine.ready;
  const found = await engine.search({ query, pageSize: 20 });
  const { problems } = await engine.reindex();
  return {
    paths: [...new Set(found.map(({ section }) => section.path))].toSorted(),
    left: problems.filter(({ message }) => message.includes('Markdown copy')).map(({ file }) => file),
  };
}

test('a Markdown copy of a built page is no page of its own, wherever the generator writes it', async () => {
  for (const place of [
    'llms.mdx/docs/reference/server/content.md',
    'raw/server.md',
    'docs/reference/server.md',
    'docs/reference/server/index.md',
    'docs/reference/server.mdx',
    'md/reference-server.txt.md',
  ]) {
    const { paths, left } = await search({
      'docs/reference/server/index.html': built('Server options', SERVER),
      'docs/hooks/index.html': built('Hooks', ['Nothing here.', 'Other text of a hook.']),
      'index.html': built('Kiln', ['Welcome to the kiln.', 'Read on.']),
      [place]: copy('Server options', SERVER),
    });
    assert.deepEqual(paths, ['docs/reference/server'], place);
    assert.deepEqual(left, [place]);
  }
});

test('a short copy is one if its title is that of the built page', async () => {
  const page = (title: string, text: string) => `<main><h1>${title}</h1><p>${text}</p></main>`;
  const { paths, left } = await search({
    'a/index.html': page('Orbit', 'Orbit soon.'),
    'b/index.html': page('Wheel', 'The orbit soon turns.'),
    'llms/a.md': '# Orbit\n\nOrbit soon.',
    'notes.md': '# Notes\n\nOrbit soon.',
  });
  assert.deepEqual(left, ['llms/a.md']);
  assert.deepEqual(paths, ['a/', 'b/', 'notes.md']);
});

test('a copy of a page of components and code is one if its title and its address are those of the built page', async () => {
  const files = (place: string, title = 'Components') => ({
    'docs/test/index.html':
      '<main><h1>Components</h1><p>Components of the orbit</p><h2 id="code">Code Block</h2><figure><pre><code><span>console.log(1)</span></code></pre></figure><h2 id="cards">Cards</h2><div><a href="https://kiln.example"><h3>Learn more about Kiln</h3></a><a href="https://orbit.example"><h3>Learn more about Orbit</h3></a></div></main>',
    [place]: `# ${title} (/docs/test)

Components of the orbit

## Code Block

\`\`\`js
console.log('Hello World, hello again');
\`\`\`

#### Cards

<Cards>
  <Card title="Learn more about Next.js!" href="https://kiln.example/docs" />
  <Card title="Learn more about Waku" href="https://orbit.example" />
</Cards>
`,
  });
  assert.deepEqual((await search(files('llms.mdx/docs/test/content.md'))).left, [
    'llms.mdx/docs/test/content.md',
  ]);
  for (const [place, title] of [
    ['llms.mdx/docs/tests/content.md', 'Components'],
    ['llms.mdx/docs/test/content.md', 'Other components'],
  ] as const)
    assert.deepEqual((await search(files(place, title))).left, [], `${place} ${title}`);
});

test('Markdown with a text of its own stays, and has the address of its file', async () => {
  const [first = '', ...others] = SERVER;
  const { paths, left } = await search({
    'index.html': built('Kiln', ['Welcome to the orbit.', 'Read on.']),
    'server.html': built('Server', SERVER),
    // A page that quotes a sentence of another.
    'guide/changes.md': `# Changes\n\n${first} That was so in the first orbit, and is now the choice of whoever runs it, by a field of the file.`,
    'guide/v2/server.html': `<meta name="docsearch:version" content="v2">${built('Server', others)}`,
  });
  assert.deepEqual(left, []);
  assert.deepEqual(paths, ['', 'guide/changes.md', 'guide/v2/server.html', 'server.html']);
});

test('in a folder of Markdown a single HTML page is no built site: its text and its addresses say nothing', async () => {
  const { paths, left } = await search({
    'print.html': built('All', SERVER),
    'server.md': copy('Server options', SERVER),
    'other.md': '# Other\n\nAnother orbit.',
  });
  assert.deepEqual(left, []);
  assert.deepEqual(paths, ['other', 'print.html', 'server']);
});
