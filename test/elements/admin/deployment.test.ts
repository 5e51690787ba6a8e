import { expect } from '@open-wc/testing';
import {
  AdminHarness,
  json,
  RealProject,
  scriptReplies,
  setHidden,
  update,
} from '../../support/admin-harness.ts';
import {
  DEPLOYED,
  END,
  type Deployment,
  LOGS,
  NO_LIST,
  openDeployment,
  openDeploymentWith,
  picture,
} from '../../support/admin-data.ts';
import { pressKeys, setViewport } from '../../support/page-commands.ts';

/** Opens the element and waits until it knows what runs: the service's own first update may not have ended. */
async function openSettled(endpoint: string): Promise<Deployment> {
  const deployment = await openDeployment(endpoint);
  await deployment.until(
    () =>
      deployment.text('[part=state]') !== '…' && deployment.find('[part=start]')?.ariaDisabled === 'false',
  );
  return deployment;
}

/** Presses the button and says yes. */
async function start(deployment: Deployment): Promise<void> {
  await deployment.click('[part=start]');
  await deployment.until(() => deployment.focused === 'confirm');
  await deployment.click('[part=confirm-yes]');
}

/** Waits for the end of an update. */
async function ended(deployment: Deployment): Promise<string> {
  for (;;) {
    const { status, hasEnded } = await deployment.heard('docs-deployment-change');
    if (hasEnded) return status;
  }
}

/** Colour of a drawn picture in its middle. */
function colourOf(canvas: HTMLElement): string {
  const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(32, 20, 1, 1);
  return data.slice(0, 3).join(' ');
}

describe('<docs-deployment>', () => {
  beforeEach(() => setViewport({ width: 1000, height: 900 }));
  afterEach(() => AdminHarness.reset());

  describe('over a real service and a real git repository', () => {
    let project: RealProject;

    before(async () => {
      project = await RealProject.open({ 'a.md': '# Alpha\n\nalbatross', 'b.md': '# Beta' });
    });
    after(() => project.close());

    it('brings a change into service and shows what was done', async () => {
      const deployment = await openSettled(project.endpoint);
      const sha = await project.order<string>({
        do: 'commit',
        files: { 'a.md': '# Alpha\n\ncormorant', 'b.md': null, 'c.md': '# Gamma' },
        message: 'Change the birds',
      });
      const end = ended(deployment);
      await start(deployment);
      expect(await end).to.equal('success');
      expect(deployment.text('[part=state]')).to.equal('Deployed');
      expect(deployment.text('[part=summary]')).to.contain(`Deployed commit ${sha.slice(0, 7)}.`);
      expect(deployment.text('[part=commit] .title')).to.equal('Change the birds');
      expect(deployment.text('[part=commit] .facts')).to.match(/^Ada Writer /);
      expect(deployment.texts('summary')).to.deep.equal(['Added 1', 'Modified 1', 'Removed 1']);
      for (const details of deployment.findAll('details')) details.querySelector('summary')!.click();
      await deployment.until(() => deployment.findAll('details li').length === 3);
      expect(deployment.texts('details li')).to.deep.equal(['c.md', 'a.md', 'b.md']);
      expect(deployment.texts('.line').at(-1)).to.match(/The update has ended well\.$/);
      expect(deployment.said).to.match(/^Deployment: Deployed\. Deployed commit/);
    });

    it('says why an update failed, and runs it again when it is mended', async () => {
      await project.order({ do: 'rename-branch', from: 'main', to: 'trunk' });
      const deployment = await openSettled(project.endpoint);
      const failed = ended(deployment);
      await start(deployment);
      expect(await failed).to.equal('failure');
      expect(deployment.text('[part=error]')).to.match(
        /^Failed .*it has no branch of that name.*Run it again$/,
      );
      await project.order({ do: 'rename-branch', from: 'trunk', to: 'main' });
      const end = ended(deployment);
      await start(deployment);
      expect(await end).to.equal('success');
      expect(deployment.has('[part=error]')).to.equal(false);
    });

    it('goes on after a reload', async () => {
      const before = await openSettled(project.endpoint);
      const followed = before.heard('docs-deployment-change');
      await start(before);
      const { statusId } = await followed;
      before.element.remove();
      const after = await openDeployment(project.endpoint);
      const change = await after.heard('docs-deployment-change');
      expect(change.statusId).to.equal(statusId);
      if (!change.hasEnded) await ended(after);
      expect(after.text('[part=state]')).to.equal('Deployed');
    });

    it('goes on after a lost connection', async () => {
      const { statusId } = await project.order<{ statusId: string }>({ do: 'start-update' });
      await project.order({ do: 'disconnect' });
      const deployment = await openDeployment(project.endpoint, { 'status-id': statusId });
      await deployment.until(() => deployment.has('[part=error]'));
      expect(deployment.text('[part=error]')).to.contain('cannot be reached');
      await project.order({ do: 'connect' });
      const end = ended(deployment);
      window.dispatchEvent(new Event('online'));
      expect(await end).to.equal('success');
      expect(deployment.has('[part=error]')).to.equal(false);
    });

    it('shows in a badge what another element on the page has started', async () => {
      const badge = await openDeployment(project.endpoint, { variant: 'badge' });
      await badge.until(() => badge.text('[part=badge]') !== '…');
      const deployment = await openSettled(project.endpoint);
      const end = ended(badge);
      await start(deployment);
      expect(await end).to.equal('success');
      expect(badge.text('[part=badge]')).to.equal('Deployed');
      expect(badge.has('button')).to.equal(false);
    });
  });

  it('shows the latest update, also where a webhook or somebody else has started it', async () => {
    const latest = { update: { ...DEPLOYED, source: 'github' } };
    const deployment = await openDeployment(await scriptReplies([latest, latest.update]), {
      'poll-interval': '0',
    });
    await deployment.until(() => deployment.text('[part=state]') === 'Deployed');
    expect(deployment.texts('dd').at(-1)).to.equal('A push to the repository');
    expect((await deployment.requests()).map(({ path }) => path)).to.deep.equal([
      '/v1/project/latest-update/project-1',
      '/v1/project/update-status/u1',
    ]);
  });

  for (const [what, reply, state, hint] of [
    ['has none yet', { update: null }, 'No update yet', 'An update reads the deployment branch'],
    ['has no list', json({}, { status: 404 }), 'No update started here', 'This server has no list'],
    ['refuses to tell', json({}, { status: 403 }), 'No update started here', 'This server has no list'],
  ] as const) {
    it(`says so where the server ${what}`, async () => {
      const deployment = await openDeployment(await scriptReplies([reply]), { 'poll-interval': '0' });
      await deployment.until(() => deployment.has('[part=empty]'));
      expect(deployment.text('[part=state]')).to.equal(state);
      expect(deployment.text('[part=empty]')).to.contain(hint);
      const badge = await openDeployment(await scriptReplies([reply]), { variant: 'badge' });
      await badge.until(() => badge.text('[part=badge]') === state);
    });
  }

  it('asks before it starts, and starts nothing when the answer is no', async () => {
    const deployment = await openDeployment(await scriptReplies([NO_LIST]));
    await deployment.until(() => deployment.has('[part=empty]'));
    await deployment.click('[part=start]');
    await deployment.until(() => deployment.focused === 'confirm');
    await pressKeys('Escape');
    await deployment.until(() => deployment.focused === 'start');
    expect(deployment.has('[part=confirm]')).to.equal(false);
    expect(await deployment.requests()).to.have.length(1);
  });

  it('ignores a second press', async () => {
    const deployment = await openDeployment(await scriptReplies([NO_LIST, { statusId: 'u1' }, DEPLOYED]));
    await deployment.until(() => deployment.has('[part=empty]'));
    deployment.find('[part=start]')!.focus();
    await pressKeys('Enter');
    await pressKeys('Enter');
    expect(await deployment.requests()).to.have.length(1);
    const end = ended(deployment);
    const yes = deployment.find('[part=confirm-yes]')!;
    yes.click();
    yes.click();
    void deployment.element.start();
    await end;
    expect(await deployment.requests()).to.have.length(3);
  });

  it('starts nothing when the page cancels the event', async () => {
    const deployment = await openDeployment(await scriptReplies([NO_LIST]));
    deployment.element.addEventListener('docs-deployment-start', (event) => event.preventDefault());
    await deployment.element.start();
    expect((await deployment.requests()).map(({ path }) => path)).not.to.include(
      '/v1/project/update/project-1',
    );
  });

  it('shows the way from queued to the end', async () => {
    const began = new Date(Date.now() - 65_000).toISOString();
    const states = [update('queued'), update('in_progress', { createdAt: began, summary: 'Reading pages' })];
    const deployment = await openDeployment(
      await scriptReplies([...states, { ...DEPLOYED, createdAt: began }]),
      {
        'status-id': 'u1',
        'poll-interval': '0',
      },
    );
    const steps = () => deployment.texts('.step[aria-current]');
    await deployment.until(() => deployment.has('[part=elapsed]'));
    expect(steps()).to.deep.equal(['Queued']);
    deployment.element.refresh();
    await deployment.until(() => deployment.text('[part=state]') === 'In progress');
    expect(steps()).to.deep.equal(['In progress']);
    expect(deployment.text('[part=summary]')).to.equal('Reading pages');
    expect(deployment.text('[part=elapsed]')).to.match(/^1:\d\d$/);
    const shown = deployment.text('[part=elapsed]');
    await deployment.until(() => deployment.text('[part=elapsed]') !== shown);
    deployment.element.refresh();
    await deployment.until(() => deployment.text('[part=state]') === 'Deployed');
    expect(steps()).to.deep.equal(['Deployed']);
  });

  it('keeps what it knows while the connection is lost', async () => {
    const replies = [update('in_progress', { logs: LOGS }), { broken: true }, DEPLOYED];
    const deployment = await openDeployment(await scriptReplies(replies), {
      'status-id': 'u1',
      'poll-interval': '0',
    });
    await deployment.until(() => deployment.findAll('.line').length === 3);
    const failed = deployment.heard('docs-deployment-error');
    await deployment.click('[part=refresh]');
    expect((await failed).code).to.equal('network');
    expect(deployment.text('[part=error]')).to.contain('The connection is lost');
    expect(deployment.texts('.line')).to.have.length(3);
    await deployment.click('[part=retry]');
    await deployment.until(() => deployment.text('[part=state]') === 'Deployed');
    expect(deployment.has('[part=error]')).to.equal(false);
  });

  it('shows how long it took', async () => {
    const deployment = await openDeploymentWith(DEPLOYED);
    expect(deployment.text('[part=elapsed]')).to.equal('1:05');
    expect(deployment.texts('dt').at(-1)).to.equal('Started by');
    expect(deployment.texts('dd').at(-1)).to.equal('A request to the API');
    expect(deployment.texts('.facts code').at(-1)).to.equal('main');
  });

  for (const [source, words] of [
    ['github', 'A push to the repository'],
    ['webhook', 'A push to the repository'],
    ['cli', 'The command line'],
    ['internal', 'The service itself'],
    ['dashboard', 'The dashboard'],
    ['github-app-installation', 'The installation of the GitHub app'],
    ['constructor', 'constructor'],
  ]) {
    it(`says what has started an update: ${source}`, async () => {
      const deployment = await openDeploymentWith(update('success', { ...END, source: source! }));
      expect(deployment.texts('dd').at(-1)).to.equal(words);
    });
  }

  it('keeps a distance to what stands above and below it, unless it is a badge', async () => {
    const margin = ({ element }: Deployment): string => getComputedStyle(element).marginBlockEnd;
    expect(margin(await openDeployment(''))).to.equal('24px');
    expect(margin(await openDeployment('', { variant: 'badge' }))).to.equal('0px');
  });

  it('shows a state that it does not know as it is', async () => {
    const deployment = await openDeploymentWith(update('simmering', { source: 'carrier-pigeon' }));
    expect(deployment.text('[part=state]')).to.equal('simmering');
    expect(deployment.texts('.step[aria-current]')).to.deep.equal(['simmering']);
    expect(deployment.text('dl')).to.contain('carrier-pigeon');
  });

  it('says that an update is not known any more', async () => {
    const deployment = await openDeployment(await scriptReplies([json({}, { status: 404 })]), {
      'status-id': 'gone',
    });
    await deployment.until(() => deployment.has('[part=error]'));
    expect(deployment.text('[part=error]')).to.equal('This update is not known any more.');
    expect(deployment.find('[part=start]')!.ariaDisabled).to.equal('false');
  });

  it('says why an update could not be started, and tries again', async () => {
    const deployment = await openDeployment(
      await scriptReplies([NO_LIST, json({}, { status: 403 }), { statusId: 'u1' }, DEPLOYED]),
    );
    await deployment.until(() => deployment.has('[part=empty]'));
    const failed = deployment.heard('docs-deployment-error');
    await start(deployment);
    expect(await failed).to.deep.include({ code: 'http', status: 403 });
    expect(deployment.text('[part=error]')).to.contain('Access is refused');
    const end = ended(deployment);
    await deployment.click('[part=retry]');
    expect(await end).to.equal('success');
  });

  it('asks nothing while the page is hidden, and at once when it is seen again', async () => {
    const deployment = await openDeployment(await scriptReplies([update('queued'), DEPLOYED]), {
      'status-id': 'u1',
      'poll-interval': '3600000',
    });
    await deployment.until(() => deployment.text('[part=state]') === 'Queued');
    setHidden(true);
    deployment.element.refresh();
    expect(await deployment.requests()).to.have.length(1);
    setHidden(false);
    await deployment.until(() => deployment.text('[part=state]') === 'Deployed');
  });

  describe('the log', () => {
    const many = (count: number) => Array.from({ length: count }, (_, place) => `line ${place}`);
    const isAtEnd = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean =>
      scrollHeight - clientHeight - scrollTop < 24;

    it('follows the end until one scrolls up, and leads back to it', async () => {
      const updates = [100, 200, 300].map((count) => update('in_progress', { logs: many(count) }));
      const deployment = await openDeployment(await scriptReplies(updates), {
        'status-id': 'u1',
        'poll-interval': '0',
      });
      await deployment.until(() => deployment.findAll('.line').length === 100);
      const log = deployment.find('.log')!;
      await deployment.until(() => log.scrollTop > 0 && isAtEnd(log));
      deployment.element.refresh();
      await deployment.until(() => deployment.findAll('.line').length === 200);
      await deployment.until(() => isAtEnd(log));
      log.scrollTop = 200;
      await deployment.until(() => deployment.has('[part=newest]'));
      const { scrollTop } = log;
      deployment.element.refresh();
      await deployment.until(() => deployment.findAll('.line').length === 300);
      await new Promise(requestAnimationFrame);
      expect(Math.abs(log.scrollTop - scrollTop)).to.be.lessThan(24);
      await deployment.click('[part=newest]');
      await deployment.until(() => isAtEnd(log));
      expect(deployment.focused).to.equal('log');
      await deployment.until(() => !deployment.has('[part=newest]'));
    });

    it('can be searched', async () => {
      const deployment = await openDeploymentWith(DEPLOYED);
      await deployment.type('[part=search]', 'WARNING');
      expect(deployment.texts('.line')).to.have.length(1);
      expect(deployment.texts('mark')).to.deep.equal(['Warning']);
      expect(deployment.text('[part=logs] [role=status]')).to.equal('1 line');
      await deployment.type('[part=search]', 'nowhere');
      expect(deployment.text('[part=log]')).to.equal('No line matches.');
      await pressKeys('Escape');
      await deployment.until(() => deployment.findAll('.line').length === 3);
    });

    it('can be copied as a whole', async () => {
      const deployment = await openDeploymentWith(DEPLOYED);
      let copied = '';
      const clipboard = { writeText: async (text: string) => void (copied = text) };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
      await deployment.click('[part=copy]');
      await deployment.until(() => deployment.text('[part=copy]') === 'Copied');
      delete (navigator as { clipboard?: Clipboard }).clipboard;
      expect(copied).to.equal(LOGS.join('\n'));
      expect(deployment.said).to.equal('Copied');
    });

    it('shows what stands in it as text, its times in the hours of the reader', async () => {
      const deployment = await openDeploymentWith(DEPLOYED);
      expect(deployment.texts('.line span')[1]).to.equal('Warning: a.md: broken <b>html</b>');
      const times = deployment.findAll('.line time').map((time) => time.getAttribute('datetime'));
      expect(times).to.deep.equal(['2026-01-01T10:00:00.100Z', '2026-01-01T10:00:01.200Z']);
      const log = deployment.find('[part=log]')!;
      expect([log.getAttribute('role'), log.tabIndex]).to.deep.equal(['log', 0]);
    });
  });

  describe('screenshots', () => {
    const drawn = async (deployment: Deployment, count: number): Promise<HTMLElement[]> => {
      await deployment.until(() => deployment.findAll('canvas[width="64"]').length === count);
      // The size is set just before the picture is drawn.
      await new Promise(requestAnimationFrame);
      return deployment.findAll('canvas');
    };

    it('are drawn where they are encoded, light and dark side by side', async () => {
      const screenshotDark = picture('rgb(0, 0, 255)').replace(/^.*,/, '');
      const shots = { screenshotLight: picture('rgb(255, 0, 0)'), screenshotDark };
      const deployment = await openDeploymentWith({ ...DEPLOYED, ...shots });
      const [light, dark] = await drawn(deployment, 2);
      expect([colourOf(light!), colourOf(dark!)]).to.deep.equal(['255 0 0', '0 0 255']);
      expect(light!.getAttribute('aria-label')).to.equal('Screenshot of the documentation, Light');
      expect(light!.getBoundingClientRect().top).to.equal(dark!.getBoundingClientRect().top);
    });

    it('are shown from where they are when they come as links', async () => {
      const link = '/demo/assets/icon.svg';
      const deployment = await openDeploymentWith({ ...DEPLOYED, screenshot: link, screenshotDark: link });
      const images = deployment.findAll('img') as HTMLImageElement[];
      expect(images.map(({ alt }) => alt.split(', ')[1])).to.deep.equal(['Light', 'Dark']);
      const [image] = images;
      if (!image!.complete) await new Promise((resolve) => image!.addEventListener('load', resolve));
      expect(image!.complete).to.equal(true);
      expect(deployment.findAll('img')).to.have.length(2);
    });

    it('say so when they cannot be shown', async () => {
      const deployment = await openDeploymentWith({
        ...DEPLOYED,
        screenshotLight: 'javascript:alert(1)',
        screenshotDark: `data:image/png;base64,${btoa('no picture')}`,
      });
      await deployment.until(() => !deployment.has('canvas'));
      expect(deployment.texts('figure p')).to.deep.equal([
        'The screenshot cannot be shown.',
        'The screenshot cannot be shown.',
      ]);
    });

    it('leave a link where the image behind it cannot be loaded', async () => {
      const deployment = await openDeploymentWith({ ...DEPLOYED, screenshotLight: '/__replies/nowhere.png' });
      await deployment.until(() => !deployment.has('img'));
      expect(deployment.text('figure a')).to.match(/nowhere\.png$/);
    });
  });

  it('shows just the state in a badge', async () => {
    const deployment = await openDeploymentWith(DEPLOYED, { variant: 'badge' });
    expect(deployment.text('.docs')).to.equal('Deployment: Deployed');
    expect(deployment.findAll('button')).to.have.length(0);
    expect(getComputedStyle(deployment.element).display).to.equal('inline-block');
  });

  it('speaks German where the page does', async () => {
    document.documentElement.lang = 'de';
    const deployment = await openDeploymentWith(DEPLOYED);
    await deployment.until(() => deployment.text('[part=state]') === 'Veröffentlicht');
    expect(deployment.find('.docs')!.lang).to.equal('de');
  });
});
