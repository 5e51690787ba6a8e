/** Words while they are typed: in the service and in an index as files, with the same results. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { hostFiles, hostIndex, type IndexHost } from './index-host.ts';

const DEMO = fileURLToPath(new URL('../../demo/docs/v2', import.meta.url));

type Search = (query: string, language?: string) => Promise<string[]>;

/** The paths that a query finds, by both. */
function searches(host: IndexHost): Record<'service' | 'static index', Search> {
  const source = createStaticSource({ index: host.index });
  const filterOf = (language?: string) => (language === undefined ? {} : { filter: { language } });
  return {
    service: async (query, language) =>
      (await host.service.search({ query, ...filterOf(language) }, null)).map(({ section }) => section.path),
    'static index': async (query, language) =>
      (await source.search({ query, ...filterOf(language) })).map(({ path }) => path),
  };
}

/** The words that most files of a folder have outside of code. */
function frequentWords(folder: string): string[] {
  const counts = new Map<string, number>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md')) continue;
    const text = readFileSync(join(folder, file), 'utf8').replace(/```[^]*?```|`[^`]*`|\]\([^)]*\)/g, ' ');
    for (const word of new Set(text.toLowerCase().match(/(?<!\p{L})\p{Ll}{7,14}(?!\p{L})/gu)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 30)
    .map(([word]) => word);
}

describe('a word of the documentation, from its fourth letter on', () => {
  let host: IndexHost;
  before(async () => {
    host = await hostIndex(DEMO);
  });
  after(() => host[Symbol.asyncDispose]());

  for (const language of ['en', 'de'])
    for (const by of ['service', 'static index'] as const)
      it(`finds something at every letter: ${language}, ${by}`, async () => {
        const search = searches(host)[by];
        const empty: string[] = [];
        const words = frequentWords(join(DEMO, language));
        assert.equal(words.length, 30);
        for (const word of words) {
          if ((await search(word, language)).length === 0) continue;
          for (let length = 4; length < word.length; length++)
            if ((await search(word.slice(0, length), language)).length === 0)
              empty.push(word.slice(0, length));
        }
        assert.deepEqual(empty, []);
      });
});

describe('a word that is typed to its end (search-15)', () => {
  const DOCS = {
    'cloud.md':
      '# Sending logs to the cloud\n\nThe exporter writes to a bucket of AWS. It also sends an SMS and sets CORS headers for Ops.',
    'await.md': '# Waiting\n\nUse `await` and wait; it is awkward to go away. Awful, aware, await.',
    'coroutines.md':
      '# Coroutines\n\nCoroutines suspend. A coroutine is corrected at its corner. Core coroutines.',
    'options.md': '# Options\n\nOptions open operations. An option is optional: operate the opener.',
    'small.md': '# Small\n\nSmall is smart, and smooth. Smaller smoke.',
    'js.md': '# Writing plug-ins\n\nPlug-ins are plain JS files. Each JS file exports one function.',
    'jsx.md': '# JSX\n\nJSX is written in JSX files, by JSX.',
    'json.md': '# JSON\n\nJSON is read by JSON. JSON, JSON.',
  };
  let host: IndexHost;
  before(async () => {
    host = await hostFiles(DOCS);
  });
  after(() => host[Symbol.asyncDispose]());

  for (const by of ['service', 'static index'] as const) {
    it(`is found before longer ones that begin so: ${by}`, async () => {
      const search = searches(host)[by];
      for (const [query, first] of [
        ['aws', 'cloud'],
        ['ops', 'cloud'],
        ['cors', 'cloud'],
        ['sms', 'cloud'],
        ['js', 'js'],
        ['AWS', 'cloud'],
        ['the js', 'js'],
      ])
        assert.equal((await search(query!))[0], first, query);
    });

    it(`is still completed while it is none: ${by}`, async () => {
      const search = searches(host)[by];
      for (const [query, first] of [
        ['aw', 'await'],
        ['coro', 'coroutines'],
        ['corou', 'coroutines'],
        ['optio', 'options'],
        ['jso', 'json'],
      ])
        assert.equal((await search(query!))[0], first, query);
      assert.deepEqual((await search('js')).toSorted(), ['js', 'json', 'jsx']);
    });
  }
});
