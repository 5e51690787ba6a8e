/**
 * Shows on the home page how a question is answered: the element itself, with a recorded answer. What a visitor asks there goes to the
 * chat of the page.
 */

/** Milliseconds between two words of the answer, and for what comes before the first. */
const WORD = 45;
const SEARCH = 900;

const place = document.querySelector('.showcase');
const { question, answer, pages } = JSON.parse(place.dataset.recording);
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;

const source = {
  async *answer(_request, { signal } = {}) {
    const wait = async (milliseconds) => {
      if (!isStill) await new Promise((resolve) => setTimeout(resolve, milliseconds));
      signal?.throwIfAborted();
    };
    const tool = { type: 'tool', id: 'search', name: 'search' };
    yield [{ ...tool, state: 'input-available', input: {} }];
    await wait(SEARCH);
    const results = pages.map(({ path, title }) => ({ path, content: '', metadata: { title } }));
    yield [{ ...tool, state: 'output-available', output: { type: 'search', results } }];
    for (const delta of answer.match(/\S+\s*/g)) {
      await wait(WORD);
      yield [{ type: 'text', phase: 'delta', part: '', delta }];
    }
    yield [{ type: 'finish', reason: 'stop' }, { type: 'end' }];
  },
};

async function play() {
  const [chat] = await Promise.all([
    customElements.whenDefined('docs-assistant').then(() => document.querySelector('docs-assistant')),
    untilVisible(),
  ]);
  // Created after that of the page, so that this stays the first: keys and buttons open it.
  const shown = document.createElement('docs-assistant');
  Object.assign(shown, { source, variant: 'inline', storage: 'memory', shortcut: 'none', linkBase: '/' });
  shown.setAttribute('domain', 'showcase');
  shown.addEventListener('docs-assistant-ask', (event) => {
    if (event.detail.question === question) return;
    event.preventDefault();
    chat.ask(event.detail.question);
  });
  // Nobody has asked: nothing is announced, and the focus stays out, until the answer is there.
  shown.inert = true;
  shown.addEventListener('docs-assistant-answered', () => (shown.inert = false));
  place.querySelector('.window').append(shown);
  shown.ask(question);
}

/** Resolves once the page is looked at: a tab in the background has time. */
function untilVisible() {
  return new Promise((resolve) => {
    const check = () => document.visibilityState === 'visible' && resolve(undefined);
    document.addEventListener('visibilitychange', check);
    check();
  });
}

void play();
