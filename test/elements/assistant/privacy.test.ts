import { expect } from '@open-wc/testing';
import { setViewport } from '../../support/page-commands.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';

const kept = (area: Storage): string => JSON.stringify({ ...area });

describe('<docs-assistant>: what it keeps and sends', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(() => {
    AssistantHarness.reset();
    Reflect.deleteProperty(navigator, 'globalPrivacyControl');
  });

  it('is nothing before anything is asked', async () => {
    await AssistantHarness.show();
    expect([localStorage.length, sessionStorage.length]).to.deep.equal([0, 0]);
  });

  it('is nothing with storage="memory", whatever the reader does', async () => {
    const assistant = await AssistantHarness.show({
      attributes: { storage: 'memory' },
      replies: [answer('One.'), answer('Two.')],
    });
    await assistant.ask('How?');
    await assistant.click('[data-rating=positive]');
    await assistant.click('[part=new-thread]');
    await assistant.ask('And?');
    await assistant.type('A draft');
    expect([localStorage.length, sessionStorage.length]).to.deep.equal([0, 0]);
    expect(document.cookie).to.equal('');
  });

  it('is the running conversation once the visitor has agreed, also one whose answer is coming in', async () => {
    const assistant = await AssistantHarness.show({
      attributes: { storage: 'memory' },
      replies: [answer('One.'), answer(['Two ', 'and more.'], { held: true })],
    });
    await assistant.ask('First?');
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.ask('Second?');
    await assistant.release();
    await assistant.until(() => assistant.texts('.prose').at(-1) === 'Two');
    assistant.element.storage = 'local';
    await assistant.element.updateComplete;
    for (let piece = 0; piece < 3; piece++) await assistant.release();
    await answered;
    const after = await assistant.reload();
    await after.show();
    expect(after.texts('.question')).to.deep.equal(['First?', 'Second?']);
    expect(after.texts('.prose')).to.deep.equal(['One.', 'Two and more.']);
  });

  it('does not outlive the tab with Global Privacy Control', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: true });
    const before = await AssistantHarness.answered({ replies: [answer('Use middleware.')] });
    expect(Object.keys(localStorage)).to.deep.equal([]);
    const assistant = await before.reload();
    await assistant.show();
    expect(assistant.text('.prose')).to.equal('Use middleware.');
    await assistant.click('[part=history]');
    await assistant.until(() => assistant.find('[part=history-item]') !== null);
    expect(assistant.text('.history-end p')).to.equal('Kept in this browser only, until the tab is closed.');
    sessionStorage.clear();
    const after = await assistant.reload();
    await after.show();
    expect(after.find('.welcome') !== null).to.equal(true);
  });

  it('leaves addresses and secrets out with mask, and shows what was sent', async () => {
    const assistant = await AssistantHarness.show({
      attributes: { mask: '' },
      replies: [answer('No.'), answer('Still no.')],
    });
    await assistant.type('May ann@example.org use password=hunter22!');
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.press('Enter');
    await answered;
    const [request] = await assistant.requests();
    expect(request!.body.messages[0]!.content).to.equal('May [email] use password=[secret]');
    expect(assistant.text('.question')).to.equal('May [email] use password=[secret]');
    expect(kept(localStorage)).not.to.contain('hunter22');
    expect(kept(localStorage)).not.to.contain('ann@');
  });

  it('sends what was written without mask', async () => {
    const assistant = await AssistantHarness.open({ replies: [answer('Yes.')] });
    await assistant.ask('Is ann@example.org right?');
    const [request] = await assistant.requests();
    expect(request!.body.messages[0]!.content).to.equal('Is ann@example.org right?');
  });

  it('is nothing any more after forget(), also of what an earlier visit has left', async () => {
    const before = await AssistantHarness.answered({ replies: [answer('One.'), answer('Two.')] });
    before.element.reset();
    await before.ask('Again?');
    await before.type('A draft');
    localStorage.setItem('of the page', 'stays');
    sessionStorage.setItem('docs-assistant:pages', '[]');
    before.element.remove();
    const assistant = await AssistantHarness.show({
      attributes: { endpoint: before.endpoint, storage: 'memory' },
    });
    assistant.element.forget();
    await assistant.element.updateComplete;
    expect(Object.keys(localStorage).filter((key) => key !== 'docs-assistant:fp')).to.deep.equal([
      'of the page',
    ]);
    expect(sessionStorage.length).to.equal(0);
  });
});
