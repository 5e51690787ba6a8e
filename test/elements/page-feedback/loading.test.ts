import { expect } from '@open-wc/testing';
import { drawn, openReplies } from '../../support/assistant-harness.ts';
import {
  acceptModule,
  holdModule,
  isAnswered,
  loadsFailedModulesAgain,
  refuseModule,
} from '../../support/late-module.ts';
import type { ModulePath } from '../../support/module-address.ts';
import { PageFeedbackHarness } from '../../support/page-feedback-harness.ts';
import { ReaderFrame } from '../../support/reader-frame.ts';
import { until } from '../../support/until.ts';

interface Piece {
  /** Tested by `test/package/late-modules.test.ts`: each module that the element imports late is in this table. */
  readonly path: ModulePath;
  readonly attributes?: Readonly<Record<string, string>>;
  /** What the reader sees once the failure has been handled. */
  readonly isWithout: (feedback: PageFeedbackHarness) => boolean;
  readonly useAgain: (feedback: PageFeedbackHarness) => Promise<void>;
  /** What the reader sees in the end, on every network. */
  readonly isThere: (feedback: PageFeedbackHarness) => boolean;
}

const rateAgain = (feedback: PageFeedbackHarness): Promise<void> => feedback.rate('negative');

/** The languages, without which nothing is drawn until they are there or cannot be loaded. */
const LANGUAGES = { path: '/src/elements/strings/translations/pageFeedback.ts', language: 'de' } as const;

/** Every other module that is loaded late; each is used by rating the page. */
const PIECES: Readonly<Record<string, Piece>> = {
  'the form': {
    path: '/src/elements/page-feedback/page-feedback-form.ts',
    isWithout: (feedback) => feedback.find('.thanks') !== null,
    useAgain: rateAgain,
    isThere: (feedback) => feedback.find('[part=feedback-form]') !== null,
  },
  'the rules for secrets': {
    path: '/src/protocol/mask-secrets.ts',
    attributes: { mask: '' },
    isWithout: (feedback) => feedback.find('[part=error]') !== null,
    useAgain: (feedback) => feedback.click('[part=error] [part=retry]'),
    isThere: (feedback) => feedback.element.dataset['posted'] === '',
  },
};

describe('<docs-page-feedback>: what is loaded late', () => {
  afterEach(async () => {
    await ReaderFrame.reset();
    PageFeedbackHarness.reset();
  });

  for (const [name, piece] of Object.entries(PIECES)) {
    it(`is the same in the end when it is held back: ${name}`, async () => {
      const letGo = await holdModule(piece.path);
      let feedback: PageFeedbackHarness;
      try {
        [feedback] = await open(piece);
        await feedback.rate('positive');
        await drawn();
        expect(feedback.rating).to.equal('positive');
        expect(piece.isThere(feedback)).to.equal(false);
      } finally {
        await letGo();
      }
      await feedback.until(() => piece.isThere(feedback));
    });

    it(`is tried again with the next use when it has failed: ${name}`, async () => {
      await refuseModule(piece.path);
      const [feedback, window] = await open(piece);
      await feedback.rate('positive');
      await feedback.until(() => isAnswered(window, piece.path) && piece.isWithout(feedback));
      // Firefox remembers for the life of a page that a module did not load: there it ends here.
      if (await loadsFailedModulesAgain()) {
        await piece.useAgain(feedback);
        await feedback.until(() => piece.isThere(feedback));
      } else expect(piece.isThere(feedback)).to.equal(false);
      await acceptModule(piece.path);
    });
  }

  it('asks in the language of the page, however late that is loaded', async () => {
    const letGo = await holdModule(LANGUAGES.path);
    let isOpen = false;
    const opening = open(LANGUAGES).finally(() => (isOpen = true));
    try {
      await until(() => findElement() !== null);
      await drawn();
      expect(isOpen).to.equal(false);
    } finally {
      await letGo();
    }
    const [feedback] = await opening;
    expect(feedback.text('[part=question]')).to.equal('War diese Seite hilfreich?');
  });

  it('asks in English when the languages do not load, and tries again with a rating', async () => {
    await refuseModule(LANGUAGES.path);
    const [feedback] = await open(LANGUAGES);
    expect(feedback.text('[part=question]')).to.equal('Was this page helpful?');
    await feedback.rate('positive');
    if (await loadsFailedModulesAgain())
      await feedback.until(() => feedback.text('[part=question]') === 'War diese Seite hilfreich?');
    await acceptModule(LANGUAGES.path);
  });
});

function findElement(): Element | null {
  return document.querySelector('iframe')?.contentDocument?.querySelector('docs-page-feedback') ?? null;
}

/** Open the element on a page of its own, because a page loads each module once. */
async function open({
  attributes,
  language = 'en',
}: Pick<Piece, 'attributes'> & { readonly language?: string }): Promise<[PageFeedbackHarness, Window]> {
  const frame = await ReaderFrame.open({});
  frame.document.documentElement.lang = language;
  await frame.run('/src/page-feedback.ts');
  const endpoint = await openReplies([{ status: 204 }, { status: 204 }]);
  const feedback = await PageFeedbackHarness.open(
    { 'feedback-endpoint': endpoint, ...attributes },
    frame.document,
  );
  void feedback.posted(1).then(() => (feedback.element.dataset['posted'] = ''));
  return [feedback, frame.window];
}
