import { expect } from '@open-wc/testing';
import { SCENARIOS } from '../../../src/fake/scenarios.ts';
import { AssistantHarness } from '../../support/assistant-harness.ts';

const ATTRIBUTES = { endpoint: '/__fake' };
const SHOWN = '.prose';
const PROBLEM = 'The assistant has a problem at the moment. Try again';
const NOT_OPEN = 'The assistant is not available here right now.';

/** What a reader sees of each scenario: an element of the answer, or what the notice says. */
const SEEN: Readonly<Record<string, { element?: string; notice?: string | RegExp }>> = {
  answer: { element: '[part=source]' },
  long: { element: '.prose li' },
  code: { element: '.prose pre code' },
  table: { element: '.prose table' },
  rtl: { element: '.prose ul' },
  unknown: { element: SHOWN },
  empty: { notice: /^No answer was found/ },
  slow: { element: SHOWN },
  // A browser that has not read the text in time has dropped it.
  cut: { notice: /^(?:The answer may be cut off|The assistant could not be reached)\./ },
  broken: { element: SHOWN, notice: /^Something went wrong/ },
  'rate-limited': { notice: /^Too many questions were asked\. You can ask again in \d+ seconds?/ },
  unauthorized: { notice: NOT_OPEN },
  forbidden: { notice: NOT_OPEN },
  'not-found': { notice: NOT_OPEN },
  internal: { notice: PROBLEM },
  unavailable: { notice: PROBLEM },
  html: { notice: 'Something went wrong. Try again' },
};

describe('<docs-assistant> and docs-assistant fake', () => {
  afterEach(() => AssistantHarness.reset());

  it('has a row for every scenario that ends', () => {
    const names = SCENARIOS.map(({ name }) => name).filter((name) => name !== 'silent');
    expect(Object.keys(SEEN)).to.deep.equal(names);
  });

  for (const [name, { element, notice }] of Object.entries(SEEN)) {
    it(`shows the scenario ${name}`, async () => {
      const assistant = await AssistantHarness.open({ attributes: ATTRIBUTES });
      await assistant.ask(name);
      if (element !== undefined) await assistant.until(() => assistant.find(element) !== null);
      if (notice === undefined) expect(assistant.find('.notice') === null).to.equal(true);
      else if (typeof notice === 'string') expect(assistant.text('.notice')).to.equal(notice);
      else expect(assistant.text('.notice')).to.match(notice);
    });
  }

  it('stops the scenario silent when its reader does', async () => {
    const assistant = await AssistantHarness.show({ attributes: ATTRIBUTES });
    assistant.element.ask('silent');
    await assistant.until(() => assistant.text(SHOWN) !== '');
    const stopped = assistant.heard('docs-assistant-answered');
    await assistant.click('.send');
    await stopped;
    expect(assistant.text(SHOWN)).to.match(/^This is a scripted answer/);
  });
});
