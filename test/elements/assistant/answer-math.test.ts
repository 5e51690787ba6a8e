import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';

const SUM = '\\sum_{i=1}^{n} \\frac{1}{i}';

async function answered(text: string): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({ replies: [answer(text)] });
  await assistant.ask('How?');
  await assistant.until(() => assistant.find('.panel')!.getAnimations().length === 0);
  return assistant;
}

describe('<docs-assistant>: mathematics in answers', () => {
  afterEach(() => AssistantHarness.reset());

  it('is MathML with its source as alternative text, from left to right', async () => {
    document.documentElement.dir = 'rtl';
    const assistant = await answered(`Let $x^2$ be\n\n$$\n${SUM}\n$$\n\nand \\(y\\).`);
    await assistant.until(() => assistant.findAll('math').length === 3);
    const formulas = assistant.findAll('math');
    expect(formulas.map((math) => math.getAttribute('alttext'))).to.deep.equal(['x^2', SUM, 'y']);
    expect(formulas.map((math) => math.getAttribute('display'))).to.deep.equal([null, 'block', null]);
    expect(formulas.map((math) => getComputedStyle(math.parentElement!).direction)).to.deep.equal([
      'ltr',
      'ltr',
      'ltr',
    ]);
    expect(formulas[0]!.firstElementChild!.localName).to.equal('msup');
    expect(
      formulas.every(({ namespaceURI }) => namespaceURI === 'http://www.w3.org/1998/Math/MathML'),
    ).to.equal(true);
    await assistant.settle();
    await expectAccessible(assistant.element);
  });

  for (const formula of [
    '\\unknown{x}',
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://example.com/a.png}',
    '\\class{launcher}{x}',
    '\\style{position:fixed}{x}',
    '\\def\\a{\\a\\a}\\a',
    `${'{'.repeat(400)}x`,
    `${'\\sqrt{'.repeat(600)}x${'}'.repeat(600)}`,
    `${'\\frac{'.repeat(9)}x${'}{y}'.repeat(9)}`,
    'x'.repeat(5_001),
    `\\begin{matrix}${'&'.repeat(2_900)}\\end{matrix}`,
  ])
    it(`is code where it is not valid: ${formula.slice(0, 40)}`, async () => {
      const assistant = await answered(`$$\n${formula}\n$$\n\nand $z$`);
      await assistant.until(() => assistant.findAll('math').length === 1);
      expect(assistant.find('div.math > code')!.textContent).to.equal(formula);
      expect(assistant.find('.prose :is(a, img)') === null).to.equal(true);
    });

  it('is code until it is whole, without a node that is taken away from the reader', async () => {
    const assistant = await AssistantHarness.show({
      replies: [answer(['$$\na', ' + b\n', '$$\n\nEnd'], { held: true })],
    });
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.text('.math > code') === 'a');
    const code = assistant.find('.math > code');
    await assistant.release();
    await assistant.until(() => assistant.text('.math > code') === 'a + b');
    expect(assistant.find('.math > code') === code).to.equal(true);
    await assistant.release();
    await assistant.until(() => assistant.find('math') !== null);
    expect(assistant.findAll('.math').length).to.equal(1);
  });

  it('scrolls where it is wider than the panel, by keyboard too', async () => {
    const wide = Array.from({ length: 60 }, (_, index) => `x_{${index}}`).join(' + ');
    const assistant = await answered(`\\[\n${wide}\n\\]`);
    await assistant.until(() => assistant.find('.math')?.tabIndex === 0);
    const scroller = assistant.find('.math')!;
    expect(scroller.scrollWidth).to.be.greaterThan(scroller.clientWidth);
    expect(assistant.find('.messages')!.scrollWidth).to.equal(assistant.find('.messages')!.clientWidth);
    expect(scroller.ariaLabel).to.equal(wide);
    await assistant.settle();
    await expectAccessible(assistant.element);
  });

  it('leaves prices and diagrams as they are', async () => {
    const assistant = await answered('From $5 to $10.\n\n```mermaid\ngraph TD\n```');
    expect(assistant.text('.prose p')).to.equal('From $5 to $10.');
    expect(assistant.text('.prose pre code.language-mermaid')).to.equal('graph TD');
    expect(assistant.find('.prose svg:not(.code-copy svg)') === null).to.equal(true);
  });
});
