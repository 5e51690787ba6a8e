import { DEFAULT_INSIGHTS_DAYS, DEFAULT_INSIGHTS_LIMIT, MAX_INSIGHTS_LIMIT } from '../../protocol/api.ts';
import type { InsightsQuery } from '../../protocol/api.ts';
import { FOLLOW_ENDPOINT, INSIGHTS_ENDPOINT, INSIGHTS_FEEDBACK_ENDPOINT } from '../../protocol/endpoints.ts';
import { readFeedback } from '../../protocol/requests/read-feedback.ts';
import { readNumberParameter, refuse } from '../../protocol/requests/read-fields.ts';
import { MAX_FOLLOW_BYTES, readFollow } from '../../protocol/requests/read-follow.ts';
import { MAX_FILTER_CHARACTERS, readJsonBody, RequestRefusal } from '../../protocol/requests/read-request.ts';
import { MAX_INSIGHTS_OPTIONS } from '../insights/insights-options.ts';
import { schemaRef } from './json-schema.ts';
import type { DescribedRoute, ProjectCall } from './route.ts';

/** Maximum size of a rating, in bytes: all its fields at their longest. */
const MAX_FEEDBACK_BYTES = 32_768;
const OWN = 'An endpoint of this service.';
const ACCEPTED = { status: 204, description: 'Accepted. Nothing is kept while insights are off.' } as const;
const filterValue = { type: 'string', maxLength: MAX_FILTER_CHARACTERS };

/** The endpoints of insights: what readers look for, and two that take what only pages know. */
export const INSIGHTS_ROUTES: readonly DescribedRoute[] = [
  {
    operation: 'insights',
    method: INSIGHTS_ENDPOINT.method,
    template: INSIGHTS_ENDPOINT.template,
    key: 'admin',
    use: 'job',
    scope: 'project',
    describe: {
      tag: 'Insights',
      summary: 'Read what readers look for',
      description:
        'Counts of questions, searches, ratings and followed pages, most frequent first, without anything about a person.',
      choice: OWN,
      query: {
        days: {
          description: `Days up to today, UTC, at most as many as are kept. Default ${DEFAULT_INSIGHTS_DAYS}.`,
          schema: { type: 'integer', minimum: 1, maximum: MAX_INSIGHTS_OPTIONS.days },
        },
        version: { description: 'Only of this version.', schema: filterValue },
        language: { description: 'Only of this language.', schema: filterValue },
        limit: {
          description: `Entries of each list. Default ${DEFAULT_INSIGHTS_LIMIT}.`,
          schema: { type: 'integer', minimum: 1, maximum: MAX_INSIGHTS_LIMIT },
        },
      },
      success: { description: 'The insights.', schema: schemaRef('Insights') },
      errors: ['invalid-request', 'insights-off'],
    },
    handle: readInsights,
  },
  {
    operation: 'insights-follow',
    method: FOLLOW_ENDPOINT.method,
    template: FOLLOW_ENDPOINT.template,
    key: 'assistant',
    use: 'follow',
    scope: 'project',
    describe: {
      tag: 'Insights',
      summary: 'Report a followed link',
      description:
        'For pages: a reader has followed a link of a result or an answer. Other paths are not counted.',
      choice: OWN,
      body: {
        schema: schemaRef('FollowedLink'),
        example: { path: 'guides/install' },
      },
      success: ACCEPTED,
    },
    async handle(call) {
      const followed = readFollow(await readJsonBody(call.request, MAX_FOLLOW_BYTES));
      await call.charge(call.project);
      call.service.insights?.countFollow(call.project, followed);
      return accepted();
    },
  },
  {
    operation: 'insights-feedback',
    method: INSIGHTS_FEEDBACK_ENDPOINT.method,
    template: INSIGHTS_FEEDBACK_ENDPOINT.template,
    key: 'assistant',
    use: 'follow',
    scope: 'project',
    describe: {
      tag: 'Insights',
      summary: 'Rate an answer or a page',
      description:
        'Takes what the elements send to their `feedback-endpoint`. Reasons and notes are not kept.',
      choice: OWN,
      body: {
        schema: schemaRef('Feedback'),
        example: { messageId: null, page: 'https://docs.example.com/guides/install', rating: 'positive' },
      },
      success: ACCEPTED,
    },
    async handle(call) {
      const { project } = call;
      const body = await readJsonBody(call.request, MAX_FEEDBACK_BYTES);
      const feedback = readFeedback(body, new Set([project.domain]));
      await call.charge(project);
      call.service.insights?.countRating(project, feedback);
      return accepted();
    },
  },
];

async function readInsights({ service, project, request, charge }: ProjectCall): Promise<Response> {
  const { insights } = service;
  if (insights === null) throw new RequestRefusal('insights-off', 'This service keeps no insights.');
  const query = readQuery(new URL(request.url).searchParams, insights.retentionDays);
  await charge(project);
  return Response.json(await insights.read(project, query), { headers: { 'cache-control': 'no-store' } });
}

/** @throws RequestRefusal `invalid-request` with the parameter that is wrong */
function readQuery(parameters: URLSearchParams, retentionDays: number): InsightsQuery {
  const days = readNumberParameter(parameters, 'days', 1, retentionDays);
  const limit = readNumberParameter(parameters, 'limit', 1, MAX_INSIGHTS_LIMIT);
  const version = readFilter(parameters, 'version');
  const language = readFilter(parameters, 'language');
  return {
    ...(days !== undefined && { days }),
    ...(limit !== undefined && { limit }),
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
  };
}

function readFilter(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name);
  if (value !== null && value.length > MAX_FILTER_CHARACTERS)
    refuse(name, `must not be longer than ${MAX_FILTER_CHARACTERS} characters`);
  return value || undefined;
}

function accepted(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}
