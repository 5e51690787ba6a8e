import { expect } from '@open-wc/testing';
import {
  AdminHarness,
  json,
  RealProject,
  scriptReplies,
  session,
  setHidden,
} from '../../support/admin-harness.ts';
import {
  ALL,
  DONE_SESSION,
  FAILED,
  openJobs,
  openJobsWith,
  RUNNING,
  WRITER,
} from '../../support/admin-data.ts';
import { pressKeys, setViewport } from '../../support/page-commands.ts';

describe('<docs-agent-jobs>', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(() => AdminHarness.reset());

  describe('over a real service', () => {
    let project: RealProject;

    before(async () => {
      project = await RealProject.open();
    });
    after(() => project.close());

    it('says that there is no session yet, and shows and announces the first one when it comes', async () => {
      const jobs = await openJobs(project.endpoint, { 'poll-interval': '50' });
      await jobs.until(() => jobs.has('[part=empty]'));
      expect(jobs.text('[part=empty]')).to.contain('npx docs-assistant job check-links');
      const change = jobs.heard('docs-agent-jobs-change');
      const { sessionId } = await project.startJob({ branch: 'docs/new', todos: [{ content: 'Write it' }] });
      expect(await change).to.deep.equal({ added: [sessionId], changed: [] });
      expect(jobs.text('.session')).to.match(/^docs\/new Running .*0 of 1 done$/);
      expect(jobs.said).to.equal('1 new session: docs/new');
    });

    it('shows the beginning of a name that is too long, also in a page from right to left', async () => {
      document.documentElement.lang = 'ar';
      document.documentElement.dir = 'rtl';
      await project.startJob({ branch: 'docs/a-branch-with-a-name-that-is-much-longer-than-its-line' });
      const jobs = await openJobs(project.endpoint);
      await jobs.until(() => jobs.findAll('.session').length > 0);
      const name = jobs.findAll('.name').find(({ textContent }) => textContent.includes('much-longer'))!;
      expect(name.scrollWidth).to.be.greaterThan(name.clientWidth);
      expect(getComputedStyle(name).direction).to.equal('ltr');
    });

    it('announces what becomes of a session', async () => {
      const { sessionId } = await project.startJob({ branch: 'docs/end' });
      const jobs = await openJobs(project.endpoint, { 'poll-interval': '50' });
      await jobs.until(() => jobs.findAll('.session').length > 0);
      const change = jobs.heard('docs-agent-jobs-change');
      const report = { haulted: true, haultReason: 'error', messageToUser: 'The disk is full.' };
      await project.order({ do: 'report-job', id: sessionId, report });
      expect(await change).to.deep.equal({ added: [], changed: [sessionId] });
      expect(jobs.said).to.equal('docs/end: Failed');
    });

    it('keeps what it knows while the connection is lost, and says so', async () => {
      await project.startJob({ branch: 'docs/kept' });
      const jobs = await openJobs(project.endpoint);
      await jobs.until(() => jobs.findAll('.session').length > 0);
      await project.order({ do: 'disconnect' });
      const failed = jobs.heard('docs-agent-jobs-error');
      await jobs.click('[part=refresh]');
      expect((await failed).code).to.equal('network');
      expect(jobs.text('[part=error]')).to.contain('cannot be reached');
      expect(jobs.findAll('.session').length).to.be.greaterThan(0);
      await project.order({ do: 'connect' });
      await jobs.click('[part=retry]');
      await jobs.until(() => !jobs.has('[part=error]'));
    });
  });

  it('lists the newest session first', async () => {
    const jobs = await openJobsWith(ALL);
    expect(jobs.texts('.name')).to.deep.equal(['docs/links', 'docs/push', 'docs/write', 'No ink left.']);
  });

  it('says in words why a session has halted, and what to do', async () => {
    const jobs = await openJobsWith([...ALL, FAILED]);
    const told: string[] = [];
    for (const id of ['links', 'push', 'write', 'failed']) {
      jobs.element.select(id);
      await jobs.element.updateComplete;
      told.push(jobs.text('.outcome'));
    }
    expect(told[0]).to.match(/^Completed .*Review the changes and merge them/);
    expect(told[1]).to.match(/^Repository not set up .*may push a branch/);
    expect(told[2]).to.match(/^Running The agent is at work/);
    expect(told[3]).to.match(/^Failed .*start the session again when it is mended/);
  });

  it('shows what it does not know as it is', async () => {
    const jobs = await openJobsWith(ALL);
    jobs.element.select('odd');
    await jobs.element.updateComplete;
    expect(jobs.text('.outcome')).to.equal('Halted: out_of_ink');
    expect(jobs.text('.detail dd')).to.equal('yesterday');
    jobs.element.select('links');
    await jobs.element.updateComplete;
    expect(jobs.texts('.tags')).to.deep.equal([
      'Completed Priority: high',
      'waiting_for_moon Priority: someday',
      'Pending Priority: low',
    ]);
  });

  it('shows the todo list as progress, and the link of the pull request', async () => {
    const jobs = await openJobsWith(ALL);
    jobs.element.select('links');
    await jobs.element.updateComplete;
    const progress = jobs.find<HTMLProgressElement>('progress')!;
    expect([progress.value, progress.max]).to.deep.equal([1, 3]);
    expect(progress.getAttribute('aria-label')).to.equal('1 of 3 done');
    expect(jobs.find<HTMLAnchorElement>('[part=pull-request]')!.href).to.equal(DONE_SESSION.pullRequestLink);
    expect(jobs.text('[part=message]')).to.equal(DONE_SESSION.messageToUser);
  });

  it('draws the message of an agent as Markdown, with links by the rules of answers', async () => {
    const jobs = await openJobsWith([WRITER]);
    expect(jobs.text('.name')).to.equal('Repaired 2 links in guides/start.md:');
    jobs.element.select('writer');
    await jobs.until(() => jobs.has('.message table'));
    const links = jobs.findAll('.message a') as HTMLAnchorElement[];
    expect(links.map(({ href, target, rel }) => `${href} ${target} ${rel}`)).to.deep.equal([
      'https://docs.example.com/guide _blank noopener noreferrer',
    ]);
    expect(jobs.texts('.message li')).to.deep.equal(['the guide', 'a trap']);
    expect(jobs.text('.message strong')).to.equal('2 links');
    expect(jobs.find('.message [part=copy]')!.ariaLabel).to.equal('Copy');
  });

  it('says that there is no branch yet', async () => {
    const jobs = await openJobsWith([WRITER]);
    jobs.element.select('writer');
    await jobs.element.updateComplete;
    expect(jobs.texts('.detail dt')).to.include('Branch');
    expect(jobs.texts('.detail dd').at(-1)).to.equal('No branch yet');
  });

  it('announces all that is new and has changed, also when it has the same words as before', async () => {
    const step = (number: number, more: readonly object[] = []) => {
      const todos = [1, 2, 3].map((id) => ({
        id: String(id),
        content: `Step ${id}`,
        priority: 'low',
        status: id <= number ? 'completed' : 'pending',
      }));
      return { allSessions: [{ ...RUNNING, todos }, { ...DONE_SESSION, todos: [] }, ...more] };
    };
    const [first, second] = [session('first'), session('second')];
    const replies = [step(0), step(1), step(2), step(3, [first, second])];
    const messages = ['One.', 'Two.'].map((messageToUser) => ({
      allSessions: [{ ...RUNNING, messageToUser, todos: [] }, DONE_SESSION, first, second],
    }));
    const jobs = await openJobs(await scriptReplies([...replies, ...messages]));
    await jobs.until(() => jobs.findAll('.session').length === 2);
    const heard: string[] = [];
    const region = jobs.findAll('[role=status]').at(-1)!;
    for (let look = 0; look < 5; look++) {
      const before = region.textContent;
      jobs.element.refresh();
      await jobs.until(() => region.textContent !== before);
      heard.push(jobs.said);
    }
    expect(heard).to.deep.equal([
      'docs/write: Running, 1 of 3 done',
      'docs/write: Running, 2 of 3 done',
      '2 new sessions. docs/write: Running, 3 of 3 done',
      '2 sessions have changed',
      'docs/write: Running',
    ]);
  });

  it('makes no link of an address that must not be one', async () => {
    const jobs = await openJobsWith([session('evil', { pullRequestLink: 'javascript:alert(1)' })]);
    jobs.element.select('evil');
    await jobs.element.updateComplete;
    expect(jobs.has('a')).to.equal(false);
    expect(jobs.text('.detail')).to.contain('javascript:alert(1)');
  });

  it('shows the time: relative, and exact on focus', async () => {
    const jobs = await openJobsWith([
      session('new', { createdAt: new Date(Date.now() - 7_205_000).toISOString() }),
    ]);
    expect(jobs.text('.relative')).to.equal('2 hours ago');
    expect(jobs.isVisible('.session .exact')).to.equal(false);
    jobs.find('.session')!.focus();
    await pressKeys('Enter');
    await jobs.until(() => jobs.focused === 'name');
    await pressKeys('Tab');
    const when = jobs.find('.when')!;
    expect(jobs.root.activeElement === when).to.equal(true);
    expect(jobs.text('.when .exact')).to.match(/\d\d:\d\d/);
    expect([jobs.isVisible('.when .relative'), jobs.isVisible('.when .exact')]).to.deep.equal([false, true]);
  });

  it('filters by state and searches all that a session says', async () => {
    const jobs = await openJobsWith(ALL);
    const names = () => jobs.texts('.name');
    const filters = jobs.findAll('[type=radio]') as HTMLInputElement[];
    filters[1]!.click();
    await jobs.element.updateComplete;
    expect(names()).to.deep.equal(['docs/write']);
    filters[3]!.click();
    await jobs.element.updateComplete;
    expect(names()).to.deep.equal(['docs/push', 'No ink left.']);
    expect(jobs.text('[part=count]')).to.equal('2 sessions');
    filters[0]!.click();
    await jobs.type('[part=search]', 'BROKEN links');
    expect(names()).to.deep.equal(['docs/links']);
    await jobs.type('[part=search]', 'nothing of this kind');
    expect(jobs.text('[part=empty]')).to.contain('No session matches.');
    await jobs.click('[part=empty] button');
    expect(names()).to.have.length(4);
    expect(jobs.focused).to.equal('search');
  });

  it('is walked through by keyboard', async () => {
    const jobs = await openJobsWith(ALL);
    jobs.find('[part=search]')!.focus();
    await pressKeys('ArrowDown');
    const at = () => (jobs.root.activeElement as HTMLElement).dataset['id'];
    const walked = [at()];
    for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home']) {
      await pressKeys(key);
      walked.push(at());
    }
    expect(walked).to.deep.equal(['links', 'push', 'odd', 'odd', 'write', 'links']);
    await pressKeys('ArrowDown');
    const selected = jobs.heard('docs-agent-jobs-select');
    await pressKeys('Enter');
    expect((await selected).session.sessionId).to.equal('push');
    await jobs.until(() => jobs.focused === 'name');
    expect(jobs.findAll('.session[tabindex="0"]')).to.have.length(1);
    await pressKeys('Escape');
    await jobs.until(() => at() === 'push');
    expect(jobs.has('.session[aria-selected=true]')).to.equal(false);
  });

  it('keeps what is typed from the shortcuts of the page', async () => {
    const jobs = await openJobsWith(ALL);
    const heard: string[] = [];
    const listen = ({ key }: KeyboardEvent): number => heard.push(key);
    document.addEventListener('keydown', listen);
    jobs.find('[part=search]')!.focus();
    await pressKeys('s');
    document.removeEventListener('keydown', listen);
    expect(heard).to.deep.equal([]);
  });

  it('shows list or detail where there is no room for both', async () => {
    await setViewport({ width: 500, height: 700 });
    const jobs = await openJobsWith(ALL);
    expect(jobs.isVisible('.detail')).to.equal(false);
    await jobs.click('.session');
    await jobs.until(() => jobs.focused === 'name');
    expect([jobs.isVisible('.list'), jobs.isVisible('.detail')]).to.deep.equal([false, true]);
    await jobs.click('[part=back]');
    await jobs.until(() => jobs.focused === 'session');
    expect(jobs.isVisible('.list')).to.equal(true);
  });

  it('asks nothing while the page is hidden, and at once when it is seen again', async () => {
    const replies = [{ allSessions: [RUNNING] }, { allSessions: ALL }];
    const jobs = await openJobs(await scriptReplies(replies), { 'poll-interval': '3600000' });
    await jobs.until(() => jobs.findAll('.session').length === 1);
    setHidden(true);
    jobs.element.refresh();
    expect(await jobs.requests()).to.have.length(1);
    setHidden(false);
    await jobs.until(() => jobs.findAll('.session').length === ALL.length);
  });

  it('keeps its sessions when it is moved on the page', async () => {
    const jobs = await openJobsWith(ALL);
    const place = document.createElement('div');
    document.body.append(place);
    place.append(jobs.element);
    await jobs.element.updateComplete;
    expect(jobs.findAll('.session')).to.have.length(4);
    jobs.element.remove();
    place.remove();
  });

  for (const [status, words] of [
    [403, 'admin routes have to be opened'],
    [404, 'no such project'],
    [429, 'Too many requests'],
    [500, 'answered with an error'],
    [504, 'cannot be reached'],
  ] as const) {
    it(`says what to do when the server answers ${status}`, async () => {
      const jobs = await openJobs(await scriptReplies([json({ error: 'No.' }, { status })]));
      await jobs.until(() => jobs.has('[part=error]'));
      expect(jobs.text('[part=error]')).to.contain(words);
    });
  }

  it('replaces an invalid interval by the default, and warns once', async () => {
    const warned: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => warned.push(text);
    const jobs = await openJobsWith(ALL, { 'poll-interval': '3600001' });
    jobs.element.pollInterval = -1;
    await jobs.element.updateComplete;
    console.warn = warn;
    expect(warned).to.deep.equal(['<docs-agent-jobs>: poll-interval is no whole number from 0 to 3600000.']);
    expect(jobs.element.pollInterval).to.equal(-1);
  });

  it('says what is missing when it is not set up', async () => {
    const jobs = await openJobs('');
    expect(jobs.text('[part=error]')).to.contain('Set endpoint and project-id');
  });

  it('speaks German where the page does', async () => {
    document.documentElement.lang = 'de';
    const jobs = await openJobsWith(ALL);
    await jobs.until(() => jobs.text('h2') === 'Sitzungen der Agenten');
    expect(jobs.find('.docs')!.lang).to.equal('de');
  });

  describe('older sessions', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        session(`s${at}`, { createdAt: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString() }),
      );
    const open = async (...pages: readonly object[][]) => {
      const jobs = await openJobs(await scriptReplies(pages.map((allSessions) => ({ allSessions }))));
      await jobs.until(() => jobs.findAll('.session').length > 0);
      return jobs;
    };

    it('are shown when they are asked for, and are not announced as new ones', async () => {
      const jobs = await open(many(51), many(60));
      let changes = 0;
      jobs.element.addEventListener('docs-agent-jobs-change', () => changes++);
      expect(jobs.findAll('.session')).to.have.length(50);
      expect(jobs.text('[part=count]')).to.equal('The latest 50');
      jobs.find('[part=more]')!.focus();
      await pressKeys('Enter');
      await jobs.until(() => jobs.findAll('.session').length === 60);
      expect(jobs.has('[part=more]')).to.equal(false);
      expect(jobs.text('[part=count]')).to.equal('60 sessions');
      expect(jobs.said).to.equal('60 sessions');
      // The button is gone: what it has brought has the focus.
      expect(jobs.root.activeElement?.getAttribute('data-id')).to.equal('s50');
      expect(changes).to.equal(0);
      expect((await jobs.requests()).map(({ path }) => path.replace(/.*jobs/, ''))).to.deep.equal([
        '?take=51',
        '?take=100',
      ]);
    });

    it('are not covered by search and filter, which say so', async () => {
      const jobs = await open(many(51), many(51));
      await jobs.type('[part=search]', 's4');
      expect(jobs.text('[part=count]')).to.equal('11 of the latest 50');
      expect(jobs.has('[part=more]')).to.equal(true);
      await jobs.type('[part=search]', 's50');
      expect(jobs.text('[part=count]')).to.equal('0 of the latest 50');
      expect(jobs.text('[part=empty]')).to.contain('No session matches.');
      await jobs.click('[part=more]');
      await jobs.until(() => jobs.findAll('.session').length === 1);
      expect(jobs.text('[part=count]')).to.equal('1 session');
    });
  });

  for (const [more, words] of [
    [{ haultReason: 'processing' }, 'Running'],
    [{ haultReason: 'on_a_walk' }, 'Running (on_a_walk)'],
    [{ haultReason: 'interrupted' }, 'Interrupted'],
    [{ haulted: true, haultReason: 'interrupted' }, 'Interrupted'],
    [{ haulted: true, haultReason: 'out_of_ink' }, 'Halted: out_of_ink'],
  ] as const) {
    it(`shows a state of the hosted platform: ${JSON.stringify(more)}`, async () => {
      const jobs = await openJobsWith([session('s', more)]);
      expect(jobs.text('.session [part=state]')).to.equal(words);
    });
  }

  it('shows title and user of a session, and finds it by them', async () => {
    const title = 'Mend <b>links</b>';
    const jobs = await openJobsWith([session('s', { title, userId: 'user-7', branch: null }), RUNNING]);
    await jobs.type('[part=search]', 'user-7 mend');
    expect(jobs.texts('.name')).to.deep.equal([title]);
    jobs.element.select('s');
    await jobs.until(() => jobs.text('#name') === title);
    expect(jobs.texts('dt').slice(-2)).to.deep.equal(['Started by', 'Branch']);
    expect(jobs.texts('dd').slice(-2)).to.deep.equal(['user-7', 'No branch yet']);
  });

  it('does not lay out what is out of sight of a thousand sessions', async () => {
    const many = Array.from({ length: 1000 }, (_, place) => session(`s${place}`));
    const jobs = await openJobsWith(many);
    expect(jobs.findAll('.session')).to.have.length(1000);
    const last = jobs.findAll('.session').at(-1)!;
    expect(getComputedStyle(last).contentVisibility).to.equal('auto');
    // What is out of sight is not laid out.
    expect(last.querySelector('.name')!.checkVisibility({ contentVisibilityAuto: true })).to.equal(false);
  });
});
