import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { AssistantHarness, openReplies } from '../../support/assistant-harness.ts';
import { PageActionsHarness } from '../../support/page-actions-harness.ts';
import { emulatePreferences, focusPage, pressKeys, setViewport } from '../../support/page-commands.ts';
import { PAGE_ACTIONS_SCENES } from '../../support/scenes/page-actions-scenes.ts';
import type { ReceivedRequest, ScriptedReply } from '../../support/reply-server.ts';

const PAGE = location.origin + location.pathname;
const MARKDOWN = '# Install\n\nRun `npm ci`.\n';
const MCP = 'https://docs.example.com/docs-api/mcp';

/** A browser asks again by itself where a connection that it uses once more has been closed. */
const TRIES = 3;

/** What a page has put on the clipboard, while a test watches it. */
let copied: string[] = [];

describe('<docs-page-actions>', () => {
  const { href } = location;
  beforeEach(async () => {
    await setViewport({ width: 1000, height: 700 });
    await focusPage();
    copied = [];
    // No browser lets a test read the clipboard without asking.
    const clipboard = {
      write: async ([item]: ClipboardItem[]) =>
        void copied.push(await (await item!.getType('text/plain')).text()),
      writeText: async (text: string) => void copied.push(text),
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  });
  afterEach(() => {
    PageActionsHarness.reset();
    delete (navigator as { clipboard?: Clipboard }).clipboard;
    document.head.querySelector('link[type="text/markdown"]')?.remove();
    history.replaceState(null, '', href);
  });

  it('loads nothing before it is used', async () => {
    const url = await openReplies([]);
    const actions = await PageActionsHarness.open({ 'markdown-url': url, mcp: MCP });
    await actions.openMenu();
    expect(await received(url)).to.deep.equal([]);
    expect(actions.events).to.deep.equal([]);
  });

  it('copies the page as Markdown, and says so', async () => {
    const url = await openReplies([markdown()]);
    const actions = await PageActionsHarness.open({ 'markdown-url': url });
    expect(actions.text('[part=copy]')).to.equal('Copy page');
    await actions.copy();
    expect(copied).to.deep.equal([MARKDOWN]);
    expect(actions.text('[part=copy]')).to.equal('Copied');
    expect(actions.said).to.equal('Copied');
    expect(actions.events).to.deep.equal([{ action: 'copy', name: '', page: PAGE }]);
  });

  it('copies where the clipboard takes no promise', async () => {
    Object.defineProperty(navigator.clipboard, 'write', { value: undefined });
    const actions = await PageActionsHarness.open({ 'markdown-url': await openReplies([markdown()]) });
    await actions.copy();
    expect(copied).to.deep.equal([MARKDOWN]);
  });

  it('loads nothing when the page prevents it', async () => {
    const url = await openReplies([markdown()]);
    const actions = await PageActionsHarness.open({ 'markdown-url': url });
    actions.element.addEventListener('docs-page-action', (event) => event.preventDefault());
    await actions.click('[part=copy]');
    expect(await received(url)).to.deep.equal([]);
    expect(actions.text('[part=copy]')).to.equal('Copy page');
  });

  it('can copy again when it was taken off the page in the middle of a copy', async () => {
    const url = await openReplies([
      { ...markdown(), pieces: ['# Inst', 'all'], held: true },
      ...Array<ScriptedReply>(TRIES).fill(markdown()),
    ]);
    const actions = await PageActionsHarness.open({ 'markdown-url': url });
    await actions.click('[part=copy]');
    await actions.until(async () => (await received(url)).length === 1);
    actions.element.remove();
    document.body.append(actions.element);
    await actions.copy();
    expect(copied).to.deep.equal([MARKDOWN]);
    expect(actions.find('[part=error]')).to.equal(null);
  });

  it('copies nothing of a page that is no longer shown', async () => {
    const url = await openReplies([{ ...markdown(), pieces: ['# Inst', 'all'], held: true }]);
    const actions = await PageActionsHarness.open({ 'markdown-url': url });
    await actions.click('[part=copy]');
    await actions.until(async () => (await received(url)).length === 1);
    actions.element.page = '/other';
    await actions.element.updateComplete;
    expect(actions.text('[part=copy]')).to.equal('Copy page');
    await actions.until(async () => (await received(url))[0]!.left);
    expect(copied).to.deep.equal([]);
    expect(actions.said).to.equal('');
  });

  const MISSING = 'This page is not available as Markdown.';
  const UNREACHABLE = 'The page could not be loaded. Please try again.';
  const FAULTS: Readonly<Record<string, [ScriptedReply, string]>> = {
    'is not there': [{ status: 404, pieces: ['Not found'] }, MISSING],
    'is HTML': [{ headers: { 'content-type': 'text/html' }, pieces: ['<p>Home</p>'] }, MISSING],
    'is HTML under another name': [{ pieces: ['<!DOCTYPE html><title>Home</title>'] }, MISSING],
    'is empty': [{ pieces: [] }, MISSING],
    'is longer than 2 MB': [{ pieces: ['x'.repeat(2 ** 21 + 1)] }, MISSING],
    'has a server with a fault': [{ status: 503 }, UNREACHABLE],
    'is asked for too often': [{ status: 429 }, UNREACHABLE],
    'breaks off': [{ pieces: ['# Inst'], broken: true }, UNREACHABLE],
  };
  for (const [name, [reply, message]] of Object.entries(FAULTS)) {
    it(`says what is wrong, and copies at the next press: a page that ${name}`, async () => {
      const actions = await PageActionsHarness.open({
        'markdown-url': await openReplies([reply, ...Array<ScriptedReply>(TRIES).fill(markdown())]),
      });
      await actions.copy();
      expect(actions.text('[part=error]')).to.equal(message);
      expect(actions.said).to.equal(message);
      expect(copied).to.deep.equal([]);
      await actions.click('[part=copy]');
      await actions.until(() => copied.length > 0);
      await actions.until(() => actions.find('[part=error]') === null);
    });
  }

  it('says that the browser does not allow copying', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    const { execCommand } = document;
    document.execCommand = () => false;
    try {
      const actions = await PageActionsHarness.open({ 'markdown-url': await openReplies([markdown()]) });
      await actions.copy();
      expect(actions.text('[part=error]')).to.equal('The browser did not allow copying.');
    } finally {
      document.execCommand = execCommand;
    }
  });

  const ADDRESSES: Readonly<Record<string, string>> = {
    '/guide/install': '/guide/install.md',
    '/guide/install/': '/guide/install.md',
    '/guide/install.html': '/guide/install.md',
    '/guide/index.html': '/guide.md',
    '/reindex': '/reindex.md',
    '/': '/index.md',
    '/a%20b/?x=1#y': '/a%20b.md',
  };
  for (const [page, expected] of Object.entries(ADDRESSES)) {
    it(`reads ${page} at ${expected}`, async () => {
      const actions = await PageActionsHarness.open({ page });
      await actions.openMenu();
      expect(actions.links[0]).to.equal(location.origin + expected);
    });
  }

  const ADDRESSES_BELOW: Readonly<Record<string, readonly [markdown: string, page: string]>> = {
    '/guide/': ['/index.md', '/guide/index.md'],
    '/guide': ['/index.md', '/guide/index.md'],
    '/guide/install/': ['/install.md', '/guide/install.md'],
    '/guided/': ['/guided.md', '/guided.md'],
  };
  for (const [page, [named, beside]] of Object.entries(ADDRESSES_BELOW)) {
    it(`reads ${page} of a site below /guide/ at ${beside}, or below the address that is named`, async () => {
      const actions = await PageActionsHarness.open({ page, 'link-base': '/guide' });
      await actions.openMenu();
      expect(actions.links[0]).to.equal(location.origin + beside);
      actions.element.markdownUrl = '/raw{path}.md';
      await actions.element.updateComplete;
      expect(actions.links[0]).to.equal(`${location.origin}/raw${named}`);
    });
  }

  it('reads the page where its head says, and where its attribute says', async () => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'alternate', type: 'text/markdown', href: '/raw/install.txt' });
    document.head.append(link);
    const actions = await PageActionsHarness.open();
    await actions.openMenu();
    expect(actions.links[0]).to.equal(`${location.origin}/raw/install.txt`);
    actions.element.markdownUrl = '/own.md';
    await actions.element.updateComplete;
    expect(actions.links[0]).to.equal(`${location.origin}/own.md`);
    actions.element.markdownUrl = '/docs-api/pages/docs{path}.md';
    actions.element.page = '/guide/install.html';
    await actions.element.updateComplete;
    expect(actions.links[0]).to.equal(`${location.origin}/docs-api/pages/docs/guide/install.md`);
    actions.element.markdownUrl = 'https://';
    await actions.element.updateComplete;
    expect(actions.links[0]).to.equal(`${location.origin}/guide/install.md`);
  });

  it('takes no address that would run a script', async () => {
    const script = 'javascript:alert(1)';
    const actions = await PageActionsHarness.open({ page: '/p', 'markdown-url': script, mcp: script });
    await actions.openMenu();
    expect(actions.links[0]).to.equal(`${location.origin}/p.md`);
    expect(actions.find('[part=connect]')).to.equal(null);
  });

  it('follows the page of a router', async () => {
    const actions = await PageActionsHarness.open();
    await actions.openMenu();
    history.replaceState(null, '', '/guide/other');
    document.title = `${document.title} `;
    await actions.until(() => actions.links[0] === `${location.origin}/guide/other.md`);
  });

  it('opens agents with a request to read the page', async () => {
    const actions = await PageActionsHarness.open({ page: 'https://docs.example.com/a b?x' });
    await actions.openMenu();
    expect(actions.texts('.item').map((text) => text.replace(/ \(.*/, ''))).to.deep.equal([
      'View as Markdown',
      'Open in ChatGPT',
      'Open in Claude',
      'Open in Cursor',
    ]);
    const [, , claude] = actions.links;
    expect(new URL(claude!).searchParams.get('q')).to.equal(
      'Read https://docs.example.com/a%20b.md and help me with my questions about it.',
    );
    const link = actions.find<HTMLAnchorElement>('li:nth-child(3) a')!;
    expect([link.target, link.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
    await actions.click('li:nth-child(3) a');
    expect(actions.events.map(({ action, name }) => [action, name])).to.deep.equal([['open', 'Claude']]);
    expect(actions.isMenuOpen).to.equal(false);
  });

  it('opens the agents that the page names, and leaves out what is none', async () => {
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (message: string) => void warnings.push(message);
    try {
      const actions = await PageActionsHarness.open({
        page: '/p',
        agents: JSON.stringify([
          { name: 'Ours', href: 'https://ai.example.com/?page={page}&md={markdown}' },
          { name: 'Script', href: 'javascript:alert(1)' },
          { name: '', href: 'https://example.com' },
          'text',
          { name: 'Long', href: `https://example.com/${'x'.repeat(2048)}` },
        ]),
      });
      await actions.openMenu();
      const { searchParams } = new URL(actions.links[1]!);
      expect(searchParams.get('page')).to.equal(`${location.origin}/p`);
      expect(searchParams.get('md')).to.equal(`${location.origin}/p.md`);
      expect(actions.links.length).to.equal(2);
      expect(warnings.length).to.equal(4);
      expect(warnings[0]).to.match(/^<docs-page-actions>: agents\[1\] needs a name and an href/);
    } finally {
      console.warn = warn;
    }
  });

  it('shows what clients need to reach the MCP server, and copies it', async () => {
    const actions = await PageActionsHarness.open({ mcp: MCP });
    await actions.openMenu();
    expect(actions.texts('summary')).to.deep.equal(['Claude Code', 'Codex', 'VS Code', 'Cursor']);
    expect(actions.texts('pre').slice(0, 3)).to.deep.equal([
      `claude mcp add --transport http docs-example-com '${MCP}'`,
      `codex mcp add docs-example-com --url '${MCP}'`,
      `code --add-mcp '{"name":"docs-example-com","type":"http","url":"${MCP}"}'`,
    ]);
    const [code, cursor] = [...actions.root.querySelectorAll<HTMLAnchorElement>('a.add')].map(
      ({ href }) => href,
    );
    const server = { name: 'docs-example-com', type: 'http', url: MCP };
    expect(JSON.parse(decodeURIComponent(code!.slice('vscode:mcp/install?'.length)))).to.deep.equal(server);
    const added = new URL(cursor!).searchParams;
    expect(added.get('name')).to.equal('docs-example-com');
    expect(JSON.parse(atob(added.get('config')!))).to.deep.equal({ url: MCP });
    await actions.click('details summary');
    await actions.click('details .icon-button');
    await actions.until(() => actions.said === 'Copied');
    expect(copied).to.deep.equal([actions.find('pre')!.textContent]);
    expect(actions.events).to.deep.equal([{ action: 'connect', name: 'Claude Code', page: PAGE }]);
  });

  it('puts no character into a command that a shell would read', async () => {
    const actions = await PageActionsHarness.open({
      mcp: `https://docs.example.com/'$(id)\`'/mcp`,
      'mcp-name': `Our docs'; rm -rf ~ #`,
    });
    await actions.openMenu();
    expect(actions.text('pre')).to.equal(
      `claude mcp add --transport http our-docs-rm-rf 'https://docs.example.com/'\\''$(id)%60'\\''/mcp'`,
    );
  });

  it('offers no MCP server where there is none', async () => {
    const actions = await PageActionsHarness.open({ mcp: '' });
    await actions.openMenu();
    expect(actions.find('[part=connect]')).to.equal(null);
  });

  describe('of a page with sections', () => {
    const PAGE_MARKDOWN =
      '# Guide\n\n## Install\n\nRun `it`.\n\n```sh\n## no heading\n```\n\n### On Windows\n\nThere.\n\n## Use\n\nCall it.\n';
    const whole = (): ScriptedReply => ({ ...markdown(), pieces: [PAGE_MARKDOWN] });
    let text: HTMLElement;
    beforeEach(() => {
      text = PageActionsHarness.addText();
    });

    it('copies one from the menu, with those below it and its address', async () => {
      const actions = await PageActionsHarness.open({ 'markdown-url': await openReplies([whole()]) });
      await actions.copySection(1);
      expect(copied).to.deep.equal([
        `## Install\n\nRun \`it\`.\n\n\`\`\`sh\n## no heading\n\`\`\`\n\n### On Windows\n\nThere.\n\n<${PAGE}#install>\n`,
      ]);
      expect(actions.events).to.deep.equal([{ action: 'copy-section', name: 'Install', page: PAGE }]);
      expect(actions.said).to.equal('Copied');
      expect(actions.isMenuOpen).to.equal(false);
    });

    it('lists them as they are in the text, and says what a press does', async () => {
      const actions = await PageActionsHarness.open();
      await actions.openMenu();
      expect(actions.texts('[part=sections] .section')).to.deep.equal(['Install', 'On Windows', 'Use']);
      expect(actions.find('[part=sections] .section')!.ariaLabel).to.equal('Copy section “Install”');
    });

    it('writes one from the page where the site has no Markdown', async () => {
      const actions = await PageActionsHarness.open({ 'markdown-url': await openReplies([{ status: 404 }]) });
      await actions.copySection(1);
      expect(copied).to.deep.equal([
        `## Install\n\nRun it.\n\n### On Windows\n\nRun it there.\n\n<${PAGE}#install>\n`,
      ]);
    });

    it('copies one by the button beside its heading, which goes with the pointer and leaves the heading as it is', async () => {
      const actions = await PageActionsHarness.open({ 'markdown-url': await openReplies([whole()]) });
      const heading = text.querySelector<HTMLElement>('#use')!;
      const before = heading.outerHTML;
      await actions.pointAt(heading);
      const [button, permalink] = [actions.find('.pointed')!, heading.querySelector('a')!].map((element) =>
        element.getBoundingClientRect(),
      );
      expect(button!.left).to.be.at.least(permalink!.right);
      await actions.click('.pointed');
      await actions.until(() => actions.said === 'Copied');
      expect(copied).to.deep.equal([`## Use\n\nCall it.\n\n<${PAGE}#use>\n`]);
      expect(heading.outerHTML).to.equal(before);
      text
        .querySelector('p')!
        .dispatchEvent(
          new PointerEvent('pointerover', { bubbles: true, composed: true, pointerType: 'mouse' }),
        );
      await actions.until(() => actions.find('.pointed') === null);
    });

    it('shows no button to a finger, beside the title, or where the page wants none', async () => {
      const actions = await PageActionsHarness.open();
      const point = (target: Element, pointerType: string) =>
        target.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true, pointerType }));
      point(text.querySelector('h2')!, 'touch');
      point(text.querySelector('h1')!, 'mouse');
      await actions.element.updateComplete;
      expect(actions.find('.pointed')).to.equal(null);
      actions.element.withoutSections = true;
      point(text.querySelector('h2')!, 'mouse');
      await actions.openMenu();
      expect(actions.find('.pointed')).to.equal(null);
      expect(actions.find('[part=sections]')).to.equal(null);
    });

    it('is used by keyboard, and the focus is at the menu again', async () => {
      const actions = await PageActionsHarness.open({ 'markdown-url': await openReplies([whole()]) });
      actions.find('[part=more]')!.focus();
      await pressKeys('Enter');
      await actions.until(() => actions.isMenuOpen && actions.find('summary') !== null);
      await pressKeys('Tab');
      await pressKeys('Enter');
      await actions.until(() => actions.find<HTMLDetailsElement>('[part=sections]')!.open);
      await pressKeys('Tab');
      await pressKeys('Enter');
      await actions.until(() => actions.said === 'Copied');
      expect(copied[0]).to.match(/^## Install/);
      expect(actions.root.activeElement?.getAttribute('part')).to.equal('more');
    });
  });

  it('asks about the page in its chat, first of all, and nowhere else', async () => {
    const alone = await PageActionsHarness.open();
    await alone.openMenu();
    expect(alone.texts('.item')[0]).to.match(/^View as Markdown/);
    PageActionsHarness.reset();
    PageActionsHarness.addText();
    const assistant = await AssistantHarness.open();
    const actions = await PageActionsHarness.open();
    await actions.openMenu();
    expect(actions.texts('.item')[0]).to.equal('Ask about this page');
    await actions.click('.item');
    expect(actions.isMenuOpen).to.equal(false);
    expect(actions.events).to.deep.equal([{ action: 'ask', name: '', page: PAGE }]);
    await assistant.until(() => assistant.focused === 'input');
    await assistant.until(() => assistant.text('.draft-quotes q') === 'Guide');
    AssistantHarness.reset();
  });

  it('is used by keyboard, and Escape gives the focus back', async () => {
    const actions = await PageActionsHarness.open();
    actions.find('[part=more]')!.focus();
    await pressKeys('Enter');
    await actions.until(() => actions.isMenuOpen && actions.links.length > 0);
    await pressKeys('Tab');
    expect(actions.root.activeElement?.getAttribute('part')).to.equal('item');
    await pressKeys('Escape');
    await actions.until(() => !actions.isMenuOpen);
    expect(actions.root.activeElement?.getAttribute('part')).to.equal('more');
  });

  it('speaks the language of the page', async () => {
    document.documentElement.lang = 'de';
    const actions = await PageActionsHarness.open();
    expect(actions.text('[part=copy]')).to.equal('Seite kopieren');
    expect(actions.find('[part=actions]')!.getAttribute('lang')).to.equal('de');
  });
});

describe('<docs-page-actions> for everybody', () => {
  beforeEach(() => setViewport({ width: 1000, height: 700 }));
  afterEach(async () => {
    PageActionsHarness.reset();
    await emulatePreferences({ forcedColors: 'none' });
  });

  for (const theme of ['light', 'dark']) {
    for (const { name, open } of PAGE_ACTIONS_SCENES) {
      it(`has no axe violation: ${name}, ${theme}`, async () => {
        const { element } = await open({ theme });
        await expectAccessible(element);
      });
    }
  }

  it('shows the beginning of a command on a page from right to left', async () => {
    document.documentElement.dir = 'rtl';
    const actions = await PageActionsHarness.open({ mcp: MCP });
    await actions.openMenu();
    await actions.click('details summary');
    const [command, code] = ['pre', 'code'].map((selector) =>
      actions.find(selector)!.getBoundingClientRect(),
    );
    expect(code!.left).to.be.at.least(command!.left);
  });

  for (const dir of ['ltr', 'rtl']) {
    for (const justify of ['start', 'end']) {
      it(`has its menu over the text, not over the navigation beside it: at the ${justify}, ${dir}`, async () => {
        await setViewport({ width: 1200, height: 800 });
        document.documentElement.dir = dir;
        const actions = await PageActionsHarness.open({ mcp: MCP });
        const text = document.createElement('main');
        text.className = 'test';
        text.style.cssText = `display: flex; justify-content: ${justify}; width: 600px; margin: 0 auto`;
        document.body.append(text);
        text.append(actions.element);
        await actions.openMenu();
        const menu = actions.find('[part=menu]')!.getBoundingClientRect();
        const { left, right } = text.getBoundingClientRect();
        expect(menu.left).to.be.at.least(left - 1);
        expect(menu.right).to.be.at.most(right + 1);
      });
    }

    for (const place of ['top', 'bottom'])
      it(`has its menu within a narrow window, ${dir}, at the ${place}`, async () => {
        await setViewport({ width: 320, height: 480 });
        document.documentElement.dir = dir;
        PageActionsHarness.addText();
        const actions = await PageActionsHarness.open({ mcp: MCP });
        Object.assign(actions.element.style, { position: 'fixed', insetInlineEnd: '4px', [place]: '4px' });
        await actions.openMenu();
        await actions.click('[part=sections] summary');
        const { left, right, top, bottom } = actions.find('[part=menu]')!.getBoundingClientRect();
        expect(left).to.be.at.least(0);
        expect(right).to.be.at.most(innerWidth);
        expect(top).to.be.at.least(0);
        expect(bottom).to.be.at.most(innerHeight);
      });
  }
});

function markdown(): ScriptedReply {
  return { headers: { 'content-type': 'text/markdown; charset=utf-8' }, pieces: [MARKDOWN] };
}

/** The requests that an address has received. */
async function received(url: string): Promise<ReceivedRequest[]> {
  return (await (await fetch(`${url}/requests`)).json()) as ReceivedRequest[];
}
