import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { acceptModule, loadsFailedModulesAgain, refuseModule } from '../../support/late-module.ts';

const NOT_LOADED = 'This could not be loaded. Please try again. Try again';

/** What draws a part of an answer, an answer with that, and what shows that it is there. */
const DRAWINGS = {
  // First: the page has a module once it is loaded, and all answers load this one.
  'the fade of a long line': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    text: `\`\`\`\n${'long '.repeat(60)}\n\`\`\``,
    drawn: 'pre[data-more=end]',
  },
  'a table': {
    path: '/src/elements/shared/markdown/markdown-extensions.ts',
    text: '| Step |\n| --- |\n| One |',
    drawn: '.prose td',
  },
  'a formula': {
    path: '/src/elements/shared/markdown/math-node.ts',
    text: 'It takes $x^2$ seconds.',
    drawn: '.prose math',
  },
} as const;

describe('<docs-assistant>: what draws a part of an answer is missing', () => {
  afterEach(() => AssistantHarness.reset());

  for (const [name, { path, text, drawn }] of Object.entries(DRAWINGS)) {
    it(`says so, and draws it when the reader tries again: ${name}`, async function () {
      if (!(await loadsFailedModulesAgain())) {
        console.info('Not run: this browser remembers that a module did not load.');
        return this.skip();
      }
      const assistant = await AssistantHarness.show({ replies: [answer(text)] });
      await refuseModule(path, 20);
      await assistant.ask('How?');
      await assistant.until(() => assistant.text('.hint') === NOT_LOADED);
      expect(assistant.find(drawn) === null).to.equal(true);

      await acceptModule(path);
      await assistant.click('.hint [part=retry]');
      await assistant.until(() => assistant.find(drawn) !== null && assistant.find('.hint') === null);
    });
  }
});
