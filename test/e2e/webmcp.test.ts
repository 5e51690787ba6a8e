import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { ModelContext } from '../../src/elements/assistant/webmcp/model-context.ts';
import { openDemo, type DemoInBrowser } from '../support/demo-in-browser.ts';
import type { DemoPage } from '../support/visit.ts';
import { whyWithoutWebMcp } from '../support/web-mcp.ts';

/** What only an agent of the browser uses of WebMCP. */
interface AgentContext extends ModelContext {
  getTools(): Promise<
    { name: string; inputSchema: { required?: string[] }; annotations: Record<string, boolean> }[]
  >;
  executeTool(tool: unknown, input: object): Promise<string>;
}

const START = '/v2/en/getting-started';

/** What is asked about a documentation: a search, and what the section says that it leads to. */
const QUESTIONS: readonly (readonly [task: string, query: string, said: RegExp])[] = [
  ['How many days are conversations kept?', 'history-days attribute default', /30/],
  ['Which key opens the chat?', 'Ctrl+I opens the chat', /mod\+i|Ctrl\+I/i],
  ['How do I place the panel beside the page?', 'variant sidebar', /sidebar/],
  ['How do I change the colours?', 'accent colour custom property', /--docs-accent-color/],
  ['Where is the key kept?', 'proxy keeps the key', /proxy/i],
  ['How do I search without a server?', 'static index without a server', /build/],
  [
    'Which pages mention a policy for scripts?',
    'Content-Security-Policy trusted types',
    /Content-Security-Policy/,
  ],
  ['How do I connect an agent to the MCP server?', 'connect the MCP server', /mcp/i],
  ['How large may a body be?', 'limits of the proxy body bytes', /bytes|kB/],
  ['How do I keep questions masked?', 'mask secrets in questions', /mask/],
  ['Which browsers are the tests run in?', 'Chromium Firefox WebKit', /Firefox/],
  ['How do I build for VitePress?', 'VitePress', /VitePress/],
  ['Where do conversations go?', 'storage localStorage', /localStorage/],
  ['How do I rate a page?', 'page feedback', /docs-page-feedback/],
  ['How is the rating of an answer sent?', 'feedback-endpoint', /feedback/],
];

const skip = await whyWithoutWebMcp();

describe('the page as a tool', { timeout: 300_000, skip }, () => {
  let site: DemoInBrowser;
  let visit: DemoPage;
  let page: Page;

  before(async () => {
    site = await openDemo({ embeddings: null }, ['--enable-features=WebMCP']);
    visit = await site.open(START);
    ({ page } = visit);
    await offer(page);
  });
  after(async () => {
    await site.close();
    // Addresses that there are not: what the tools say of them is tested.
    const problems = visit.problems.filter((problem) => !problem.includes('status of 404'));
    assert.deepEqual(problems, []);
  });

  test('has four tools, which say what they do', async () => {
    assert.deepEqual(await listTools(page), [
      { name: 'ask_docs', required: ['question'], isReadOnly: false, isUntrusted: true },
      { name: 'read_page', required: [], isReadOnly: true, isUntrusted: true },
      { name: 'search_docs', required: ['query'], isReadOnly: true, isUntrusted: true },
      { name: 'show_section', required: ['address'], isReadOnly: false, isUntrusted: true },
    ]);
  });

  for (const [task, query, said] of QUESTIONS) {
    test(`task: ${task}`, async () => {
      const found = await call(page, 'search_docs', { query });
      const addresses = [...found.matchAll(/^https?:\S+$/gm)].map(([address]) => address);
      assert.ok(addresses.length > 0 && addresses.length <= 5, found);
      for (const address of addresses) assert.match(address, /\/v2\/en\b/);
      const pages = await Promise.all(addresses.map((address) => call(page, 'read_page', { address })));
      for (const [index, text] of pages.entries())
        assert.ok(text.startsWith(`${addresses[index]}\n\n#`), text);
      assert.match(pages.join('\n'), said);
    });
  }

  test('task: what is on this page?', async () => {
    const text = await call(page, 'read_page', {});
    assert.match(text, /^http\S+\/v2\/en\/getting-started\n\n# /);
    assert.match(text, /```/);
  });

  test('task: find a page in another language', async () => {
    const found = await call(page, 'search_docs', { query: 'Tastatur', language: 'de', count: 2 });
    assert.match(found, /language de/);
    assert.equal(found.match(/^http\S+\/v2\/de\//gm)?.length, 2);
  });

  test('task: ask, where the reader sees it', async () => {
    const answer = await call(page, 'ask_docs', { question: 'How do I change the colours?' });
    assert.match(answer, /theming/);
    assert.match(answer, /^Sources:\n1\. .*http/m);
    const asked = await page.$eval('docs-assistant', ({ open, shadowRoot }) => [
      open,
      shadowRoot!.querySelector('.question')?.textContent?.trim(),
    ]);
    assert.deepEqual(asked, [true, 'How do I change the colours?']);
  });

  test('task: show the reader a section of this page', async () => {
    const id = await page.$$eval('main h2[id]', (all) => all.at(-1)!.id);
    const shown = await call(page, 'show_section', { address: `#${id}` });
    assert.match(shown, /^Shown: /);
    assert.equal(new URL(page.url()).hash, `#${id}`);
    await page.waitForFunction(() => CSS.highlights.has('docs-assistant-passage'));
    await page.waitForFunction(
      (target) => {
        const { top, bottom } = document.getElementById(target)!.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      },
      {},
      id,
    );
  });

  test('task: show the reader a section of another page', async () => {
    const found = await call(page, 'search_docs', { query: 'proxy options', count: 1 });
    const [address = ''] = /^http\S+$/m.exec(found) ?? [];
    const arrived = page.waitForNavigation();
    assert.match(await call(page, 'show_section', { address }), /^Opening /);
    await arrived;
    assert.equal(page.url(), address);
    assert.deepEqual(await listTools(page), []);
    await offer(page);
    await page.waitForFunction(() => CSS.highlights.has('docs-assistant-passage'));
    assert.match(await call(page, 'read_page', {}), /^# .*[Pp]roxy/m);
  });

  const REFUSALS: Readonly<Record<string, readonly [name: string, input: object, said: RegExp]>> = {
    'an argument that is missing': ['search_docs', {}, /^invalid-argument: query is missing\.$/],
    'an argument that is too long': [
      'search_docs',
      { query: 'x'.repeat(1_001) },
      /^invalid-argument: query must be a text of 1 to 1000 characters\.$/,
    ],
    'an argument that there is not': [
      'search_docs',
      { query: 'proxy', limit: 3 },
      /no argument "limit"\. There are: query, count, version, language\./,
    ],
    'too many results': ['search_docs', { query: 'proxy', count: 11 }, /from 1 to 10/],
    'words that no page has': ['search_docs', { query: 'qqzzxxyy' }, /^No section .*Use other words/],
    'a page that there is not': ['read_page', { address: '/v2/en/nowhere' }, /^not-found: .*search_docs/],
    'a section that there is not': ['read_page', { address: '#nowhere' }, /^no-section: .*Its sections: "/],
    'another site': ['read_page', { address: 'https://elsewhere.example/page' }, /^not-on-site: /],
    'a script': ['show_section', { address: 'javascript:alert(1)' }, /^not-on-site: /],
    'a page to show that there is not': ['show_section', { address: '/v2/en/nowhere' }, /^not-found: /],
  };
  for (const [name, [tool, input, said]] of Object.entries(REFUSALS)) {
    test(`says what to do about ${name}`, async () => {
      assert.match(await call(page, tool, input), said);
    });
  }

  test('the tools go with the attribute and with the element, and come back', async () => {
    const steps: readonly (readonly [change: string, count: number])[] = [
      ['webmcp off', 0],
      ['webmcp on', 4],
      ['removed', 0],
      ['added', 4],
    ];
    for (const [change, count] of steps) {
      await page.evaluate((name) => {
        const state = window as { kept?: HTMLElement };
        const element = document.querySelector('docs-assistant');
        if (name === 'removed') (state.kept = element!).remove();
        else if (name === 'added') document.body.append(state.kept!);
        else element!.webmcp = name === 'webmcp on';
      }, change);
      await page.waitForFunction(
        async (expected) => (await (document.modelContext as AgentContext).getTools()).length === expected,
        {},
        count,
      );
    }
  });

  test('a page without the interface loads nothing for it', async () => {
    const { page: other, scripts } = await site.open(START);
    await other.evaluateOnNewDocument(() => {
      Object.defineProperty(document, 'modelContext', { value: undefined });
    });
    await other.reload({ waitUntil: 'load' });
    scripts.length = 0;
    await other.$eval('docs-assistant', async (element) => {
      element.webmcp = true;
      await element.updateComplete;
    });
    // What the element loads is asked for before this page, and seen before it.
    await other.evaluate(async () => (await fetch(location.href)).text());
    assert.deepEqual(
      scripts.filter((script) => script.includes('webmcp')),
      [],
    );
  });
});

/** Turn the tools on, and wait for them. */
async function offer(page: Page): Promise<void> {
  await page.$eval('docs-assistant', (element) => (element.webmcp = true));
  await page.waitForFunction(
    async () => (await (document.modelContext as AgentContext).getTools()).length === 4,
  );
}

/** Call a tool as an agent of the browser does. */
function call(page: Page, name: string, input: object): Promise<string> {
  return page.evaluate(
    async (wanted, value) => {
      const context = document.modelContext as AgentContext;
      const tool = (await context.getTools()).find((one) => one.name === wanted);
      return context.executeTool(tool, value);
    },
    name,
    input,
  );
}

function listTools(page: Page) {
  return page.evaluate(async () => {
    const tools = await (document.modelContext as AgentContext).getTools();
    return tools
      .map(({ name, inputSchema, annotations }) => ({
        name,
        required: inputSchema.required ?? [],
        isReadOnly: annotations['readOnlyHint'],
        isUntrusted: annotations['untrustedContentHint'],
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  });
}
