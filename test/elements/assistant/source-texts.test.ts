import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { HostedPlatform } from '../../support/hosted-platform.ts';
import { pressKeys, setViewport } from '../../support/page-commands.ts';
import type { ScriptedReply } from '../../support/reply-server.ts';
import { END, search, source, stream, text } from '../../support/scripted-stream.ts';

/** The preview of a source that came without an excerpt: its text is asked for. */

const page = (content: unknown): ScriptedReply => ({
  headers: { 'content-type': 'application/json' },
  pieces: [JSON.stringify({ path: 'a', content })],
});
const refusal = (status: number): ScriptedReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  pieces: [JSON.stringify({ error: 'no', code: 'not-found' })],
});

/** An answer with these pages, without excerpts, and what the server says next. */
async function open(
  paths: readonly string[],
  replies: readonly ScriptedReply[],
  attributes: Record<string, string> = {},
): Promise<AssistantHarness> {
  const parts = paths.map((path) => source(path, `Title of ${path}`));
  const assistant = await AssistantHarness.answered({
    attributes,
    replies: [stream([[...parts, text('So.'), END]]), ...replies],
  });
  await assistant.until(() => assistant.findAll('a[part=source]').length === paths.length);
  return assistant;
}

/** Show the preview of a source. @returns once it is there */
async function preview(assistant: AssistantHarness, index: number): Promise<void> {
  const link = assistant.findAll('a[part=source]')[index]!;
  link.closest('details')?.setAttribute('open', '');
  link.focus();
  await assistant.until(() => link.hasAttribute('aria-describedby'));
}

/** The paths that were asked for, as they were sent. */
const asked = async (assistant: AssistantHarness) =>
  (await assistant.requests())
    .filter(({ path }) => path === '/v1/page/docs')
    .map(({ body }) => (body as { path?: string }).path);

const shown = (assistant: AssistantHarness) => assistant.texts('.preview p');

describe('<docs-assistant>: the text of a source without an excerpt', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(async () => {
    await sendMouse({ type: 'move', position: [1, 1] });
    AssistantHarness.reset();
    await HostedPlatform.closeAll();
  });

  it('is that of the page or the section, from the hosted platform by the proxy, for the keyboard, too', async () => {
    const platform = new HostedPlatform();
    const assistant = await AssistantHarness.show({ attributes: { endpoint: platform.endpoint } });
    await assistant.ask('What is there without excerpts?');
    await assistant.until(() => assistant.findAll('a[part=source]').length === 5);
    const read = async () =>
      (await platform.received()).flatMap(({ path, body }) =>
        path === '/discovery/v1/page/docs' ? [body] : [],
      );

    assistant.findAll('a[part=source]')[0]!.focus();
    await assistant.until(() => shown(assistant)[1] === 'Backoff Each wait is twice as long.');
    await pressKeys('Tab');
    await assistant.until(() => shown(assistant)[1] === 'Jobs wait in a queue.');
    await pressKeys('Tab');
    await assistant.until(() => shown(assistant)[1]?.includes('中') === true);
    expect(shown(assistant)[1]).to.match(/中{30,}…$/);
    expect(assistant.findAll('.preview :is(img, script, a)')).to.deep.equal([]);
    expect(Reflect.get(top!, 'attacked')).to.equal(undefined);

    // An unknown page, one of another site, and one that is known by now.
    await preview(assistant, 3);
    await assistant.until(async () => (await read()).length === 4);
    expect(shown(assistant)).to.deep.equal(['guides/gone', '/guides/gone']);
    await preview(assistant, 4);
    expect(shown(assistant)[0]).to.equal('https://elsewhere.example/page');
    await preview(assistant, 0);
    await assistant.until(() => shown(assistant).length === 3);
    await preview(assistant, 3);
    expect(await read()).to.deep.equal([
      { path: 'guides/retries' },
      { path: '/guides/queues' },
      { path: 'guides/hostile' },
      { path: 'guides/gone' },
    ]);
  });

  it('is asked for with the groups that the page has given the reader', async () => {
    const platform = new HostedPlatform();
    const assistant = await AssistantHarness.show({ attributes: { endpoint: platform.endpoint } });
    assistant.element.addEventListener('docs-assistant-ask', ({ detail }) => {
      detail.filter.groups = ['beta'];
    });
    await assistant.ask('What is there without excerpts?');
    await assistant.until(() => assistant.findAll('a[part=source]').length === 5);
    await preview(assistant, 0);
    const read = async () =>
      (await platform.received()).find(({ path }) => path === '/discovery/v1/page/docs')?.body;
    await assistant.until(async () => (await read()) !== undefined);
    expect(await read()).to.deep.equal({ path: 'guides/retries', groups: ['beta'] });
  });

  it('is not asked for where there is an excerpt, and none where the page has none', async () => {
    const results = [
      { path: 'a', content: 'An *excerpt*.', metadata: { title: 'A' } },
      { path: 'b', content: '', metadata: { title: 'B' } },
    ];
    const assistant = await AssistantHarness.answered({
      replies: [stream([[...search('a', results), text('So.'), END]]), page('')],
    });
    await assistant.until(() => assistant.findAll('a[part=source]').length === 2);
    await preview(assistant, 0);
    expect(shown(assistant)[1]).to.equal('An excerpt.');
    await preview(assistant, 1);
    await assistant.until(async () => (await asked(assistant)).length === 1);
    expect(shown(assistant)).to.deep.equal(['B', '/b']);
    expect(await asked(assistant)).to.deep.equal(['b']);
  });

  it('comes after the title, which stays where the text is not there yet, above the link', async () => {
    const { pieces } = page('Text of the page.');
    const assistant = await open(['a?b=c#d'], [{ headers: {}, held: true, pieces: ['', ...pieces!] }]);
    await preview(assistant, 0);
    await assistant.until(async () => (await asked(assistant)).join() === 'a');
    expect(shown(assistant)).to.deep.equal(['Title of a?b=c#d', '/a']);
    await assistant.release();
    await assistant.release();
    await assistant.until(() => shown(assistant)[1] === 'Text of the page.');
    const [box, link] = ['.preview', 'a[part=source]'].map((one) => assistant.find(one)!);
    await assistant.until(() => box!.getBoundingClientRect().bottom <= link!.getBoundingClientRect().top);
  });

  it('is no longer waited for once the preview is closed, and asked for again with the next', async () => {
    const { pieces } = page('Text of the page.');
    const assistant = await open(['a'], [{ held: true, pieces: ['', ...pieces!] }, page('Once more.')]);
    await preview(assistant, 0);
    await assistant.until(async () => (await asked(assistant)).length === 1);
    await pressKeys('Escape');
    await assistant.until(async () => (await assistant.requests()).at(-1)!.left);
    assistant.input.focus();
    await preview(assistant, 0);
    await assistant.until(() => shown(assistant)[1] === 'Once more.');
  });

  for (const status of [404, 405, 501]) {
    it(`is asked for once where the endpoint has none (${status}), and nothing is said of that`, async () => {
      const assistant = await open(['a', 'b'], [refusal(status), page('No.')]);
      await preview(assistant, 0);
      await assistant.until(async () => (await asked(assistant)).length === 1);
      for (const index of [1, 0, 1]) await preview(assistant, index);
      expect(shown(assistant)).to.deep.equal(['Title of b', '/b']);
      expect(await asked(assistant)).to.deep.equal(['a']);
      expect(assistant.texts('[part=error], [part=notice]')).to.deep.equal([]);
    });
  }

  const failures: [name: string, reply: ScriptedReply][] = [
    ['too many requests', refusal(429)],
    ['a server that fails', refusal(503)],
    ['a connection that breaks', { broken: true, pieces: ['{'] }],
    ['something else', { pieces: ['<!doctype html>'] }],
    ['no text', page(['a'])],
    ['a page that is too large', page('a'.repeat(1_000_000))],
  ];
  for (const [name, reply] of failures) {
    it(`is left out after ${name}; that of another page is asked for`, async () => {
      const assistant = await open(['a', 'b'], [reply, page('Text of the page.')]);
      // One that is left is asked for again: this waits for all of the answer.
      const { fetch } = window;
      const settled = new Promise<void>((resolve) => {
        window.fetch = async (...request) => {
          try {
            const response = await fetch(...request);
            void (response.clone().text() as Promise<unknown>).catch(() => {}).then(() => resolve());
            return response;
          } catch (error) {
            resolve();
            throw error;
          }
        };
      });
      await preview(assistant, 0);
      await settled;
      window.fetch = fetch;
      await drawn();
      expect(shown(assistant)).to.deep.equal(['Title of a', '/a']);
      await preview(assistant, 1);
      await assistant.until(() => shown(assistant)[1] === 'Text of the page.');
      await preview(assistant, 0);
      expect(shown(assistant)).to.deep.equal(['Title of a', '/a']);
      expect(await asked(assistant)).to.deep.equal(['a', 'b']);
    });
  }

  it('is found in a page with a heading as long as the limit', async () => {
    const long = `# a${' '.repeat(450_000)}b\n\n## ${'<'.repeat(450_000)}\n\n## End ##\n\nFound.`;
    const assistant = await open(['a#end'], [page(long)]);
    await preview(assistant, 0);
    await assistant.until(() => shown(assistant)[1] === 'End Found.');
  });

  it('is asked for by the path below the base of the links, and never of another site or of a page too long', async () => {
    const base = 'https://docs.example/v2/';
    const paths = [
      `${base}a/b?c#d`,
      'https://docs.example/v1/a',
      'https://docs.example.evil.example/v2/a',
      '#section',
      'a'.repeat(1025),
    ];
    const assistant = await open(paths, [page('Text of the page.')], { 'link-base': base });
    for (const index of [4, 3, 2, 1, 0]) await preview(assistant, index);
    await assistant.until(() => shown(assistant)[1] === 'Text of the page.');
    expect(await asked(assistant)).to.deep.equal(['a/b']);
  });

  it('is not kept for another site', async () => {
    const assistant = await open(['a'], [refusal(404)]);
    await preview(assistant, 0);
    await assistant.until(async () => (await asked(assistant)).length === 1);
    assistant.element.domain = 'others';
    const answered = assistant.heard('docs-assistant-answered');
    await fetch(assistant.endpoint, {
      method: 'PUT',
      body: JSON.stringify([stream([[source('a', 'A'), text('So.'), END]]), page('That of the others.')]),
    });
    assistant.element.ask('And there?');
    await answered;
    await assistant.until(() => assistant.text('a[part=source] span') === 'A');
    await preview(assistant, 0);
    await assistant.until(() => shown(assistant)[1] === 'That of the others.');
  });

  it('is not asked for where answers come from elsewhere', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [],
      prepare: (element) => {
        element.source = {
          async *answer() {
            yield (await Promise.resolve([
              { type: 'source' as const, source: { url: 'a', title: 'A' } },
              { type: 'text' as const, delta: 'So.' },
              { type: 'end' as const },
            ])) as never;
          },
        };
      },
    });
    await assistant.until(() => assistant.find('a[part=source]') !== null);
    await preview(assistant, 0);
    expect(shown(assistant)).to.deep.equal(['A', '/a']);
    expect(await asked(assistant)).to.deep.equal([]);
  });
});
