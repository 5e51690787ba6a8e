import { expect } from '@open-wc/testing';
import { MAX_HIGHLIGHTED_LENGTH } from '../../../src/elements/shared/code/code-highlighter.ts';
import { AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { emulatePreferences } from '../../support/page-commands.ts';
import { END, stream, text } from '../../support/scripted-stream.ts';

const FENCE = '```';
const block = (language: string, code: string): string => `${FENCE}${language}\n${code}\n${FENCE}\n`;

/** The stretches of a code block that have a colour, as `colour:text`. */
function painted(code: Element): string[] {
  return [...CSS.highlights].flatMap(([name, highlight]) =>
    [...highlight]
      .filter(({ startContainer }) => code.contains(startContainer))
      .map(({ startContainer, startOffset, endOffset }) => {
        const painted = (startContainer as Text).data.slice(startOffset, endOffset);
        return `${name.replace('docs-code-', '')}:${painted}`;
      }),
  );
}

async function show(answer: string): Promise<AssistantHarness> {
  return AssistantHarness.answered({ replies: [stream([[text(answer), END]])] });
}

/** Go to a block of code as a reader does: while heights change, a scroll without input is not known for one. */
function scrollTo(assistant: AssistantHarness, code: Element): void {
  assistant.find('[part=messages]')!.dispatchEvent(new WheelEvent('wheel', { deltaY: 100 }));
  code.scrollIntoView();
}

describe('<docs-assistant>: code in an answer', () => {
  afterEach(async () => {
    AssistantHarness.reset();
    await emulatePreferences({ forcedColors: 'none' });
  });

  it('has the name of its language, a button that copies it, and colours', async () => {
    const assistant = await show(block('ts', "const name: string = 'x'; // why"));
    const code = assistant.find('.prose code')!;
    await assistant.until(() => painted(code).length > 0);
    expect(painted(code)).to.include.members([
      'keyword:const',
      "string:'x'",
      'comment:// why',
      'type:string',
    ]);
    expect(assistant.find('.prose pre')!.ariaLabel).to.equal('ts');
    expect(assistant.find('.prose pre [part=copy], .prose [part=code] [part=copy]') === null).to.equal(false);
  });

  for (const [language, code, parts] of [
    ['html', '<a href="/x">Go</a>', ['name:a', 'number:href', 'string:"/x"']],
    ['jsx', 'const a = <Link to="/x">Go</Link>;', ['keyword:const', 'name:Link', 'number:to', 'string:"/x"']],
    ['vue', '<script setup>\nconst a = 1;\n</script>', ['name:script', 'number:setup', 'keyword:const']],
    ['js', 'const a = `n ${b + 1} m`;', ['string:`n ', 'number:1']],
  ] as const) {
    it(`has a colour for each of its parts: ${language}`, async () => {
      const assistant = await show(block(language, code));
      const element = assistant.find('.prose code')!;
      await assistant.until(() => painted(element).length > 0);
      expect(painted(element)).to.include.members([...parts]);
      // The signs of a tag have none, and no stretch has two.
      const colours = painted(element).map((one) => one.slice(one.indexOf(':') + 1));
      expect(colours.join('').length).to.be.at.most(code.length);
      expect(colours.some((one) => one.startsWith('<'))).to.equal(false);
    });
  }

  it('is one text node, colours or not', async () => {
    const assistant = await show(block('json', '{ "a": [1, true] }'));
    const code = assistant.find('.prose code')!;
    await assistant.until(() => painted(code).length > 0);
    expect(code.childNodes.length).to.equal(1);
    expect(code.innerHTML.includes('<')).to.equal(false);
  });

  for (const [language, code, expected] of [
    ['html', '<p class="a">x</p><script>let a = 1;</script>', 'keyword:let'],
    ['sh', 'echo "hi" # x', 'comment:# x'],
    ['yaml', 'key: "value"', 'string:"value"'],
    ['diff', '+ added', 'name:+ added'],
    ['toml', 'a = 1', 'number:1'],
    ['md', '# Title', 'title:# Title'],
  ] as const) {
    it(`is coloured in ${language}`, async () => {
      const assistant = await show(block(language, code));
      const element = assistant.find('.prose code')!;
      await assistant.until(() => painted(element).length > 0);
      expect(painted(element)).to.include(expected);
    });
  }

  it('gets its colours while it is still being written', async () => {
    const assistant = await AssistantHarness.show({
      replies: [
        stream([[text(`${FENCE}ts\nconst a = 1;\n`)], [text("let b = 'two';\n")], [END]], { held: true }),
      ],
    });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('.prose code') !== null);
    const code = assistant.find('.prose code')!;
    const node = code.firstChild;
    await assistant.until(() => painted(code).includes('keyword:const'));
    await assistant.release();
    await assistant.until(() => painted(code).includes("string:'two'"));
    expect(code.firstChild === node).to.equal(true);
    await assistant.release();
    await assistant.release();
  });

  it('has no colours in an unknown language, nor when it is very long', async () => {
    const long = block('ts', 'const a = 1;\n'.repeat(MAX_HIGHLIGHTED_LENGTH / 12));
    const assistant = await show(
      [block('klingon', 'const a = 1;'), long, block('__proto__', 'x'), block('js', 'const b = 2;')].join(
        '\n',
      ),
    );
    await assistant.until(() => assistant.findAll('.prose code').length === 4);
    const [unknown, tooLong, proto, known] = assistant.findAll('.prose code');
    await assistant.until(() => {
      // Again while blocks above get their heights: WebKit does not keep its place by itself.
      scrollTo(assistant, known!);
      return painted(known!).length > 0;
    });
    for (const code of [unknown!, tooLong!, proto!]) expect(painted(code)).to.deep.equal([]);
  });

  it('lets its colours go when it is out of sight, and when it is gone', async () => {
    const assistant = await show(block('js', 'const b = 2;') + '\nx\n'.repeat(100) + block('js', 'let c;'));
    const [first, last] = assistant.findAll('.prose code');
    await assistant.until(() => painted(first!).length > 0 && painted(last!).length === 0);
    scrollTo(assistant, last!);
    await assistant.until(() => painted(last!).length > 0 && painted(first!).length === 0);
    assistant.element.reset();
    await assistant.until(() => [...CSS.highlights.values()].every(({ size }) => size === 0));
  });

  it('has one colour for as long as colours are forced', async () => {
    const assistant = await show(block('js', 'const b = 2;'));
    const code = assistant.find('.prose code')!;
    await assistant.until(() => painted(code).length > 0);
    await emulatePreferences({ forcedColors: 'active' });
    const isForced = matchMedia('(forced-colors: active)').matches;
    await assistant.until(() => (painted(code).length === 0) === isForced);
    await emulatePreferences({ forcedColors: 'none' });
    await assistant.until(() => painted(code).length > 0);
  });

  it('has its colours again after the element was moved', async () => {
    const assistant = await show(block('js', 'const b = 2;'));
    const code = assistant.find('.prose code')!;
    await assistant.until(() => painted(code).length > 0);
    const place = document.createElement('div');
    place.className = 'test';
    document.body.append(place);
    place.append(assistant.element);
    await drawn();
    await assistant.until(() => painted(code).length > 0);
    assistant.element.remove();
    await assistant.until(() => [...CSS.highlights.values()].every(({ size }) => size === 0));
  });
});
