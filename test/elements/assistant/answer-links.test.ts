import { expect } from '@open-wc/testing';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { END, source, stream, text } from '../../support/scripted-stream.ts';

const OVERRIDE = '\u202e';

async function show(answer: string, sources: readonly object[] = []): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.answered({
    attributes: { 'link-base': 'https://docs.example.com/' },
    replies: [stream([[...sources, text(answer), END]])],
  });
  await assistant.until(() => assistant.find('[part=edit]') !== null);
  return assistant;
}

/** Host that is drawn beside each link of the answer, `null` where none is. */
function hosts(assistant: AssistantHarness): (string | null)[] {
  return assistant
    .findAll('.prose a')
    .map((link) => (getComputedStyle(link, '::after').content === 'none' ? null : link.dataset.host!));
}

async function hostsIn(...links: string[]): Promise<(string | null)[]> {
  const assistant = await show(links.map((link) => `- ${link}\n`).join(''));
  await assistant.until(() => assistant.findAll('.prose a').length === links.length);
  return hosts(assistant);
}

describe('<docs-assistant>: where a link of an answer leads', () => {
  afterEach(() => AssistantHarness.reset());

  it('is shown for links that leave the site, and not for links that stay', async () => {
    const shown = await hostsIn(
      '[the guide](/guide)',
      '[the guide](https://docs.example.com/guide)',
      `[this page](${location.origin}/)`,
      '[the code](https://code.example/docs)',
      '[us](mailto:us@docs.example.com)',
    );
    expect(shown).to.deep.equal([null, null, null, 'code.example', 'us@docs.example.com']);
  });

  it('is the page that the reader is on for a fragment or a query, whatever its `<base>` (chat-44)', async () => {
    const base = Object.assign(document.createElement('base'), { href: '/elsewhere/', className: 'test' });
    document.head.append(base);
    const assistant = await show('[h](#sec), [q](?x=1) and [g](/guide)');
    const links = assistant.findAll('.prose a') as HTMLAnchorElement[];
    const here = new URL(location.href);
    here.hash = '';
    const found = links.map(({ href }) => href);
    base.remove();
    expect(found).to.deep.equal([
      `${here.href}#sec`,
      `${here.origin}${here.pathname}?x=1`,
      'https://docs.example.com/guide',
    ]);
  });

  it('is not repeated where the text is that address', async () => {
    const shown = await hostsIn(
      '<https://code.example/docs>',
      'www.code.example',
      '[Code.example](https://code.example/docs)',
      '[`https://code.example`](https://code.example/docs)',
      '<us@docs.example.com>',
      '[https://docs.example.com/guide](/guide)',
    );
    expect(shown).to.deep.equal([null, null, null, null, null, null]);
  });

  it('is shown where the text names another address', async () => {
    const shown = await hostsIn(
      '[https://docs.example.com](https://evil.example/)',
      '[docs.example.com](https://evil.example/docs.example.com)',
      '[https://docs.example.com@evil.example](https://evil.example/)',
      '[evil.example is now docs.example.com](https://evil.example/)',
      '[evil.example/ docs.example.com](https://evil.example/)',
      '[https://docs.example.com.evil.example](https://evil.example/)',
      '[dосs.example.com](https://dосs.example.com/)',
      '[https://bank.example](/guide)',
      '[us@docs.example.com](mailto:us@evil.example)',
    );
    expect(shown.slice(0, 6)).to.deep.equal(Array.from({ length: 6 }, () => 'evil.example'));
    expect(shown[6]).to.match(/^xn--/);
    expect(shown.slice(7)).to.deep.equal(['docs.example.com', 'us@evil.example']);
  });

  it('is seen as it is, whatever direction the text has or sets', async () => {
    const assistant = await show(
      `${OVERRIDE}Up to [${OVERRIDE}moc.elpmaxe.scod](https://evil.example/) the [a\u2069\`${OVERRIDE}b\`](/c) end.`,
    );
    const [link, inner] = assistant.findAll('.prose a');
    expect(link!.textContent).to.equal('moc.elpmaxe.scod');
    expect(inner!.textContent).to.equal('ab');
    expect(getComputedStyle(link!).unicodeBidi).to.equal('isolate');
    expect(getComputedStyle(link!, '::after').content).to.match(/\u2066.*\u2069/);
    expect(leftOf(link!, 0)).to.be.lessThan(leftOf(link!, 5));
  });

  it('is not hidden by a link without visible text, which is no link', async () => {
    const assistant = await show(
      '[](https://evil.example/) [ ](https://evil.example/) [\u200b\u2060](https://evil.example/) ' +
        '[*\u3164*](https://evil.example/) [\u2800](https://evil.example/) [`x`](/code) ' +
        '[![](/a.png)](/image) ![\u200b](https://evil.example/b.png)',
    );
    expect(assistant.findAll('.prose a').map((link) => link.textContent)).to.deep.equal([
      'x',
      '/a.png',
      'https://evil.example/b.png',
    ]);
    expect(assistant.find('.prose [data-host]')).to.equal(null);
  });

  it('is shown while the answer is written', async () => {
    const assistant = await AssistantHarness.show({
      replies: [
        stream(
          [[text('[docs.example](https://evil')], [text('.example/) and www.code')], [text('.example'), END]],
          {
            held: true,
          },
        ),
      ],
    });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.text('.prose') === 'docs.example');
    await assistant.release();
    await assistant.until(() => assistant.findAll('.prose a').length === 2);
    expect(hosts(assistant)).to.deep.equal(['evil.example', null]);
    await assistant.release();
    await assistant.until(() => assistant.text('.prose').endsWith('www.code.example'));
    expect(hosts(assistant)).to.deep.equal(['evil.example', null]);
    await assistant.release();
  });

  it('is shown whole in the list of sources and in what comes next', async () => {
    const host = `docs.example.com.${'a'.repeat(60)}.evil.example`;
    const assistant = await show(
      'Answer.\n\n```suggestions\n(docs.example.com)[https://evil.example/next]\n```\n',
      [
        source(
          `https://${host}/${'path/'.repeat(20)}`,
          `${OVERRIDE}https://docs.example.com ${'title '.repeat(20)}`,
        ),
      ],
    );
    const shown = assistant.find('.source .host')!;
    expect(shown.textContent).to.equal(host);
    expect(shown.scrollWidth).to.be.at.most(shown.clientWidth);
    expect(shown.getBoundingClientRect().right).to.be.at.most(
      assistant.find('.source')!.getBoundingClientRect().right,
    );
    expect(shown.getBoundingClientRect().width).to.be.greaterThan(100);
    expect(assistant.text('a.follow-up .host')).to.equal('evil.example');
  });
});

/** The left edge of a character of a text. */
function leftOf(element: Element, offset: number): number {
  const character = new Range();
  character.setStart(element.firstChild!, offset);
  character.setEnd(element.firstChild!, offset + 1);
  return character.getBoundingClientRect().left;
}
