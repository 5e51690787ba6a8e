import { expect } from '@open-wc/testing';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';

// A file of its own: a page loads the end of answers once.
describe('<docs-assistant> without a network to load the end of answers from', () => {
  afterEach(() => AssistantHarness.reset());

  it('says that the question failed, and asks again', async () => {
    const module = '/src/elements/assistant/answer-footer/answer-footer.ts';
    // Takes it out of the browser's cache, where a test before this one may have left it. Then it fails with both answers,
    // in browsers that try again.
    await refuse(module);
    await fetch(module, { cache: 'reload' });
    await refuse(module);
    await refuse(module);
    const assistant = await AssistantHarness.show({ replies: [{ status: 500 }, answer('Use middleware.')] });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('[part=retry]') !== null);
    expect(assistant.text('[part=error]')).to.equal('The assistant could not be reached. Try again');
    expect(assistant.said).to.equal('The assistant could not be reached.');

    await assistant.click('[part=retry]');
    await assistant.until(() => assistant.text('.prose') === 'Use middleware.');
    expect(assistant.text('.question')).to.equal('How?');
    // Firefox does not try again: leaves nothing refused for the next file.
    await fetch(module, { cache: 'reload' });
  });
});

async function refuse(path: string): Promise<void> {
  await fetch('/__replies/refuse', { method: 'PUT', body: JSON.stringify(path) });
}
