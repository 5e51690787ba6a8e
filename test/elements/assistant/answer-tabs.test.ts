import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';

const group = (...labels: string[]): string =>
  `::: code-group\n\n${labels.map((label) => `\`\`\`sh [${label}]\n${label} add docs\n\`\`\`\n\n`).join('')}:::\n\n`;

const TWO = answer(`${group('npm', 'pnpm', 'yarn')}Then:\n\n${group('pnpm', 'npm')}${group('deno')}`);

/** The label of the tab that each group shows, and the code below it. */
const shown = (assistant: AssistantHarness): string[] =>
  assistant.findAll('.tab-group').map((group) => {
    const labels = [...group.querySelectorAll('[role=tab][aria-selected=true]')].map(
      (tab) => tab.textContent,
    );
    const panels = [...group.querySelectorAll<HTMLElement>('[role=tabpanel]')].filter((panel) =>
      panel.checkVisibility(),
    );
    return `${labels.join()}: ${panels.map((panel) => panel.querySelector('code')!.textContent.trim()).join()}`;
  });

const tab = (assistant: AssistantHarness, label: string): HTMLElement =>
  assistant.findAll('[role=tab]').find(({ textContent }) => textContent === label)!;

async function answered(reply = TWO, count = 3): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.show({ replies: [reply] });
  await assistant.ask('How?');
  await assistant.until(() => assistant.findAll('.tab-group').length === count);
  return assistant;
}

describe('<docs-assistant>: tabs in answers', () => {
  afterEach(() => AssistantHarness.reset());

  it('have roles, names and one stop for Tab, and show the first', async () => {
    const assistant = await answered();
    expect(shown(assistant)).to.deep.equal([
      'npm: npm add docs',
      'pnpm: pnpm add docs',
      'deno: deno add docs',
    ]);
    const tabs = [...assistant.find('[role=tablist]')!.children] as HTMLElement[];
    expect(tabs.map(({ tabIndex }) => tabIndex)).to.deep.equal([0, -1, -1]);
    const panels = tabs.map((element) => assistant.find(`#${element.getAttribute('aria-controls')}`)!);
    expect(panels.map(({ role, ariaLabel }) => [role, ariaLabel])).to.deep.equal([
      ['tabpanel', 'npm'],
      ['tabpanel', 'pnpm'],
      ['tabpanel', 'yarn'],
    ]);
    await assistant.settle();
    await expectAccessible(assistant.element);
  });

  for (const dir of ['ltr', 'rtl'])
    it(`are chosen by keys, ${dir}`, async () => {
      document.documentElement.dir = dir;
      const assistant = await answered();
      const list = assistant.find('[role=tablist]')!;
      list.dir = dir;
      (list.firstElementChild as HTMLElement).focus();
      const keys = dir === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
      const labels: string[] = [];
      for (const key of [keys[0]!, 'End', keys[0]!, keys[1]!, 'Home']) {
        await assistant.press(key);
        const focused = assistant.root.activeElement!;
        expect(focused.ariaSelected).to.equal('true');
        labels.push(focused.textContent);
      }
      expect(labels).to.deep.equal(['pnpm', 'yarn', 'npm', 'yarn', 'npm']);
    });

  it('switch together, and stay in place below the pointer', async () => {
    const assistant = await answered();
    const second = assistant.findAll('[role=tablist]')[1]!;
    const npm = [...second.children].find(({ textContent }) => textContent === 'npm') as HTMLElement;
    npm.click();
    expect(shown(assistant)).to.deep.equal(['npm: npm add docs', 'npm: npm add docs', 'deno: deno add docs']);
    tab(assistant, 'yarn').click();
    expect(shown(assistant)).to.deep.equal([
      'yarn: yarn add docs',
      'npm: npm add docs',
      'deno: deno add docs',
    ]);
  });

  it('are remembered, the last choice first', async () => {
    const before = await answered();
    tab(before, 'yarn').click();
    tab(before, 'pnpm').click();
    const after = await before.reload();
    await after.show();
    await after.until(() => after.findAll('.tab-group').length === 3);
    expect(shown(after)).to.deep.equal(['pnpm: pnpm add docs', 'pnpm: pnpm add docs', 'deno: deno add docs']);
    localStorage.setItem(`docs-assistant:${before.endpoint}|docs:tabs`, '{"0":"yarn"}');
    const last = await after.reload();
    await last.show();
    await last.until(() => last.findAll('.tab-group').length === 3);
    expect(shown(last)[0]).to.equal('npm: npm add docs');
  });

  it('are added while a group grows, which keeps the tab that it shows', async () => {
    const text = group('npm', 'pnpm', 'yarn');
    const half = text.indexOf('yarn');
    const assistant = await AssistantHarness.show({
      replies: [answer([text.slice(0, half), text.slice(half)], { held: true })],
    });
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.findAll('[role=tab]').length === 2);
    tab(assistant, 'pnpm').click();
    const panel = assistant.findAll('[role=tabpanel]')[1];
    await assistant.release();
    await assistant.until(() => assistant.findAll('[role=tab]').length === 3);
    expect(shown(assistant)).to.deep.equal(['pnpm: pnpm add docs']);
    expect(assistant.findAll('[role=tabpanel]')[1] === panel).to.equal(true);
  });

  it('are not switched to a label that was chosen before and comes late', async () => {
    const text = group('npm', 'pnpm');
    const half = text.indexOf('```sh [pnpm');
    const reply = answer([text.slice(0, half), text.slice(half)], { held: true });
    const assistant = await AssistantHarness.show({ replies: [answer(text), reply] });
    await assistant.ask('How?');
    await assistant.until(() => assistant.findAll('[role=tab]').length === 2);
    tab(assistant, 'pnpm').click();
    assistant.element.ask('And then?');
    await assistant.release();
    await assistant.until(() => assistant.findAll('[role=tab]').length === 3);
    await assistant.release();
    await assistant.until(() => assistant.findAll('[role=tab]').length === 4);
    expect(shown(assistant)).to.deep.equal(['pnpm: pnpm add docs', 'npm: npm add docs']);
  });

  it('have labels without direction controls, and numbers where there is none', async () => {
    const assistant = await answered(answer('=== "a\u202eb"\n\n    One\n\n=== "\u200b"\n\n    Two\n'), 1);
    expect(assistant.texts('[role=tab]')).to.deep.equal(['ab', '2']);
  });

  it('are all on paper, each below its label', async () => {
    const assistant = await answered();
    tab(assistant, 'pnpm').click();
    const rules = assistant.root.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
    const printed = rules
      .filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
      .map(({ cssText }) => cssText)
      .join('');
    expect(printed).to.match(/\.tab-panel\[hidden\]\s*\{\s*display: block/);
    expect(printed).to.match(/content: attr\(aria-label\)/);
  });
});
