import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';

const LONG_LINE = 'long '.repeat(60);
const ROW = `| ${'A cell with a whole sentence in it | '.repeat(6)}\n`;
const TABLE = answer(`${ROW}|${'---|'.repeat(6)}\n${ROW}`);

describe('<docs-assistant>: wide tables and code', () => {
  afterEach(() => AssistantHarness.reset());

  for (const dir of ['ltr', 'rtl']) {
    it(`marks the edges that cut a table, ${dir}`, async () => {
      document.documentElement.dir = dir;
      const assistant = await AssistantHarness.show({ replies: [TABLE] });
      await assistant.ask('How?');
      await assistant.until(() => assistant.find('.table-scroll[data-more=end]') !== null);
      const scroller = assistant.find('.table-scroll')!;
      const isReversed = getComputedStyle(scroller).direction === 'rtl';
      scroller.scrollLeft = isReversed ? -50 : 50;
      await assistant.until(() => scroller.dataset.more === 'start end');
      scroller.scrollLeft = isReversed ? -100_000 : 100_000;
      await assistant.until(() => scroller.dataset.more === 'start');
    });
  }

  it('gives columns of sentences a width that can be read', async () => {
    const assistant = await AssistantHarness.show({ replies: [TABLE] });
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('.prose td') !== null);
    const { width, height } = assistant.find('.prose td')!.getBoundingClientRect();
    expect(width).to.be.greaterThan(150);
    expect(height).to.be.lessThan(100);
  });

  it('lets the lines of a text without blanks end anywhere, but not those of prose or of a table', async () => {
    const word = 'я'.repeat(2_500);
    const text = `${word}\n\n${'漢字。'.repeat(1_000)}\n\n| a |\n|---|\n| ${word} |`;
    const assistant = await AssistantHarness.show({ replies: [answer(text)] });
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('.prose td') !== null);
    const breaks = ['.prose > p:first-child', '.prose > p + p', '.prose td'].map(
      (selector) => getComputedStyle(assistant.find(selector)!).lineBreak,
    );
    expect(breaks).to.deep.equal(['anywhere', 'auto', 'auto']);
  });

  it('wraps the lines of a command, which is read as a whole, and of no other code', async () => {
    const [js, shell] = ['js', 'sh'].map((language) => `\`\`\`${language}\n${LONG_LINE}\n\`\`\``);
    const assistant = await AssistantHarness.show({ replies: [answer(`${js}\n\n${shell}`)] });
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('pre[data-more=end]') !== null);
    const [code, command] = assistant.findAll('.prose pre');
    expect(code!.scrollWidth).to.be.greaterThan(code!.clientWidth);
    expect(command!.scrollWidth).to.equal(command!.clientWidth);
    expect(command!.textContent).to.equal(`${LONG_LINE}\n`);
  });
});
