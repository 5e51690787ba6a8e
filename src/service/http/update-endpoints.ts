import type { LatestUpdate } from '../../protocol/api.ts';
import { LATEST_UPDATE_ENDPOINT, UPDATE_ENDPOINT, UPDATE_STATUS_ENDPOINT } from '../../protocol/endpoints.ts';
import { readBody, RequestRefusal } from '../../protocol/requests/read-request.ts';
import { queueUpdate, readHeadOrNull } from '../deploy/queue-update.ts';
import { isSigned, mayBeSigned, readPush, type Push } from '../deploy/read-push.ts';
import { schemaRef } from './json-schema.ts';
import { notFound } from './refusals.ts';
import type { Call, DescribedRoute, ProjectCall } from './route.ts';

const NO_STORE = { headers: { 'cache-control': 'no-store' } };

/** The endpoints of deployment updates. */
export const UPDATE_ROUTES: readonly DescribedRoute[] = [
  {
    operation: 'update',
    method: UPDATE_ENDPOINT.method,
    template: UPDATE_ENDPOINT.template,
    key: 'admin',
    use: 'update',
    scope: 'project',
    describe: {
      tag: 'Deployment updates',
      summary: 'Queue a deployment update',
      description:
        'Reads the newest commit of the deployment branch (or the folder), indexes what changed and puts it into service.',
      choice:
        'An update that is queued or running for the same commit is joined: its `statusId` is the answer. One update of a project runs at a time. `source` is `api`.',
      success: {
        description: 'It is queued, durably.',
        schema: schemaRef('UpdateTrigger'),
      },
    },
    handle: startUpdate,
  },
  {
    operation: 'update-status',
    method: UPDATE_STATUS_ENDPOINT.method,
    template: UPDATE_STATUS_ENDPOINT.template,
    key: 'admin',
    use: 'update-status',
    scope: 'service',
    describe: {
      tag: 'Deployment updates',
      summary: 'Read how far an update has come',
      choice:
        'Each log line begins with its time. Screenshots are `data:` addresses of WebP images, 1280 × 800 pixels, at most 512 KiB each; `screenshot` is the light one. Updates of projects that the key does not open are not found.',
      success: { description: 'The update.', schema: schemaRef('UpdateStatus') },
    },
    handle: readUpdate,
  },
  {
    operation: 'latest-update',
    method: LATEST_UPDATE_ENDPOINT.method,
    template: LATEST_UPDATE_ENDPOINT.template,
    key: 'admin',
    use: 'update-status',
    scope: 'project',
    describe: {
      tag: 'Deployment updates',
      summary: 'Read the latest update of a project',
      description: 'The one that was queued last, by whatever: a request, a webhook, the service itself.',
      choice: 'This endpoint is this service’s own: the API has no list of updates.',
      success: { description: 'The update; `null` before the first.', schema: schemaRef('LatestUpdate') },
    },
    handle: readLatestUpdate,
  },
  {
    operation: 'update-webhook',
    method: 'POST',
    template: '/v1/project/webhook/{projectId}',
    key: null,
    use: 'update',
    scope: 'service',
    describe: {
      tag: 'Deployment updates',
      summary: 'Receive a push from a git host',
      description:
        'For the webhooks of GitHub, GitLab, Gitea and Forgejo. A push to the deployment branch queues an update; all other events are ignored.',
      choice: 'This endpoint is this service’s own. `source` of the update is `github`, whatever the host.',
      headers: {
        'X-Hub-Signature-256': { description: '`sha256=` and the HMAC of the body with the webhook secret.' },
        'X-Gitlab-Token': { description: 'The webhook secret itself, from GitLab.' },
        'X-GitHub-Event': { description: '`push`, or `X-Gitea-Event`, or `X-Gitlab-Event: Push Hook`.' },
      },
      body: { schema: { type: 'object' } },
      success: {
        description: 'The update that the push leads to, if it leads to one.',
        schema: {
          type: 'object',
          required: ['statusId'],
          properties: { statusId: { type: ['string', 'null'] }, ignored: { type: 'string' } },
        },
      },
      errors: ['unauthorized', 'too-large', 'invalid-request'],
    },
    handle: receivePush,
  },
];

async function startUpdate({ service, project, request, charge }: ProjectCall): Promise<Response> {
  await charge(project);
  const head = await readHeadOrNull(project, request.signal);
  const statusId = await queueUpdate(service.store.updates, project, { source: 'api' }, head);
  return Response.json({ statusId }, NO_STORE);
}

async function readUpdate({ service, projects, parameters, charge }: Call): Promise<Response> {
  await charge();
  const statusId = parameters['statusId']!;
  const update = await service.store.updates.read(statusId);
  if (update === null || !projects.some(({ projectId }) => projectId === update.projectId))
    throw notFound(`update "${statusId}"`);
  return Response.json(update, NO_STORE);
}

async function readLatestUpdate({ service, project, charge }: ProjectCall): Promise<Response> {
  await charge(project);
  const update = await service.store.updates.latest(project.projectId);
  return Response.json({ update } satisfies LatestUpdate, NO_STORE);
}

/** Handle a webhook call. An unknown project gets the same answer as a wrong signature. A repeated call changes nothing. */
async function receivePush({ service, projects, parameters, request, charge }: Call): Promise<Response> {
  const project = projects.find(({ projectId }) => projectId === parameters['projectId']);
  const secret = project?.webhookSecret;
  if (!mayBeSigned(request.headers, secret)) throw notSigned();
  const body = await readBody(request, service.limits.webhookBytes);
  if (project === undefined || !isSigned(request.headers, body, secret)) throw notSigned();
  const push = readPushOrRefuse(request.headers, body);
  if (push === null) return ignore('This is not a push to a branch.');
  await charge(project);
  const head = await readHeadOrNull(project, request.signal);
  if (head !== null && head.branch !== push.branch) return ignore(`The deployment branch is ${head.branch}.`);
  const last = await service.store.updates.lastSuccess(project.projectId);
  if (head !== null && last?.commit?.sha === head.commit) {
    return Response.json({ statusId: last._id, ignored: 'The newest commit is in service.' }, NO_STORE);
  }
  const by = { source: 'github', author: push.author };
  return Response.json({ statusId: await queueUpdate(service.store.updates, project, by, head) }, NO_STORE);
}

function notSigned(): RequestRefusal {
  return new RequestRefusal('unauthorized', 'The signature is missing or wrong.');
}

function readPushOrRefuse(headers: Headers, body: Uint8Array): Push | null {
  try {
    return readPush(headers, body);
  } catch {
    throw new RequestRefusal('invalid-request', 'The body is not what a git host sends.');
  }
}

function ignore(reason: string): Response {
  return Response.json({ statusId: null, ignored: reason }, NO_STORE);
}
