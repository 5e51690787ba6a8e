import { expect } from '@open-wc/testing';
import { AssistantHarness, openReplies } from '../../support/assistant-harness.ts';
import { setViewport } from '../../support/page-commands.ts';

/** A service that says this of its assistant. */
async function service(about: unknown): Promise<string> {
  const endpoint = await openReplies([]);
  await fetch(`${endpoint}/about`, { method: 'POST', body: JSON.stringify(about) });
  return endpoint;
}

const timesAsked = async (endpoint: string): Promise<number> => (await fetch(`${endpoint}/about`)).json();
const note = ({ root }: AssistantHarness): HTMLElement | null => root.querySelector('.footer p');
const isSaid = (assistant: AssistantHarness): boolean =>
  note(assistant)?.checkVisibility({ visibilityProperty: true }) ?? false;
const known = ({ element }: AssistantHarness): boolean | undefined =>
  (element as unknown as { hasModel: boolean | undefined }).hasModel;
const learned = (assistant: AssistantHarness): Promise<void> =>
  assistant.until(() => known(assistant) !== undefined);

describe('<docs-assistant>: whether there is a language model', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => AssistantHarness.reset());

  it('is asked when the panel is opened, not before', async () => {
    const endpoint = await service({ hasModel: true });
    const assistant = await AssistantHarness.open({ attributes: { endpoint } });
    expect(await timesAsked(endpoint)).to.equal(0);
    await assistant.show();
    await learned(assistant);
    expect(await timesAsked(endpoint)).to.equal(1);
    expect(isSaid(assistant)).to.equal(true);
    expect(assistant.text('[part=launcher]')).to.equal('Ask AI');
  });

  it('is not asked where the page says that there is none', async () => {
    const endpoint = await service({ hasModel: true });
    const assistant = await AssistantHarness.open({ attributes: { endpoint, 'without-model': '' } });
    await assistant.show();
    await learned(assistant);
    expect(await timesAsked(endpoint)).to.equal(0);
    expect(assistant.text('[part=launcher]')).to.equal('Ask the docs');
  });

  it('is known on the next page of the tab, where nothing speaks of AI', async () => {
    const endpoint = await service({ hasModel: false });
    const assistant = await AssistantHarness.open({ attributes: { endpoint } });
    await assistant.show();
    await learned(assistant);
    expect(isSaid(assistant)).to.equal(false);
    const next = await AssistantHarness.open({ attributes: { endpoint } });
    expect(next.text('[part=launcher]')).to.equal('Ask the docs');
    await next.show();
    await learned(next);
    // No room for what is not said.
    expect(note(next) === null).to.equal(true);
    expect(await timesAsked(endpoint)).to.equal(1);
  });

  it('moves nothing, and changes no words that may have been read', async () => {
    const endpoint = await service({ hasModel: false });
    const assistant = await AssistantHarness.open({ attributes: { endpoint } });
    await assistant.show();
    expect(known(assistant)).to.equal(undefined);
    expect(isSaid(assistant)).to.equal(false);
    const place = (): number =>
      note(assistant)!.getBoundingClientRect().top -
      assistant.find('[part=panel]')!.getBoundingClientRect().top;
    const before = place();
    await learned(assistant);
    await assistant.element.updateComplete;
    expect(place()).to.be.closeTo(before, 0.01);
    expect(assistant.text('[part=launcher]')).to.equal('Ask AI');
    assistant.element.hide();
    await assistant.until(() => assistant.text('[part=launcher]') === 'Ask the docs');
  });

  for (const [name, about] of [
    ['nothing', null],
    ['something else', []],
    ['a word', { hasModel: 'no' }],
  ] as const)
    it(`is taken for granted where a service says ${name}`, async () => {
      const endpoint = await service(about);
      const assistant = await AssistantHarness.open({ attributes: { endpoint } });
      await assistant.show();
      await learned(assistant);
      expect(isSaid(assistant)).to.equal(true);
      assistant.element.hide();
      await assistant.element.updateComplete;
      expect(assistant.text('[part=launcher]')).to.equal('Ask AI');
    });

  it('is asked of another service when the page names one, and not of a source of the page', async () => {
    const [first, second] = [await service({ hasModel: false }), await service({ hasModel: true })];
    const assistant = await AssistantHarness.open({ attributes: { endpoint: first } });
    await assistant.show();
    await learned(assistant);
    assistant.element.endpoint = second;
    await assistant.until(() => known(assistant) === true);
    expect(isSaid(assistant)).to.equal(true);
    assistant.element.endpoint = first;
    await assistant.until(() => known(assistant) === false);
    assistant.element.source = { async *answer() {} };
    await assistant.until(() => known(assistant) === true);
    expect([await timesAsked(first), await timesAsked(second)]).to.deep.equal([1, 1]);
  });

  it('is written nowhere with `storage="memory"`', async () => {
    const endpoint = await service({ hasModel: false });
    const assistant = await AssistantHarness.open({ attributes: { endpoint, storage: 'memory' } });
    await assistant.show();
    await learned(assistant);
    expect(Object.keys({ ...sessionStorage }).filter((key) => key.includes(endpoint))).to.deep.equal([]);
    assistant.element.hide();
    await assistant.until(() => assistant.text('[part=launcher]') === 'Ask the docs');
  });
});
