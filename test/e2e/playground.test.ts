import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Frame, Page } from 'puppeteer-core';
import { openDemo, type DemoInBrowser } from '../support/demo-in-browser.ts';

const PATH = '/v2/en/playground';
const TAGS = ['docs-search', 'docs-assistant'] as const;
/** Attributes of both elements as the page brings them. */
const PLAIN = { endpoint: '/docs-api', domain: 'docs' };

describe('the playground', () => {
  let site: DemoInBrowser;

  before(async () => {
    site = await openDemo({ embeddings: null });
  });
  after(() => site.close());

  test('follows each change in the elements, in the code and in its address', async () => {
    const { page, problems } = await site.open(PATH);
    await change(page, 'theme', 'dark');
    await change(page, 'assistant.heading', 'Ask "us"');
    await change(page, 'search.page-size', '5');
    await change(page, '--docs-radius', '3px');
    const shared = { ...PLAIN, theme: 'dark' };
    const configured = [
      { ...shared, 'page-size': '5' },
      { ...shared, heading: 'Ask "us"' },
    ];
    const stage = await stageOf(page);
    assert.deepEqual(await attributesOf(stage), configured);
    assert.equal(await stage.$eval('docs-assistant', radiusOf), '3px');
    assert.equal(
      await codeOf(page),
      `<script type="module" src="/cdn/docs-assistant.js"></script>

<docs-search
  endpoint="/docs-api"
  domain="docs"
  theme="dark"
  page-size="5"
></docs-search>
<docs-assistant
  endpoint="/docs-api"
  domain="docs"
  theme="dark"
  heading="Ask &quot;us&quot;"
></docs-assistant>
:root {
  --docs-radius: 3px;
}
`,
    );
    const link = new URL(page.url());
    const german = await page.$eval('.switches a[href*="/de/"]', (anchor) => anchor.href);
    assert.equal(new URL(german).search, link.search);
    const { page: other } = await site.open(link.pathname + link.search);
    const otherStage = await stageOf(other);
    assert.deepEqual(await attributesOf(otherStage), configured);
    assert.equal(await otherStage.$eval('docs-assistant', radiusOf), '3px');
    assert.deepEqual(problems, []);
  });

  test('takes settings back, one by one and all at once', async () => {
    const { page, problems } = await site.open(
      `${PATH}?theme=dark&assistant.push=&assistant.variant=inline&--docs-radius=3px`,
    );
    await change(page, 'theme', '');
    const stage = await stageOf(page);
    assert.deepEqual(await attributesOf(stage), [PLAIN, { ...PLAIN, variant: 'inline', push: '' }]);
    await page.click('button.reset');
    assert.deepEqual(await attributesOf(stage), [PLAIN, PLAIN]);
    assert.equal(await stage.$eval('docs-assistant', radiusOf), '');
    assert.equal(new URL(page.url()).search, '');
    await stage.waitForSelector('docs-assistant >>> [part~="launcher"]', { visible: true });
    assert.deepEqual(problems, []);
  });

  test('takes a colour from the palette of the browser', async () => {
    const { page } = await site.open(PATH);
    await page.$eval('[data-for="--docs-accent-color"]', (palette) => {
      (palette as HTMLInputElement).value = '#b3261e';
      for (const type of ['input', 'change']) palette.dispatchEvent(new Event(type, { bubbles: true }));
    });
    assert.match(await codeOf(page), /\{\n {2}--docs-accent-color: #b3261e;\n\}/);
    assert.equal(new URL(page.url()).searchParams.get('--docs-accent-color'), '#b3261e');
  });

  test('copies code that sets the same on an empty page', async () => {
    const query = new URLSearchParams({
      lang: 'ja',
      versions: 'v2, v1',
      'assistant.suggestions': 'Is it <free> & "open"?\nWhat is {{this}}?',
      'assistant.mask': '',
      'search.placeholder': "It's a \\ search",
    });
    const { page } = await site.open(`${PATH}?${query}`);
    await page
      .browserContext()
      .overridePermissions(site.demo.server.url, ['clipboard-read', 'clipboard-sanitized-write']);
    await page.bringToFront();
    await page.click('.target:not([hidden]) .copy');
    await page.waitForFunction(() => document.querySelector('.copy')?.textContent === 'Copied');
    const code = await page.evaluate(() => navigator.clipboard.readText());
    const empty = await page.browserContext().newPage();
    await empty.setRequestInterception(true);
    empty.on('request', (request) => {
      const body = `<!doctype html><meta charset="utf-8"><title>Empty</title>${code}`;
      const isPage = request.url().endsWith('/empty');
      void (isPage ? request.respond({ contentType: 'text/html', body }) : request.continue());
    });
    await empty.goto(`${site.demo.server.url}/empty`);
    const stage = await stageOf(page);
    assert.deepEqual(await attributesOf(empty), await attributesOf(stage));
    const read = (one: Page | Frame) =>
      one.$eval('docs-assistant', ({ suggestions, versions, mask }) => ({ suggestions, versions, mask }));
    await empty.waitForFunction(() => customElements.get('docs-assistant'));
    assert.deepEqual(await read(empty), await read(stage));
    assert.deepEqual((await read(empty)).suggestions, ['Is it <free> & "open"?', 'What is {{this}}?']);
  });

  test('sets nothing that an address must not set', async () => {
    const query = new URLSearchParams([
      ['theme', '"><script>alert(1)</script>'],
      ['assistant.variant', 'evil'],
      ['variant', 'sidebar'],
      ['search.page-size', '1e9'],
      ['assistant.mask', 'false'],
      ['endpoint', 'https://evil.example'],
      ['assistant.endpoint', 'https://evil.example'],
      ['assistant.feedback-endpoint', 'https://evil.example'],
      ['link-base', 'https://evil.example'],
      ['assistant.onclick', 'alert(1)'],
      ['assistant.suggestions', Array.from({ length: 50 }, (_, index) => index).join('\n')],
      ['--docs-accent-color', 'red;} * { display: none'],
      ['--docs-radius', '1px /* '],
      ['--docs-font-family', 'x; background: url(https://evil.example)'],
      ['--evil', 'red'],
      ['code', 'nowhere'],
      ['__proto__', 'x'],
    ]);
    const { page, problems } = await site.open(`${PATH}?${query}`);
    const stage = await stageOf(page);
    assert.deepEqual(await attributesOf(stage), [PLAIN, PLAIN]);
    // A comment is no part of the value.
    assert.equal(await stage.$eval('html', (html) => html.getAttribute('style')), '--docs-radius: 1px;');
    assert.match(
      await codeOf(page),
      /domain="docs"><\/docs-assistant>\n:root \{\n {2}--docs-radius: 1px;\n\}\n$/,
    );
    const { page: long } = await site.open(`${PATH}?assistant.heading=${'x'.repeat(5000)}`);
    assert.equal((await attributesOf(await stageOf(long)))[1]?.['heading']?.length, 300);
    assert.deepEqual(problems, []);
  });

  test('says what is not valid, and leaves it out', async () => {
    const { page } = await site.open(`${PATH}?--docs-radius=3px`);
    await change(page, '--docs-radius', 'round');
    const invalid = await page.$$eval('[aria-invalid]', (fields) =>
      fields.map((field) => [
        field.id,
        ...(field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => (document.getElementById(id)?.checkVisibility() ? 'seen' : 'hidden')),
      ]),
    );
    assert.deepEqual(invalid, [['--docs-radius', 'seen', 'seen']]);
    assert.equal(await (await stageOf(page)).$eval('docs-assistant', radiusOf), '');
  });

  test('shows a page of a theme on a phone and in the dark', async () => {
    const { page, problems } = await site.open(PATH);
    const stage = await stageOf(page);
    await page.select('.looks [name="skin"]', 'bootstrap');
    await stage.waitForFunction(
      () => document.documentElement.dataset['skin'] === 'bootstrap' && customElements.get('docs-assistant'),
    );
    await page.click('.looks [value="dark"] + span');
    await page.click('.looks [value="phone"] + span');
    assert.equal(await stage.evaluate(() => innerWidth), 390);
    await stage.waitForSelector('docs-assistant >>> [data-theme="dark"]');
    const ground = () => stage.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await ground(), 'rgb(33, 37, 41)');
    // What is only a look is no setting.
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual(problems, []);
  });

  test('sets by its controls above the preview what stands below', async () => {
    const { page, problems } = await site.open(`${PATH}?--docs-radius=3px`);
    const stage = await stageOf(page);
    const range = '.looks [data-sets="--docs-radius"]';
    assert.equal(await page.$eval(range, (input) => (input as HTMLInputElement).value), '3');
    await page.focus(range);
    await page.keyboard.press('ArrowRight');
    await page.select('.looks [data-sets="assistant.variant"]', 'sidebar');
    assert.deepEqual(await attributesOf(stage), [PLAIN, { ...PLAIN, variant: 'sidebar' }]);
    assert.equal(await stage.$eval('docs-assistant', radiusOf), '4px');
    assert.match(await codeOf(page), /--docs-radius: 4px;/);
    const { searchParams } = new URL(page.url());
    assert.deepEqual(Object.fromEntries(searchParams), {
      'assistant.variant': 'sidebar',
      '--docs-radius': '4px',
    });
    assert.deepEqual(problems, []);
  });
});

/** Return the page in the preview, once its elements are there. */
async function stageOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('.screen iframe'))!.contentFrame();
  await frame.waitForSelector('docs-assistant >>> .docs');
  return frame;
}

/** Set a field as a reader does: each change is an event of its own. */
async function change(page: Page, name: string, value: string): Promise<void> {
  const field = await page.$(`[name="${name}"]`);
  assert.ok(field, name);
  await field.evaluate((one) => one.closest('details')!.setAttribute('open', ''));
  if (await field.evaluate((one) => one instanceof HTMLSelectElement)) await field.select(value);
  else {
    await field.click({ count: 3 });
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
}

/** Return the attributes of both elements that somebody has set. */
async function attributesOf(page: Page | Frame): Promise<Record<string, string>[]> {
  return Promise.all(
    TAGS.map((tag) =>
      page.$eval(tag, (element) =>
        Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      ),
    ),
  );
}

function radiusOf(element: Element): string {
  return getComputedStyle(element).getPropertyValue('--docs-radius');
}

/** Return the code that is shown, without the rest of the page. */
function codeOf(page: Page): Promise<string> {
  return page.$$eval('.code code', (blocks) =>
    blocks
      .filter((block) => block.parentElement!.checkVisibility())
      .filter((block) => block.closest('.code-box'))
      .map((block) => block.textContent)
      .join(''),
  );
}
