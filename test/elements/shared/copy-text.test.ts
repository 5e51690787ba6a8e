import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { pressKeys, setViewport } from '../../support/page-commands.ts';
import { END, stream, text } from '../../support/scripted-stream.ts';

const PYTHON = "def greet(name):\n    if name:\n\n        print(f'Hello,  {name}')\n";
const MAKEFILE = 'all:\n\tcc  -o main main.c\n\t\t# done\n';
const YAML = 'services:\n  web:\n    ports:\n      - "80:80"\n';

/** A browser without the Clipboard API, and one that refuses it. */
const CLIPBOARDS = {
  missing: undefined,
  refused: {
    writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')),
  },
};

async function clickOn(element: Element): Promise<void> {
  const { x, y, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
}

/** The text on the clipboard. */
async function paste(): Promise<string> {
  const field = document.createElement('textarea');
  field.className = 'test';
  document.body.append(field);
  field.focus();
  const pasted = new Promise<string>((resolve) => {
    field.addEventListener('paste', ({ clipboardData }) => resolve(clipboardData!.getData('text/plain')));
  });
  await pressKeys('Control', 'v');
  return pasted;
}

describe('copying code', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    AssistantHarness.reset();
  });

  for (const [state, value] of Object.entries(CLIPBOARDS)) {
    for (const [language, code] of Object.entries({ python: PYTHON, makefile: MAKEFILE, yaml: YAML })) {
      it(`keeps all white space of ${language} where the Clipboard API is ${state}`, async () => {
        const assistant = await AssistantHarness.show({
          replies: [stream([[text(`\`\`\`${language}\n${code}\`\`\`\n`), END]])],
        });
        await assistant.ask('How?');
        await assistant.settle();
        Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
        await clickOn(assistant.find('.code-copy')!);
        await assistant.until(() => assistant.text('.code-copy') === 'Copied');
        expect(await paste()).to.equal(code);
      });
    }
  }

  it('leaves out its language and the button when the whole answer is selected (chat-42)', async () => {
    const assistant = await AssistantHarness.show({
      replies: [stream([[text('Run:\n\n```py\ndef f():\n    return 1\n```\n\nDone.'), END]])],
    });
    await assistant.ask('How?');
    await assistant.settle();
    const [first, last] = [assistant.find('.prose p')!, assistant.findAll('.prose > p').at(-1)!];
    const [start, end] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
    await sendMouse({ type: 'move', position: [Math.round(start.left) + 1, Math.round(start.top) + 8] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [Math.round(end.right) - 1, Math.round(end.bottom) - 4] });
    await sendMouse({ type: 'up' });
    const copied = new Promise<void>((resolve) => {
      document.addEventListener('copy', () => resolve(), { once: true });
    });
    await pressKeys('Control', 'c');
    await copied;
    const pasted = await paste();
    expect(pasted.replace(/\s*\n\s*/g, '\n').trim()).to.equal('Run:\ndef f():\nreturn 1\nDone.');
  });
});
