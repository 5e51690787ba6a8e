import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SearchResultMetadata } from '../../src/protocol/api.ts';
import { toSearchResult } from '../../src/engine/ranking/search-result.ts';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import {
  MODEL,
  openEngine,
  temporaryFolder,
  type FolderEngine,
  type TemporaryFolder,
} from '../service/docs-folder.ts';
import { hostIndex, type IndexHost } from './index-host.ts';

/** Documentation of a photo library: enough headings that the scale of the model is known. */
const PAGES = {
  'accessibility.md': `# Accessibility

Everybody can use the library.

## Keyboard

Every button is reached with the Tab key. Press Enter to open a picture, and the arrow keys to go to the next one.

## Screen readers

The description of a picture is read aloud, and so is the number of pictures in an album.

## Contrast and size of the text

Letters keep their contrast in a bright and in a dim room, and grow with the settings of the browser.`,
  'backups.md': `# Backups

A copy of all pictures lies on another disk.

## Make a copy every night

The command copies what is new since the evening before. Old copies are removed after thirty days.

## Get pictures back

Choose a day, and the pictures of that day are written back into the library.

## Encrypt the copies

A passphrase keeps strangers from reading the disk. Nobody can tell it to you when you forget it.`,
  'requests.md': `# Requests

Programs ask the library over HTTP.

## Rate limits

A program may send sixty requests in a minute. Further ones are answered with status 429, and have to wait.

## Errors

An error has a code and a sentence that says what is wrong with the request.

## Pages of a list

A list is sent in pages of a hundred pictures; the cursor leads to the next page.`,
  'server.md': `# The server

It runs on a computer at home or in a data centre.

## Install the server

Download the archive and unpack it, then start the program. It listens on port 8080.

## Certificates

The server speaks HTTPS with the certificate that you give it, and reads it again when it was renewed.

## Logs

Each line has the time, the address of the visitor and what was asked for.`,
  'sharing.md': `# Sharing

An album can be shown to other people.

## Links for friends

Whoever has the link sees the album. The link ends after a week, or when you withdraw it.

## Members of the family

Invite people by their address. They may add pictures, write comments and mark faces.

## What guests cannot do

Guests neither delete nor download the originals.`,
};
const NONSENSE = [
  'flibbertigibbet',
  'blorp snarf',
  'hjklhjkl',
  'zxcvbnm',
  'lorem',
  'foo bar baz',
  'wombat habitat',
  'quantum entanglement',
];
/** Words that these pages do not have, and a page about what they mean. */
const OTHER_WORDS = {
  hotkeys: 'accessibility',
  SSL: 'server',
  'visually impaired': 'accessibility',
  pagination: 'requests',
};
/** Nonsense with a word that one page has, which is unrelated to the others. */
const WITH_A_WORD = {
  'blorp install snarf': 'server',
  'certificates banana': 'server',
  'wombat passphrase': 'backups',
};

for (const kind of ['service', 'static index']) {
  describe(`a search by meaning in the ${kind}`, () => {
    let folder: TemporaryFolder;
    let engine: FolderEngine | undefined;
    let host: IndexHost | undefined;
    before(async () => {
      folder = await temporaryFolder(PAGES);
      if (kind === 'service') {
        engine = await openEngine({ dir: folder.path, model: { folder: MODEL } });
        await engine.ready;
      } else host = await hostIndex(folder.path, undefined, MODEL);
    });
    after(async () => {
      await engine?.[Symbol.asyncDispose]();
      await host?.[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });
    const find = async (query: string): Promise<SearchResultMetadata[]> => {
      const found = engine
        ? (await engine.search({ query })).map((hit) => toSearchResult(hit))
        : await createStaticSource({ index: host!.index }).search({ query });
      return found.map(({ metadata }) => metadata);
    };

    test('finds nothing for nonsense', async () => {
      for (const query of NONSENSE) assert.deepEqual(await find(query), [], query);
    });

    test('finds by a word among nonsense only what has it', async () => {
      for (const [query, page] of Object.entries(WITH_A_WORD)) {
        const found = await find(query);
        assert.deepEqual([...new Set(found.map(({ href }) => href!.split('#')[0]))], [page], query);
        assert.ok(found.every(({ isRelated }) => isRelated === undefined));
        const missing = query
          .split(' ')
          .filter((word) => !['install', 'certificates', 'passphrase'].includes(word));
        for (const one of found) assert.deepEqual(one.missing, missing, query);
      }
    });

    // A static index knows the meaning of the words that it has, and finds nothing by others.
    if (kind === 'static index') return;
    test('says of what it finds without any of the words that it is related', async () => {
      for (const [query, page] of Object.entries(OTHER_WORDS)) {
        const found = await find(query);
        assert.ok(
          found.some(({ href }) => href!.startsWith(page)),
          query,
        );
        assert.ok(
          found.every(({ isRelated }) => isRelated),
          query,
        );
      }
      assert.ok((await find('Keyboard')).every(({ isRelated }) => isRelated === undefined));
    });
  });
}
