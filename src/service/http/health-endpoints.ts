import { schemaRef } from './json-schema.ts';
import { notFound } from './refusals.ts';
import type { Route, ServiceContext } from './route.ts';

/** Endpoints for operators. They are open to all and therefore name no project. */
export const HEALTH_ROUTES: readonly Route[] = [
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

async function describeReadiness({ projects, store, onFailure }: ServiceContext): Promise<Response> {
  const isStoreThere = await store.check().then(
    () => true,
    (error: unknown) => (onFailure(error), false),
  );
  const indexes = projects.map(({ engine: { progress } }) => {
    const { phase, pages, sections, vectors, problems } = progress;
    return { phase, pages, sections, vectors, problems: problems.length };
  });
  const ready = isStoreThere && projects.every(({ engine }) => engine.isReady);
  return Response.json(
    { ready, store: isStoreThere, indexes },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}
