import { setTimeout as wait } from 'node:timers/promises';
import { schemaRef } from './json-schema.ts';
import { notFound } from './refusals.ts';
import type { DescribedRoute, ServiceContext } from './route.ts';

/** Endpoints for operators. They are open to all and therefore name no project. */
export const HEALTH_ROUTES: readonly DescribedRoute[] = [
  {
    operation: 'health',
    method: 'GET',
    template: '/healthz',
    key: null,
    use: null,
    scope: 'service',
    describe: {
      tag: 'Operating',
      summary: 'Check that the service runs',
      choice: 'An endpoint of this service.',
      success: { description: 'The service runs.', schema: schemaRef('Health') },
    },
    handle: () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } }),
  },
  {
    operation: 'readiness',
    method: 'GET',
    template: '/readyz',
    key: null,
    use: null,
    scope: 'service',
    describe: {
      tag: 'Operating',
      summary: 'Check that every first index is complete, vectors included',
      description:
        'Also 200 while a part of the state is unavailable that requests can do without: `status` is then `degraded`.',
      choice: 'An endpoint of this service.',
      success: {
        description: '200: ready for all requests. 503: not yet, or no longer.',
        alsoStatus: 503,
        schema: schemaRef('Readiness'),
      },
    },
    handle: ({ service }) => describeReadiness(service),
  },
  {
    operation: 'metrics',
    method: 'GET',
    template: '/metrics',
    key: 'metrics',
    use: null,
    scope: 'service',
    describe: {
      tag: 'Operating',
      summary: 'Read the figures for Prometheus',
      description: 'Requires the metrics key of the configuration. Without one, the endpoint is closed.',
      choice: 'An endpoint of this service.',
      success: {
        description: 'The figures.',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
    async handle({ service }) {
      if (service.metrics === null) throw notFound();
      const { contentType, text } = await service.metrics.write();
      return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
    },
  },
];

/** Milliseconds after which the store counts as unavailable: probes wait about a second. */
const CHECK_DEADLINE = 800;

async function describeReadiness({
  projects,
  store,
  outages,
  onFailure,
  isStopping,
}: ServiceContext): Promise<Response> {
  const check = store.check().then(
    () => true,
    (error: unknown) => (onFailure(error), false),
  );
  const isStoreThere = await Promise.race([check, wait(CHECK_DEADLINE, false, { ref: false })]);
  const indexes = projects.map(({ search: { progress } }) => {
    const { phase, pages, sections, vectors, problems } = progress;
    return { phase, pages, sections, vectors, problems: problems.length };
  });
  const ready = !isStopping() && projects.every(({ search }) => search.isReady);
  const inMemory = outages();
  const degraded = !isStoreThere || inMemory.length > 0;
  const status = isStopping() ? 'stopping' : !ready ? 'starting' : degraded ? 'degraded' : 'ok';
  return Response.json(
    { ready, status, store: isStoreThere, inMemory, indexes },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}
