import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBoth, page } from './describe-both.ts';

// search-23
describeBoth(
  'release notes that repeat the words of the documentation',
  {
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `blog/20${at + 10}-01-01-release-${at}.md`,
        `${page(`Kiln 1.${at}`, '')}
## Fix trailing glaze on plates\n\nTrailing glaze was lost on plates. Trailing glaze is kept now.
## Respect .kilnignore in subfolders\n\n.kilnignore was not read there. .kilnignore is now.
## Do not print trailing glaze twice\n\nTrailing glaze, trailing glaze.\n`,
      ]),
    ),
    'CHANGELOG.md': page('Changes', 'Glaze. `.kilnignore` in folders. Trailing glaze. `.kilnignore`.'),
    'guide/options.md': `# Options

## Trailing glaze\n\nPrint a drop of glaze at the end of each line. Valid options: \`all\`, \`none\`.

## Ignoring pots\n\nPots named in \`.kilnignore\` are left as they are.\n`,
  },
  (find) => {
    test('come after the page of the documentation', async () => {
      for (const query of ['.kilnignore', 'kilnignore', 'trailing glaze', 'ignoring pots']) {
        assert.equal((await find(query))[0], 'Options', query);
      }
    });
    test('are found by their names', async () => {
      assert.equal((await find('Kiln 1.8'))[0], 'Kiln 1.8');
    });
  },
);

describeBoth(
  'pages with a boost in their frontmatter',
  {
    'a.md': '---\ntitle: A\nsearch:\n  boost: 0.2\n---\n\nkiln kiln kiln temperature',
    'b.md': page('B', 'kiln kiln temperature and much more about other things'),
    'c.md':
      '+++\ntitle = "C"\nsearch = { boost = 3 }\n+++\n\nAll kinds of words, and one kiln among them, late, somewhere',
    'd.md': '---\ntitle: D\nsearch: { boost: nonsense }\n---\n\npotter',
    'e.md': '---\ntitle: E\nsearch: { boost: -1 }\n---\n\npotter potter',
  },
  (find) => {
    test('are ranked higher or lower', async () => {
      assert.deepEqual(await find('kiln'), ['C', 'B', 'A']);
    });
    test('that is no number above 0 are ranked as without', async () => {
      assert.deepEqual(await find('potter'), ['E', 'D']);
    });
  },
);

const potter = (title: string): string => page(title, 'A potter at the wheel.');

describeBoth(
  'folders and files with a boost in the options',
  {
    'api/a.md': potter('A'),
    'api/deep/b.md': potter('B'),
    'guides/c.md': potter('C'),
    'guides/d.md': potter('D'),
    'blog/e.md': potter('E'),
    'old/f.md': '---\ntitle: F\nsearch: { boost: 5 }\n---\n\nA potter at the wheel.\n',
    'g.md': potter('G'),
    'site/h.html': '<title>H</title><main><h1>H</h1><p>A potter at the wheel.</p></main>',
  },
  (find) => {
    test('are ranked by the last pattern that fits, and by the frontmatter of a page before it', async () => {
      const found = await find('potter');
      assert.equal(found.length, 8);
      assert.deepEqual(found.slice(0, 2), ['F', 'D']);
      // The folder of posts is as any other folder when it is named.
      assert.deepEqual(found.slice(2, 4), ['E', 'G']);
      assert.deepEqual(found.slice(4, 5), ['C']);
      assert.deepEqual(found.slice(5, 7).toSorted(), ['A', 'B']);
      assert.deepEqual(found.slice(7), ['H']);
    });
  },
  { boost: { guides: 0.8, 'guides/d*': 2, '/api/': 0.5, old: 0.1, '*.html': 0.2, blog: 1 } },
);
