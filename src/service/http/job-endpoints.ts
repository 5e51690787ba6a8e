import { randomUUID } from 'node:crypto';
import {
  JOB_ENDPOINT,
  JOBS_ENDPOINT,
  REPORT_JOB_ENDPOINT,
  START_JOB_ENDPOINT,
} from '../../protocol/endpoints.ts';
import type { AgentSession } from '../../protocol/api.ts';
import { DEFAULT_TODO, HAULT_REASONS, readSessionChange, SESSION_LIMITS } from './read-session.ts';
import { MAX_SESSIONS } from '../storage/service-store.ts';
import { notFound } from './refusals.ts';
import type { ProjectCall, Route, Schema } from './route.ts';

const NO_STORE = { headers: { 'cache-control': 'no-store' } };
const OWN = 'This endpoint is this service’s own: the API names none that starts a session.';
const SESSION: Schema = { $ref: '#/components/schemas/AgentSession' };
/** `null` counts as left out, or empties the field. */
const text = (maxLength: number): Schema => ({ type: ['string', 'null'], minLength: 1, maxLength });
const CHANGE: Schema = {
  type: 'object',
  description: 'Fields that are left out stay as they are.',
  properties: {
    branch: {
      ...text(SESSION_LIMITS.branchCharacters),
      description: 'Name that git allows for a branch.',
    },
    haulted: {
      type: ['boolean', 'null'],
      description: '`true` needs a `haultReason`; `false` goes on with a halted session.',
    },
    haultReason: { enum: [...HAULT_REASONS, null] },
    pullRequestLink: { ...text(SESSION_LIMITS.linkCharacters), format: 'uri', pattern: '^https?://' },
    messageToUser: text(SESSION_LIMITS.messageCharacters),
    todos: {
      type: ['array', 'null'],
      maxItems: SESSION_LIMITS.todos,
      items: {
        type: 'object',
        required: ['content'],
        properties: {
          id: { ...text(SESSION_LIMITS.todoFieldCharacters), description: 'Default its place.' },
          content: { type: 'string', minLength: 1, maxLength: SESSION_LIMITS.todoCharacters },
          status: { ...text(SESSION_LIMITS.todoFieldCharacters), default: DEFAULT_TODO.status },
          priority: { ...text(SESSION_LIMITS.todoFieldCharacters), default: DEFAULT_TODO.priority },
        },
      },
    },
  },
};

/** The endpoints of agent jobs: two that read, and two of our own by which an agent runner reports. */
export const JOB_ROUTES: readonly Route[] = [
  {
    operation: 'job',
    method: JOB_ENDPOINT.method,
    template: JOB_ENDPOINT.template,
    key: 'admin',
    use: 'job',
    scope: 'project',
    describe: {
      tag: 'Agent jobs',
      summary: 'Read one agent session',
      success: { description: 'The session.', schema: SESSION },
    },
    handle: readJob,
  },
  {
    operation: 'jobs',
    method: JOBS_ENDPOINT.method,
    template: JOBS_ENDPOINT.template,
    key: 'admin',
    use: 'job',
    scope: 'project',
    describe: {
      tag: 'Agent jobs',
      summary: 'List the agent sessions of a project',
      choice: `Newest first, all at once: of a project, the latest ${MAX_SESSIONS.toLocaleString('en')} sessions are kept.`,
      success: {
        description: 'The sessions, newest first.',
        schema: { $ref: '#/components/schemas/AgentSessionList' },
      },
    },
    handle: listJobs,
  },
  {
    operation: 'start-job',
    method: START_JOB_ENDPOINT.method,
    template: START_JOB_ENDPOINT.template,
    key: 'admin',
    use: 'job',
    scope: 'project',
    describe: {
      tag: 'Agent jobs',
      summary: 'Start an agent session',
      description: 'For an agent runner or a CI job that is about to work on the documentation.',
      choice: OWN,
      body: {
        schema: CHANGE,
        example: { branch: 'docs/fix-links', todos: [{ content: 'Find broken links' }] },
      },
      success: { status: 201, description: 'The session.', schema: SESSION },
    },
    handle: startJob,
  },
  {
    operation: 'report-job',
    method: REPORT_JOB_ENDPOINT.method,
    template: REPORT_JOB_ENDPOINT.template,
    key: 'admin',
    use: 'job',
    scope: 'project',
    describe: {
      tag: 'Agent jobs',
      summary: 'Report on an agent session',
      choice: OWN,
      body: { schema: CHANGE, example: { haulted: true, haultReason: 'completed' } },
      success: { description: 'The session as it is now.', schema: SESSION },
    },
    handle: reportJob,
  },
];

async function readJob({ service, project, parameters, charge }: ProjectCall): Promise<Response> {
  await charge(project);
  return answer(await service.store.sessions.read(project.projectId, parameters['id']!));
}

async function listJobs({ service, project, charge }: ProjectCall): Promise<Response> {
  await charge(project);
  const allSessions = await service.store.sessions.list(project.projectId, MAX_SESSIONS);
  return Response.json({ allSessions }, NO_STORE);
}

async function startJob({ service, project, readBody, charge }: ProjectCall): Promise<Response> {
  const change = readSessionChange(await readBody());
  await charge(project);
  const session: AgentSession = {
    sessionId: randomUUID(),
    subdomain: project.domain,
    ...{
      branch: null,
      haulted: false,
      haultReason: null,
      pullRequestLink: null,
      messageToUser: null,
      todos: [],
    },
    createdAt: new Date().toISOString(),
    ...change,
  };
  await service.store.sessions.create(project.projectId, session);
  return Response.json(session, { ...NO_STORE, status: 201 });
}

async function reportJob({ service, project, parameters, readBody, charge }: ProjectCall): Promise<Response> {
  const change = readSessionChange(await readBody());
  await charge(project);
  return answer(await service.store.sessions.change(project.projectId, parameters['id']!, change));
}

/** A session of another project is answered like one that does not exist. */
function answer(session: AgentSession | null): Response {
  if (session === null) throw notFound();
  return Response.json(session, NO_STORE);
}
