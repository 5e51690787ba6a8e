import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, drawn, openReplies } from '../../support/assistant-harness.ts';
import {
  acceptModule,
  holdModule,
  isAnswered,
  loadsFailedModulesAgain,
  refuseModule,
} from '../../support/late-module.ts';
import { ModelContextDouble } from '../../support/model-context.ts';
import type { ModulePath } from '../../support/module-address.ts';
import { ReaderFrame } from '../../support/reader-frame.ts';
import type { ScriptedReply } from '../../support/reply-server.ts';

/** An assistant on a page of its own, because a page loads each module once. */
interface Reader {
  readonly frame: ReaderFrame;
  readonly assistant: AssistantHarness;
}

interface Piece {
  /** Tested by `test/package/late-modules.test.ts`: each module that the assistant imports late is in this table. */
  readonly path: ModulePath;
  /** Whether it is asked for while the page loads: Firefox says that a page has loaded once it is there, so that it cannot be held back. */
  readonly isOfPage?: boolean;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly replies?: readonly ScriptedReply[];
  /** Visit a page before this one. */
  readonly visit?: (reader: Reader) => Promise<unknown>;
  /** Set the page up before the panel is loaded. */
  readonly prepare?: (frame: ReaderFrame) => unknown;
  /** Do what comes before the piece is wanted. */
  readonly begin?: (reader: Reader) => Promise<unknown>;
  /** Use what the piece is for. */
  readonly use: (reader: Reader) => unknown;
  /** Whether the failure has been handled: what a reader sees then. */
  readonly isWithout: (reader: Reader) => boolean | Promise<boolean>;
  /** Use it again after a failure. */
  readonly useAgain: (reader: Reader) => unknown;
  /** What the reader sees in the end, on every network. */
  readonly isThere: (reader: Reader) => boolean | Promise<boolean>;
}

const NOT_LOADED = 'This could not be loaded. Please try again. Try again';
const PLAIN = answer('Use middleware.');
const SOURCE = answer('Use middleware [1].', { sources: [{ path: '/guide', title: 'Guide' }] });
const TABLE = answer('| Step |\n| --- |\n| One |');
const CODE = answer('```js\nconst answer = 1;\n```');
const FORMULA = answer('It takes $x^2$ seconds.');

const show = async ({ assistant }: Reader): Promise<void> => {
  assistant.element.show();
  await assistant.until(() => assistant.isOpen);
};
const reopen = async (reader: Reader): Promise<void> => {
  reader.assistant.element.hide();
  await reader.assistant.element.updateComplete;
  await show(reader);
};
const speaksOfAi = ({ assistant }: Reader): boolean => assistant.find('.disclaimer') !== null;
const ask = ({ assistant }: Reader): void => assistant.element.ask('How?');
/** What the documentation of the demo answers, whatever is added to it. */
const askAboutColours = ({ assistant }: Reader): void =>
  assistant.element.ask('How do I change the colours?');
const answered = async (reader: Reader): Promise<void> => {
  ask(reader);
  await reader.assistant.until(() => reader.assistant.find('.actions [part=copy]') !== null);
};
const hasAnswer = ({ assistant }: Reader): boolean => assistant.texts('.prose').includes('Use middleware.');
const isOpen = ({ assistant }: Reader): boolean => assistant.isOpen;
const isInPage = ({ assistant }: Reader): boolean =>
  assistant.isOpen && assistant.find('[data-mode=inline]') !== null && assistant.launcher === null;
const saysNotLoaded = ({ assistant }: Reader): boolean => assistant.text('.hint') === NOT_LOADED;
const launcherSaysSo = ({ assistant }: Reader): boolean =>
  assistant.text('[part=launcher]') === 'Not loaded. Try again';
const pressLauncher = ({ assistant }: Reader): void => assistant.launcher.click();
const point = ({ assistant }: Reader): unknown =>
  assistant.find('.panel')!.dispatchEvent(new PointerEvent('pointerenter'));
const pressHelp = ({ assistant }: Reader): unknown =>
  assistant
    .find('[part=close]')!
    .dispatchEvent(
      new KeyboardEvent('keydown', { key: '?', bubbles: true, composed: true, cancelable: true }),
    );
const select = ({ frame }: Reader): unknown =>
  frame.window.getSelection()!.selectAllChildren(frame.document.querySelector('main p')!);
const quote = ({ assistant }: Reader): void => assistant.element.show({ question: '> Middleware\n\nWhy?' });
const contextOf = ({ frame }: Reader): ModelContextDouble =>
  (frame.document as unknown as { modelContext: ModelContextDouble }).modelContext;
const toolsOf = (reader: Reader): readonly string[] => contextOf(reader).names;
const offer = ({ assistant }: Reader): void => {
  assistant.element.webmcp = true;
};
/** Call a tool in a way that it refuses. */
const callTool = async (reader: Reader): Promise<void> => {
  reader.frame.document.title = '';
  reader.frame.document.title = await contextOf(reader).call('search_docs');
};
const AFTER_ANSWER = '/src/elements/assistant/after-answer/after-answer.ts';
const sendSecond = async ({ frame, assistant }: Reader): Promise<void> => {
  await assistant.type('Second?');
  await assistant.until(() => isAnswered(frame.window, AFTER_ANSWER));
  await drawn();
  assistant.find('[part=send]')!.click();
};

/** Every module that the assistant loads late. */
const PIECES: Readonly<Record<string, Piece>> = {
  'the panel': {
    path: '/src/elements/assistant/panel/panel.ts',
    replies: [PLAIN],
    use: ask,
    isWithout: launcherSaysSo,
    useAgain: pressLauncher,
    isThere: (reader) => hasAnswer(reader) && reader.assistant.text('.question') === 'How?',
  },
  'the button at a selection': {
    path: '/src/elements/assistant/selection/ask-selection.ts',
    use: (reader) => {
      reader.assistant.element.askSelection = true;
      select(reader);
    },
    isWithout: ({ assistant }) => assistant.find('[part=ask-selection]') === null,
    useAgain: (reader) => {
      reader.assistant.element.requestUpdate();
      select(reader);
    },
    isThere: ({ assistant }) => assistant.find('[part=ask-selection]') !== null,
  },
  "the tools for the browser's agent": {
    path: '/src/elements/assistant/webmcp/webmcp.ts',
    prepare: ({ document }) => ModelContextDouble.install(document),
    use: offer,
    isWithout: (reader) => toolsOf(reader).length === 0,
    useAgain: ({ assistant }) => assistant.element.requestUpdate(),
    isThere: (reader) => toolsOf(reader).length === 4,
  },
  'what these tools do': {
    path: '/src/elements/assistant/webmcp/call-tool.ts',
    prepare: ({ document }) => ModelContextDouble.install(document),
    begin: async (reader) => {
      offer(reader);
      await reader.assistant.until(() => toolsOf(reader).length === 4);
    },
    use: callTool,
    isWithout: ({ frame }) => frame.document.title.startsWith('not-loaded: '),
    useAgain: callTool,
    isThere: ({ frame }) => frame.document.title.startsWith('invalid-argument: '),
  },
  'the list of keys': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    begin: show,
    use: pressHelp,
    isWithout: saysNotLoaded,
    useAgain: pressHelp,
    isThere: ({ assistant }) => assistant.find('[part=shortcuts]')?.matches(':modal') ?? false,
  },
  'which languages there are': {
    path: '/src/elements/strings/translations/assistant.ts',
    prepare: ({ document }) => (document.documentElement.lang = 'de'),
    use: show,
    isWithout: ({ assistant }) => assistant.text('.greeting') === 'What would you like to know?',
    useAgain: reopen,
    isThere: ({ assistant }) => assistant.text('.greeting') === 'Was möchten Sie wissen?',
  },
  'the strings of the language': {
    path: '/src/elements/strings/translations/assistant/de.ts',
    prepare: ({ document }) => (document.documentElement.lang = 'de'),
    use: show,
    isWithout: ({ assistant }) => assistant.text('.greeting') === 'What would you like to know?',
    useAgain: reopen,
    isThere: ({ assistant }) => assistant.text('.greeting') === 'Was möchten Sie wissen?',
  },
  'a panel that begins as a dialog': {
    path: '/src/elements/assistant/modes/placement-modes.ts',
    attributes: { variant: 'dialog' },
    use: pressLauncher,
    isWithout: launcherSaysSo,
    useAgain: pressLauncher,
    isThere: ({ assistant }) => assistant.find('dialog')?.matches(':modal') ?? false,
  },
  'a panel in the page (chat-49)': {
    path: '/src/elements/assistant/modes/placement-modes.ts',
    attributes: { variant: 'inline' },
    isOfPage: true,
    use: () => {},
    isWithout: (reader) =>
      launcherSaysSo(reader) && getComputedStyle(reader.assistant.launcher).position === 'static',
    useAgain: pressLauncher,
    isThere: ({ assistant }) => assistant.isOpen && assistant.find('[part=launcher]') === null,
  },
  'a panel that becomes a dialog': {
    path: '/src/elements/assistant/modes/placement-modes.ts',
    begin: show,
    use: ({ assistant }) => (assistant.element.variant = 'dialog'),
    isWithout: isOpen,
    useAgain: reopen,
    isThere: ({ assistant }) => assistant.find('dialog')!.matches(':modal'),
  },
  'what the service says of its model': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    replies: [PLAIN],
    use: ask,
    isWithout: (reader) => hasAnswer(reader) && !speaksOfAi(reader),
    useAgain: ask,
    isThere: speaksOfAi,
  },
  'an open panel that becomes a part of the page': {
    path: '/src/elements/assistant/modes/placement-modes.ts',
    begin: show,
    use: ({ assistant }) => (assistant.element.variant = 'inline'),
    isWithout: isOpen,
    useAgain: reopen,
    isThere: isInPage,
  },
  'a closed panel that becomes a part of the page': {
    path: '/src/elements/assistant/modes/placement-modes.ts',
    async begin(reader) {
      await show(reader);
      reader.assistant.element.hide();
      await reader.assistant.until(() => !reader.assistant.isOpen);
    },
    use: ({ assistant }) => (assistant.element.variant = 'inline'),
    isWithout: ({ assistant }) => assistant.launcher !== null && !assistant.isOpen,
    useAgain: pressLauncher,
    isThere: isInPage,
  },
  'the place beside the launcher': {
    path: '/src/elements/shared/dom/keep-at-launcher.ts',
    attributes: { placement: 'left-end' },
    use: show,
    isWithout: isOpen,
    useAgain: reopen,
    isThere: ({ assistant }) =>
      assistant.isOpen &&
      assistant.find('.panel')!.getBoundingClientRect().right <=
        assistant.launcher.getBoundingClientRect().left,
  },
  'the handles at the edges': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    begin: show,
    use: point,
    isWithout: isOpen,
    useAgain: point,
    isThere: ({ assistant }) => assistant.findAll('[part=resize]').length === 2,
  },
  'the reader of a static index': {
    path: '/src/elements/shared/static-index.ts',
    attributes: { endpoint: '', index: '/__index/', language: 'en' },
    use: askAboutColours,
    // Loaded with the panel, and tried again with the question.
    isWithout: isOpen,
    useAgain: askAboutColours,
    isThere: ({ assistant }) => assistant.find('.prose h3 a') !== null,
  },
  'a source that the page names': {
    path: '/src/sources/named-answers.ts',
    attributes: { endpoint: '', source: 'ai-sdk url=/__chat' },
    use: ask,
    // Loaded with the panel, and tried again with the question.
    isWithout: isOpen,
    useAgain: ask,
    isThere: ({ assistant }) => assistant.texts('.prose').some((text) => text.startsWith('You asked:')),
  },
  'the footer of an answer': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    replies: [PLAIN],
    use: ask,
    isWithout: saysNotLoaded,
    useAgain: ({ assistant }) => assistant.find('[part=retry]')!.click(),
    isThere: (reader) => hasAnswer(reader) && reader.assistant.findAll('[data-rating]').length === 2,
  },
  'the announcement of an answer': {
    path: '/src/elements/assistant/speech/answer-speech.ts',
    replies: [PLAIN, PLAIN],
    use: ask,
    // Its end is another use.
    isWithout: hasAnswer,
    useAgain: ask,
    isThere: ({ assistant }) =>
      assistant.portion === 'Use middleware.' && assistant.said === 'The answer is complete',
  },
  'the queue of questions': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    replies: [answer('One.', { held: true })],
    begin: async (reader) => {
      ask(reader);
      await reader.assistant.until(() => reader.assistant.find('[part=stop]') !== null);
    },
    use: sendSecond,
    isWithout: (reader) => saysNotLoaded(reader) && reader.assistant.input.value === 'Second?',
    useAgain: ({ assistant }) => assistant.find('[part=send]')!.click(),
    isThere: ({ assistant }) =>
      assistant.text('[part=queue] span') === 'Asked after this answer: Second?' &&
      assistant.input.value === '',
  },
  'the quotes of a question': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    replies: [PLAIN],
    begin: show,
    use: quote,
    // It is sent all the same.
    isWithout: (reader) => saysNotLoaded(reader) && reader.assistant.input.value === '> Middleware\n\nWhy?',
    useAgain: quote,
    isThere: ({ assistant }) =>
      assistant.text('.draft-quotes q') === 'Middleware' && assistant.input.value === 'Why?',
  },
  'a question with a quote': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    replies: [answer('Use middleware.', { held: true })],
    use: ({ assistant }) => assistant.element.ask('> Middleware\n\nWhy?'),
    isWithout: (reader) =>
      saysNotLoaded(reader) && reader.assistant.text('.question') === '> Middleware Why?',
    useAgain: ({ assistant }) => assistant.find('.hint [part=retry]')!.click(),
    isThere: ({ assistant }) =>
      assistant.text('.question blockquote') === 'Middleware' && assistant.text('.question p') === 'Why?',
  },
  'the list of conversations': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    begin: show,
    use: ({ assistant }) => assistant.find('[part=history]')!.click(),
    isWithout: saysNotLoaded,
    useAgain: ({ assistant }) => assistant.find('[part=history]')!.click(),
    isThere: ({ assistant }) => assistant.find('[part=history-list]') !== null,
  },
  'what was said on the page before': {
    path: '/src/elements/assistant/after-answer/after-answer.ts',
    replies: [PLAIN],
    visit: answered,
    use: ({ assistant }) => assistant.element.show(),
    isWithout: (reader) => saysNotLoaded(reader) && hasAnswer(reader),
    useAgain: ({ assistant }) => assistant.find('.hint [part=retry]')!.click(),
    isThere: (reader) => hasAnswer(reader) && reader.assistant.findAll('[data-rating]').length === 2,
  },
  'the table of an answer': {
    path: '/src/elements/shared/markdown/markdown-extensions.ts',
    replies: [TABLE, TABLE],
    use: ask,
    isWithout: ({ assistant }) => assistant.text('.prose') !== '',
    useAgain: ask,
    isThere: ({ assistant }) => assistant.text('.prose td') === 'One',
  },
  'the formulas of an answer': {
    path: '/src/elements/shared/markdown/math-node.ts',
    replies: [FORMULA, FORMULA],
    use: ask,
    isWithout: ({ assistant }) => assistant.text('.prose code') === 'x^2',
    useAgain: ask,
    // Those before, too.
    isThere: ({ assistant }) => assistant.find('math') !== null && assistant.find('.math > code') === null,
  },
  'the colours of code': {
    path: '/src/elements/shared/code/code-highlighter.ts',
    replies: [CODE, CODE],
    use: ask,
    isWithout: ({ assistant }) => assistant.find('.prose pre') !== null,
    useAgain: ask,
    isThere: ({ frame, assistant }) => {
      const { highlights } = frame.window.CSS;
      // What a browser without highlights shows on every network.
      return highlights ? highlights.size > 0 : assistant.texts('.prose pre').length > 0;
    },
  },
  'the language of code': {
    path: '/node_modules/highlight.js/es/languages/javascript.js',
    replies: [CODE],
    use: ask,
    isWithout: (reader) => {
      const { highlights } = reader.frame.window.CSS;
      return highlights ? saysNotLoaded(reader) : reader.assistant.find('.prose pre') !== null;
    },
    useAgain: ({ assistant }) => assistant.find('.hint [part=retry]')?.click(),
    isThere: (reader) => {
      const { highlights } = reader.frame.window.CSS;
      // The block before, without another question.
      return highlights
        ? (highlights.get('docs-code-keyword')?.size ?? 0) > 0 && !saysNotLoaded(reader)
        : reader.assistant.find('.prose pre') !== null;
    },
  },
  'the rules for secrets': {
    path: '/src/protocol/mask-secrets.ts',
    // The first one when the field gets the focus.
    attributes: { mask: '' },
    replies: [PLAIN],
    use: async (reader) => {
      await show(reader);
      await reader.assistant.until(() => isAnswered(reader.frame.window, '/src/protocol/mask-secrets.ts'));
      reader.assistant.element.ask('Is password=hunter22! right?');
    },
    isWithout: async ({ assistant }) =>
      assistant.find('[part=retry]') !== null && (await assistant.requests()).length === 0,
    useAgain: ({ assistant }) => assistant.find('[part=retry]')!.click(),
    isThere: (reader) =>
      hasAnswer(reader) && reader.assistant.text('.question') === 'Is password=[secret] right?',
  },
  'the lock of pages without locks': {
    path: '/src/state/conversation/writer-lock.ts',
    replies: [PLAIN, PLAIN],
    prepare: ({ window }) =>
      Object.defineProperty(window.navigator, 'locks', { configurable: true, value: undefined }),
    use: ask,
    isWithout: hasAnswer,
    useAgain: ask,
    isThere: hasAnswer,
  },
};

describe('<docs-assistant>: what is loaded late', () => {
  // Built at its first request, which takes longer on a busy machine than a test waits.
  before(() => fetch('/__index/manifest.json'));
  afterEach(() => ReaderFrame.reset());

  for (const [name, piece] of Object.entries(PIECES)) {
    if (!piece.isOfPage)
      it(`is the same in the end when it is held back: ${name}`, async () => {
        const endpoint = await visit(piece);
        const letGo = await holdModule(piece.path);
        let reader: Reader;
        try {
          reader = await open(piece, endpoint);
          void piece.use(reader);
          await drawn();
          await drawn();
          expect(await piece.isThere(reader)).to.equal(false);
        } finally {
          await letGo();
        }
        await reader.assistant.until(() => piece.isThere(reader));
      });

    it(`is tried again with the next use when it has failed: ${name}`, async () => {
      const endpoint = await visit(piece);
      // However often it is asked for: typing and sending ask once each, or once together.
      await refuseModule(piece.path, 20);
      let reader = await open(piece, endpoint);
      void piece.use(reader);
      await reader.assistant.until(() => isAnswered(reader.frame.window, piece.path));
      await reader.assistant.until(() => piece.isWithout(reader));
      await drawn();
      await drawn();
      await acceptModule(piece.path);
      if (await loadsFailedModulesAgain()) await piece.useAgain(reader);
      else {
        // Firefox remembers for the life of a page that a module did not load: the next use is on the next page.
        await ReaderFrame.reset();
        reader = await open(piece, await visit(piece));
        await piece.use(reader);
      }
      await reader.assistant.until(() => piece.isThere(reader));
    });
  }

  it('announces how an answer ended once its footer is there', async () => {
    const path = '/src/elements/assistant/after-answer/after-answer.ts';
    const letGo = await holdModule(path);
    const { assistant } = await open({ replies: [PLAIN] }, null);
    assistant.element.ask('How?');
    await assistant.until(() => assistant.portion === 'Use middleware.');
    expect(assistant.said).to.equal('The answer is being written');
    await letGo();
    await assistant.until(() => assistant.said === 'The answer is complete');
  });

  it('shows no preview of a source that the reader has left meanwhile', async () => {
    const letGo = await holdModule('/src/elements/assistant/after-answer/after-answer.ts');
    const { assistant } = await open({ replies: [SOURCE] }, null);
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('.mark') !== null);
    assistant.find('.mark')!.focus();
    assistant.input.focus();
    await letGo();
    await assistant.until(() => assistant.find('a[part=source]') !== null);
    expect(assistant.find('[data-current]') === null).to.equal(true);
  });
});

/** Visit the page before, if the piece needs one. @returns the endpoint of the site */
async function visit({ visit: act, replies = [] }: Piece): Promise<string | null> {
  if (!act) return null;
  const endpoint = await openReplies(replies);
  await act(await open({}, endpoint));
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  return endpoint;
}

async function open(
  {
    attributes = {},
    replies = [],
    prepare,
    begin,
  }: Pick<Piece, 'attributes' | 'replies' | 'prepare' | 'begin'>,
  endpoint: string | null,
): Promise<Reader> {
  const site = { endpoint: endpoint ?? (await openReplies(replies)), domain: 'docs' };
  const frame = await ReaderFrame.open({ attributes: { ...site, ...attributes } });
  prepare?.(frame);
  const reader = { frame, assistant: AssistantHarness.of(frame.assistant) };
  await begin?.(reader);
  return reader;
}
