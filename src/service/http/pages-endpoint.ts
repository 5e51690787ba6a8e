import { answerFile } from '../pages/answer-file.ts';
import { answerPassages, questionOf } from '../pages/answer-passages.ts';
import { searchProject } from './search-endpoint.ts';
import { checkAvailable } from './refusals.ts';
import type { DescribedRoute } from './route.ts';

/** `GET /pages/{domain}/…`: the files for programs that read a documentation. */
export const PAGES_ROUTE: DescribedRoute = {
  operation: 'pages',
  method: 'GET',
  template: '/pages/{domain}/{+file}',
  key: 'assistant',
  use: 'search',
  scope: 'project',
  describe: {
    tag: 'Pages',
    summary: 'Read the pages as Markdown',
    description:
      '`file` is `llms.txt`, `llms-full.txt` or the path of a page with `.md`, and may have slashes. Links are relative to the file. The path of a page without `.md` is the page as Markdown, too; a sender whose `Accept` prefers HTML is led to the page of the site by 302, where `siteUrl` is known. With `ask` it is the passages of the page and its neighbours that answer a question; of `llms.txt` those of all pages.',
    choice: 'An endpoint of this service.',
    query: {
      ask: { description: 'A question.', schema: { type: 'string', minLength: 1 } },
    },
    headers: {
      Accept: { description: 'At the path of a page: `text/markdown` or `text/html`, with qualities.' },
      'If-None-Match': { description: 'The `ETag` of an earlier answer: 304 if nothing has changed.' },
    },
    success: {
      description: 'The file, packed if `Accept-Encoding` has `gzip`.',
      content: {
        'text/markdown': { schema: { type: 'string' } },
        'text/plain': { schema: { type: 'string' } },
      },
    },
    errors: ['unavailable'],
  },
  async handle(call) {
    const { project, request, parameters } = call;
    checkAvailable(project);
    const name = parameters['file']!;
    const question = questionOf(request);
    if (question !== null) {
      const search = (sent: unknown) => searchProject(call, project, sent);
      return answerPassages(project.pages, { name, question, search });
    }
    await call.charge(project);
    return answerFile(request, project.pages, {
      name,
      siteUrl: project.sources.sites[0]?.href ?? null,
    });
  },
};
