import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import { acceptModule, refuseModule } from '../../support/late-module.ts';

const ARCHIVE = '/src/state/archive/full-archive.ts';

// A file of its own: a page loads the archive once.
describe('<docs-assistant> where what was said before cannot be read', () => {
  // Whenever it is loaded, in browsers that try again.
  before(() => refuseModule(ARCHIVE, 20));
  after(() => acceptModule(ARCHIVE));
  afterEach(() => AssistantHarness.reset());

  it('keeps the name of a conversation that goes on', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('One.'), answer('Two.')] });
    await assistant.click('[part=history]');
    await assistant.until(() => assistant.find('[part=history-rename]') !== null);
    await assistant.click('[part=history-rename]');
    await assistant.until(() => assistant.find('[part=history-name]') !== null);
    assistant.find<HTMLInputElement>('[part=history-name]')!.value = 'Mine';
    await assistant.click('[part=history-save]');
    await assistant.click('.history-back');
    await assistant.ask('And then?');
    const list = Object.keys(localStorage).find((key) => key.endsWith(':history'))!;
    const kept = JSON.parse(localStorage.getItem(list)!) as { title: string; name?: string }[];
    expect(kept.map(({ title, name }) => [title, name])).to.deep.equal([
      ['How do I run code before a page?', 'Mine'],
    ]);
  });

  it('begins anew, and keeps both conversations', async () => {
    const before = await AssistantHarness.answered({ replies: [answer('One.'), answer('Two.')] });
    const assistant = await before.reload();
    await assistant.show();
    expect(assistant.texts('.question')).to.deep.equal([]);
    await assistant.ask('How do I deploy?');
    expect(assistant.text('.prose')).to.equal('Two.');

    const list = Object.keys(localStorage).find((key) => key.endsWith(':history'))!;
    const kept = JSON.parse(localStorage.getItem(list)!) as { id: string; title: string }[];
    expect(kept.map(({ title }) => title)).to.deep.equal([
      'How do I deploy?',
      'How do I run code before a page?',
    ]);
    for (const { id } of kept) expect(localStorage.getItem(`${list}:${id}`)).to.contain('"status":"done"');
  });
});
