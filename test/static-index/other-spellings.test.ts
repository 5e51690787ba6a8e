/** Words that a query writes in another way than the documentation: as one word, with a letter or a dash before, in other letters. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeBoth, page } from './describe-both.ts';

const STORIES = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `story-${at}.md`,
    page(
      `Story ${at}`,
      'The kiln has a port, a version and an end. It uses 1 or 2 of 0 pots, and 9 shelves of net. V and v.',
    ),
  ]),
);

describeBoth(
  'A documentation whose words have other spellings',
  {
    ...STORIES,
    'front.md': page('Front-end', 'A real-time front-end.'),
    'set-up.md': page('Set up the kiln', 'Steps.'),
    'runtimes.md': page('Node.js and ASP.NET Core', 'Runtimes.'),
    'net.md': page('.NET', 'A runtime.'),
    'dry.md': page('--dry-run', 'Burns nothing.'),
    'theme.md': page('`data-theme-name`', 'The theme.'),
    'hashes.md': page('Sums', 'By SHA-256, in UTF-8, as RFC-7231 says.'),
    'data.md': page('Records', 'A data-set of records. Its file-name is free.'),
    'verbose.md': page('`-v`, `--verbose`', 'More lines.'),
    'version.md': page('`-V`, `--version`', 'Its number.'),
    'two.md': page('v2.1.0', 'Glaze.'),
    'three.md': page('v2.1.1', 'Shelves.'),
    'nine.md': page('0.9.1', 'Old.'),
    'four.md': page('Version 4', 'Next.'),
    'refused.md': page('ECONNREFUSED', 'Nobody listens.'),
    'launch.md': page('🚀 Launch', 'Party 🎉.'),
    'works.md': page('Œuvre, æther', 'Works.'),
    'letters.md': page('Smørrebrød in Łódź', 'Işık, мёд, إعداد, آخر.'),
    'plural.md': page('Databases', 'Many tables.'),
    'apart.md': page('Permits', 'Whoever may copy has the right.'),
    'deploy-site.md': page('Deploy your site', 'Deploy it.'),
    'how.md': page('How to deploy', 'The way.'),
  },
  (find) => {
    for (const [query, title] of [
      ['frontend', 'Front-end'],
      ['front end', 'Front-end'],
      ['realtime', 'Front-end'],
      ['setup', 'Set up the kiln'],
      ['nodejs', 'Node.js and ASP.NET Core'],
      ['aspnet', 'Node.js and ASP.NET Core'],
      ['what is .NET?', '.NET'],
      ['dryrun', '--dry-run'],
      ['dataThemeName', '`data-theme-name`'],
      ['sha256', 'Sums'],
      ['utf8', 'Sums'],
      ['rfc7231', 'Sums'],
      ['dataset', 'Records'],
      ['datasets', 'Records'],
      ['filename', 'Records'],
      ['-v', '`-v`, `--verbose`'],
      ['-V', '`-V`, `--version`'],
      ['2.1.0', 'v2.1.0'],
      ['v2.1.0', 'v2.1.0'],
      ['version 2.1.1', 'v2.1.1'],
      ['v0.9.1', '0.9.1'],
      ['v4', 'Version 4'],
      ['Error: connect ECONNREFUSED 127.0.0.1:9012', 'ECONNREFUSED'],
      ['🚀', '🚀 Launch'],
      ['🎉', '🚀 Launch'],
      ['oeuvre', 'Œuvre, æther'],
      ['aether', 'Œuvre, æther'],
      ['smorrebrod', 'Smørrebrød in Łódź'],
      ['smoerrebroed', 'Smørrebrød in Łódź'],
      ['lodz', 'Smørrebrød in Łódź'],
      ['isik', 'Smørrebrød in Łódź'],
      ['IŞIK', 'Smørrebrød in Łódź'],
      ['мед', 'Smørrebrød in Łódź'],
      ['اعداد', 'Smørrebrød in Łódź'],
      ['اخر', 'Smørrebrød in Łódź'],
      ['databse', 'Databases'],
      ['datbase', 'Databases'],
      ['how to deploy', 'How to deploy'],
    ] as const)
      it(`is first found as ${query}`, async () => assert.equal((await find(query))[0], title));

    it('finds nothing for signs and words that it has in no spelling', async () => {
      for (const query of ['🎈', 'kilnxyz', 'qwertzu', 'copyright'])
        assert.deepEqual(await find(query), [], query);
    });
  },
);

describeBoth(
  'A German documentation with umlauts',
  {
    'de/changes.md': page('Änderungen', 'Die Übersicht der Schlüssel.'),
    'de/old.md': page('Aenderung', 'Alte Schreibung.'),
    ...Object.fromEntries(
      Array.from({ length: 4 }, (_, at) => [`de/${at}.md`, page(`Ofen ${at}`, 'Der Ofen und die Glasur.')]),
    ),
  },
  (find) => {
    for (const [query, titles] of [
      ['schluessel', ['Änderungen']],
      ['schlues', ['Änderungen']],
      ['uebersicht', ['Änderungen']],
      ['aenderung', ['Aenderung', 'Änderungen']],
      ['änderung', ['Änderungen']],
    ] as const)
      it(`is found as ${query}`, async () =>
        assert.deepEqual((await find(query, { language: 'de' })).toSorted(), titles));
  },
);
