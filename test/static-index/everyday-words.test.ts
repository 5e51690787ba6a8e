import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBoth, page } from './describe-both.ts';

const generator = (name: string, isDark: string): string =>
  page(
    name,
    `Put the tag into the layout of ${name}, then build the site.

## Details

- **Dark mode.** The elements follow ${isDark}.
- **Updates.** \`npm install kiln\` brings a new version to ${name}.`,
  );

describeBoth(
  'pages that mention a word, and one that is about it by another name',
  {
    'a-deploying.md': page(
      'Deploying',
      'Install the package on the server. `npm install kiln` does so: install it once, install it as its own user.',
    ),
    'generators/one.md': generator('Astro', 'the switch of the theme'),
    'generators/two.md': generator('Hugo', 'the switch of the theme'),
    'generators/three.md': generator('Jekyll', 'the switch of the theme'),
    'generators/four.md': generator(
      'Sphinx',
      'what readers chose at their last visit, as long as no extension has a switch of its own',
    ),
    'start.md': page(
      'Getting started',
      'You need Node. Run `npx kiln ./dist`, and open the printed address.',
    ),
    'look.md':
      '# Theming\n\nColours and parts.\n\n## Light and dark\n\nA class or an attribute of the page decides.',
    'terminal.md': page('Command line', 'Each command with its options.'),
    'client.md': page('Client', 'A client for programs. Clients send questions.'),
    'policy.md': page('Content Security Policy', 'The directives that are needed.'),
    'data.md':
      '# Storage\n\nFiles in a folder.\n\n## New versions\n\nThe folder is rewritten at the first start.',
    'de/start.md': page('Erste Schritte', 'Node wird gebraucht.'),
    'de/server.md': page('Server', 'Die Installation auf dem Server: eine Installation für jeden.'),
  },
  (find) => {
    test('find this one first', async () => {
      const first = {
        install: 'Getting started',
        Installation: 'Getting started',
        setup: 'Getting started',
        'quick start': 'Getting started',
        'dark mode': 'Theming',
        'dark theme': 'Theming',
        cli: 'Command line',
        csp: 'Content Security Policy',
        upgrade: 'Storage',
      };
      for (const [query, title] of Object.entries(first))
        assert.equal((await find(query, { language: 'en' }))[0], title, query);
      for (const query of ['Installation', 'installieren', 'Schnellstart', 'Einrichtung'])
        assert.equal((await find(query, { language: 'de' }))[0], 'Erste Schritte', query);
    });
    test('and a text that several pages have is shown once before the others', async () => {
      const [first, ...others] = await find('dark mode');
      assert.equal(first, 'Theming');
      assert.ok(others.indexOf('Sphinx') < 2);
      assert.deepEqual(others.toSorted(), ['Astro', 'Hugo', 'Jekyll', 'Sphinx']);
    });
    test('and a page with one of its words finds this page all the same', async () => {
      assert.equal((await find('dark mode hugo'))[0], 'Hugo');
    });
  },
);

describeBoth(
  'a section that is on several pages',
  {
    ...Object.fromEntries(
      ['Amphora', 'Bowl', 'Cup', 'Dish'].map((name) => [
        `pots/${name}.md`,
        `# ${name}\n\nA ${name} of clay.\n\n## Firing\n\nFire it at 1,000 degrees for twelve hours, and let the kiln cool for a day before it is opened.`,
      ]),
    ),
    'temperature.md': page(
      'Curves',
      'How hot a kiln is while it fires, hour by hour: firing slowly keeps pots from breaking.',
    ),
    'wood.md': page('Wood', 'A kiln that burns wood. The firing takes two days and many hands.'),
  },
  (find) => {
    test('is shown once, before what else there is, and then the copies', async () => {
      const found = await find('firing');
      assert.deepEqual(found.slice(1, 3).toSorted(), ['Curves', 'Wood']);
      assert.deepEqual(found.slice(3), ['Bowl', 'Cup', 'Dish']);
    });
    test('is found on the page that is asked for', async () => {
      for (const name of ['Bowl', 'Cup', 'Dish']) assert.equal((await find(`${name} firing`))[0], name);
    });
  },
);

describeBoth(
  'sections of one name that say different things',
  {
    'fetch.md':
      '# fetch\n\nGets a pot.\n\n## Options\n\n| Option | |\n| --- | --- |\n| `timeout` | Seconds until the request for a pot is given up. |',
    'queue.md':
      '# queue\n\nKeeps pots in line.\n\n## Options\n\n| Option | |\n| --- | --- |\n| `timeout` | A worker who holds the lock longer than this loses it to another. |',
    'other.md': page(
      'Other',
      'A timeout of a kind, among many other things that are written here at length.',
    ),
  },
  (find) => {
    test('are ranked as they are', async () => {
      assert.deepEqual((await find('timeout')).toSorted(), ['Other', 'fetch', 'queue']);
      assert.deepEqual((await find('options timeout')).slice(0, 2).toSorted(), ['fetch', 'queue']);
    });
  },
);

describeBoth(
  'a word that is typed to its end, of which longer ones begin without its last letter in the index',
  {
    'a.md': page('Upgrading', 'This upgrade makes no trouble. Trouble comes later.'),
    'b.md': page('Troubleshooting', 'What to do when a kiln stays cold.'),
  },
  (find) => {
    test('finds these, too', async () => {
      for (const query of ['troubl', 'trouble', 'troubles']) assert.ok((await find(query)).length > 0, query);
      for (const query of ['troubl', 'trouble', 'troubleshoot'])
        assert.ok((await find(query)).includes('Troubleshooting'), query);
    });
  },
);
