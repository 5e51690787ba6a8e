import { DEFAULT_RETRIEVAL_PAGE_SIZE } from '../../protocol/api.ts';
import { readAssistantRequest, RequestRefusal } from '../../protocol/requests/read-request.ts';
import type { McpDocumentation } from '../../mcp/documentation.ts';
import { answerQuestion } from '../answer/answer-question.ts';
import { countAnswer } from '../insights/count-answer.ts';
import { checkAvailable, notFound } from './refusals.ts';
import type { Call, Route, ServedProject } from './route.ts';
import { searchProject } from './search-endpoint.ts';

/** The Model Context Protocol: `POST /mcp/{domain}`, and `POST /mcp` for a key that opens one project. */
export const MCP_ROUTES: readonly Route[] = [
  {
    operation: 'mcp',
    method: 'POST',
    template: '/mcp/{domain}',
    key: 'assistant',
    use: 'search',
    scope: 'project',
    describe: null,
    handle: (call) => answer(call, call.project),
  },
  {
    operation: 'mcp',
    method: 'POST',
    template: '/mcp',
    key: 'assistant',
    use: 'search',
    scope: 'service',
    describe: null,
    handle(call) {
      const [project, ...others] = call.projects;
      if (project === undefined) throw notFound();
      if (others.length > 0)
        throw new RequestRefusal(
          'not-found',
          'This key opens several projects: write the domain of one behind /mcp/.',
        );
      return answer(call, project);
    },
  },
];

/** @throws RequestRefusal `forbidden` for a page: a browser must not reach a service by the name of another host (DNS rebinding) */
async function answer(call: Call, project: ServedProject): Promise<Response> {
  const { request } = call;
  if (request.headers.has('origin'))
    throw new RequestRefusal('forbidden', 'Pages may not call the service. Use the routes for pages.');
  const body = await call.readBody();
  checkAvailable(project);
  // Loaded late, because most services are never asked this way.
  const { answerMcp } = await import('../../mcp/answer-mcp.ts');
  return answerMcp(documentationFor(call, project), { request, body, charge: () => call.charge(project) });
}

/** Return the documentation of a project for one request, whose searches and questions count like those of the API. */
function documentationFor(call: Call, project: ServedProject): McpDocumentation {
  const { domain, pages, sources } = project;
  const { limits, insights, onFailure } = call.service;
  return {
    domain,
    pages,
    client: {
      search: (request) => searchProject(call, project, request),
      async *answer(request, { signal = call.request.signal } = {}) {
        const { messages, filter } = readAssistantRequest(request, limits);
        const text = messages.at(-1)!.content;
        call.noteQuestion(text);
        await call.charge(project, 'message');
        const pageSize = DEFAULT_RETRIEVAL_PAGE_SIZE;
        const question = { text, history: [], filter: filter ?? undefined, pageSize };
        const events = answerQuestion(sources, question, signal);
        for await (const event of countAnswer(call.service.insights, project, question, events))
          yield [event];
        yield [{ type: 'end' }];
      },
    },
    hasModel: sources.model !== null,
    siteUrl: sources.sites[0]?.href ?? null,
    report: insights?.reportsOf(project) ?? null,
    onFailure,
  };
}
