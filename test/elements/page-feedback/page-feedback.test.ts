import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { emulatePreferences, focusPage, pressKeys, setViewport } from '../../support/page-commands.ts';
import { openReplies } from '../../support/assistant-harness.ts';
import { PageFeedbackHarness } from '../../support/page-feedback-harness.ts';
import { PAGE_FEEDBACK_SCENES } from '../../support/scenes/page-feedback-scenes.ts';

const PAGE = location.origin + location.pathname;
const EMPTY = { reasons: [], note: '' };

describe('<docs-page-feedback>', () => {
  const { href, title } = { href: location.href, title: document.title };
  beforeEach(async () => {
    await setViewport({ width: 1000, height: 700 });
    await focusPage();
  });
  afterEach(() => {
    PageFeedbackHarness.reset();
    history.replaceState(null, '', href);
    document.title = title;
  });

  it('asks whether the page was helpful', async () => {
    const feedback = await PageFeedbackHarness.open();
    expect(feedback.text('[part=question]')).to.equal('Was this page helpful?');
    expect(feedback.texts('[part=rating]')).to.deep.equal(['Yes', 'No']);
    expect(feedback.rating).to.equal('');
    expect(feedback.said).to.equal('');
  });

  it('dispatches the rating, and then the reasons and the note', async () => {
    history.replaceState(null, '', '?ask=secret#part');
    const feedback = await PageFeedbackHarness.rated('negative');
    expect(feedback.said).to.equal('Thank you for your feedback');
    expect(feedback.texts('button.reason')).to.include('Not what I was looking for');
    feedback.find('button.reason')!.click();
    await feedback.note(' The option has another name. ');
    await feedback.send();
    expect(feedback.events).to.deep.equal([
      { page: PAGE, rating: 'negative', ...EMPTY },
      { page: PAGE, rating: 'negative', reasons: ['incorrect'], note: 'The option has another name.' },
    ]);
    expect(feedback.find('[part=feedback-form]') === null).to.equal(true);
    expect(feedback.texts('.feedback-said > :not(button)')).to.deep.equal([
      'Not correct',
      'The option has another name.',
    ]);
  });

  it('is posted to the endpoint that the page names, as the proxy takes it', async () => {
    const endpoint = await openReplies([{ status: 204 }, { status: 204 }]);
    const feedback = await PageFeedbackHarness.rated('positive', { 'feedback-endpoint': endpoint });
    await feedback.note('Clear.');
    await feedback.send();
    const shared = { domain: 'docs', messageId: null, page: PAGE, rating: 'positive', reasons: [] };
    expect(await feedback.posted(2)).to.deep.equal([
      { ...shared, note: '' },
      { ...shared, note: 'Clear.' },
    ]);
  });

  it('leaves secrets out of the note where the page asks for that', async () => {
    const endpoint = await openReplies([{ status: 204 }, { status: 204 }]);
    const feedback = await PageFeedbackHarness.rated('positive', { 'feedback-endpoint': endpoint, mask: '' });
    await feedback.note('Write to ann@example.org');
    await feedback.send();
    expect((await feedback.posted(2))[1]!.note).to.equal('Write to [email]');
  });

  it('says that it could not be sent, and sends it again', async () => {
    const endpoint = await openReplies([{ status: 500 }, { status: 204 }]);
    const feedback = await PageFeedbackHarness.open({ 'feedback-endpoint': endpoint });
    await feedback.rate('positive');
    await feedback.until(() => feedback.find('[part=error]') !== null);
    expect(feedback.said).to.equal('Your feedback is kept here, but could not be sent.');
    await feedback.click('[part=error] [part=retry]');
    await feedback.posted(2);
    await feedback.until(() => feedback.find('[part=error]') === null && feedback.find('.thanks') !== null);
  });

  it('has the limit of notes that answers have', async () => {
    const feedback = await PageFeedbackHarness.rated('negative');
    expect(feedback.find<HTMLTextAreaElement>('.note-input')!.maxLength).to.equal(2000);
  });

  it('has one rating: another answer replaces it, and a second press takes it back', async () => {
    const feedback = await PageFeedbackHarness.rated('negative');
    await feedback.rate('positive');
    expect(feedback.rating).to.equal('positive');
    await feedback.until(() => feedback.text('.feedback-form .label') === 'What was good about it?');
    await feedback.rate('positive');
    expect(feedback.rating).to.equal('');
    expect(feedback.find('[part=feedback-form], .thanks') === null).to.equal(true);
    expect(feedback.events.map(({ rating }) => rating)).to.deep.equal(['negative', 'positive', null]);
  });

  it('is answered by keyboard, and Escape leaves the form', async () => {
    const feedback = await PageFeedbackHarness.open();
    feedback.find('[data-rating=positive]')!.focus();
    await pressKeys('Enter');
    await feedback.until(() => feedback.find('[part=feedback-form]') !== null);
    feedback.find('.note-input')!.focus();
    await pressKeys('Escape');
    await feedback.until(() => feedback.find('[part=feedback-form]') === null);
    expect(feedback.root.activeElement?.getAttribute('data-rating')).to.equal('positive');
  });

  it('is remembered for the visit, and can be changed', async () => {
    const before = await PageFeedbackHarness.rated('negative');
    await before.note('Wrong name.');
    await before.send();
    before.element.remove();
    const feedback = await PageFeedbackHarness.open();
    expect(feedback.rating).to.equal('negative');
    await feedback.until(() => feedback.find('.feedback-said button') !== null);
    await feedback.click('.feedback-said button');
    await feedback.until(() => feedback.root.activeElement?.className === 'note-input');
    expect(feedback.find<HTMLTextAreaElement>('.note-input')!.value).to.equal('Wrong name.');
    expect(localStorage.length).to.equal(0);
  });

  it('keeps nothing that it cannot read', async () => {
    sessionStorage.setItem('docs-assistant:pages', JSON.stringify([[PAGE, { rating: 'great' }], 7, [PAGE]]));
    const feedback = await PageFeedbackHarness.open();
    expect(feedback.rating).to.equal('');
  });

  it('writes nothing with storage="memory"', async () => {
    await PageFeedbackHarness.rated('positive', { storage: 'memory' });
    expect(sessionStorage.length).to.equal(0);
  });

  it('works where storage is blocked', async () => {
    const storage = Object.getOwnPropertyDescriptor(window, 'sessionStorage')!;
    Object.defineProperty(window, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
    const feedback = await PageFeedbackHarness.rated('positive').finally(() =>
      Object.defineProperty(window, 'sessionStorage', storage),
    );
    expect(feedback.rating).to.equal('positive');
  });

  it('asks anew on the page that a router shows', async () => {
    const feedback = await PageFeedbackHarness.rated('positive');
    history.pushState(null, '', '/another-page');
    document.title = 'Another page';
    await feedback.until(() => feedback.rating === '');
    expect(feedback.find('[part=feedback-form]') === null).to.equal(true);
    await feedback.rate('negative');
    expect(feedback.events.at(-1)?.page).to.equal(`${location.origin}/another-page`);
    history.replaceState(null, '', href);
    document.title = title;
    await feedback.until(() => feedback.rating === 'positive');
  });

  it('rates the page that is shown where a router changes nothing but the address', async () => {
    const feedback = await PageFeedbackHarness.open();
    history.pushState(null, '', '/another-page');
    await feedback.rate('positive');
    expect(feedback.events.at(-1)?.page).to.equal(`${location.origin}/another-page`);
  });

  it('rates the page that the host names', async () => {
    const feedback = await PageFeedbackHarness.open({ page: '/v2/keys' });
    await feedback.rate('positive');
    expect(feedback.events[0]?.page).to.equal(`${location.origin}/v2/keys`);
  });

  it('speaks the language around it', async () => {
    document.documentElement.lang = 'de';
    const feedback = await PageFeedbackHarness.rated('negative');
    expect(feedback.text('[part=question]')).to.equal('War diese Seite hilfreich?');
    expect(feedback.texts('[part=rating]')).to.deep.equal(['Ja', 'Nein']);
    expect(feedback.texts('button.reason')).to.include('Nicht, was ich gesucht habe');
    expect(feedback.find('section')!.lang).to.equal('de');
    document.documentElement.lang = 'ja';
    await feedback.until(() => feedback.text('[part=question]') === 'このページは役に立ちましたか？');
  });

  it('has the words that the page gives it', async () => {
    const feedback = await PageFeedbackHarness.open();
    feedback.element.strings = { pageHelpful: 'Did you find it?' };
    await feedback.element.updateComplete;
    expect(feedback.text('[part=question]')).to.equal('Did you find it?');
  });

  it('keeps what is typed in it from the shortcuts of the page', async () => {
    const feedback = await PageFeedbackHarness.rated('positive');
    const pressed: string[] = [];
    const listen = ({ key }: KeyboardEvent): number => pressed.push(key);
    document.addEventListener('keydown', listen);
    feedback.find('.note-input')!.focus();
    await pressKeys('s');
    document.removeEventListener('keydown', listen);
    expect(pressed).to.deep.equal([]);
  });
});

describe('<docs-page-feedback> for everybody', () => {
  beforeEach(() => setViewport({ width: 1000, height: 700 }));
  afterEach(async () => {
    PageFeedbackHarness.reset();
    await emulatePreferences({ forcedColors: 'none' });
  });

  for (const theme of ['light', 'dark']) {
    for (const { name, open } of PAGE_FEEDBACK_SCENES) {
      it(`has no axe violation: ${name}, ${theme}`, async () => {
        const { element } = await open({ theme });
        await expectAccessible(element);
      });
    }
  }

  it('fits a window of 320 pixels without scrolling sideways', async () => {
    await setViewport({ width: 320, height: 600 });
    const feedback = await PageFeedbackHarness.rated('negative');
    const section = feedback.find('section')!;
    expect(section.scrollWidth).to.be.at.most(section.clientWidth);
  });

  it('runs from right to left with the page', async () => {
    document.documentElement.dir = 'rtl';
    const feedback = await PageFeedbackHarness.open();
    const [question, yes] = ['[part=question]', '[part=rating]'].map((selector) =>
      feedback.find(selector)!.getBoundingClientRect(),
    );
    expect(question!.left).to.be.greaterThan(yes!.right);
  });

  it('shows what is chosen in forced colours', async () => {
    await emulatePreferences({ forcedColors: 'active' });
    const feedback = await PageFeedbackHarness.rated('positive');
    if (!matchMedia('(forced-colors: active)').matches) return;
    const [yes, no] = ['positive', 'negative'].map(
      (rating) => getComputedStyle(feedback.find(`[data-rating=${rating}]`)!).backgroundColor,
    );
    expect(yes).not.to.equal(no);
  });
});
