import { expect } from '@open-wc/testing';
import { findControls } from '../../support/controls.ts';
import { setViewport } from '../../support/page-commands.ts';
import { ASSISTANT_SCENES, resetAssistantScenes } from '../../support/scenes/assistant-scenes.ts';

/** Scenes with an answer that has ended and nothing open above or below it. */
const FINISHED = [
  'answered',
  'an uncertain answer',
  'what to read and ask next',
  'steps with code',
  'a wide table and a long line of code',
  'mathematics',
  'an answer from right to left',
];
const MOST = 22;

describe('<docs-assistant>: how much is on screen', () => {
  beforeEach(() => setViewport({ width: 1440, height: 900 }));
  afterEach(resetAssistantScenes);

  for (const name of FINISHED)
    it(`has at most ${MOST} controls: ${name}`, async () => {
      const scene = ASSISTANT_SCENES.find((one) => one.name === name)!;
      const { element } = await scene.open({});
      const controls = findControls(element);
      console.log(`${name}: ${controls.length} controls`);
      expect(controls.length, controls.join(', ')).to.be.at.most(MOST);
      const tooltips = element.shadowRoot!.querySelectorAll('[title]');
      expect(tooltips.length, 'each would be read twice').to.equal(0);
    });
});
