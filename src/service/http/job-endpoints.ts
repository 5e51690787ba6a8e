import { randomUUID } from 'node:crypto';
import { MAX_JOBS_SKIP, MAX_JOBS_TAKE, type AgentSession } from '../../protocol/api.ts';
import {
  JOB_ENDPOINT,
  JOBS_ENDPOINT,
  REPORT_JOB_ENDPOINT,
  START_JOB_ENDPOINT,
} from '../../protocol/endpoints.ts';
import { readJobsQuery } from '../../protocol/requests/read-request.ts';
import { MAX_SESSIONS } from '../storage/service-store.ts';
import { schemaRef, toJsonSchema } from './json-schema.ts';
import { notFound } from './refusals.ts';
import type { DescribedRoute, ProjectCall } from './route.ts';
import { readSessionReport, SessionReport } from './session-report.ts';

const NO_STORE = { headers: { 'cache-control': 'no-store' } };
const OWN = 'This endpoint is this service’s own: the API names none that starts a session.';
const SESSION = schemaRef('AgentSession');
const REPORT = toJsonSchema(SessionReport);

/** The endpoints of agent jobs: two of the API, for reading, and two of this service, by which an agent runner reports. */
export const JOB_ROUTES: readonly DescribedRoute[] = [
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
      choice: `Newest first, all at once where no \`take\` is given: of a project, the latest ${MAX_SESSIONS.toLocaleString('en')} sessions are kept.`,
      query: {
        skip: {
          description: 'Number of the newest sessions that are left out. Default 0.',
          schema: { type: 'integer', minimum: 0, maximum: MAX_JOBS_SKIP },
        },
        take: {
          description: 'Maximum number of sessions. Default: all.',
          schema: { type: 'integer', minimum: 1, maximum: MAX_JOBS_TAKE },
        },
      },
      success: {
        description: 'The sessions, newest first.',
        schema: schemaRef('AgentSessionList'),
      },
      errors: ['invalid-request'],
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
        schema: REPORT,
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
      body: { schema: REPORT, example: { haulted: true, haultReason: 'completed' } },
      success: { description: 'The session as it is now.', schema: SESSION },
    },
    handle: reportJob,
  },
];

async function readJob({ service, project, parameters, charge }: ProjectCall): Promise<Response> {
  await charge(project);
  return answer(await service.store.sessions.read(project.projectId, parameters['id']!));
}

async function listJobs({ service, project, request, charge }: ProjectCall): Promise<Response> {
  const { skip, take } = readJobsQuery(request);
  await charge(project);
  const allSessions = await service.store.sessions.list(project.projectId, take ?? MAX_SESSIONS, skip);
  return Response.json({ allSessions }, NO_STORE);
}

async function startJob({ service, project, readBody, charge }: ProjectCall): Promise<Response> {
  const change = readSessionReport(await readBody());
  await charge(project);
  const session: AgentSession = {
    sessionId: randomUUID(),
    subdomain: project.domain,
    branch: null,
    haulted: false,
    haultReason: null,
    pullRequestLink: null,
    messageToUser: null,
    todos: [],
    createdAt: new Date().toISOString(),
    ...change,
  };
  await service.store.sessions.create(project.projectId, session);
  return Response.json(session, { ...NO_STORE, status: 201 });
}

async function reportJob({ service, project, parameters, readBody, charge }: ProjectCall): Promise<Response> {
  const change = readSessionReport(await readBody());
  await charge(project);
  return answer(await service.store.sessions.change(project.projectId, parameters['id']!, change));
}

/** A session of another project gets the same answer as an unknown one. */
function answer(session: AgentSession | null): Response {
  if (session === null) throw notFound();
  return Response.json(session, NO_STORE);
}
