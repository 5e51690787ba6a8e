import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { DocsAssistant } from '../../src/assistant.ts';
import { openBarePages } from '../support/bare-pages.ts';
import type { DemoPage } from '../support/visit.ts';
import { root } from './source-files.ts';

const SCRIPT = '<script type="module" src="/cdn/docs-assistant.js"></script>';
const SEARCH_SCRIPT = '<script type="module" src="/cdn/search.js"></script>';
const CHAT_SCRIPT = '<script type="module" src="/cdn/assistant.js"></script>';
const CLASSIC_SCRIPT = '<script src="/cdn/docs-assistant.classic.js"></script>';
const SEARCH = '<docs-search endpoint="/docs-api" domain="docs"></docs-search>';
const CHAT = '<docs-assistant endpoint="/docs-api" domain="docs"></docs-assistant>';

const PAGES: Readonly<Record<string, string>> = {
  '/both': SCRIPT + SEARCH + CHAT,
  '/search': SEARCH_SCRIPT + SEARCH,
  '/chat': CHAT_SCRIPT + CHAT,
  '/classic': CLASSIC_SCRIPT + SEARCH + CHAT,
};

/**
 * Bytes after brotli. What has not reached its goal must not move further away unnoticed: a change that raises `now` says why.
 * Builds differ by up to 60 bytes, because files contain the names of pieces, and these contain hashes: `now` allows for that.
 */
interface Budget {
  readonly goal: number;
  readonly now: number;
}

const BUDGETS = {
  // The name and version at the beginning of each file are 45 bytes in the search, 55 in both elements.
  // A static index, a source of the page and interim results are 30 bytes in the shell, 460 in the search and 220 in the chat.
  // `without-worker` is 20 bytes in the shell, the label of a launcher that no model stands behind 50.
  // Lists as JSON are 40 bytes there, and what warns of broken JSON 30 in the rest.
  // The ground of a page without marks, in any notation of colours, is 105 bytes in the shell.
  // An icon beside others in a narrow window is 180 bytes in the shell: without it, headers on phones lose their title.
  // A theme that wrappers, style sheets and transitions make, the language below a translation, styles that a page cannot reach, and a
  // place for each of several launchers are 450 bytes there: all of it shows with the first drawing.
  // The sentence about what could not be loaded, which the panel of the search uses as well, is 10 bytes.
  load: { goal: 8_000, now: 8_000 },
  // The attribute `source` is 80 bytes in the search and 150 in the chat; what it names is loaded alone.
  // The attribute `insights` is 55 bytes; what it sends is loaded alone. Words of one character, as Chinese and Japanese have, are 30 bytes in the search.
  // That no page has the words is 70 bytes in the search.
  // What a query has found while one types on is 55 bytes in the search, small numbers without a number format 50 in both.
  // A language that is there as it is asked for, which needs no likely subtags, is 30 bytes in both.
  // Parts of text as blocks of their own, and reasoning told apart from the text it is written into, are 650 bytes in the chat: what is drawn first depends on both.
  // The shell's 320 bytes more are in all of these. The rest is in the chat: a panel over a page that is blocked or takes the focus,
  // answers in a page that is translated, emphasis beside Chinese, Japanese and Korean characters, harmless HTML, footnotes and alerts
  // (their drawing is loaded late), and what says that a piece is missing.
  // Words of the query that no page has, and a button that loads again what has failed, are 180 bytes in the search. What is used after the
  // results, and the option that asks the assistant with it, is loaded after them: 560 bytes less in both.
  // That the panel speaks of AI only where the service has a language model is 50 bytes in the chat: what asks for it is loaded with
  // what comes after an answer. One check of all attributes is 150 bytes in the chat and 50 in the search.
  search: { goal: 20_000, now: 21_860 },
  chat: { goal: 36_000, now: 44_220 },
  both: { goal: 51_000, now: 59_250 },
} satisfies Record<string, Budget>;

let site: Awaited<ReturnType<typeof openBarePages>>;

before(async () => {
  site = await openBarePages(PAGES);
});
after(() => site.close());

test('launcher and search box are usable after one small request', async (context) => {
  const visit = await site.open('/both');
  await visit.page.waitForFunction(
    () => customElements.get('docs-assistant') && customElements.get('docs-search'),
  );
  assertWithin(context, visit.scripts, BUDGETS.load);
  assert.equal(visit.scripts.length, 1);
});

test('the search alone stays within its budget', async (context) => {
  const visit = await site.open('/search');
  assertWithin(context, await search(visit), BUDGETS.search);
});

test('the chat alone stays within its budget until a first answer is there', async (context) => {
  const visit = await site.open('/chat');
  assertWithin(context, await ask(visit), BUDGETS.chat);
});

test('both stay within their budget', async (context) => {
  const searched = await search(await site.open('/both'));
  const asked = await ask(await site.open('/both'));
  assertWithin(context, [...new Set([...searched, ...asked])], BUDGETS.both);
});

test('the classic script loads the module, carries out what waits for it and gives its classes', async () => {
  const { page, problems, scripts } = await site.open('/classic');
  await page.waitForFunction(
    () =>
      window.docsAssistant && 'DocsSearch' in window.docsAssistant && customElements.get('docs-assistant'),
  );
  assert.deepEqual(scripts, ['docs-assistant.classic.js', 'docs-assistant.js']);
  await search({ page, problems, scripts });
  await ask({ page, problems, scripts });
  assert.deepEqual(problems, []);
});

for (const [language, decimal] of [
  ['en', '.'],
  ['de', ','],
] as const) {
  test(`these limits are the sizes that the documentation names (${language})`, () => {
    const page = readFileSync(join(root, `demo/docs/v2/${language}/comparison.md`), 'utf8');
    const named = [...page.matchAll(/^\| docs-assistant: [^|]*\| (\S+) \|$/gm)].map(([, size]) => size);
    const limits = Object.values(BUDGETS).map(({ now }) => Math.ceil(now / 100) / 10);
    assert.deepEqual(
      named,
      limits.map((limit) => limit.toFixed(1).replace('.', decimal)),
    );
  });
}

/** Searches. @returns the scripts that the results took; filters and words for troubles are loaded once the typing rests */
async function search({ page }: DemoPage): Promise<string[]> {
  const shown = timeOf(page, 'docs-search-results');
  await page.click('docs-search');
  await page.keyboard.type('proxy');
  return scriptsUntil(page, await shown);
}

/** Asks for an answer without a table. @returns the scripts that it took; what is offered below it is loaded once it is whole */
async function ask({ page }: DemoPage): Promise<string[]> {
  const answered = timeOf(page, 'docs-assistant-answered');
  await page.$eval('docs-assistant', (element: DocsAssistant) => element.ask('How do I stop an answer?'));
  return scriptsUntil(page, await answered);
}

/** When the page hears of an event, in its own time. */
function timeOf(page: DemoPage['page'], type: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        document.addEventListener(name, ({ timeStamp }) => resolve(timeStamp), { once: true });
      }),
    type,
  );
}

/** The scripts that the page had asked for by then, also those that were still to come. */
async function scriptsUntil(page: DemoPage['page'], time: number): Promise<string[]> {
  await page.waitForNetworkIdle();
  return page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= until)
        .map(({ name }) => name.replace(/.*\//, '')),
    time,
  );
}

/** Colours come to code, and announcements to text, that is drawn already: what brings them is no part of an answer. */
function isForDrawnText(script: string): boolean {
  const { sources } = JSON.parse(readFileSync(join(root, 'dist/cdn', `${script}.map`), 'utf8')) as {
    sources: string[];
  };
  return sources.some((source) => /highlight(?:\.js|er)|answer-speech/.test(source));
}

/** Adds up scripts after brotli. */
function assertWithin(context: TestContext, scripts: readonly string[], { goal, now }: Budget): void {
  const bytes = scripts
    .filter((script) => !isForDrawnText(script))
    .map((script) => brotliCompressSync(readFileSync(join(root, 'dist/cdn', script))).length)
    .reduce((sum, size) => sum + size, 0);
  const distance = bytes > goal ? `${bytes - goal} over its goal of` : 'within its goal of';
  context.diagnostic(`${bytes} bytes, ${distance} ${goal}: ${scripts.join(', ')}`);
  assert.ok(bytes <= now, `${bytes - now} bytes too many`);
}
