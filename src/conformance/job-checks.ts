import { JOBS_ENDPOINT } from '../protocol/endpoints.ts';
import { isRecord, type UnknownRecord } from '../protocol/record.ts';
import {
  count,
  fail,
  pass,
  passIf,
  skip,
  type Check,
  findWrongFields,
  toPlatformShapes,
  passWith200,
  passWithJson,
  parseBody,
  refusesKey,
} from './check.ts';
import { describe, print, type Exchange } from './exchange.ts';
import type { Target } from './target.ts';

const STATUS = ['jobs.status'];
const LIST = ['jobs.list'];

/** Fields of an agent session that the contract gives a type. */
const SESSION = {
  sessionId: 'string',
  subdomain: 'string',
  branch: 'string',
  haulted: 'boolean',
  haultReason: ['completed', 'github_missconfigured', 'error'],
  pullRequestLink: 'string',
  messageToUser: 'string',
  todos: 'records',
  createdAt: 'time',
} as const;
const TODO = { content: 'string', status: 'string', priority: 'string', id: 'string' } as const;

/** Say why the endpoints of a project are left out. @returns `null` when they are not */
export function whyNoProject({ options: { projectId, adminKey, isPublic } }: Target): string | null {
  if (projectId === null) return 'Name the project with --project.';
  if (adminKey === null && !isPublic) return 'Give the admin key with --admin-key.';
  return null;
}

/** `GET /v1/agent/{projectId}/jobs` and `GET /v1/agent/{projectId}/job/{id}` */
export const JOB_CHECKS: readonly Check[] = [
  {
    name: 'jobs.status',
    contract: '4.4: success is 200.',
    expected: 'status 200',
    async run(target) {
      const reason = whyNoProject(target);
      return reason === null ? passWith200(await target.jobs) : skip(reason);
    },
  },
  {
    name: 'jobs.media-type',
    contract: '1: all bodies are JSON unless stated.',
    expected: 'content type application/json',
    needs: STATUS,
    run: async (target) => passWithJson(await target.jobs),
  },
  {
    name: 'jobs.list',
    contract: '4.4: an object with the field allSessions, an array.',
    expected: 'allSessions, an array',
    needs: STATUS,
    async run(target) {
      const got = await target.jobs;
      const sessions = sessionsOf(got);
      return sessions === null ? fail(describe(got)) : pass(count(sessions.length, 'session'));
    },
  },
  {
    name: 'jobs.sessions',
    contract: '2.4: the fields of an agent session.',
    expected:
      'every session has a sessionId, and fields of their types; what is not known yet is null or left out',
    platform: {
      contract: 'Platform, agent jobs: the fields of a session; haultReason has more values.',
      expected: 'every session has a sessionId, and fields of their types; a value may be new',
    },
    needs: LIST,
    async run(target) {
      const sessions = sessionsOf(await target.jobs) ?? [];
      if (sessions.length === 0) return skip('The project has no sessions.');
      const wrong = sessions.flatMap((session, index) => {
        const found = isRecord(session) ? findWrongSession(session, target) : ['it is no object'];
        return found.map((what) => `session ${index + 1}: ${what}`);
      });
      return wrong.length === 0
        ? pass(count(sessions.length, 'session'))
        : fail(wrong.slice(0, 3).join('; '));
    },
  },
  {
    name: 'jobs.pages',
    contract: 'Platform, agent jobs: skip and take choose a part of the list.',
    expected: 'the second session with skip=1 and take=1',
    isPlatformOnly: true,
    needs: ['jobs.sessions'],
    async run(target) {
      const [, second] = sessionsOf(await target.jobs) ?? [];
      if (!isRecord(second)) return skip('The project has no second session.');
      const got = await target.someJobs(1, 1);
      const [session, ...more] = sessionsOf(got) ?? [];
      const isIt = isRecord(session) && session.sessionId === second.sessionId && more.length === 0;
      return passIf(isIt, describe(got));
    },
  },
  {
    name: 'job.one',
    contract: '4.3: one agent session object.',
    expected: 'status 200 and the session with the id that was asked for',
    needs: LIST,
    async run(target) {
      const [session] = sessionsOf(await target.jobs) ?? [];
      const id = isRecord(session) ? session.sessionId : undefined;
      if (typeof id !== 'string' || id === '') return skip('The project has no session with an id.');
      const got = await target.job(id);
      const body = parseBody(got);
      if (got.status !== 200 || !isRecord(body)) return fail(describe(got));
      return passIf(body.sessionId === id, `sessionId ${print(body.sessionId)}`);
    },
  },
  refusesKey('jobs', 'none', JOBS_ENDPOINT, { needs: STATUS }),
  refusesKey('jobs', 'wrong', JOBS_ENDPOINT, { needs: STATUS }),
  refusesKey('jobs', 'assistant', JOBS_ENDPOINT, {
    needs: STATUS,
    contract: '5: the agent-job endpoints take an admin API key.',
    isInContractOnly: true,
  }),
];

function sessionsOf(got: Exchange): unknown[] | null {
  const body = parseBody(got);
  return isRecord(body) && Array.isArray(body.allSessions) ? body.allSessions : null;
}

function findWrongSession(session: UnknownRecord, { isPlatform }: Target): string[] {
  const shapes = isPlatform ? toPlatformShapes(SESSION) : SESSION;
  const { todos } = session;
  const wrongTodos = (Array.isArray(todos) ? todos.filter(isRecord) : []).flatMap((todo) =>
    findWrongFields(todo, TODO, ['content']).map((what) => `a todo: ${what}`),
  );
  return [...findWrongFields(session, shapes, ['sessionId', 'haulted', 'createdAt']), ...wrongTodos];
}
