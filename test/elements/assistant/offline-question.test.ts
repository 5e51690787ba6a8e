import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { acceptModule, isAnswered, refuseModule } from '../../support/late-module.ts';

const FOOTER = '/src/elements/assistant/after-answer/after-answer.ts';
const MASK = '/src/protocol/mask-secrets.ts';
const HELD = 'You are offline. The question is kept here until you send it. Send now';

// A file of its own: a page loads each piece once.
describe('<docs-assistant>: the first question of a visit, without a network', () => {
  afterEach(async () => {
    AssistantHarness.reset();
    setOnline(true);
    for (const path of [FOOTER, MASK] as const) await acceptModule(path);
  });

  it('is masked and kept, because what it needs is there before it is asked', async () => {
    const assistant = await AssistantHarness.show({
      attributes: { mask: '' },
      replies: [answer('Use middleware.')],
    });
    await assistant.type('Is');
    await assistant.until(() => ([FOOTER, MASK] as const).every((path) => isAnswered(window, path)));
    await drawn();
    for (const path of [FOOTER, MASK] as const) await refuseModule(path, 5);
    setOnline(false);
    await assistant.ask('Is password=hunter22! right?');
    expect(assistant.text('[part=error]')).to.equal(HELD);
    expect(assistant.find('[data-kind=error]') !== null).to.equal(true);

    setOnline(true);
    const next = await assistant.reload();
    await next.show();
    await next.until(() => next.text('.question') === 'Is password=[secret] right?');
    await next.click('[part=retry]');
    await next.until(() => next.text('.prose') === 'Use middleware.');
  });

  it('is held by a source of the page, too', async () => {
    const source = {
      answer(): never {
        throw new TypeError('Failed to fetch');
      },
    };
    const assistant = await AssistantHarness.show({ prepare: (element) => (element.source = source) });
    setOnline(false);
    await assistant.ask('How?');
    expect(assistant.text('[part=error]')).to.equal(HELD);
  });
});

/** What a browser does when the network goes and comes. */
function setOnline(value: boolean): void {
  if (value) Reflect.deleteProperty(navigator, 'onLine');
  else Object.defineProperty(navigator, 'onLine', { configurable: true, value });
  window.dispatchEvent(new Event(value ? 'online' : 'offline'));
}
