import { expect } from '@open-wc/testing';
import '../../../src/search.ts';
import { answer, AssistantHarness } from '../../support/assistant-harness.ts';
import type { ScriptedReply } from '../../support/reply-server.ts';
import { source, stream, text } from '../../support/scripted-stream.ts';

const TRY_AGAIN = ' Try again';

/** What readers are told, by what the server does. */
const REFUSALS: readonly [what: string, reply: ScriptedReply, sentence: string][] = [
  [
    'a challenge that is not solved',
    {
      status: 403,
      headers: { 'content-type': 'application/json' },
      pieces: ['{"error":"Solve it.","code":"challenge-required"}'],
    },
    'Please show this site that you are human.',
  ],
  ['400', { status: 400 }, 'The assistant did not accept the question.'],
  ['429 without a time', { status: 429 }, 'Too many questions were asked. Please wait a moment.'],
  ['500', { status: 500 }, 'The assistant has a problem at the moment.'],
  ['503', { status: 503 }, 'The assistant has a problem at the moment.'],
  ['504', { status: 504 }, 'The answer did not come in time.'],
  ['a broken connection', { pieces: [''], broken: true }, 'The assistant could not be reached.'],
  [
    'an HTML page',
    { headers: { 'content-type': 'text/html' }, pieces: ['<!doctype html><title>Hello</title>'] },
    'Something went wrong.',
  ],
  [
    'an error in the reply',
    { pieces: ['data: {"type":"start"}\n\ndata: {"type":"error","errorText":"secret"}\n\n'] },
    'Something went wrong while the answer was being written.',
  ],
];

describe('<docs-assistant> when something fails', () => {
  const { now } = Date;
  afterEach(() => {
    AssistantHarness.reset();
    Reflect.deleteProperty(navigator, 'onLine');
    Date.now = now;
  });

  for (const [what, reply, sentence] of REFUSALS) {
    it(`says what is the matter with ${what}, keeps the question, and asks it again`, async () => {
      const assistant = await AssistantHarness.answered({ replies: [reply, answer('Use middleware.')] });
      expect(assistant.text('[part=error]')).to.equal(sentence + TRY_AGAIN);
      expect(assistant.said).to.equal(sentence);
      const answered = assistant.heard('docs-assistant-answered');
      await assistant.click('[part=retry]');
      await answered;
      expect(assistant.texts('.question')).to.deep.equal(['How do I run code before a page?']);
      expect(assistant.text('.prose')).to.equal('Use middleware.');
      expect(assistant.find('[part=error]') === null).to.equal(true);
    });
  }

  for (const status of [401, 403, 404])
    it(`offers the search of the page with ${status}, and no second try, which could not help`, async () => {
      const assistant = await AssistantHarness.open({ replies: [{ status }, { status }] });
      await assistant.ask('How?');
      const sentence = 'The assistant is not available here right now.';
      expect([assistant.text('[part=error]'), assistant.said]).to.deep.equal([sentence, sentence]);
      const search = document.createElement('docs-search');
      search.className = 'test';
      Object.assign(search, { endpoint: assistant.endpoint, domain: 'docs', search() {} });
      document.body.append(search);
      await assistant.ask('And now?');
      await assistant.until(
        () => assistant.text('.turn:last-child [part=error]') === `${sentence} Search instead`,
      );
    });

  it('shows the message over the whole width, and its buttons in a row below', async () => {
    const assistant = await AssistantHarness.answered({ replies: [{ status: 503 }] });
    const notice = assistant.find('.notice')!;
    const { paddingInlineStart, borderInlineStartWidth } = getComputedStyle(notice);
    const edge = parseFloat(paddingInlineStart) + parseFloat(borderInlineStartWidth);
    const words = notice.querySelector('span')!.getBoundingClientRect();
    expect(words.right).to.be.closeTo(notice.getBoundingClientRect().right - edge, 1);
    expect(assistant.find('[part=retry]')!.getBoundingClientRect().top).to.be.at.least(words.bottom);
  });

  it('dispatches the failure to the page', async () => {
    const assistant = await AssistantHarness.open({ replies: [{ status: 503 }] });
    const failed = assistant.heard('docs-assistant-error');
    await assistant.ask('How?');
    expect(await failed).to.deep.equal({ code: 'http', retryable: true, status: 503 });
  });

  it('counts down to when the server takes questions again', async () => {
    const assistant = await AssistantHarness.show({
      replies: [{ status: 429, headers: { 'retry-after': '60' } }, answer('Use middleware.')],
    });
    await assistant.ask('How?');
    expect(assistant.text('[part=error]')).to.match(
      /^Too many questions were asked[.] You can ask again in (1 minute|\d+ seconds)[.] Try again$/,
    );
    expect(assistant.find('[part=retry]')!.getAttribute('aria-disabled')).to.equal('true');
    await assistant.type('Another question');
    await assistant.press('Enter');
    await assistant.click('[part=retry]');
    expect((await assistant.requests()).length).to.equal(1);

    Date.now = () => now() + 60_000;
    await assistant.until(() => assistant.find('[part=retry]')!.getAttribute('aria-disabled') === 'false');
    expect(assistant.said).to.equal('You can ask again.');
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=retry]');
    await answered;
    expect(assistant.text('.prose')).to.equal('Use middleware.');
    expect(assistant.input.value).to.equal('Another question');
  });

  it('writes a long wait in hours and minutes, and says it once', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [{ status: 429, headers: { 'retry-after': '5400' } }],
    });
    const sentence = 'Too many questions were asked. You can ask again in 1 hour 30 minutes.';
    expect(assistant.said).to.equal(sentence);
    Date.now = () => now() + 1_770_000;
    await assistant.until(() => assistant.text('[part=error] span').endsWith(' in 1 hour 1 minute.'));
    Date.now = () => now() + 5_300_000;
    await assistant.until(() => / in 1 minute \d+ seconds[.]$/.test(assistant.text('[part=error] span')));
    expect(assistant.said).to.equal(sentence);
  });

  it('announces that the device is offline, and that it is online again', async () => {
    const assistant = await AssistantHarness.show();
    setOnline(false);
    await assistant.until(() => assistant.text('.hint') === 'You are offline.');
    expect(assistant.said).to.equal('You are offline.');
    setOnline(true);
    await assistant.until(() => assistant.find('.hint') === null);
    expect(assistant.said).to.equal('You are online again.');
  });

  it('keeps an unsent question while offline, over a reload too, and sends it on request', async () => {
    const before = await AssistantHarness.open({ replies: [answer('Use middleware.')] });
    setOnline(false);
    await before.ask('How?');
    expect(before.text('[part=error]')).to.equal(
      'You are offline. The question is kept here until you send it. Send now',
    );
    const assistant = await before.reload();
    await assistant.show();
    setOnline(true);
    await assistant.until(
      () =>
        assistant.text('[part=notice]') ===
        'You are online again. The question has not been sent yet. Send now',
    );
    expect(assistant.said).to.equal('You are online again. The question has not been sent yet.');
    expect((await assistant.requests()).length).to.equal(0);
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=retry]');
    await answered;
    expect(assistant.text('.prose')).to.equal('Use middleware.');
    expect((await assistant.requests()).length).to.equal(1);
  });

  it('offers the search of the page when it cannot be reached, with the question in it', async () => {
    const assistant = await AssistantHarness.open({ replies: [{ status: 503 }] });
    const search = document.createElement('docs-search');
    search.className = 'test';
    search.endpoint = assistant.endpoint;
    search.domain = 'docs';
    document.body.append(search);
    await assistant.ask('How do I deploy?');
    const offer = assistant.findAll('.retry').at(-1)!;
    expect(assistant.texts('.retry')).to.deep.equal(['Try again', 'Search instead']);
    offer.click();
    await assistant.until(() => search.value === 'How do I deploy?');
    expect(assistant.element.open).to.equal(false);
  });

  it('offers no search that is that of another site, and none for a question that is too long', async () => {
    const assistant = await AssistantHarness.open({ replies: [{ status: 503 }] });
    const search = document.createElement('docs-search');
    search.className = 'test';
    search.endpoint = '/another';
    search.domain = 'docs';
    document.body.append(search);
    await assistant.ask('How?');
    expect(assistant.texts('.retry')).to.deep.equal(['Try again']);
    search.endpoint = assistant.endpoint;
    await assistant.ask('x'.repeat(4001));
    expect(assistant.texts('.retry')).to.deep.equal(['Edit the question']);
  });

  it('keeps the text of an answer that was cut, and says that it may be', async () => {
    const [head = '', text = ''] = answer('Use middleware.').pieces ?? [];
    const assistant = await AssistantHarness.answered({ replies: [{ pieces: [head, text] }] });
    expect(assistant.text('.prose')).to.equal('Use middleware.');
    expect(assistant.text('[part=notice]')).to.equal('The answer may be cut off.' + TRY_AGAIN);
    expect(assistant.portion).to.equal('Use middleware.');
    expect(assistant.said).to.equal('The answer may be cut off.');
  });

  it('says right below its text that an answer was cut, before the sources', async () => {
    const cut = stream([[source('/guides/middleware', 'Middleware'), text('Use middleware.')]]);
    const assistant = await AssistantHarness.answered({ replies: [cut] });
    const parts = assistant.findAll('.answer > *').map(({ part, className }) => part.value || className);
    expect(parts.slice(0, 3)).to.deep.equal(['prose', 'notice', 'sources']);
    // In the order of the document, which is that of the focus.
    expect(assistant.texts('[part=retry], [part=source] span')).to.deep.equal(['Try again', 'Middleware']);
  });

  it('says that no answer was found when an answer is empty', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('')] });
    expect(assistant.text('[part=notice]')).to.equal(
      'No answer was found. Asking in other words may help.' + TRY_AGAIN,
    );
  });

  it('says that an answer was cut off at the maximum length', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [answer('Use middle', { finishReason: 'length' })],
    });
    expect(assistant.text('[part=notice]')).to.equal(
      'The answer ends here because it reached the maximum length.',
    );
  });

  it('asks in a new conversation when this one has become too long', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [answer('One.'), { status: 413 }, answer('Two.')],
    });
    await assistant.ask('And then?');
    expect(assistant.text('[part=error]')).to.equal(
      'The conversation has become too long to go on. Ask in a new conversation',
    );
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=retry]');
    await answered;
    expect(assistant.texts('.question')).to.deep.equal(['And then?']);
    expect((await assistant.requests()).at(-1)!.body.messages.length).to.equal(1);
  });

  it('keeps a first question that the server finds too large in the field, to be shortened', async () => {
    const assistant = await AssistantHarness.show({ replies: [{ status: 413 }, answer('One.')] });
    await assistant.ask('A long question');
    await assistant.until(() => assistant.input.value === 'A long question');
    expect(assistant.text('[part=error]')).to.equal(
      'The question is too long. Shorten it and ask again. Edit the question',
    );
    expect(assistant.said).to.equal('The question is too long. Shorten it and ask again.');
    const answered = assistant.heard('docs-assistant-answered');
    await assistant.type('A question');
    await assistant.press('Enter');
    await answered;
    expect(assistant.texts('.question')).to.deep.equal(['A question']);
  });

  it('leaves in the field what was typed while a question was found too large', async () => {
    const assistant = await AssistantHarness.show({ replies: [{ status: 413 }] });
    await assistant.type('Another question');
    await assistant.ask('A long question');
    await assistant.until(() => assistant.text('[part=error]') !== '');
    expect(assistant.input.value).to.equal('Another question');
  });

  it('puts a question that is too long to be sent back into the field', async () => {
    const question = 'x'.repeat(4001);
    const assistant = await AssistantHarness.open();
    await assistant.ask(question);
    expect(assistant.text('[part=error]')).to.equal(
      'The question is too long: 4,001 of at most 4,000 characters. Edit the question',
    );
    await assistant.click('[part=retry]');
    await assistant.until(() => assistant.input.value === question);
    await assistant.until(() => assistant.focused === 'input');
  });

  it('shows buttons for the last question only', async () => {
    const assistant = await AssistantHarness.answered({ replies: [{ status: 500 }, answer('Two.')] });
    await assistant.ask('Another?');
    expect(assistant.text('[part=error]')).to.equal('The assistant has a problem at the moment.');
  });
});

/** What a browser does when the network goes and comes. */
function setOnline(value: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value });
  window.dispatchEvent(new Event(value ? 'online' : 'offline'));
}
