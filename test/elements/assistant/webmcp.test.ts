import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { ModelContextDouble } from '../../support/model-context.ts';
import { setViewport } from '../../support/page-commands.ts';
import { until } from '../../support/until.ts';

const ALL = ['ask_docs', 'read_page', 'search_docs', 'show_section'];

describe('<docs-assistant webmcp>', () => {
  let context: ModelContextDouble;
  beforeEach(async () => {
    await setViewport({ width: 1000, height: 700 });
    context = ModelContextDouble.install(document);
  });
  afterEach(async () => {
    AssistantHarness.reset();
    await until(() => context.names.length === 0);
    delete (document as { modelContext?: unknown }).modelContext;
    history.replaceState(null, '', location.pathname + location.search);
  });

  async function open(
    attributes: Readonly<Record<string, string>> = {},
    ...texts: readonly string[]
  ): Promise<AssistantHarness> {
    const replies = texts.map((text) => answer(text, { sources: [{ path: '/guide', title: 'Guide' }] }));
    const assistant = await AssistantHarness.open({ attributes: { webmcp: '', ...attributes }, replies });
    await until(() => context.names.length > 0);
    return assistant;
  }

  it('offers what the element has a source for', async () => {
    const { element } = await open();
    expect(context.names).to.deep.equal(ALL);
    element.source = { answer: async function* () {} };
    await until(() => context.names.length === 3);
    expect(context.names).not.to.include('search_docs');
    element.index = '/__index/';
    await until(() => context.names.length === 4);
  });

  it('belongs to the first element of a page, and then to the next', async () => {
    const first = await open();
    const second = await AssistantHarness.open({ attributes: { webmcp: '' } });
    const tool = context.tools.get('read_page');
    await second.element.updateComplete;
    expect(context.tools.get('read_page')).to.equal(tool);
    first.element.remove();
    await until(() => context.names.length === 4 && context.tools.get('read_page') !== tool);
    second.element.webmcp = false;
    await until(() => context.names.length === 0);
  });

  it('leaves a tool of the page alone that has the same name', async () => {
    const own = { name: 'read_page' } as never;
    await context.registerTool(own, new AbortController());
    await open();
    await until(() => context.names.length === 4);
    expect(context.tools.get('read_page')).to.equal(own);
    context.tools.delete('read_page');
  });

  it('asks in the chat, and returns the answer with the addresses of its sources', async () => {
    const assistant = await open({}, 'Use middleware [1].');
    const said = await context.call('ask_docs', { question: 'How?' });
    expect(said).to.equal(`Use middleware [1].\n\nSources:\n1. Guide ${location.origin}/guide`);
    expect(assistant.text('.question')).to.equal('How?');
    expect(assistant.isOpen).to.equal(true);
  });

  it('stops no answer, and asks nothing that the page refuses', async () => {
    const assistant = await open({}, 'One.', 'Two.');
    assistant.element.addEventListener('docs-assistant-ask', (event) => event.preventDefault());
    expect(await context.call('ask_docs', { question: 'How?' })).to.match(/^refused: /);
    expect(await assistant.requests()).to.deep.equal([]);
  });

  it('says that the chat is busy', async () => {
    const assistant = await AssistantHarness.open({
      attributes: { webmcp: '' },
      replies: [answer('One.', { held: true })],
    });
    await until(() => context.names.length > 0);
    assistant.element.ask('First?');
    await until(() => assistant.find('[part=stop]') !== null);
    expect(await context.call('ask_docs', { question: 'Second?' })).to.match(/^busy: /);
  });

  it('reads the page that is shown from its content, where the site has no Markdown', async () => {
    const main = document.createElement('main');
    main.className = 'test';
    const heading = Object.assign(document.createElement('h2'), { id: 'install', textContent: 'Install' });
    const text = document.createElement('p');
    text.append('Run ', Object.assign(document.createElement('code'), { textContent: 'npm ci' }), ' first.');
    main.append(heading, text);
    document.body.append(main);
    await open();
    const address = `${location.origin}${location.pathname}${location.search}#install`;
    expect(await context.call('read_page', { address })).to.equal(
      `${address}\n\n## Install\n\nRun \`npm ci\` first.`,
    );
    expect(await context.call('read_page', { address: '#other' })).to.match(
      /^no-section: .* Its sections: "Install"\.$/,
    );
  });

  it('reads another page from its HTML, where the site has no Markdown', async () => {
    await open();
    const said = await context.call('read_page', { address: '/test/support/reader-page.html' });
    expect(said.startsWith(`${location.origin}/test/support/reader-page.html\n\n`)).to.equal(true);
    expect(said.length).to.be.greaterThan(100);
  });

  it('opens nothing that the page opens in its own way', async () => {
    const { element } = await open();
    let url = '';
    element.addEventListener('docs-assistant-navigate', (event) => {
      ({ url } = event.detail);
      event.preventDefault();
    });
    const said = await context.call('show_section', { address: '/test/support/reader-page.html' });
    expect(said).to.match(/in its own way\.$/);
    expect(url).to.equal(`${location.origin}/test/support/reader-page.html`);
  });
});
