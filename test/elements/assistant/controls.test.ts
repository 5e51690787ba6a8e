import { expect } from '@open-wc/testing';
import { findControls } from '../../support/controls.ts';
import { emulatePreferences, setViewport } from '../../support/page-commands.ts';
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
  afterEach(async () => {
    resetAssistantScenes();
    await emulatePreferences({ touch: false });
  });

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

  it('has buttons that a finger hits', async function () {
    await setViewport({ width: 390, height: 780 });
    await emulatePreferences({ touch: true });
    if (!matchMedia('(pointer: coarse)').matches) {
      console.info('Not tested here: only Chromium can be a touch screen.');
      return this.skip();
    }
    const { element } = await ASSISTANT_SCENES.find(({ name }) => name === 'answered')!.open({});
    const buttons = [...element.shadowRoot!.querySelectorAll('.panel .icon-button, .panel .send')];
    const small = buttons
      .map(
        (button) =>
          [button.getAttribute('part') ?? button.className, button.getBoundingClientRect()] as const,
      )
      .filter(([, { width, height }]) => width < 44 || height < 44);
    expect(buttons.length).to.be.greaterThan(8);
    expect(small).to.deep.equal([]);
    const actions = element.shadowRoot!.querySelector('.actions')!;
    expect(actions.scrollWidth).to.be.at.most(actions.clientWidth);
  });
});
