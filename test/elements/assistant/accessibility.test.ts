import { expect } from '@open-wc/testing';
import { pressKeys, setViewport, typeText } from '../../support/page-commands.ts';
import { END, search, source, stream, text } from '../../support/scripted-stream.ts';
import { answer, AssistantHarness, type AssistantSetup } from '../../support/assistant-harness.ts';

const ANSWER = `Use **middleware** and \`next()\`, see [the guide](/guides/middleware):

\`\`\`ts
export const onRequest = (context, next) => next();
\`\`\`

| Option | Default |
|---|---|
| order | pre |

- [x] done
`;
const SOURCES = Array.from({ length: 5 }, (_, page) => ({
  path: `guides/page-${page}`,
  title: `Page ${page}`,
}));
const SUGGESTIONS = '["How do I deploy?", "What is an island?"]';

const ANSWER_WITH_MARKS = stream([
  [
    ...search('run code', [{ path: 'guides/middleware', content: 'Middleware **runs** first.' }]),
    { type: 'reasoning-delta', id: 'r', delta: 'First this, then that.' },
    source('/guides/middleware', 'Middleware'),
    text('Use it [1], and `next()`:\n\n```ts\nconst a: string = "x"; // why\n```\n'),
    END,
  ],
]);

/** Every state that a reader can see, and how to get there. */
const STATES: readonly [
  state: string,
  setup: AssistantSetup,
  reach: (assistant: AssistantHarness) => Promise<void>,
][] = [
  ['closed', {}, async () => {}],
  ['new', { attributes: { suggestions: SUGGESTIONS } }, (assistant) => assistant.show()],
  ['not set up', { attributes: { endpoint: '' } }, (assistant) => assistant.show()],
  [
    'searching',
    { replies: [answer(ANSWER, { held: true })] },
    async (assistant) => {
      await assistant.show();
      assistant.element.ask('How?');
      await assistant.until(() => assistant.find('.step[data-state=running]') !== null);
    },
  ],
  [
    'streaming',
    { replies: [answer([ANSWER, 'more'], { held: true })] },
    async (assistant) => {
      await assistant.show();
      assistant.element.ask('How?');
      await assistant.release();
      await assistant.until(() => assistant.find('.prose table') !== null);
    },
  ],
  [
    'answered',
    { replies: [answer(`${ANSWER}\n\`\`\`suggestions\n(Next)[/next]\n\`\`\`\n`, { sources: SOURCES })] },
    async (assistant) => {
      await assistant.ask('How?');
      await assistant.until(() => assistant.find('[part=edit]') !== null);
    },
  ],
  [
    'answered, with steps, reasoning, marks and everything open',
    { replies: [ANSWER_WITH_MARKS] },
    async (assistant) => {
      await assistant.ask('How?');
      await assistant.until(() => assistant.find('[part=edit]') !== null);
      for (const details of assistant.findAll('details')) (details as HTMLDetailsElement).open = true;
      assistant.find('.mark')!.focus();
      await assistant.until(() => assistant.find('.preview') !== null);
    },
  ],
  [
    'a question waits',
    { replies: [answer(ANSWER, { held: true })] },
    async (assistant) => {
      await assistant.show();
      assistant.element.ask('How?');
      await assistant.until(() => assistant.find('[part=stop]') !== null);
      await assistant.type('And then?');
      await assistant.press('Enter');
      await assistant.until(() => assistant.find('.queue') !== null);
      await assistant.type('And then?');
    },
  ],
  [
    'the question is changed',
    { replies: [answer(ANSWER)] },
    async (assistant) => {
      await assistant.ask('How?');
      await assistant.until(() => assistant.find('[part=edit]') !== null);
      await assistant.click('[part=edit]');
      await assistant.until(() => assistant.find('.queue') !== null);
    },
  ],
  [
    'asking about what is selected',
    { attributes: { 'ask-selection': '' } },
    async (assistant) => {
      const article = document.createElement('main');
      article.className = 'test';
      article.textContent = 'Middleware runs before each page.';
      document.body.prepend(article);
      document.getSelection()!.selectAllChildren(article);
      await assistant.until(() => assistant.find('[part=ask-selection]') !== null);
    },
  ],
  ['failed', { replies: [{ status: 500 }] }, (assistant) => assistant.ask('How?')],
  [
    'limited',
    { replies: [{ status: 429, headers: { 'retry-after': '60' } }] },
    (assistant) => assistant.ask('How?'),
  ],
  ['empty', { replies: [answer('')] }, (assistant) => assistant.ask('How?')],
  [
    'inline',
    { attributes: { variant: 'inline', suggestions: SUGGESTIONS } },
    (assistant) => assistant.until(() => assistant.find('section') !== null),
  ],
  ['dialog', { attributes: { variant: 'dialog' } }, (assistant) => assistant.show()],
];

describe('<docs-assistant> for everybody', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => AssistantHarness.reset());

  for (const theme of ['light', 'dark']) {
    for (const [state, setup, reach] of STATES) {
      it(`has no axe violation: ${state}, ${theme}`, async () => {
        const attributes = { ...setup.attributes, theme };
        const assistant = await AssistantHarness.open({ ...setup, attributes });
        await reach(assistant);
        await assistant.settle();
        await expect(assistant.element).to.be.accessible();
      });
    }
  }

  it('is walked through by keyboard alone', async () => {
    const assistant = await AssistantHarness.open({
      attributes: { suggestions: SUGGESTIONS },
      replies: [answer(ANSWER, { sources: SOURCES })],
    });
    assistant.launcher.focus();
    await pressKeys('Enter');
    await assistant.until(() => assistant.focused === 'input');
    const answered = assistant.heard('docs-assistant-answered');
    await typeText('How?');
    await pressKeys('Enter');
    await answered;
    await assistant.until(() => assistant.find('[part=edit]') !== null);

    const walked: string[] = [];
    do {
      await pressKeys('Shift', 'Tab');
      const focused = assistant.root.activeElement;
      if (focused !== null) walked.push(focused.part.value.split(' ').at(-1) || focused.localName);
    } while (assistant.root.activeElement?.part.contains('new-thread') === false);
    expect(walked).to.deep.equal([
      'summary',
      'button',
      'button',
      'edit',
      'ask-again',
      'copy',
      'summary',
      'source',
      'source',
      'source',
      'div',
      'pre',
      'copy',
      'a',
      'messages',
      'close',
      'new-thread',
    ]);
    await pressKeys('Escape');
    expect(assistant.focused).to.equal('launcher');
  });

  it('says that an answer began, and all of it when it has ended, and nothing in between', async () => {
    const assistant = await AssistantHarness.show({
      replies: [answer(['Use ', 'middle', 'ware.'], { held: true })],
    });
    const said: string[] = [];
    const region = assistant.find('.panel [role=status]')!;
    const observer = new MutationObserver(() => said.push(assistant.said));
    observer.observe(region, { subtree: true, childList: true, characterData: true });
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.ask('How?');
    for (const text of ['Use', 'Use middle', 'Use middleware.']) {
      await assistant.release();
      await assistant.until(() => assistant.text('.prose') === text);
    }
    await assistant.release();
    await assistant.release();
    await answered;
    observer.disconnect();
    expect(said).to.deep.equal(['The answer is being written', 'Use middleware. The answer is complete']);
    const log = assistant.find('[part=messages]')!;
    expect(log.getAttribute('role')).to.equal('log');
    expect(log.getAttribute('aria-live')).to.equal('off');
    expect(log.contains(region)).to.equal(false);
  });

  it('names questions and answers', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('Use middleware.')] });
    const names = assistant.findAll('article').map((article) => article.getAttribute('aria-label'));
    expect(names).to.deep.equal(['You asked', 'Answer']);
  });

  it('fits a window of 320 pixels without scrolling sideways', async () => {
    await setViewport({ width: 320, height: 500 });
    const assistant = await AssistantHarness.answered({ replies: [answer(ANSWER, { sources: SOURCES })] });
    for (const selector of ['.panel', '.messages', '.composer', '.header']) {
      const box = assistant.find(selector)!;
      expect(box.scrollWidth, selector).to.be.at.most(box.clientWidth);
    }
  });

  it('takes the accent of the page and writes on it so that it can be read', async () => {
    const assistant = await AssistantHarness.open({
      attributes: { suggestions: SUGGESTIONS },
      prepare: (element) => element.style.setProperty('--docs-accent-color', '#ffd54a'),
    });
    await assistant.show();
    await assistant.settle();
    expect(getComputedStyle(assistant.find('.welcome-icon')!).backgroundColor).to.equal('rgb(255, 213, 74)');
    await expect(assistant.element).to.be.accessible();
  });
});
