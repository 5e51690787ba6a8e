import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { answer, AssistantHarness, type AssistantSetup } from '../support/assistant-harness.ts';

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
    (assistant) => assistant.ask('How?'),
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
        await settle(assistant);
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
    await sendKeys({ press: 'Enter' });
    await assistant.until(() => assistant.focused === 'input');
    const answered = assistant.heard('docs-assistant-answered');
    await sendKeys({ type: 'How?' });
    await sendKeys({ press: 'Enter' });
    await answered;

    const walked: string[] = [];
    do {
      await sendKeys({ down: 'Shift' });
      await sendKeys({ press: 'Tab' });
      await sendKeys({ up: 'Shift' });
      const focused = assistant.root.activeElement;
      if (focused !== null) walked.push(focused.part.value.split(' ').at(-1) || focused.localName);
    } while (assistant.root.activeElement?.part.contains('new-thread') === false);
    expect(walked).to.deep.equal([
      'button',
      'button',
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
    await sendKeys({ press: 'Escape' });
    expect(assistant.focused).to.equal('launcher');
  });

  it('tells that an answer began and ended, and nothing in between', async () => {
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
    expect(said).to.deep.equal(['The answer is being written', 'The answer is complete']);
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
    await settle(assistant);
    expect(getComputedStyle(assistant.find('.welcome-icon')!).backgroundColor).to.equal('rgb(255, 213, 74)');
    await expect(assistant.element).to.be.accessible();
  });
});

/** Waits until nothing moves any more: what fades in has too little contrast. */
async function settle({ root }: AssistantHarness): Promise<void> {
  for (const animation of root.getAnimations()) {
    if (animation.effect?.getTiming().iterations === Infinity) animation.cancel();
    else await animation.finished;
  }
}
