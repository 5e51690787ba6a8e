import { DEFAULT_RETRIEVAL_PAGE_SIZE, DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE } from '../../protocol/api.ts';
import {
  DEFAULT_REQUEST_LIMITS,
  MAX_FILTER_CHARACTERS,
  MAX_IDENTIFIER_CHARACTERS,
  MAX_PARTS,
} from '../../protocol/requests/read-request.ts';
import { SERVER_ERROR_STATUS } from '../../protocol/failures/server-error.ts';
import type { Schema } from './route.ts';

/** An object with these fields and no others. */
function closed(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: false };
}

/** Marks what the API's contract does not say and this service has chosen. */
function chosen(description: string, schema: Schema): Schema {
  return { description, ...schema, 'x-implementation-choice': true };
}

const nullable = (type: string, more: Schema = {}): Schema => ({ type: [type, 'null'], ...more });
const time: Schema = { type: 'string', format: 'date-time' };
const count: Schema = { type: 'integer', minimum: 0 };
const paths: Schema = { type: 'array', items: { type: 'string' } };
const identifier: Schema = { type: 'string', minLength: 1, maxLength: MAX_IDENTIFIER_CHARACTERS };

/** Schemas that endpoints name by `#/components/schemas/…`, in JSON Schema 2020-12. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Error: {
    ...closed(
      {
        error: { type: 'string', description: 'One sentence in English for a developer.' },
        code: {
          type: 'string',
          enum: Object.keys(SERVER_ERROR_STATUS),
          description: 'Stable: programs may rely on it.',
        },
        field: {
          type: 'string',
          description: 'The field of the request that is wrong, as a path: `messages[0].content`.',
        },
      },
      ['field'],
    ),
    ...chosen('Body of every answer that is not 2xx.', {}),
  },

  DocsFilter: chosen(
    'Restricts retrieval and search. Pages that belong to no version or language are found under every one.',
    {
      type: 'object',
      properties: {
        version: nullable('string', { maxLength: MAX_FILTER_CHARACTERS }),
        language: nullable('string', { maxLength: MAX_FILTER_CHARACTERS }),
      },
    },
  ),

  Message: {
    type: 'object',
    required: ['role'],
    anyOf: [{ required: ['content'] }, { required: ['parts'] }],
    properties: {
      id: nullable('string', { minLength: 1, maxLength: MAX_IDENTIFIER_CHARACTERS }),
      role: chosen('Author of the message. The last message is the user’s.', {
        type: 'string',
        enum: ['user', 'assistant'],
      }),
      content: nullable('string', { maxLength: DEFAULT_REQUEST_LIMITS.messageCharacters }),
      parts: chosen('Parts of type `text` are read, in place of `content`; others are left out.', {
        type: ['array', 'null'],
        maxItems: MAX_PARTS,
        items: {
          type: 'object',
          required: ['type'],
          properties: {
            type: { type: 'string' },
            text: { description: 'Wanted as a string in a part of type `text`.' },
          },
          anyOf: [
            { properties: { type: { not: { const: 'text' } } } },
            { required: ['text'], properties: { text: { type: 'string' } } },
          ],
        },
      }),
    },
  },

  AssistantRequest: {
    type: 'object',
    required: ['fp', 'messages'],
    properties: {
      fp: { ...identifier, description: 'Browser fingerprint or any string that identifies the visitor.' },
      messages: chosen('The conversation so far, oldest first.', {
        type: 'array',
        minItems: 1,
        maxItems: DEFAULT_REQUEST_LIMITS.messages,
        items: { $ref: '#/components/schemas/Message' },
      }),
      threadId: nullable('string', {
        minLength: 1,
        maxLength: MAX_IDENTIFIER_CHARACTERS,
        description: 'The thread to go on with. It belongs to the `fp` that began it.',
      }),
      threadKey: chosen('Taken for the sake of other servers; this one gives none out.', {
        type: ['string', 'null'],
        minLength: 1,
        maxLength: MAX_IDENTIFIER_CHARACTERS,
      }),
      retrievalPageSize: chosen('Sections that the answer may rest on.', {
        type: ['integer', 'null'],
        minimum: 1,
        maximum: MAX_PAGE_SIZE,
        default: DEFAULT_RETRIEVAL_PAGE_SIZE,
      }),
      filter: { oneOf: [{ $ref: '#/components/schemas/DocsFilter' }, { type: 'null' }] },
    },
  },

  AnswerChunk: chosen('What one `data:` line of an answer in the event stream holds, besides `[DONE]`.', {
    oneOf: [
      chunk('start', { messageId: { type: 'string' } }),
      chunk('start-step'),
      chunk('finish-step'),
      chunk('text-start', { id: { type: 'string' } }),
      chunk('text-delta', { id: { type: 'string' }, delta: { type: 'string' } }),
      chunk('text-end', { id: { type: 'string' } }),
      chunk('tool-input-available', {
        toolCallId: { type: 'string' },
        toolName: { const: 'search' },
        input: closed({ query: { type: 'string' }, filter: { $ref: '#/components/schemas/DocsFilter' } }, [
          'filter',
        ]),
      }),
      chunk('tool-output-available', {
        toolCallId: { type: 'string' },
        output: closed({
          type: { const: 'search' },
          results: { type: 'array', items: { $ref: '#/components/schemas/SearchResult' } },
        }),
      }),
      chunk(
        'source-url',
        { sourceId: { type: 'string' }, url: { type: 'string' }, title: { type: 'string' } },
        ['title'],
      ),
      chunk('error', { errorText: { type: 'string' } }),
      chunk('finish', {
        finishReason: {
          type: 'string',
          enum: ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'],
        },
        messageMetadata: closed({ threadId: { type: 'string' } }),
      }),
    ],
  }),

  SearchRequest: {
    type: 'object',
    required: ['query'],
    properties: {
      query: chosen('The search text.', {
        type: 'string',
        pattern: '\\S',
        maxLength: DEFAULT_REQUEST_LIMITS.queryCharacters,
      }),
      pageSize: chosen('Number of results wanted.', {
        type: ['integer', 'null'],
        minimum: 1,
        maximum: MAX_PAGE_SIZE,
        default: DEFAULT_SEARCH_PAGE_SIZE,
      }),
      filter: { oneOf: [{ $ref: '#/components/schemas/DocsFilter' }, { type: 'null' }] },
    },
  },

  SearchResult: closed({
    content: { type: 'string', description: 'Markdown of the section that matches.' },
    path: {
      type: 'string',
      description: 'Site path of the page, percent-encoded, without leading slash. Empty for the front page.',
    },
    metadata: chosen('What is known of the section.', {
      ...closed(
        {
          title: { type: 'string', description: 'Title of the page.' },
          description: { type: 'string', description: 'Description of the page.' },
          headings: {
            type: 'array',
            items: { type: 'string' },
            description:
              'Headings above and including the section, outermost first, without the page’s title.',
          },
          anchor: { type: 'string', description: 'Fragment of the section on its page, without `#`.' },
          version: { type: 'string' },
          language: { type: 'string' },
          href: { type: 'string', description: 'Relative reference to the section: path, `#`, anchor.' },
          score: { type: 'number', description: 'Relevance; comparable within one answer only.' },
          ranges: {
            type: 'array',
            items: { type: 'array', prefixItems: [count, count], minItems: 2, maxItems: 2 },
            description:
              'Stretches of `content` that hold words of the query: UTF-16 offsets, end exclusive.',
          },
        },
        ['description', 'anchor', 'version', 'language'],
      ),
    }),
  }),

  Todo: closed({
    content: { type: 'string' },
    status: chosen('How far it has come, as the agent says: `pending`, `in_progress`, `completed` …', {
      type: 'string',
    }),
    priority: chosen('How much it matters, as the agent says: `high`, `medium`, `low` …', { type: 'string' }),
    id: { type: 'string' },
  }),

  AgentSession: closed({
    sessionId: { type: 'string' },
    subdomain: { type: 'string', description: 'The domain of the project.' },
    branch: chosen('Branch where changes were made; `null` before there is one.', nullable('string')),
    haulted: { type: 'boolean', description: 'Whether the session has been halted.' },
    haultReason: chosen('`null` while it is not halted.', {
      type: ['string', 'null'],
      enum: ['completed', 'github_missconfigured', 'error', null],
    }),
    pullRequestLink: chosen('`null` before there is one.', nullable('string')),
    messageToUser: chosen('`null` before there is one.', nullable('string')),
    todos: { type: 'array', items: { $ref: '#/components/schemas/Todo' } },
    createdAt: time,
  }),

  AgentSessionList: closed({
    allSessions: chosen('Newest first.', {
      type: 'array',
      items: { $ref: '#/components/schemas/AgentSession' },
    }),
  }),

  UpdateTrigger: closed({ statusId: { type: 'string' } }),

  Commit: closed({
    sha: { type: 'string' },
    ref: { type: 'string' },
    message: { type: 'string' },
    filesChanged: closed({ added: paths, modified: paths, removed: paths }),
  }),

  UpdateStatus: closed({
    _id: { type: 'string' },
    projectId: { type: 'string' },
    createdAt: time,
    endedAt: chosen('`null` until it has ended.', nullable('string', { format: 'date-time' })),
    status: { type: 'string', enum: ['queued', 'in_progress', 'success', 'failure'] },
    summary: chosen('`null` until there is one.', nullable('string')),
    logs: { type: 'array', items: { type: 'string' } },
    subdomain: { type: 'string', description: 'The domain of the project.' },
    screenshot: chosen('The light one; `null` when none was taken.', nullable('string')),
    screenshotLight: chosen('`null` when none was taken.', nullable('string')),
    screenshotDark: chosen('`null` when none was taken.', nullable('string')),
    author: chosen('Author of the commit; `null` when unknown.', nullable('string')),
    commit: chosen('`null` for a folder that is in no git work tree, and until it is known.', {
      oneOf: [{ $ref: '#/components/schemas/Commit' }, { type: 'null' }],
    }),
    source: chosen('`null` when unknown.', {
      type: ['string', 'null'],
      enum: ['internal', 'github-app-installation', 'api', 'github', 'dashboard', null],
    }),
  }),

  Health: closed({ status: { const: 'ok' } }),

  Readiness: closed({
    ready: { type: 'boolean' },
    store: { type: 'boolean', description: 'Keys, threads and limits can be read.' },
    indexes: {
      type: 'array',
      description: 'One for each project, without its name.',
      items: closed({
        phase: { type: 'string', enum: ['reading', 'embedding', 'ready', 'failed'] },
        pages: closed({ done: count, total: count }),
        sections: count,
        vectors: closed({ done: count, total: count }),
        problems: count,
      }),
    },
  }),
};

function chunk(type: string, fields: Record<string, Schema> = {}, optional: readonly string[] = []): Schema {
  return closed({ type: { const: type }, ...fields }, optional);
}
