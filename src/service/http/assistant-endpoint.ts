import type { AssistantInfo } from '../../protocol/api.ts';
import { ASSISTANT_ENDPOINT } from '../../protocol/endpoints.ts';
import { schemaRef } from './json-schema.ts';
import type { DescribedRoute } from './route.ts';

/** `GET /v1/assistant/{domain}`: whether pages may speak of AI. */
export const ASSISTANT_ROUTE: DescribedRoute = {
  operation: 'assistant',
  method: ASSISTANT_ENDPOINT.method,
  template: ASSISTANT_ENDPOINT.template,
  key: 'assistant',
  use: 'follow',
  scope: 'project',
  describe: {
    tag: 'Assistant',
    summary: 'Ask whether a language model answers',
    description: 'For pages, which ask before the first question what to call the assistant.',
    choice: 'An endpoint of this service.',
    success: { description: 'What pages may say.', schema: schemaRef('AssistantInfo') },
  },
  async handle(call) {
    await call.charge(call.project);
    const info: AssistantInfo = { hasModel: call.project.sources.model !== null };
    return Response.json(info, { headers: { 'cache-control': 'private, max-age=600' } });
  },
};
