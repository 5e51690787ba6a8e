import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, drawn, type AssistantSetup } from '../../support/assistant-harness.ts';
import { SearchHarness, SECTIONS } from '../../support/search-harness.ts';

/** What browsers and their extensions do to the texts of a page, also in open shadow roots. */
function translate(root: Node): void {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walk.nextNode()) {
    const text = walk.currentNode as Text;
    if (text.data.trim() && !/^(FONT|STYLE)$/.test(text.parentNode!.nodeName)) found.push(text);
  }
  for (const text of found) {
    const font = document.createElement('font');
    font.textContent = `[${text.data}]`;
    text.replaceWith(font);
  }
}

/** Errors of the page while something is done. */
async function errorsOf(act: () => Promise<void>): Promise<string[]> {
  const errors: string[] = [];
  const note = ({ message }: ErrorEvent): void => void errors.push(message);
  const noteRejection = ({ reason }: PromiseRejectionEvent): void => void errors.push(String(reason));
  window.addEventListener('error', note);
  window.addEventListener('unhandledrejection', noteRejection);
  await act();
  window.removeEventListener('error', note);
  window.removeEventListener('unhandledrejection', noteRejection);
  return errors;
}

const PIECES = [
  '# Install\n\nRun **this',
  ' command** in `a',
  ' shell`:\n\n- fir',
  'st\n- sec',
  'ond\n\n```sh\nnpm',
  ' install\n```\n\n| a | b |\n| - | - |\n| 1',
  ' | 2 |\n\nThat',
  ' is all of it.',
];

describe('<docs-assistant> in a page that is translated', () => {
  afterEach(() => AssistantHarness.reset());

  const setup: AssistantSetup = {
    attributes: { variant: 'inline' },
    replies: [answer(PIECES, { held: true }), answer('The *next* answer.')],
  };

  it('shows a whole answer that is translated while it streams in, and the next one (chat-22)', async () => {
    const assistant = await AssistantHarness.open(setup);
    const errors = await errorsOf(async () => {
      const ended = assistant.heard('docs-assistant-answered');
      assistant.element.ask('How?');
      await assistant.until(() => assistant.find('.turn') !== null);
      for (let piece = 0; piece < PIECES.length + 4; piece++) {
        translate(assistant.root);
        await assistant.release();
        await drawn();
        await drawn();
      }
      expect((await ended).status).to.equal('done');
      translate(assistant.root);
      const prose = assistant.text('.prose').replace(/[[\]]/g, '');
      for (const word of [
        'Install',
        'this command',
        'a shell',
        'first',
        'second',
        'npm install',
        '12',
        'That is all of it.',
      ])
        expect(prose).to.contain(word);
      await assistant.ask('And then?');
      expect(assistant.texts('.prose').at(-1)).to.equal('The next answer.');
      translate(assistant.root);
      assistant.element.reset();
      await assistant.until(() => assistant.find('.turn') === null);
    });
    expect(errors).to.deep.equal([]);
  });
});

describe('The language of a page that is translated', () => {
  afterEach(() => {
    document.documentElement.removeAttribute('class');
    AssistantHarness.reset();
  });

  for (const mark of ['translated-ltr', 'no-js translated-rtl']) {
    it(`is that which it is written in: ${mark}`, async () => {
      const replies = [answer('One.'), answer('Two.'), answer('Three.')];
      const assistant = await AssistantHarness.open({ replies });
      await assistant.ask('How?');
      document.documentElement.lang = 'de';
      document.documentElement.className = mark;
      await drawn();
      await assistant.ask('And in a translation?');
      document.documentElement.className = '';
      await drawn();
      await assistant.ask('And in a page that is another one?');
      const filters = (await assistant.requests()).map(({ body }) => body.filter);
      expect(filters).to.deep.equal([{ language: 'en' }, { language: 'en' }, { language: 'de' }]);
    });
  }
});

describe('<docs-search> in a page that is translated', () => {
  afterEach(() => SearchHarness.reset());

  it('shows the results of each query', async () => {
    const search = await SearchHarness.open({
      // A search in all filters may take one of the last.
      replies: [SECTIONS, SECTIONS.slice(0, 1), [], SECTIONS, SECTIONS, SECTIONS],
    });
    const errors = await errorsOf(async () => {
      for (const [query, count] of [
        ['a1', SECTIONS.length],
        ['b2', 1],
        ['c3', 0],
        ['d4', SECTIONS.length],
      ] as const) {
        await search.element.search(query);
        await search.until(() => search.findAll('a[part=result]').length === count);
        if (count > 0) {
          expect(search.text('a[part=result]')).to.contain('iddleware');
          expect(search.text('[part=count]')).to.contain(`${count}`);
        } else await search.until(() => search.text('.message').includes(query));
        translate(search.root);
      }
    });
    expect(errors).to.deep.equal([]);
  });
});
