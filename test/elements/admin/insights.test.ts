import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { lookOf, styleThePage, tabTo, testForEverybody } from '../../support/admin-everybody.ts';
import { INSIGHTS_OFF, openInsights, openInsightsWith } from '../../support/admin-data.ts';
import { AdminHarness, json, RealProject, scriptReplies } from '../../support/admin-harness.ts';
import { INSIGHTS, NO_INSIGHTS } from '../../support/insights-data.ts';
import { emulatePreferences, pressKeys, setViewport } from '../../support/page-commands.ts';
import { INSIGHTS_SCENES } from '../../support/scenes/admin-scenes.ts';

const texts = (insights: AdminHarness): string[] => insights.texts('[part=text]');
const [FIRST, SECOND] = INSIGHTS.missing.map(({ text }) => text);

testForEverybody('docs-insights', INSIGHTS_SCENES, { hasMotion: false });

describe('<docs-insights>', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(() => AdminHarness.reset());

  describe('over a real service', () => {
    it('says that a service which keeps none is off', async () => {
      const project = await RealProject.open();
      const insights = await openInsights(project.endpoint);
      await insights.until(() => insights.has('[part=off]'));
      await project.close();
    });
  });

  it('shows the period, the numbers, and what is missing first', async () => {
    const insights = await openInsightsWith(INSIGHTS);
    expect(insights.text('[part=period]')).to.match(/^Oct 26 – Nov 24, 2026$/);
    expect(insights.texts('[part=total] > *').join(' | ')).to.equal(
      'Questions | 1,240 | Without an answer: 14 | Uncertain: 9 | Searches | 12,900 | Without a result: 60 | ' +
        'Ratings | 47 | Helpful: 40 | Not helpful: 7 | Followed | 310',
    );
    expect(texts(insights)).to.deep.equal(INSIGHTS.missing.map(({ text }) => text));
    expect(insights.texts('[part=reason]').slice(0, 3)).to.deep.equal([
      'Question without an answer',
      'Search without a result',
      'Answer that did not help',
    ]);
    // Cells and not the row, because the bundles have no white space between them.
    const rows: string[] = [];
    for (const radio of insights.findAll('[name=list]').slice(1)) {
      radio.click();
      await insights.element.updateComplete;
      const [entry] = insights.findAll('[part=entry]');
      const cells = [...entry!.children].map(({ textContent }) => textContent.replaceAll(/\s+/g, ''));
      rows.push(cells.join(' | '));
    }
    expect(rows).to.deep.equal([
      'howdoiinstallit | v2 | en | Times90 | Nov24,2026',
      'install | v2 | en | Times1,200 | Nov24,2026',
      'Install/guides/install | v2 | en | Followed44 | Helpful3 | Nothelpful1',
    ]);
  });

  it('keeps the words of a heading together in Japanese', async () => {
    const insights = await openInsightsWith(INSIGHTS, { lang: 'ja' });
    await insights.until(() => insights.text('thead').includes('バージョン'));
    const { height } = insights.find('thead')!.getBoundingClientRect();
    expect(height).to.be.below(60);
  });

  it('shows what a reader has written as text, in the direction of its own', async () => {
    const insights = await openInsightsWith({
      ...INSIGHTS,
      questions: [{ ...INSIGHTS.questions[0]!, text: '<img src=x onerror=alert(1)>' }],
    });
    insights.findAll('[name=list]')[1]!.click();
    await insights.element.updateComplete;
    expect(texts(insights)).to.deep.equal(['<img src=x onerror=alert(1)>']);
    expect(insights.has('img')).to.equal(false);
    expect(insights.find('[part=text]')!.dir).to.equal('auto');
  });

  it('ticks entries off, remembers that, shows them again and takes them up again', async () => {
    const endpoint = await scriptReplies([INSIGHTS, INSIGHTS]);
    const before = await openInsights(endpoint);
    await before.until(() => before.has('[part=entry]'));
    const done = before.heard('docs-insights-done');
    await before.click('[part=done]');
    expect(await done).to.deep.equal({ entry: INSIGHTS.missing[0], isDone: true });
    expect(before.said).to.equal(`Marked as done: ${FIRST}`);
    expect(texts(before)).to.not.include(FIRST);
    before.element.remove();

    const insights = await openInsights(endpoint);
    await insights.until(() => insights.has('[part=entry]'));
    expect(texts(insights)).to.not.include(FIRST);
    await insights.click('[part=show-done]');
    expect(insights.text('.switch')).to.equal('Show done (1)');
    expect(insights.text('[data-done] [part=text]')).to.equal(FIRST);
    await insights.click('[data-done] [part=done]');
    expect(insights.has('[data-done]')).to.equal(false);
    expect(insights.text('.switch')).to.equal('Show done (0)');
  });

  it('ticks off where the storage is blocked, until the page is left', async () => {
    const storage = Object.getOwnPropertyDescriptor(window, 'localStorage')!;
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    try {
      const insights = await openInsightsWith(INSIGHTS);
      await insights.click('[part=done]');
      expect(texts(insights)[0]).to.equal(SECOND);
    } finally {
      Object.defineProperty(window, 'localStorage', storage);
    }
  });

  it('asks for what is chosen, and says what has come', async () => {
    const other = { ...INSIGHTS, since: '2026-11-18', questions: [], missing: INSIGHTS.missing.slice(0, 1) };
    const insights = await openInsights(await scriptReplies([INSIGHTS, other, other]), { version: 'v2' });
    await insights.until(() => insights.has('[part=entry]'));
    const select = insights.find<HTMLSelectElement>('[part=days]')!;
    expect([...select.options].map(({ text }) => text)).to.deep.equal([
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
    ]);
    expect(select.value).to.equal('30');
    select.value = '7';
    const change = insights.heard('docs-insights-change');
    select.dispatchEvent(new Event('change', { bubbles: true }));
    expect((await change).insights.since).to.equal('2026-11-18');
    expect(insights.said).to.equal('Nov 18 – 24, 2026. Questions: 1,240. Searches: 12,900');
    expect(texts(insights)).to.deep.equal([FIRST]);
    const address = '/v1/project/insights/project-1';
    const paths = async () => (await insights.requests()).map(({ path }) => path);
    expect(await paths()).to.deep.equal([
      `${address}?version=v2&limit=500`,
      `${address}?days=7&version=v2&limit=500`,
    ]);

    const language = insights.find<HTMLSelectElement>('[part=language]')!;
    expect([...language.options].map(({ text }) => text)).to.deep.equal([
      'All languages',
      'English',
      'German',
    ]);
    language.value = 'de';
    language.dispatchEvent(new Event('change', { bubbles: true }));
    await insights.until(async () => (await insights.requests()).length === 3);
    expect((await paths()).at(-1)).to.equal(`${address}?days=7&version=v2&language=de&limit=500`);
  });

  it('gives the shown list to the page, and saves it as a file', async () => {
    const insights = await openInsightsWith(INSIGHTS);
    await insights.click('[part=done]');
    insights.element.addEventListener('docs-insights-export', (event) => event.preventDefault(), {
      once: true,
    });
    const canceled = insights.heard('docs-insights-export');
    await insights.click('[part=export]');
    const { name, csv } = await canceled;
    expect(name).to.equal('insights-missing-2026-10-26-2026-11-24.csv');
    expect(insights.said).to.not.contain('Saved');
    expect(csv.split('\r\n').slice(0, 3)).to.deep.equal([
      '\uFEFFtext,kind,reason,version,language,count,lastDay,done',
      'how do i rotate keys,question,refused,v2,en,12,2026-11-24,yes',
      "'=cmd|calc,search,no-result,v2,en,7,2026-11-24,no",
    ]);
    const saved: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.protocol}`);
    };
    try {
      insights.findAll('[name=list]')[3]!.click();
      await insights.click('[part=export]');
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
    expect(saved).to.deep.equal(['insights-pages-2026-10-26-2026-11-24.csv blob:']);
    expect(insights.said).to.equal(`Saved: insights-pages-2026-10-26-2026-11-24.csv`);
  });

  describe('says what it lacks', () => {
    const FAILURES = [
      [json({}, { status: 401 }), 'Access is refused'],
      [json({}, { status: 403 }), 'Access is refused'],
      [json({ code: 'not-found' }, { status: 404 }), 'There are no insights at this address'],
      [json({}, { status: 503 }), 'cannot be reached'],
      [json({ totals: 'none' }), 'answered with an error'],
    ] as const;
    for (const [reply, sentence] of FAILURES) {
      it(`after ${reply.status ?? 200} ${reply.pieces?.join('')}, with a way to try again`, async () => {
        const insights = await openInsights(await scriptReplies([reply, INSIGHTS]));
        await insights.until(() => insights.has('[part=error]'));
        expect(insights.text('[part=error] p')).to.contain(sentence);
        await insights.click('[part=retry]');
        await insights.until(() => insights.has('[part=entry]') && !insights.has('[part=error]'));
      });
    }

    it('where the service keeps none, in one sentence with a link', async () => {
      const insights = await openInsights(await scriptReplies([INSIGHTS_OFF]));
      await insights.until(() => insights.has('[part=off]'));
      expect(insights.text('[part=off]')).to.equal('This service keeps no insights. How to turn them on');
      expect(insights.find<HTMLAnchorElement>('[part=help]')!.href).to.match(/\/insights\.md$/);
      expect(insights.has('[part=error]')).to.equal(false);
      expect(insights.said).to.equal('This service keeps no insights.');
    });

    it('where nothing was counted yet', async () => {
      const insights = await openInsights(await scriptReplies([NO_INSIGHTS]));
      await insights.until(() => insights.has('[part=empty]'));
      expect(insights.text('[part=empty]')).to.match(/^Nothing yet\. ?Questions and searches appear here/);
      expect(insights.has('[part=export]')).to.equal(false);
    });

    it('keeps what it knows while the connection is lost', async () => {
      const insights = await openInsightsWith(INSIGHTS);
      const failed = insights.heard('docs-insights-error');
      await insights.click('[part=refresh]');
      expect((await failed).retryable).to.equal(true);
      expect(insights.has('[part=error]') && insights.has('[part=entry]')).to.equal(true);
    });
  });

  it('is worked off by the keyboard: the next entry takes the place of one that is done', async () => {
    const insights = await openInsightsWith({ ...INSIGHTS, missing: INSIGHTS.missing.slice(0, 2) });
    insights.find('[part=heading]')!.focus();
    await tabTo(insights, 'export');
    await tabTo(insights, 'days');
    await tabTo(insights, 'show-done');
    await tabTo(insights, 'done');
    await pressKeys(' ');
    await insights.until(() => insights.findAll('[part=done]').length === 1);
    expect(insights.root.activeElement?.getAttribute('aria-label')).to.equal(`Done: ${SECOND}`);
    await pressKeys(' ');
    await insights.until(() => insights.text('[part=empty]') === 'Everything in this list is done.');
    expect(insights.focused).to.equal('show-done');
  });

  it('has a table with headings for screen readers, also where its rows are cards', async () => {
    for (const width of [1000, 390]) {
      await setViewport({ width, height: 800 });
      const insights = await openInsightsWith(INSIGHTS);
      expect(insights.findAll('[role=table] [role=columnheader]').length, `${width}`).to.equal(7);
      const display = getComputedStyle(insights.find('[part=entry]')!).display;
      expect(display, `${width}`).to.equal(width < 720 ? 'flex' : 'table-row');
      insights.element.remove();
    }
  });

  it('looks the same whatever the page does with its own text', async () => {
    const selectors = [
      'h2',
      '.count',
      '.choice span',
      '.switch',
      'thead th',
      '.text',
      '[part=reason]',
      'select',
    ];
    const plain = await openInsightsWith(INSIGHTS);
    const before = lookOf(plain, selectors);
    plain.element.remove();
    styleThePage();
    expect(lookOf(await openInsightsWith(INSIGHTS), selectors)).to.deep.equal(before);
    document.adoptedStyleSheets = [];
  });

  it('has nothing for axe to find in forced colours, and shows which list is chosen', async () => {
    await emulatePreferences({ forcedColors: 'active' });
    const insights = await openInsightsWith(INSIGHTS);
    await expectAccessible(insights.element);
    const isForced = matchMedia('(forced-colors: active)').matches;
    expect(getComputedStyle(insights.find('.choice :checked + span')!).outlineStyle === 'solid').to.equal(
      isForced,
    );
    await emulatePreferences({ forcedColors: 'none' });
  });
});
