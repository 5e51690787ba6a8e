import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { pressKeys, setViewport, typeText } from '../../support/page-commands.ts';
import { expectScale } from '../../support/scale.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import {
  ANSWER,
  ASSISTANT_SCENES,
  resetAssistantScenes,
  SOURCES,
  SUGGESTIONS,
} from '../../support/scenes/assistant-scenes.ts';

describe('<docs-assistant> for everybody', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(resetAssistantScenes);

  for (const theme of ['light', 'dark']) {
    for (const { name, open } of ASSISTANT_SCENES) {
      it(`has no axe violation: ${name}, ${theme}`, async () => {
        const { element } = await open({ theme });
        await expectAccessible(element);
      });
    }
  }

  for (const { name, open } of ASSISTANT_SCENES) {
    it(`has four sizes of type and three radii: ${name}`, async () => {
      const { element } = await open({});
      expectScale(element);
    });
  }

  it('has the typeface of the page', async () => {
    const { element } = await AssistantHarness.open({
      prepare: ({ style }) => (style.fontFamily = 'monospace'),
    });
    expect(getComputedStyle(element.shadowRoot!.querySelector('.launcher')!).fontFamily).to.equal(
      'monospace',
    );
    element.style.setProperty('--docs-font-family', 'serif');
    expect(getComputedStyle(element.shadowRoot!.querySelector('.launcher')!).fontFamily).to.equal('serif');
  });

  it('is walked through by keyboard alone', async () => {
    // The answer is higher than the panel.
    await setViewport({ width: 1200, height: 560 });
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
    // The answer is higher than the panel, whose view stays at the question.
    await assistant.until(() => assistant.find('[part=newest]') !== null);

    const walked: string[] = [];
    do {
      await pressKeys('Shift', 'Tab');
      const focused = assistant.root.activeElement;
      if (focused !== null) walked.push(focused.part.value.split(' ').at(-1) || focused.localName);
    } while (assistant.root.activeElement?.part.contains('new-thread') === false);
    expect(walked).to.deep.equal([
      'newest',
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
      'copy',
      'pre',
      'a',
      'messages',
      'close',
      'new-thread',
    ]);
    await pressKeys('Escape');
    expect(assistant.focused).to.equal('launcher');
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

  it('uses the accent colour of the page, with readable text on it', async () => {
    const assistant = await AssistantHarness.open({
      attributes: { suggestions: SUGGESTIONS },
      prepare: (element) => element.style.setProperty('--docs-accent-color', '#ffd54a'),
    });
    await assistant.show();
    await assistant.settle();
    await assistant.type('How?');
    expect(getComputedStyle(assistant.send).backgroundColor).to.equal('rgb(255, 213, 74)');
    await expectAccessible(assistant.element);
  });
});
