import type { DocsAgentJobs } from '../../../src/admin.ts';
import { type AdminHarness, json, scriptReplies, session, update } from '../admin-harness.ts';
import {
  ALL,
  type Deployment,
  DEPLOYED,
  DONE_SESSION,
  END,
  FAILED,
  LOGS,
  NO_LIST,
  ODD,
  openDeployment,
  openDeploymentWith,
  openInsights,
  openInsightsWith,
  openJobs,
  openJobsWith,
  INSIGHTS_OFF,
  picture,
  REFUSED,
  RUNNING,
  WRITER,
} from '../admin-data.ts';
import { INSIGHTS, NO_INSIGHTS } from '../insights-data.ts';
import type { Attributes, Scene } from './scene.ts';

const SILENT = session('silent', { haulted: true, haultReason: null });

/** Opens the list with the detail of this session beside it. */
export async function openDetail(
  chosen: { sessionId: string },
  attributes: Attributes,
): Promise<AdminHarness> {
  const jobs = await openJobsWith([...ALL, FAILED, SILENT], attributes);
  jobs.element.select(chosen.sessionId);
  await jobs.until(() => jobs.has('#name') && !jobs.has('.message:not(.prose)'));
  return jobs;
}

/** Tasks as the platform sends them, each with what it was told. */
const TASKS = (
  [
    ['active', null],
    ['completed', 'https://git.example.com/acme/docs/pull/9'],
    ['failed', null],
    ['archived', 'javascript:alert(1)'],
    ['waiting_for_moon', null],
  ] as const
).map(([status, prLink]) => ({
  name: `Describe how requests are retried, with an example for each of the clients: ${status}`,
  isGone: false,
  job: {
    id: `j-${status.replaceAll('_', '-')}`,
    status,
    source: { repository: 'acme/docs', ref: `docs/${status}` },
    model: 'large-3',
    prLink,
    createdAt: '2026-01-05T10:00:00.000Z',
    archivedAt: null,
  },
}));

/** Opens the list of sessions with these tasks above it. What comes next is answered as said; the tasks are not read again. */
async function openTasks(
  tasks: readonly object[],
  attributes: Attributes,
  ...replies: readonly object[]
): Promise<AdminHarness<DocsAgentJobs>> {
  const endpoint = await scriptReplies([{ allSessions: ALL }, ...replies]);
  const jobs = await openJobs(endpoint, attributes);
  await jobs.until(() => jobs.findAll('.session').length > 0);
  if (tasks.length === 0) return jobs;
  localStorage.setItem(`docs-assistant:${endpoint}|project-2:tasks`, JSON.stringify(tasks));
  jobs.element.projectId = 'project-2';
  await jobs.until(() => jobs.findAll('[part=task]').length === tasks.length);
  return jobs;
}

export const JOBS_SCENES: readonly Scene<AdminHarness>[] = [
  {
    name: 'not set up',
    open: async (attributes) => {
      const jobs = await openJobs('', attributes);
      // The first scene of the elements, whose strings are still being loaded.
      await jobs.until(() => jobs.find('.docs')!.lang === document.documentElement.lang);
      return jobs;
    },
  },
  {
    name: 'loading',
    open: async (attributes) => {
      const endpoint = await scriptReplies([json({ allSessions: [] }, { held: true })]);
      const jobs = await openJobs(endpoint, attributes);
      await jobs.until(() => jobs.has('.skeleton'));
      return jobs;
    },
  },
  {
    name: 'no session',
    open: async (attributes) => {
      const jobs = await openJobs(await scriptReplies([{ allSessions: [] }]), attributes);
      await jobs.until(() => jobs.has('[part=empty]'));
      return jobs;
    },
  },
  { name: 'a list', open: (attributes) => openJobsWith([...ALL, FAILED, SILENT], attributes) },
  {
    name: 'the latest of many, filtered',
    open: async (attributes) => {
      const many = Array.from({ length: 51 }, (_, at) => session(`s${at}`, { title: `Session ${at}` }));
      const jobs = await openJobsWith(many, attributes);
      await jobs.type('[part=search]', 'session 41');
      return jobs;
    },
  },
  { name: 'a session that is running', open: (attributes) => openDetail(RUNNING, attributes) },
  { name: 'a session that is completed', open: (attributes) => openDetail(DONE_SESSION, attributes) },
  {
    name: 'a message in Markdown, without a branch',
    open: async (attributes) => {
      const jobs = await openJobsWith([...ALL, WRITER], attributes);
      jobs.element.select(WRITER.sessionId);
      await jobs.until(() => jobs.has('.message table'));
      return jobs;
    },
  },
  { name: 'a repository that is not set up', open: (attributes) => openDetail(REFUSED, attributes) },
  { name: 'a session that failed', open: (attributes) => openDetail(FAILED, attributes) },
  { name: 'a reason that is not known', open: (attributes) => openDetail(ODD, attributes) },
  { name: 'no reason', open: (attributes) => openDetail(SILENT, attributes) },
  {
    name: 'nothing found',
    open: async (attributes) => {
      const jobs = await openJobsWith(ALL, attributes);
      await jobs.type('[part=search]', 'nothing of this kind');
      return jobs;
    },
  },
  {
    name: 'refused',
    open: async (attributes) => {
      const jobs = await openJobs(await scriptReplies([json({}, { status: 403 })]), attributes);
      await jobs.until(() => jobs.has('[part=error]'));
      return jobs;
    },
  },
  {
    name: 'a lost connection',
    open: async (attributes) => loseConnection(await openJobsWith(ALL, attributes)),
  },
  {
    name: 'a task being written',
    open: async (attributes) => {
      const jobs = await openTasks([], attributes);
      await jobs.click('[part=new-task]');
      await jobs.type('[part=prompt]', 'Describe how requests are retried, with an example for each client.');
      return jobs;
    },
  },
  {
    name: 'tasks in every state, and a message',
    open: async (attributes) => {
      const jobs = await openTasks(TASKS, attributes);
      await jobs.click('[data-id=j-active] [part=tell]');
      return jobs;
    },
  },
  {
    name: 'a task that was refused',
    open: async (attributes) => {
      const jobs = await openTasks([], attributes, json({}, { status: 429 }));
      await jobs.click('[part=new-task]');
      await jobs.type('[part=prompt]', 'Describe retries.');
      await jobs.click('[part=send]');
      await jobs.until(() => jobs.has('#prompt-wrong'));
      return jobs;
    },
  },
  {
    name: 'no agent that takes tasks',
    open: async (attributes) => {
      const jobs = await openTasks([], attributes, json({}, { status: 404 }));
      await jobs.element.prompt('Describe retries.');
      await jobs.until(() => !jobs.has('[part=new-task]'));
      return jobs;
    },
  },
];

/** Opens the element where this is said of the latest update, and no update is known. */
async function openIdle(
  latest: object,
  attributes: Attributes,
  ...replies: readonly object[]
): Promise<Deployment> {
  const deployment = await openDeployment(await scriptReplies([latest, ...replies]), attributes);
  await deployment.until(() => deployment.has('[part=empty]'));
  return deployment;
}

export const DEPLOYMENT_SCENES: readonly Scene<AdminHarness>[] = [
  { name: 'not set up', open: (attributes) => openDeployment('', attributes) },
  { name: 'no update yet', open: (attributes) => openIdle({ update: null }, attributes) },
  { name: 'no update started here', open: (attributes) => openIdle(NO_LIST, attributes) },
  {
    name: 'asking back',
    open: async (attributes) => {
      const deployment = await openIdle(NO_LIST, attributes);
      await deployment.click('[part=start]');
      await deployment.until(() => deployment.focused === 'confirm');
      return deployment;
    },
  },
  {
    name: 'starting',
    open: async (attributes) => {
      const deployment = await openIdle(NO_LIST, attributes, json({ statusId: 'u1' }, { held: true }));
      void deployment.element.start();
      await deployment.until(() => deployment.has('[part=steps]'));
      return deployment;
    },
  },
  {
    name: 'being read for the first time',
    open: async (attributes) => {
      const endpoint = await scriptReplies([json(DEPLOYED, { held: true })]);
      return openDeployment(endpoint, { 'status-id': 'u1', ...attributes });
    },
  },
  { name: 'queued', open: (attributes) => openDeploymentWith(update('queued'), attributes) },
  {
    name: 'in progress',
    open: (attributes) =>
      openDeploymentWith(update('in_progress', { logs: LOGS, summary: 'Reading' }), attributes),
  },
  {
    name: 'deployed, everything open',
    open: async (attributes) => {
      const shots = { screenshotLight: picture('red'), screenshotDark: '/demo/assets/icon.svg' };
      const deployment = await openDeploymentWith({ ...DEPLOYED, ...shots }, attributes);
      for (const summary of deployment.findAll('summary')) summary.click();
      await deployment.until(() => deployment.findAll('details li').length === 4);
      await deployment.type('[part=search]', 'warning');
      return deployment;
    },
  },
  {
    name: 'a screenshot that cannot be shown',
    open: (attributes) => openDeploymentWith({ ...DEPLOYED, screenshot: 'javascript:alert(1)' }, attributes),
  },
  {
    name: 'failed',
    open: (attributes) =>
      openDeploymentWith(
        update('failure', { ...END, logs: LOGS, summary: 'It has no branch of that name.' }),
        attributes,
      ),
  },
  {
    name: 'a state that is not known',
    open: (attributes) => openDeploymentWith(update('simmering', { source: 'carrier-pigeon' }), attributes),
  },
  {
    name: 'refused',
    open: async (attributes) => {
      const deployment = await openIdle(NO_LIST, attributes, json({}, { status: 403 }));
      await deployment.element.start();
      await deployment.until(() => deployment.has('[part=retry]'));
      return deployment;
    },
  },
  {
    name: 'not known any more',
    open: async (attributes) => {
      const endpoint = await scriptReplies([json({}, { status: 404 })]);
      const deployment = await openDeployment(endpoint, { 'status-id': 'gone', ...attributes });
      await deployment.until(() => deployment.has('[part=error]'));
      return deployment;
    },
  },
  {
    name: 'a lost connection',
    open: async (attributes) =>
      loseConnection(await openDeploymentWith(update('in_progress', { logs: LOGS }), attributes)),
  },
  {
    name: 'a branch to preview being written',
    open: async (attributes) => {
      const deployment = await openIdle(NO_LIST, attributes);
      await deployment.click('[part=preview-start]');
      await deployment.type('[part=branch]', 'docs retries');
      await deployment.click('[part=preview-send]');
      await deployment.until(() => deployment.has('#branch-wrong'));
      return deployment;
    },
  },
  ...['in_progress', 'success', 'failure'].map<Scene<AdminHarness>>((status) => ({
    name: `a preview, ${status}`,
    open: async (attributes) => {
      const started = { statusId: 'p1', previewUrl: 'https://acme-docs-retries.preview.example/' };
      const state = update(status, { summary: `It is ${status}.` });
      const deployment = await openIdle(
        NO_LIST,
        { 'poll-interval': '0', ...attributes },
        json(started),
        json(state),
      );
      await deployment.element.preview('docs/retries');
      await deployment.until(() => deployment.text('[part=preview]').includes(`It is ${status}.`));
      return deployment;
    },
  })),
  {
    name: 'no previews',
    open: async (attributes) => {
      const deployment = await openIdle(NO_LIST, attributes, json({}, { status: 404 }));
      await deployment.element.preview('docs/retries');
      await deployment.until(() => !deployment.has('[part=preview-start]'));
      return deployment;
    },
  },
  {
    name: 'a badge, not set up',
    open: (attributes) => openDeployment('', { variant: 'badge', ...attributes }),
  },
  {
    name: 'a badge, no update yet',
    open: async (attributes) => {
      const endpoint = await scriptReplies([{ update: null }]);
      const badge = await openDeployment(endpoint, { variant: 'badge', ...attributes });
      await badge.until(() => badge.text('[part=badge]') !== '…');
      return badge;
    },
  },
  ...['in_progress', 'success', 'failure', 'simmering'].map<Scene<AdminHarness>>((status) => ({
    name: `a badge, ${status}`,
    open: async (attributes) => {
      const badge = await openDeployment(await scriptReplies([update(status)]), {
        'status-id': 'u1',
        'poll-interval': '0',
        variant: 'badge',
        ...attributes,
      });
      await badge.until(() => badge.text('[part=badge]') !== '…');
      return badge;
    },
  })),
];

export const INSIGHTS_SCENES: readonly Scene<AdminHarness>[] = [
  { name: 'not set up', open: (attributes) => openInsights('', attributes) },
  {
    name: 'loading',
    open: async (attributes) => {
      const endpoint = await scriptReplies([json(INSIGHTS, { held: true })]);
      const insights = await openInsights(endpoint, attributes);
      await insights.until(() => insights.has('.skeleton'));
      return insights;
    },
  },
  {
    name: 'nothing yet',
    open: async (attributes) => {
      const endpoint = await scriptReplies([NO_INSIGHTS]);
      const insights = await openInsights(endpoint, attributes);
      await insights.until(() => insights.has('[part=empty]'));
      return insights;
    },
  },
  {
    name: 'off',
    open: async (attributes) => {
      const insights = await openInsights(await scriptReplies([INSIGHTS_OFF]), attributes);
      await insights.until(() => insights.has('[part=off]'));
      return insights;
    },
  },
  {
    name: 'refused',
    open: async (attributes) => {
      const insights = await openInsights(await scriptReplies([json({}, { status: 403 })]), attributes);
      await insights.until(() => insights.has('[part=error]'));
      return insights;
    },
  },
  { name: 'what is missing', open: (attributes) => openInsightsWith(INSIGHTS, attributes) },
  {
    name: 'what is done, too',
    open: async (attributes) => {
      const insights = await openInsightsWith(INSIGHTS, attributes);
      await insights.click('[part=done]');
      await insights.click('[part=show-done]');
      return insights;
    },
  },
  {
    name: 'everything done',
    open: async (attributes) => {
      const insights = await openInsightsWith(
        { ...INSIGHTS, missing: INSIGHTS.missing.slice(0, 1) },
        attributes,
      );
      await insights.click('[part=done]');
      await insights.until(() => insights.has('[part=empty]'));
      return insights;
    },
  },
  ...['most asked', 'most searched', 'pages'].map<Scene<AdminHarness>>((name, index) => ({
    name,
    open: async (attributes) => {
      const insights = await openInsightsWith(INSIGHTS, attributes);
      insights.findAll('[name=list]')[index + 1]!.click();
      await insights.element.updateComplete;
      return insights;
    },
  })),
  {
    name: 'a lost connection',
    open: async (attributes) => loseConnection(await openInsightsWith(INSIGHTS, attributes)),
  },
];

/** Loses the connection: the server of these scenes answers nothing after the first time. */
async function loseConnection(harness: AdminHarness): Promise<AdminHarness> {
  await harness.click('[part=refresh]');
  await harness.until(() => harness.has('[part=retry]'));
  return harness;
}
