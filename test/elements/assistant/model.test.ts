import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, openReplies } from '../../support/assistant-harness.ts';
import { setViewport } from '../../support/page-commands.ts';

/** A service that says this of its assistant: a number is a status. */
async function service(about: unknown, replies: Parameters<typeof openReplies>[0] = []): Promise<string> {
  const endpoint = await openReplies(replies);
  await fetch(`${endpoint}/about`, { method: 'POST', body: JSON.stringify(about) });
  return endpoint;
}

const timesAsked = async (endpoint: string): Promise<number> => (await fetch(`${endpoint}/about`)).json();
/** How often it is said that answers can be wrong. */
const timesSaid = (assistant: AssistantHarness): number => assistant.findAll('.disclaimer').length;
const known = ({ element }: AssistantHarness): boolean | undefined =>
  (element as unknown as { hasModel: boolean | undefined }).hasModel;
/** What it is loaded with. */
const type = (assistant: AssistantHarness): Promise<void> => assistant.type('How');
const learned = (assistant: AssistantHarness): Promise<void> =>
  assistant.until(() => known(assistant) !== undefined);

describe('<docs-assistant>: whether there is a language model', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => AssistantHarness.reset());

  it('is asked when something is typed, not before', async () => {
    const endpoint = await service({ hasModel: true });
    const assistant = await AssistantHarness.open({ attributes: { endpoint } });
    await assistant.show();
    expect(await timesAsked(endpoint)).to.equal(0);
    await type(assistant);
    await learned(assistant);
    expect(await timesAsked(endpoint)).to.equal(1);
    expect(known(assistant)).to.equal(true);
    expect(assistant.text('[part=launcher]')).to.equal('Ask AI');
  });

  it('is not asked where the page says that there is none', async () => {
    const endpoint = await service({ hasModel: true });
    const assistant = await AssistantHarness.open({ attributes: { endpoint, 'without-model': '' } });
    await assistant.show();
    await type(assistant);
    await learned(assistant);
    expect(await timesAsked(endpoint)).to.equal(0);
    expect(assistant.text('[part=launcher]')).to.equal('Ask the docs');
  });

  it('is known on the next page and in the next tab, where nothing speaks of AI', async () => {
    const endpoint = await service({ hasModel: false });
    const assistant = await AssistantHarness.open({ attributes: { endpoint } });
    await assistant.show();
    await type(assistant);
    await learned(assistant);
    expect(known(assistant)).to.equal(false);
    sessionStorage.clear();
    const next = await AssistantHarness.open({ attributes: { endpoint } });
    expect(next.text('[part=launcher]')).to.equal('Ask the docs');
    await next.show();
    await type(next);
    await learned(next);
    expect(known(next)).to.equal(false);
    expect(await timesAsked(endpoint)).to.equal(1);
  });

  for (const [name, about] of [
    ['does not know the question', 404],
    ['is out of order', 503],
  ] as const)
    it(`is asked once by all pages where the service ${name}`, async () => {
      const endpoint = await service(about);
      for (const page of ['first', 'second', 'in another tab']) {
        if (page === 'in another tab') sessionStorage.clear();
        const assistant = await AssistantHarness.open({ attributes: { endpoint } });
        await assistant.show();
        await type(assistant);
        await learned(assistant);
        expect([page, assistant.text('[part=launcher]'), known(assistant)]).to.deep.equal([
          page,
          'Ask AI',
          true,
        ]);
        assistant.element.remove();
      }
      expect(await timesAsked(endpoint)).to.equal(1);
    });

  for (const [name, kept] of [
    ['an hour later', [false, Date.now() - 1]],
    ['where the clock was wrong', [false, Date.now() * 2]],
    ['where something else is stored', { hasModel: false }],
    ['where what an earlier version has kept is stored', false],
  ] as const)
    it(`is asked again ${name}`, async () => {
      const endpoint = await service({ hasModel: true });
      localStorage.setItem(`docs-assistant:${endpoint}|docs:model`, JSON.stringify(kept));
      const assistant = await AssistantHarness.open({ attributes: { endpoint } });
      // What was learnt last, until there is a newer answer.
      expect(assistant.text('[part=launcher]')).to.equal(Array.isArray(kept) ? 'Ask the docs' : 'Ask AI');
      await assistant.show();
      await type(assistant);
      await assistant.until(() => known(assistant) === true);
      assistant.element.hide();
      await assistant.until(() => assistant.text('[part=launcher]') === 'Ask AI');
      expect(await timesAsked(endpoint)).to.equal(1);
    });

  it('stays as it was known while the service is out of order', async () => {
    const endpoint = await service(503);
    localStorage.setItem(`docs-assistant:${endpoint}|docs:model`, '[false,0]');
    const assistant = await AssistantHarness.open({ attributes: { endpoint } });
    await assistant.show();
    await type(assistant);
    await learned(assistant);
    expect([known(assistant), await timesAsked(endpoint)]).to.deep.equal([false, 1]);
  });

  it('is kept by the tab with `storage="session"`', async () => {
    const endpoint = await service({ hasModel: false });
    const attributes = { endpoint, storage: 'session' };
    const assistant = await AssistantHarness.open({ attributes });
    await assistant.show();
    await type(assistant);
    await learned(assistant);
    expect(Object.keys({ ...localStorage }).filter((key) => key.includes(endpoint))).to.deep.equal([]);
    const next = await AssistantHarness.open({ attributes });
    expect(next.text('[part=launcher]')).to.equal('Ask the docs');
  });

  it('changes no words that may have been read', async () => {
    const endpoint = await service({ hasModel: false });
    const assistant = await AssistantHarness.open({ attributes: { endpoint } });
    await assistant.show();
    expect(known(assistant)).to.equal(undefined);
    await type(assistant);
    await learned(assistant);
    await assistant.element.updateComplete;
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
      await type(assistant);
      await learned(assistant);
      expect(known(assistant)).to.equal(true);
      assistant.element.hide();
      await assistant.element.updateComplete;
      expect(assistant.text('[part=launcher]')).to.equal('Ask AI');
    });

  it('is asked of another service when the page names one, and not of a source of the page', async () => {
    const [first, second] = [await service({ hasModel: false }), await service({ hasModel: true })];
    const assistant = await AssistantHarness.open({ attributes: { endpoint: first } });
    await assistant.show();
    await type(assistant);
    await learned(assistant);
    assistant.element.endpoint = second;
    await assistant.until(() => known(assistant) === true);
    assistant.element.endpoint = first;
    await assistant.until(() => known(assistant) === false);
    assistant.element.source = { async *answer() {} };
    await assistant.until(() => known(assistant) === true);
    expect([await timesAsked(first), await timesAsked(second)]).to.deep.equal([1, 1]);
  });

  for (const [name, about, prepare, times] of [
    ['once, below the first answer of a model', { hasModel: true }, () => {}, 1],
    ['not where there is no model', { hasModel: false }, () => {}, 0],
    [
      'not where the page says something itself',
      { hasModel: true },
      (element: HTMLElement) => {
        const ours = document.createElement('p');
        ours.slot = 'footer';
        element.append(ours);
      },
      0,
    ],
  ] as const)
    it(`is the reason to say that answers can be wrong: ${name}`, async () => {
      const endpoint = await service(about, [answer('One.'), answer('Two.')]);
      const assistant = await AssistantHarness.open({ attributes: { endpoint }, prepare });
      await assistant.ask('How?');
      await learned(assistant);
      await assistant.ask('And then?');
      await assistant.until(() => assistant.findAll('.actions').length === 2);
      await assistant.element.updateComplete;
      expect(timesSaid(assistant)).to.equal(times);
      expect(assistant.find('.turn:first-child .disclaimer') !== null).to.equal(times === 1);
    });

  it('is written nowhere with `storage="memory"`', async () => {
    const endpoint = await service({ hasModel: false });
    const assistant = await AssistantHarness.open({ attributes: { endpoint, storage: 'memory' } });
    await assistant.show();
    await type(assistant);
    await learned(assistant);
    for (const storage of [sessionStorage, localStorage])
      expect(Object.keys({ ...storage }).filter((key) => key.includes(endpoint))).to.deep.equal([]);
    assistant.element.hide();
    await assistant.until(() => assistant.text('[part=launcher]') === 'Ask the docs');
  });
});
