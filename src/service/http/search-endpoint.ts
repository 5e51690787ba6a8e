import type { SearchResult } from '../../protocol/api.ts';
import { SEARCH_ENDPOINT } from '../../protocol/endpoints.ts';
import { createExcerpts } from '../../protocol/excerpt/create-excerpts.ts';
import { readSearchRequest } from '../../protocol/requests/read-request.ts';
import { toSearchResult } from '../../engine/ranking/search-result.ts';
import { schemaRef } from './json-schema.ts';
import { checkAvailable } from './refusals.ts';
import type { Call, DescribedRoute, ServedProject } from './route.ts';

/** `POST /v1/search/{domain}` */
export const SEARCH_ROUTE: DescribedRoute = {
  operation: 'search',
  method: SEARCH_ENDPOINT.method,
  template: SEARCH_ENDPOINT.template,
  key: 'assistant',
  use: 'search',
  scope: 'project',
  describe: {
    tag: 'Search',
    summary: 'Search a documentation',
    description: 'Finds sections by their words and by their meaning, best first.',
    choice: 'A second section of a page follows only after every page found has one.',
    body: {
      schema: schemaRef('SearchRequest'),
      example: { query: 'rate limits', pageSize: 10, filter: { version: 'v2', language: 'en' } },
    },
    success: {
      description: 'The sections found; an empty array when there are none.',
      schema: { type: 'array', items: schemaRef('SearchResult') },
    },
    errors: ['unavailable'],
  },
  async handle(call) {
    const results = await searchProject(call, call.project, await call.readBody());
    return Response.json(results, { headers: { 'cache-control': 'no-store' } });
  },
};

/** Search a project, and count the search. @param sent the request, which is not checked yet. @throws RequestRefusal */
export async function searchProject(
  call: Call,
  project: ServedProject,
  sent: unknown,
): Promise<SearchResult[]> {
  const request = readSearchRequest(sent, call.service.limits);
  call.noteQuestion(request.query);
  checkAvailable(project);
  await call.charge(project, 'search');
  const hits = await project.search.search(request, call.request.signal);
  call.service.insights?.countSearch(project, call.visitor(), request, hits.length > 0);
  const results = hits.map((hit) => toSearchResult(hit));
  for (const [{ metadata }, excerpt] of createExcerpts(results, request.query)) metadata.excerpt = excerpt;
  return results;
}
