import { UPDATE_ENDPOINT, UPDATE_STATUS_ENDPOINT } from '../protocol/endpoints.ts';
import { isRecord } from '../protocol/record.ts';
import {
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
import { describe, print } from './exchange.ts';
import { whyNoProject } from './job-checks.ts';
import type { Target } from './target.ts';

const START = ['update.start'];
const STATUS = ['update-status.status'];

/** Fields of the status of an update that the contract gives a type. */
const UPDATE = {
  _id: 'string',
  projectId: 'string',
  createdAt: 'time',
  endedAt: 'time',
  status: ['queued', 'in_progress', 'success', 'failure'],
  summary: 'string',
  logs: 'strings',
  subdomain: 'string',
  screenshot: 'string',
  screenshotLight: 'string',
  screenshotDark: 'string',
  author: 'string',
  source: ['internal', 'github-app-installation', 'api', 'github', 'dashboard'],
} as const;
const COMMIT = { sha: 'string', ref: 'string', message: 'string' } as const;
const FILES = { added: 'strings', modified: 'strings', removed: 'strings' } as const;

/** `POST /v1/project/update/{projectId}` and `GET /v1/project/update-status/{statusId}` */
export const UPDATE_CHECKS: readonly Check[] = [
  {
    name: 'update.start',
    contract: '4.5: 200, an object with the field statusId (string); no body is sent.',
    expected: 'status 200 and a statusId',
    platform: {
      contract: 'Platform, update: 202, an object with the field statusId.',
      expected: 'status 202 or 200, and a statusId',
    },
    async run(target) {
      const reason = whyNoProject(target);
      if (reason !== null) return skip(reason);
      if (!target.options.startsUpdate)
        return skip('It changes the project. Start one deployment update with --start-update.');
      const got = await target.update;
      const isStarted = got.status === 200 || (target.isPlatform && got.status === 202);
      return passIf(isStarted && (await startedUpdate(target)) !== undefined, describe(got));
    },
  },
  ...(['none', 'wrong'] as const).map((choice) =>
    refusesKey('update', choice, UPDATE_ENDPOINT, { needs: START }),
  ),
  {
    name: 'update-status.status',
    contract: '4.6: success is 200.',
    expected: 'status 200',
    async run(target) {
      const reason = whyNoProject(target);
      if (reason !== null) return skip(reason);
      const statusId = await statusIdOf(target);
      if (statusId === undefined)
        return skip('Name an update with --update, or start one with --start-update.');
      return passWith200(await target.updateStatus(statusId));
    },
  },
  {
    name: 'update-status.media-type',
    contract: '4.6: 200, application/json.',
    expected: 'content type application/json',
    needs: STATUS,
    run: async (target) => passWithJson(await readStatus(target)),
  },
  {
    name: 'update-status.id',
    contract: '2.5: _id is the status id of the triggered update.',
    expected: 'the statusId that was asked for as _id, and the project as projectId',
    needs: STATUS,
    async run(target) {
      const got = await readStatus(target);
      const body = parseBody(got);
      if (!isRecord(body)) return fail(describe(got));
      const isSame = body._id === (await statusIdOf(target)) && body.projectId === target.options.projectId;
      return passIf(isSame, `_id ${print(body._id)}, projectId ${print(body.projectId)}`);
    },
  },
  {
    name: 'update-status.fields',
    contract: '2.5: the fields of an update status.',
    expected: 'fields of their types; what is not known yet is null or left out',
    platform: {
      contract: 'Platform, update status: author has a name, and source more values.',
      expected: 'fields of their types; a value may be new, and the author a string or an object with a name',
    },
    needs: ['update-status.id'],
    async run(target) {
      const body = parseBody(await readStatus(target));
      const wrong = isRecord(body) ? findWrongUpdate(body, target) : ['it is no object'];
      return wrong.length === 0 ? pass('every field has its type') : fail(wrong.slice(0, 3).join('; '));
    },
  },
  refusesKey('update-status', 'none', (target) => sendWithKey(target, 'none'), { needs: STATUS }),
  refusesKey('update-status', 'wrong', (target) => sendWithKey(target, 'wrong'), { needs: STATUS }),
];

async function startedUpdate(target: Target): Promise<string | undefined> {
  const body = parseBody(await target.update);
  const statusId = isRecord(body) ? body.statusId : undefined;
  return typeof statusId === 'string' && statusId !== '' ? statusId : undefined;
}

async function statusIdOf(target: Target): Promise<string | undefined> {
  const { startsUpdate, statusId } = target.options;
  return startsUpdate ? startedUpdate(target) : statusId;
}

async function readStatus(target: Target) {
  return target.updateStatus((await statusIdOf(target)) ?? '');
}

async function sendWithKey(target: Target, key: 'none' | 'wrong') {
  const statusId = (await statusIdOf(target)) ?? '';
  return target.send(UPDATE_STATUS_ENDPOINT, { key, parameters: { statusId } });
}

function findWrongUpdate(update: Record<string, unknown>, { isPlatform }: Target): string[] {
  const shapes = isPlatform ? toPlatformShapes(UPDATE) : UPDATE;
  const wrong = findWrongFields(update, shapes, ['_id', 'projectId', 'createdAt', 'status']);
  const { commit } = update;
  if (commit === undefined || commit === null) return wrong;
  if (!isRecord(commit)) return [...wrong, 'commit is no object'];
  const files = isRecord(commit.filesChanged) ? findWrongFields(commit.filesChanged, FILES, []) : [];
  return [
    ...wrong,
    ...[...findWrongFields(commit, COMMIT, ['sha']), ...files].map((what) => `commit: ${what}`),
  ];
}
