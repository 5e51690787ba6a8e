import { expect } from '@open-wc/testing';
import { AdminHarness, json, scriptReplies } from '../../support/admin-harness.ts';
import { ALL, NO_LIST, openDeployment, openJobs } from '../../support/admin-data.ts';
import { HostedPlatform } from '../../support/hosted-platform.ts';
import { pressKeys, typeText } from '../../support/page-commands.ts';

afterEach(async () => {
  AdminHarness.reset();
  await HostedPlatform.closeAll();
});

const START = 'POST /v2/agent/project-1/job';

describe('<docs-agent-jobs> with the agent of the hosted platform', () => {
  it('gives it a task by keyboard, tells it more, and has the task after a reload', async () => {
    const platform = new HostedPlatform();
    const { endpoint } = platform;
    const jobs = await openJobs(endpoint);
    await jobs.until(() => jobs.findAll('.session').length > 0);
    jobs.find('[part=new-task]')!.focus();
    await pressKeys('Enter');
    await jobs.until(() => jobs.focused === 'prompt');
    await typeText('Describe retries.');
    await pressKeys('Control', 'Enter');
    await jobs.until(() => jobs.has('[part=task]'));
    await jobs.until(() => (jobs.root.activeElement as HTMLElement | null)?.className === 'task-name');
    expect(jobs.text('.task-name')).to.equal('Describe retries.');
    expect(jobs.text('[part=task-state]')).to.equal('Running');
    expect(jobs.text('[part=task] .facts'))
      .to.include('acme/docs · docs/retries')
      .and.include('Model: large');
    expect(jobs.said).to.equal('Describe retries.: Running');

    await jobs.click('[part=tell]');
    await jobs.until(() => jobs.focused === 'prompt');
    await typeText('With a table.');
    await jobs.click('[part=send]');
    await jobs.until(() => !jobs.has('form'));
    const sent = (await platform.received()).filter(({ path }) => path.startsWith('/v2/'));
    expect(sent.map(({ method, path, body }) => [`${method} ${path}`, body])).to.deep.equal([
      [START, { prompt: 'Describe retries.' }],
      [`${START}/j1/message`, { prompt: 'With a table.' }],
    ]);
    jobs.element.remove();

    const after = await openJobs(endpoint);
    await after.until(() => after.text('.task-name') === 'Describe retries.');
    await after.until(async () =>
      (await platform.received()).some(
        ({ method, path }) => method === 'GET' && path === '/v2/agent/project-1/job/j1',
      ),
    );
  });

  it('keeps what was written when the field is closed, and returns the focus', async () => {
    const jobs = await openJobs(await scriptReplies([{ allSessions: ALL }]));
    await jobs.click('[part=new-task]');
    await jobs.until(() => jobs.focused === 'prompt');
    await typeText('Describe');
    await pressKeys('Escape');
    await jobs.until(() => jobs.focused === 'new-task');
    expect(jobs.has('form')).to.equal(false);
    await pressKeys('Enter');
    await jobs.until(() => jobs.has('form'));
    expect(jobs.find<HTMLTextAreaElement>('[part=prompt]')!.value).to.equal('Describe');
  });

  it('says why a task was not taken, keeps it, and sends it again', async () => {
    const job = { id: 'j1', status: 'queued_for_review', source: {}, createdAt: 'soon' };
    const replies = [{ allSessions: ALL }, json({}, { status: 429 }), json(job, { status: 201 })];
    const jobs = await openJobs(await scriptReplies(replies));
    await jobs.until(() => jobs.findAll('.session').length > 0);
    await jobs.click('[part=new-task]');
    await jobs.type('[part=prompt]', 'Describe retries.');
    const failed = jobs.heard('docs-agent-jobs-error');
    await jobs.click('[part=send]');
    expect((await failed).status).to.equal(429);
    await jobs.until(() => jobs.text('#prompt-wrong').startsWith('Too many requests'));
    expect(jobs.find('#prompt-wrong')!.getAttribute('role')).to.equal('alert');
    const started = jobs.heard('docs-agent-jobs-task');
    await jobs.click('[part=send]');
    expect((await started).job.status).to.equal('queued_for_review');
    expect(jobs.text('[part=task-state]')).to.equal('queued_for_review');
  });

  it('has no controls where the server has no such agent, and says so once', async () => {
    const endpoint = await scriptReplies([
      { allSessions: ALL },
      json({}, { status: 404 }),
      { allSessions: ALL },
    ]);
    const jobs = await openJobs(endpoint);
    await jobs.until(() => jobs.findAll('.session').length > 0);
    await jobs.click('[part=new-task]');
    await jobs.type('[part=prompt]', 'Describe retries.');
    await jobs.click('[part=send]');
    await jobs.until(() => !jobs.has('[part=new-task]') && !jobs.has('form'));
    expect(jobs.text('[role=alert]')).to.equal('The agent of this server takes no tasks from here.');
    await jobs.until(() => jobs.focused === 'heading');
    jobs.element.remove();
    const after = await openJobs(endpoint);
    await after.until(() => after.findAll('.session').length > 0);
    expect([after.has('[part=new-task]'), after.has('[role=alert]')]).to.deep.equal([false, false]);
  });

  it('sends nothing when the page cancels it, or wants no tasks', async () => {
    const jobs = await openJobs(await scriptReplies([{ allSessions: ALL }]));
    await jobs.until(() => jobs.findAll('.session').length > 0);
    jobs.element.addEventListener('docs-agent-jobs-prompt', (event) => event.preventDefault(), {
      once: true,
    });
    await jobs.click('[part=new-task]');
    await jobs.type('[part=prompt]', 'Describe retries.');
    await jobs.click('[part=send]');
    expect(jobs.has('form')).to.equal(true);
    expect(await jobs.requests()).to.have.length(1);
    const without = await openJobs(await scriptReplies([{ allSessions: ALL }]), { 'without-tasks': '' });
    await without.until(() => without.findAll('.session').length > 0);
    expect(without.has('[part=new-task]')).to.equal(false);
  });

  it('links pull requests of the web alone, and takes what is over off the list', async () => {
    const endpoint = await scriptReplies([{ allSessions: ALL }]);
    const job = { id: 'j1', status: 'completed', createdAt: '', prLink: 'javascript:alert(1)' };
    const good = { ...job, id: 'j2', prLink: 'https://git.example/7' };
    localStorage.setItem(
      `docs-assistant:${endpoint}|project-1:tasks`,
      JSON.stringify([
        { name: 'One', job },
        { name: 'Two', job: good },
      ]),
    );
    const jobs = await openJobs(endpoint);
    await jobs.until(() => jobs.findAll('[part=task]').length === 2);
    expect(jobs.findAll('[part=task-link]').map((link) => (link as HTMLAnchorElement).href)).to.deep.equal([
      'https://git.example/7',
    ]);
    await jobs.click('[data-id=j1] [part=forget]');
    await jobs.until(() => jobs.texts('.task-name').join() === 'Two');
    await jobs.until(() => (jobs.root.activeElement as HTMLElement | null)?.className === 'task-name');
  });
});

describe('<docs-deployment> with previews of the hosted platform', () => {
  it('starts one, links to it, follows it, and has it after a reload', async () => {
    const platform = new HostedPlatform();
    const deployment = await openDeployment(platform.endpoint);
    await deployment.until(() => deployment.has('[part=preview-start]'));
    deployment.find('[part=preview-start]')!.focus();
    await pressKeys('Enter');
    await deployment.until(() => deployment.focused === 'branch');
    await typeText('retries');
    const changed = deployment.heard('docs-deployment-preview-change');
    await pressKeys('Enter');
    expect(await changed).to.deep.equal({ statusId: 'u1', status: 'in_progress', hasEnded: false });
    await deployment.until(() => deployment.focused === 'preview');
    const link = deployment.find<HTMLAnchorElement>('[part=preview-link]')!;
    expect(link.href).to.equal('https://acme-retries.preview.example/');
    expect(deployment.text('[part=preview-state]')).to.equal('In progress');
    expect(deployment.said).to.equal('Preview of retries: In progress');
    const sent = (await platform.received()).find(({ path }) => path.includes('preview'));
    expect([sent?.path, sent?.body]).to.deep.equal(['/v1/project/preview/project-1', { branch: 'retries' }]);
    deployment.element.remove();
    const after = await openDeployment(platform.endpoint);
    await after.until(() => after.text('[part=preview-state]') === 'In progress');
    expect(after.text('[part=state]')).to.equal('No update started here');
  });

  it('sends no name that git takes for no branch, and says so at the field', async () => {
    const deployment = await openDeployment(await scriptReplies([NO_LIST]));
    await deployment.until(() => deployment.has('[part=preview-start]'));
    await deployment.click('[part=preview-start]');
    for (const name of ['', 'a b', 'a..b', '/a']) {
      await deployment.type('[part=branch]', name);
      await deployment.click('[part=preview-send]');
      await deployment.until(() => deployment.has('[aria-invalid=true]'));
      expect(deployment.text('#branch-wrong')).to.equal('This is no name of a branch.');
    }
    await deployment.until(() => deployment.focused === 'branch');
    expect(await deployment.requests()).to.have.length(1);
    await pressKeys('Escape');
    await deployment.until(() => deployment.focused === 'preview-start');
  });

  it('does not make a link of an address that is none of the web', async () => {
    const started = { statusId: 'p1', previewUrl: 'javascript:alert(1)' };
    const deployment = await openDeployment(await scriptReplies([NO_LIST, started]), {
      'poll-interval': '0',
    });
    await deployment.until(() => deployment.has('[part=preview-start]'));
    await deployment.element.preview('a');
    await deployment.until(() => deployment.has('[part=preview]'));
    expect(deployment.has('[part=preview] a')).to.equal(false);
    expect(deployment.text('[part=preview]')).to.include('javascript:alert(1)');
  });

  it('offers none where the server has none, or is our own', async () => {
    const deployment = await openDeployment(await scriptReplies([NO_LIST, json({}, { status: 404 })]));
    await deployment.until(() => deployment.has('[part=preview-start]'));
    await deployment.click('[part=preview-start]');
    await deployment.type('[part=branch]', 'a');
    await deployment.click('[part=preview-send]');
    await deployment.until(() => !deployment.has('[part=preview-start]') && !deployment.has('form'));
    expect(deployment.text('[role=alert]')).to.equal('This server has no previews.');
    const own = await openDeployment(await scriptReplies([{ update: null }]));
    await own.until(() => own.text('[part=state]') === 'No update yet');
    expect(own.has('[part=preview-start]')).to.equal(false);
    const without = await openDeployment(await scriptReplies([NO_LIST]), { 'without-preview': '' });
    await without.until(() => without.has('[part=empty]'));
    expect(without.has('[part=preview-start]')).to.equal(false);
  });
});
