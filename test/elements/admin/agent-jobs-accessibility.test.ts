import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { lookOf, styleThePage, tabTo, testForEverybody } from '../../support/admin-everybody.ts';
import { AdminHarness, json, scriptReplies, session } from '../../support/admin-harness.ts';
import { ALL, DONE_SESSION, FAILED, openJobs, openJobsWith } from '../../support/admin-data.ts';
import { emulatePreferences, pressKeys, setViewport, typeText } from '../../support/page-commands.ts';
import { JOBS_SCENES, openDetail } from '../../support/scenes/admin-scenes.ts';

testForEverybody('docs-agent-jobs', JOBS_SCENES, { hasMotion: true });

describe('<docs-agent-jobs> by keyboard', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(() => AdminHarness.reset());

  it('is searched, filtered, read and left', async () => {
    const jobs = await openJobsWith([...ALL, FAILED]);
    const at = () => (jobs.root.activeElement as HTMLElement).dataset['id'];
    jobs.find('[part=heading]')!.focus();
    await tabTo(jobs, 'refresh');
    await tabTo(jobs, 'search');
    await typeText('docs');
    await jobs.until(() => jobs.text('[part=count]') === '4 sessions');

    await pressKeys('Tab');
    expect((jobs.root.activeElement as HTMLInputElement).type).to.equal('radio');
    for (let press = 0; press < 3; press++) await pressKeys('ArrowRight');
    await jobs.until(() => jobs.text('[part=count]') === '2 sessions');
    for (let press = 0; press < 3; press++) await pressKeys('ArrowLeft');
    await jobs.until(() => jobs.text('[part=count]') === '4 sessions');

    await tabTo(jobs, 'session');
    expect(at()).to.equal('links');
    await pressKeys('ArrowDown');
    await pressKeys('ArrowUp');
    await pressKeys('Enter');
    await jobs.until(() => jobs.focused === 'name');
    await pressKeys('Tab');
    expect(jobs.root.activeElement!.className).to.contain('when');
    await tabTo(jobs, 'pull-request');

    await pressKeys('Escape');
    await jobs.until(() => at() === 'links');
    await pressKeys('Shift', 'Tab');
    await pressKeys('Shift', 'Tab');
    expect(jobs.focused).to.equal('search');
  });

  it('leaves the focus on the title when what had it is gone', async () => {
    const endpoint = await scriptReplies([json({}, { status: 503 }), { allSessions: ALL }]);
    const jobs = await openJobs(endpoint);
    await jobs.until(() => jobs.has('[part=retry]'));
    jobs.find('[part=retry]')!.focus();
    await pressKeys('Enter');
    await jobs.until(() => !jobs.has('[part=retry]') && jobs.focused === 'heading');
  });

  it('begins all names at the same side, whatever they are written in', async () => {
    const names = ['docs/latin', '\u05e2\u05d1\u05e8\u05d9\u05ea'];
    for (const dir of ['ltr', 'rtl']) {
      document.documentElement.dir = dir;
      const jobs = await openJobsWith(names.map((branch, id) => session(String(id), { branch })));
      const sides = jobs.findAll('.name').map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        const { left, right } = range.getBoundingClientRect();
        return Math.round(dir === 'rtl' ? right : left);
      });
      expect(sides[0], dir).to.equal(sides[1]);
      jobs.element.remove();
    }
  });

  it('mirrors the back arrow from right to left', async () => {
    await setViewport({ width: 500, height: 700 });
    document.documentElement.dir = 'rtl';
    const jobs = await openJobsWith(ALL);
    await jobs.click('.session');
    const arrow = jobs.find('[part=back] svg')!;
    expect(getComputedStyle(arrow).transform).to.equal('matrix(-1, 0, 0, 1, 0, 0)');
    expect(arrow.getBoundingClientRect().left).to.be.greaterThan(
      jobs.find('#name')!.getBoundingClientRect().left,
    );
  });
});

describe('<docs-agent-jobs> on a page with styles of its own', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(async () => {
    AdminHarness.reset();
    document.adoptedStyleSheets = [];
    await emulatePreferences({ forcedColors: 'none' });
  });

  it('looks the same whatever the page does with its own text', async () => {
    const selectors = [
      'h2',
      '[part=search]',
      'label span',
      '.name',
      '.state',
      '.line',
      'h3',
      'dd',
      '.message',
      '.content',
    ];
    const plain = await openDetail(DONE_SESSION, {});
    const before = lookOf(plain, selectors);
    plain.element.remove();
    styleThePage();
    expect(lookOf(await openDetail(DONE_SESSION, {}), selectors)).to.deep.equal(before);
  });

  it('can be told apart in forced colours: the session that is chosen, and the filter', async () => {
    await emulatePreferences({ forcedColors: 'active' });
    const jobs = await openDetail(DONE_SESSION, {});
    await expectAccessible(jobs.element);
    const isForced = matchMedia('(forced-colors: active)').matches;
    for (const selector of ['.session[aria-selected=true]', ':checked + span'])
      expect(getComputedStyle(jobs.find(selector)!).outlineStyle === 'solid').to.equal(isForced);
    expect(getComputedStyle(jobs.find('.session[aria-selected=false]')!).outlineStyle).to.equal('none');
  });
});
