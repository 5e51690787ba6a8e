import { expect } from '@open-wc/testing';
import { FakeFrames } from '../../support/fake-frames.ts';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { END, search, stream, text } from '../../support/scripted-stream.ts';

const SOURCES = [
  { path: 'v6/en/guides/middleware', title: 'Middleware' },
  { path: 'v6/en/guides/routing/index', title: 'Routing' },
  { path: 'v6/en/guides/deploy', title: 'Deploy' },
  { path: 'v6/en/guides/sessions', title: 'Sessions' },
  { path: 'javascript:alert(1)', title: 'Bad' },
];

describe('<docs-assistant>: a conversation', () => {
  afterEach(() => AssistantHarness.reset());

  it('sends what is typed with Enter, and shows the answer as it comes', async () => {
    const assistant = await AssistantHarness.show({
      replies: [answer(['Use **middle', 'ware**.'], { sources: SOURCES, held: true })],
    });
    await assistant.type('How do I run code before a page?');
    expect(await assistant.press('Enter')).to.equal(true);
    expect(assistant.input.value).to.equal('');
    expect(assistant.text('.question')).to.equal('How do I run code before a page?');
    await assistant.until(() => assistant.text('.step') === 'Searching for “run code” …');
    expect(assistant.find('[part=messages]')!.getAttribute('aria-busy')).to.equal('true');

    await assistant.release();
    await assistant.until(() => assistant.text('.prose').startsWith('Use'));
    expect(assistant.text('.step')).to.equal('Searched for “run code”');
    expect(assistant.find('[part=sources]') === null).to.equal(true);

    const answered = assistant.heard('docs-assistant-answered');
    await assistant.release();
    await assistant.until(() => assistant.text('.prose') === 'Use middleware.');
    await assistant.release();
    await assistant.release();
    expect(await answered).to.deep.equal({ messageId: 'message-1', threadId: 'thread-1', status: 'done' });
    expect(assistant.find('[part=messages]')!.getAttribute('aria-busy')).to.equal('false');
    expect(assistant.text('.prose strong')).to.equal('middleware');
  });

  it('breaks the line with Shift and Enter, and sends nothing while a character is composed', async () => {
    const assistant = await AssistantHarness.show();
    await assistant.type('How');
    expect(await assistant.press('Enter', { shiftKey: true })).to.equal(false);
    expect(await assistant.press('Enter', { isComposing: true })).to.equal(false);
    expect(assistant.find('.question') === null).to.equal(true);
  });

  it('sends nothing but white space', async () => {
    const assistant = await AssistantHarness.show();
    await assistant.type('  \n ');
    expect(assistant.send.getAttribute('aria-disabled')).to.equal('true');
    await assistant.press('Enter');
    expect((await assistant.requests()).length).to.equal(0);
  });

  it('grows with the question and keeps one that is too long', async () => {
    const assistant = await AssistantHarness.show();
    const { height } = assistant.input.getBoundingClientRect();
    await assistant.type('One\ntwo\nthree');
    expect(assistant.input.getBoundingClientRect().height).to.be.greaterThan(height);
    await assistant.type('x'.repeat(4001));
    expect(assistant.text('.too-long')).to.equal(
      'The question is too long: 4,001 of at most 4,000 characters.',
    );
    expect(assistant.input.getAttribute('aria-invalid')).to.equal('true');
    await assistant.press('Enter');
    expect(assistant.input.value.length).to.equal(4001);
  });

  it('lists the pages an answer rests on, without those that must not be links', async () => {
    const assistant = await AssistantHarness.answered({
      attributes: { 'link-base': 'https://docs.example/' },
      replies: [answer('Use middleware.', { sources: SOURCES })],
    });
    const links = assistant.findAll('a[part=source]') as HTMLAnchorElement[];
    expect(links.map(({ href }) => href)).to.deep.equal([
      'https://docs.example/v6/en/guides/middleware',
      'https://docs.example/v6/en/guides/routing/',
      'https://docs.example/v6/en/guides/deploy',
      'https://docs.example/v6/en/guides/sessions',
    ]);
    expect(assistant.texts('a[part=source] span')).to.deep.equal([
      'Middleware',
      'Routing',
      'Deploy',
      'Sessions',
    ]);
    expect(assistant.text('.sources summary')).to.equal('1 more source');
  });

  it('lets the page follow a link in its own way', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [answer('See [the guide](/guides/middleware).', { sources: SOURCES })],
    });
    const followed: unknown[] = [];
    assistant.element.addEventListener('docs-assistant-navigate', (event) => {
      event.preventDefault();
      followed.push(event.detail);
    });
    assistant.find('a[part=source]')!.click();
    assistant.find('.prose a')!.click();
    expect(followed).to.deep.equal([
      { url: `${location.origin}/v6/en/guides/middleware`, source: SOURCES[0] },
      { url: `${location.origin}/guides/middleware`, source: null },
    ]);
  });

  it('offers the pages to read on that came with the answer', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [
        answer('Done.\n\n```suggestions\n(Install)[/guides/install]\n(Bad)[javascript:alert(1)]\n```\n'),
      ],
    });
    expect(assistant.texts('a[part=suggestion]')).to.deep.equal(['Install/guides/install']);
    expect(assistant.text('.prose')).to.equal('Done.');
  });

  it('stops with the button that sent, keeps what there is, and asks again', async () => {
    const assistant = await AssistantHarness.show({
      replies: [answer(['Use ', 'more.'], { held: true }), answer('Use middleware.')],
    });
    await assistant.type('How?');
    await assistant.click('.send');
    await assistant.release();
    await assistant.until(() => assistant.text('.prose') === 'Use');
    expect(assistant.send.getAttribute('aria-label')).to.equal('Stop answering');
    const stopped = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=stop]');
    expect((await stopped).status).to.equal('stopped');
    expect(assistant.text('[part=notice]')).to.equal('You stopped this answer. Try again');
    expect(assistant.text('.prose')).to.equal('Use');

    const answered = assistant.heard('docs-assistant-answered');
    await assistant.click('[part=retry]');
    await answered;
    expect(assistant.texts('.question')).to.deep.equal(['How?']);
    expect(assistant.text('.prose')).to.equal('Use middleware.');
    expect(assistant.focused).to.equal('input');
    expect((await assistant.requests()).map(({ left }) => left)).to.deep.equal([true, false]);
  });

  it('goes on with the thread', async () => {
    const assistant = await AssistantHarness.open({
      attributes: { 'retrieval-page-size': '8', version: 'v6', language: 'de' },
      replies: [answer('One.'), answer('Two.')],
    });
    const thread = assistant.heard('docs-assistant-thread');
    await assistant.ask('First?');
    expect(await thread).to.deep.equal({ threadId: 'thread-1' });
    await assistant.ask('Second?');
    const [first, second] = await assistant.requests();
    expect(first!.body.threadId).to.equal(undefined);
    expect(second!.body.threadId).to.equal('thread-1');
    expect(second!.body.retrievalPageSize).to.equal(8);
    expect(second!.body.filter).to.deep.equal({ version: 'v6', language: 'de' });
    expect(second!.body.messages.map(({ content }) => content)).to.deep.equal(['First?', 'One.', 'Second?']);
    expect(assistant.texts('.prose')).to.deep.equal(['One.', 'Two.']);
  });

  it('marks an answer that the server is not certain of, and no other', async () => {
    const reply = (certainty: string) =>
      stream([[text('One.'), { ...END, messageMetadata: { ...END.messageMetadata, certainty } }]]);
    const assistant = await AssistantHarness.open({ replies: [reply('low'), reply('high')] });
    await assistant.ask('First?');
    const marks = () => assistant.texts('[part=notice]');
    await assistant.until(() => marks().length === 1);
    expect(marks()).to.deep.equal(['These docs may not cover this.']);
    await assistant.ask('Second?');
    expect(marks().length).to.equal(1);
  });

  it('says when the server no longer knows the thread', async () => {
    const assistant = await AssistantHarness.open({
      replies: [answer('One.'), { status: 404 }, answer('Two.', { threadId: 'thread-2' })],
    });
    await assistant.ask('First?');
    await assistant.ask('Second?');
    expect(assistant.text('.turn:last-child .note')).to.contain('has expired');
    expect(assistant.texts('.prose')).to.deep.equal(['One.', 'Two.']);
  });

  it('lets the page cancel a question before it is sent, and keeps it in the field', async () => {
    const assistant = await AssistantHarness.show();
    const asked: unknown[] = [];
    assistant.element.addEventListener('docs-assistant-ask', (event) => {
      event.preventDefault();
      asked.push(event.detail);
    });
    await assistant.type(' How? ');
    await assistant.press('Enter');
    expect(asked).to.deep.equal([{ question: 'How?', filter: { language: 'en' } }]);
    expect(assistant.input.value).to.equal(' How? ');
    expect((await assistant.requests()).length).to.equal(0);
  });

  it('asks with a filter of its own where the page gives one', async () => {
    const assistant = await AssistantHarness.open({ replies: [answer('One.')] });
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.ask('How?', { filter: { version: 'v5' } });
    await answered;
    const [request] = await assistant.requests();
    expect(request!.body.filter).to.deep.equal({ version: 'v5' });
  });

  it('sends what the page adds to the filter, with each new try, too, and keeps none of it', async () => {
    const assistant = await AssistantHarness.open({
      replies: [{ status: 500 }, answer('One.'), answer('Two.')],
    });
    const chosen: unknown[] = [];
    assistant.element.addEventListener('docs-assistant-ask', ({ detail: { question, filter } }) => {
      chosen.push({ question, ...filter });
      filter.groups = [`group-${chosen.length}`];
    });
    const filters = async () => (await assistant.requests()).map(({ body }) => body.filter);
    const failed = assistant.heard('docs-assistant-answered');
    assistant.element.ask('How?', { filter: { version: 'v5' } });
    await failed;
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.retry();
    await answered;
    expect(await filters()).to.deep.equal([
      { version: 'v5', groups: ['group-1'] },
      { version: 'v5', groups: ['group-2'] },
    ]);
    await assistant.until(() => JSON.stringify({ ...localStorage }).includes('v5'));
    expect(JSON.stringify({ ...localStorage })).not.to.include('group-');

    const again = await assistant.reload();
    const second = again.heard('docs-assistant-answered');
    again.element.retry();
    await second;
    expect((await filters()).at(-1)).to.deep.equal({ version: 'v5' });
    expect(chosen).to.deep.equal([
      { question: 'How?', version: 'v5' },
      { question: 'How?', version: 'v5', groups: ['group-1'] },
    ]);
  });

  it('lets the page cancel a new try', async () => {
    const assistant = await AssistantHarness.open({ replies: [answer('One.')] });
    await assistant.ask('How?');
    assistant.element.addEventListener('docs-assistant-ask', (event) => event.preventDefault());
    assistant.element.retry();
    await assistant.element.updateComplete;
    expect(assistant.texts('.prose')).to.deep.equal(['One.']);
    expect((await assistant.requests()).length).to.equal(1);
  });

  it('stops the answer under way when the page asks something else', async () => {
    const assistant = await AssistantHarness.open({
      replies: [answer(['One ', 'two'], { held: true }), answer('Two.')],
    });
    assistant.element.ask('First?');
    await assistant.until(() => assistant.text('.step').includes('run code'));
    await assistant.ask('Second?');
    await assistant.until(() => assistant.texts('.prose').at(-1) === 'Two.');
    expect(assistant.text('[part=notice]')).to.contain('You stopped this answer.');
  });

  it('draws text before and after a search as blocks of their own, and sends them so (chat-9)', async () => {
    const write = (delta: string): object[] => [
      { type: 'text-start', id: 't' },
      text(delta),
      { type: 'text-end', id: 't' },
    ];
    const assistant = await AssistantHarness.answered({
      replies: [
        stream([
          [...write('I will look:\n\n```sh\nls'), ...search('x'), ...write('## Install\n\nRun it.'), END],
        ]),
        answer('Yes.'),
      ],
    });
    const blocks = [...assistant.find('.prose')!.querySelectorAll('p, pre code, h1, h2, h3, h4')];
    expect(blocks.map((block) => block.textContent.trim())).to.deep.equal([
      'I will look:',
      'ls',
      'Install',
      'Run it.',
    ]);
    await assistant.ask('And then?');
    const [, request] = await assistant.requests();
    expect((request!.body.messages as { content: string }[])[1]!.content).to.equal(
      'I will look:\n\n```sh\nls\n```\n\n## Install\n\nRun it.',
    );
  });

  it('says that the answer was stopped when the server has done so, also after a reload (chat-46)', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [stream([[text('some'), { type: 'abort' }]])],
    });
    expect(assistant.text('[part=notice]')).to.equal('The answer was stopped. Try again');
    const again = await assistant.reload();
    again.element.show();
    await again.until(() => again.text('[part=notice]').startsWith('The answer was stopped.'));
  });

  it('folds reasoning between tags in the text, which may come cut (chat-20)', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [stream([[text('<thi')], [text('nk>plan')], [text('\n\nmore</think>\n\nUse **x**.'), END]])],
    });
    expect(assistant.texts('.prose').at(-1)).to.equal('Use x.');
    expect(assistant.text('[part=reasoning]')).to.contain('plan');
  });

  it('is there again after a reload, with the panel closed', async () => {
    const assistant = await AssistantHarness.answered({
      replies: [answer('Use middleware.', { sources: SOURCES })],
    });
    await assistant.type('And then');
    const again = await assistant.reload();
    expect(again.isOpen).to.equal(false);
    await again.show();
    expect(again.text('.prose')).to.equal('Use middleware.');
    expect(again.findAll('[part=source]').length).to.equal(4);
    expect(again.input.value).to.equal('And then');
  });

  it('keeps nothing beyond the page with storage="memory"', async () => {
    const assistant = await AssistantHarness.answered({
      attributes: { storage: 'memory' },
      replies: [answer('Use middleware.')],
    });
    expect(assistant.text('.prose')).to.equal('Use middleware.');
    expect(localStorage.length + sessionStorage.length).to.equal(0);
    assistant.element.storage = 'local';
    await assistant.element.updateComplete;
    const again = await assistant.reload();
    await again.show();
    expect(again.text('.prose')).to.equal('Use middleware.');
  });

  it('answers where the storage is blocked', async () => {
    const own = Object.getOwnPropertyDescriptor(window, 'localStorage')!;
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
    const assistant = await AssistantHarness.answered({ replies: [answer('Use middleware.')] });
    Object.defineProperty(window, 'localStorage', own);
    expect(assistant.text('.prose')).to.equal('Use middleware.');
  });

  it('starts anew, and forgets the visitor when it is told to', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('One.'), answer('Two.')] });
    const thread = assistant.heard('docs-assistant-thread');
    await assistant.click('[part=new-thread]');
    expect(await thread).to.deep.equal({ threadId: null });
    expect(assistant.find('.turn') === null).to.equal(true);
    expect(assistant.focused).to.equal('input');
    await assistant.ask('Again?');
    const [first, second] = await assistant.requests();
    expect(second!.body.fp).to.equal(first!.body.fp);
    expect(second!.body.threadId).to.equal(undefined);
    assistant.element.forget();
    await assistant.element.updateComplete;
    expect(Object.keys(localStorage)).to.deep.equal([]);
  });

  it('goes on answering when it is moved', async () => {
    const assistant = await AssistantHarness.open({
      replies: [answer(['Use ', 'middleware.'], { held: true })],
    });
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('.step') !== null);
    const place = document.createElement('div');
    place.className = 'test';
    document.body.append(place);
    place.append(assistant.element);
    for (let pieces = 0; pieces < 4; pieces++) await assistant.release();
    expect((await answered).status).to.equal('done');
    expect(assistant.text('.prose')).to.equal('Use middleware.');
    expect(assistant.isOpen).to.equal(true);
  });

  it('goes on answering where a library moves it in several steps, as Turbo does what is permanent (chat-31)', async () => {
    const assistant = await AssistantHarness.show({
      replies: [answer(['Use ', 'middleware.'], { held: true })],
    });
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.text('.prose').startsWith('Use'));
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.remove();
    const place = Object.assign(document.createElement('div'), { className: 'test' });
    for (let step = 0; step < 20; step++) await Promise.resolve();
    document.body.append(place);
    place.append(assistant.element);
    for (let pieces = 0; pieces < 4; pieces++) await assistant.release();
    expect((await answered).status).to.equal('done');
    expect(assistant.text('.prose')).to.equal('Use middleware.');
    expect(assistant.isOpen).to.equal(true);
  });

  it('leaves the server when it is removed, and shows what there was when it is back', async () => {
    const assistant = await AssistantHarness.open({
      replies: [answer(['Use ', 'middleware.'], { held: true })],
    });
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.text('.prose') === 'Use');
    const answered = assistant.heard('docs-assistant-answered');
    assistant.element.remove();
    expect((await answered).status).to.equal('interrupted');
    await assistant.until(async () => (await assistant.requests())[0]!.left);
    document.body.append(assistant.element);
    await assistant.until(() => assistant.text('[part=notice]') === 'The answer may be cut off. Try again');
    expect(assistant.text('.prose')).to.equal('Use');
  });

  it('copies an answer as the Markdown that it is', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('Use **middleware**.')] });
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    await assistant.until(() => assistant.find('.actions [part=copy]') !== null);
    await assistant.click('.actions [part=copy]');
    await assistant.until(() => assistant.said === 'Copied');
    Reflect.deleteProperty(navigator, 'clipboard');
    expect(copied).to.deep.equal(['Use **middleware**.']);
  });

  it('dispatches the rating of an answer to the page', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('Use middleware.')] });
    const ratings: unknown[] = [];
    assistant.element.addEventListener('docs-assistant-feedback', (event) => ratings.push(event.detail));
    await assistant.click('[data-rating=negative]');
    expect(assistant.find('[data-rating=negative]')!.getAttribute('aria-pressed')).to.equal('true');
    await assistant.click('[data-rating=negative]');
    expect(ratings).to.deep.equal([
      { messageId: 'message-1', rating: 'negative', reasons: [], note: '' },
      { messageId: 'message-1', rating: null, reasons: [], note: '' },
    ]);
  });

  it('shows the conversation of the current domain', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('Use middleware.')] });
    assistant.element.domain = 'other';
    await assistant.until(() => assistant.find('.welcome') !== null);
    assistant.element.domain = 'docs';
    await assistant.until(() => assistant.text('.prose') === 'Use middleware.');
  });

  it('shows what arrives in the next frame, with the log at its end', async () => {
    const lines = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n\n');
    const assistant = await AssistantHarness.show({
      replies: [answer([lines, `\n\n${lines}\n\nThe newest`], { held: true })],
    });
    assistant.element.ask('How?');
    await assistant.release();
    const log = assistant.find('[part=messages]')!;
    await assistant.until(() => assistant.find('[part=newest]') !== null);
    await assistant.click('[part=newest]');
    await steady(() => log.scrollHeight);

    const frames = new FakeFrames();
    try {
      await assistant.release();
      await frames.requested();
      frames.next();
      await assistant.element.updateComplete;
      await Promise.resolve();
      expect(assistant.text('.prose').endsWith('The newest')).to.equal(true);
      expect(log.scrollHeight - log.clientHeight - log.scrollTop).to.be.lessThan(2);
    } finally {
      frames.restore();
    }
  });

  it('stays at the end that the reader has gone to while the answer grows, until the reader scrolls up', async () => {
    const lines = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n\n');
    const assistant = await AssistantHarness.open({
      replies: [answer([lines, `\n\n${lines}`, `\n\n${lines}`], { held: true })],
    });
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.find('[part=messages]') !== null);
    const log = assistant.find('[part=messages]')!;
    const fromEnd = (): number => log.scrollHeight - log.clientHeight - log.scrollTop;
    await assistant.until(() => assistant.find('[part=newest]') !== null);
    await assistant.click('[part=newest]');
    await assistant.until(() => log.scrollTop > 0 && fromEnd() < 2);
    await steady(() => log.scrollHeight);

    log.scrollTop -= 300;
    await assistant.until(() => assistant.find('[part=newest]') !== null);
    // What comes into view has its real height from then on.
    await steady(() => log.scrollHeight);
    const { scrollHeight, scrollTop } = log;
    await assistant.release();
    await assistant.until(() => log.scrollHeight > scrollHeight);
    await steady(() => log.scrollHeight);
    expect(log.scrollTop).to.equal(scrollTop);

    await assistant.click('[part=newest]');
    await assistant.until(() => fromEnd() < 2);
    expect(assistant.find('[part=newest]') === null).to.equal(true);
  });
});

/** Waits until a measure stays as it is: what is out of sight is estimated at first. */
async function steady(measure: () => number): Promise<void> {
  for (let frames = 0, last = measure(); frames < 5; frames = measure() === last ? frames + 1 : 0) {
    last = measure();
    await drawn();
  }
}
