import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';

const LONG_LINE = 'long '.repeat(60);
const CODE = answer(`\`\`\`js title="long.js"\n${LONG_LINE}\n\`\`\`\n\n\`\`\`\nshort\n\`\`\``);
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

  it('wraps the lines of all code by a switch, which later answers keep', async () => {
    const assistant = await AssistantHarness.show({ replies: [CODE, CODE] });
    await assistant.ask('How?');
    await assistant.until(() => assistant.findAll('.wide .wrap-lines').length === 1);
    const [long] = assistant.findAll('.prose pre');
    await assistant.click('.wide .wrap-lines');
    expect(assistant.find('.wide .wrap-lines')!.ariaPressed).to.equal('true');
    expect(long!.scrollWidth).to.equal(long!.clientWidth);
    await assistant.until(() => long!.dataset.more === '');
    await assistant.ask('And then?');
    await assistant.until(() => assistant.findAll('.wrap-lines').length === 4);
    expect(assistant.findAll('.wrap-lines').every(({ ariaPressed }) => ariaPressed === 'true')).to.equal(
      true,
    );
    const later = assistant.findAll('.prose pre')[2]!;
    expect(later.scrollWidth).to.equal(later.clientWidth);
    await assistant.click('.wide .wrap-lines');
    await assistant.until(() => long!.scrollWidth > long!.clientWidth);
  });

  it('keeps that lines are wrapped for the pages that follow', async () => {
    const before = await AssistantHarness.show({ replies: [CODE, CODE, CODE] });
    await before.ask('How?');
    await before.until(() => before.find('.wide .wrap-lines') !== null);
    await before.click('.wide .wrap-lines');
    const after = await before.reload();
    await after.show();
    await after.until(() => after.find('.wrap-lines')?.ariaPressed === 'true');
    const [long] = after.findAll('.prose pre');
    expect(long!.scrollWidth).to.equal(long!.clientWidth);
    after.find('.wrap-lines')!.click();
    const last = await after.reload();
    await last.show();
    await last.until(() => last.find('.wide .wrap-lines') !== null);
    expect(last.find('.wide .wrap-lines')!.ariaPressed).to.equal('false');
  });

  it('takes no such choice from a storage that was tampered with, and wraps where storage is blocked', async () => {
    const before = await AssistantHarness.show({ replies: [CODE] });
    await before.ask('How?');
    localStorage.setItem(`docs-assistant:${before.endpoint}|docs:wrap`, '{"wrapped":1}');
    const after = await before.reload();
    await after.show();
    await after.until(() => after.find('.wide .wrap-lines') !== null);
    expect(after.find('.wide .wrap-lines')!.ariaPressed).to.equal('false');
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('Blocked', 'SecurityError');
    };
    after.find('.wide .wrap-lines')!.click();
    Storage.prototype.setItem = setItem;
    expect(after.find('.wrap-lines')!.ariaPressed).to.equal('true');
  });

  it('opens a block as large as the window, which Escape closes and not the panel', async () => {
    const assistant = await AssistantHarness.show({ replies: [CODE] });
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('.wide .block-tool:last-child') !== null);
    const button = assistant.find('.wide .block-tool:last-child')!;
    button.focus();
    button.click();
    const dialog = assistant.find<HTMLDialogElement>('dialog.large')!;
    expect(dialog.matches(':modal')).to.equal(true);
    expect(dialog.ariaLabel).to.equal('long.js');
    expect(dialog.querySelector('code')!.textContent).to.equal(`${LONG_LINE}\n`);
    expect(dialog.getBoundingClientRect().width).to.be.greaterThan(innerWidth - 40);
    const escape = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
    dialog.querySelector('button')!.dispatchEvent(new KeyboardEvent('keydown', escape));
    expect(assistant.isOpen).to.equal(true);
    dialog.close();
    await assistant.until(() => assistant.find('dialog.large') === null);
    expect(assistant.root.activeElement === button).to.equal(true);
    expect(assistant.isOpen).to.equal(true);
  });

  it('moves nothing that is drawn', async () => {
    const assistant = await AssistantHarness.show({ replies: [CODE] });
    const prose = '.prose';
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('.wide .wrap-lines') !== null);
    const height = (): number => assistant.find(prose)!.getBoundingClientRect().height;
    const withTools = height();
    for (const tools of assistant.findAll('.block-tools')) tools.remove();
    expect(height()).to.equal(withTools);
  });
});
