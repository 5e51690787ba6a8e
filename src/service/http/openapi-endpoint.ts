import { createOpenApiDocument } from './openapi-document.ts';
import type { DescribedRoute } from './route.ts';

/** Describe the given endpoints, and this one. It takes no key: there is nothing secret about how to ask. */
export function createOpenApiRoute(others: readonly DescribedRoute[]): DescribedRoute {
  let text: string | undefined;
  const route: DescribedRoute = {
    operation: 'openapi',
    method: 'GET',
    template: '/v1/openapi.json',
    key: null,
    use: null,
    scope: 'service',
    describe: {
      tag: 'Operating',
      summary: 'Describe this API',
      choice: 'An endpoint of this service.',
      success: {
        description: 'An OpenAPI 3.1 document.',
        schema: { type: 'object', required: ['openapi'], properties: { openapi: { const: '3.1.0' } } },
      },
    },
    handle: () => {
      text ??= JSON.stringify(createOpenApiDocument([...others, route]));
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    },
  };
  return route;
}
