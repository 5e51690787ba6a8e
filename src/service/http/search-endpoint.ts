import { SEARCH_ENDPOINT } from '../../protocol/endpoints.ts';
import { createExcerpts } from '../../protocol/excerpt/create-excerpts.ts';
import { readSearchRequest } from '../../protocol/requests/read-request.ts';
import { toSearchResult } from '../../engine/ranking/search-result.ts';
import { schemaRef } from './json-schema.ts';
import { checkAvailable } from './refusals.ts';
import type { Route } from './route.ts';

/** `POST /v1/search/{domain}` */
export const SEARCH_ROUTE: Route = {
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
    const body = readSearchRequest(await call.readBody(), call.service.limits);
    call.noteQuestion(body.query);
    checkAvailable(call.project);
    await call.charge(call.project);
    const hits = await call.project.search.search(body, call.request.signal);
    const results = hits.map((hit) => toSearchResult(hit));
    for (const [{ metadata }, excerpt] of createExcerpts(results, body.query)) metadata.excerpt = excerpt;
    return Response.json(results, { headers: { 'cache-control': 'no-store' } });
  },
};
