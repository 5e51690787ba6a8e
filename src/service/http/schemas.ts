import * as z from 'zod';
import { PROBLEM_KINDS } from '../../protocol/api.ts';
import {
  MAX_ID_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_PAGE_CHARACTERS,
  MAX_REASON_CHARACTERS,
  MAX_REASONS,
} from '../../protocol/requests/read-feedback.ts';
import { AssistantRequest, chosen, DocsFilter, Message, SearchRequest } from './request-schemas.ts';
import { MAX_CHOICE_LENGTH, MAX_CLARIFYING_LENGTH } from '../../protocol/reply/clarifying-question.ts';
import { ASK_TOOL, MAX_ASKED_CHOICES, MIN_ASKED_CHOICES } from '../answer/model/ask-tool.ts';
import { MAX_FOLLOWED_PATH_CHARACTERS } from '../../protocol/requests/read-follow.ts';
import type { Certainty } from '../../engine/ranking/certainty.ts';
import { SERVER_ERROR_STATUS, type ServerErrorCode } from '../../protocol/failures/server-error.ts';

export { AssistantRequest, DocsFilter, Message, SearchRequest };

/**
 * The shapes of the API as this service speaks it. The OpenAPI description is made of them; the types in `protocol/api.ts`, the
 * request readers in `protocol/requests/read-request.ts` and the client's readers carry no zod and are held equal by
 * `test/service/http/schemas.test.ts`.
 */

/** Why a session may say that it was halted (`api.md` 2.4). */
export const HAULT_REASONS = ['completed', 'github_missconfigured', 'error'] as const;

/** How certain an answer can be. */
const CERTAINTIES = ['high', 'low', 'none'] as const satisfies readonly Certainty[];

const count = z.int().min(0);
const ranges = z.array(z.tuple([count, count]));
const time = z.string().meta({ format: 'date-time' });
const paths = z.array(z.string());

export const ErrorBody = z
  .strictObject({
    error: z.string().describe('One sentence in English for a developer.'),
    code: z
      .enum(Object.keys(SERVER_ERROR_STATUS) as ServerErrorCode[])
      .describe('Stable: programs may rely on it.'),
    field: z
      .string()
      .optional()
      .describe('The field of the request that is wrong, as a path: `messages[0].content`.'),
  })
  .meta(chosen('Body of every answer that is not 2xx.'));

export const SearchResult = z.strictObject({
  content: z.string().describe('Markdown of the section that matches.'),
  path: z
    .string()
    .describe('Site path of the page, percent-encoded, without leading slash. Empty for the front page.'),
  metadata: z
    .strictObject({
      title: z.string().describe('Title of the page.'),
      description: z.string().optional().describe('Description of the page.'),
      headings: z
        .array(z.string())
        .describe('Headings above and including the section, outermost first, without the page’s title.'),
      anchor: z.string().optional().describe('Fragment of the section on its page, without `#`.'),
      version: z.string().optional(),
      language: z.string().optional(),
      translations: z
        .array(z.string())
        .optional()
        .describe(
          'Other languages in which the page is, where the request asks for none. An extension of this service.',
        ),
      href: z.string().describe('Relative reference to the section: path, `#`, anchor.'),
      score: z.number().describe('Relevance; comparable within one answer only.'),
      isRelated: z
        .literal(true)
        .optional()
        .describe(
          'Whether no page has a word of the query, so that this one was found by its meaning alone.',
        ),
      missing: z
        .array(z.string())
        .optional()
        .describe(
          'Words of the query that no page has, while this one has others. An extension of this service.',
        ),
      ranges: ranges.describe(
        'Stretches of `content` that hold words of the query: UTF-16 offsets, end exclusive.',
      ),
      excerpt: z
        .strictObject({
          text: z.string().describe('Plain text of about 180 characters.'),
          ranges: ranges.describe('Ranges of `text` to mark.'),
          headingRanges: ranges
            .optional()
            .describe('Ranges to mark in the last heading, or in the title without headings.'),
        })
        .optional()
        .describe('The part of `content` that shows best why it was found.'),
    })
    .meta(chosen('What is known of the section.')),
});

/** A chunk of the AI SDK's event stream. */
function chunk<Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) {
  return z.strictObject({ type: z.literal(type), ...fields });
}

export const AnswerChunk = z
  .discriminatedUnion('type', [
    chunk('start', { messageId: z.string() }),
    chunk('start-step', {}),
    chunk('finish-step', {}),
    chunk('text-start', { id: z.string() }),
    chunk('text-delta', { id: z.string(), delta: z.string() }),
    chunk('text-end', { id: z.string() }),
    chunk('tool-input-available', {
      toolCallId: z.string(),
      toolName: z.enum(['search', ASK_TOOL]),
      input: z.union([
        z.strictObject({ query: z.string(), filter: DocsFilter.optional() }),
        z
          .strictObject({
            question: z.string().max(MAX_CLARIFYING_LENGTH),
            choices: z.array(z.string().max(MAX_CHOICE_LENGTH)).min(MIN_ASKED_CHOICES).max(MAX_ASKED_CHOICES),
          })
          .describe('A question to the reader. It has no output: the next message answers it.'),
      ]),
    }),
    chunk('tool-output-error', { toolCallId: z.string(), errorText: z.string() }),
    chunk('reasoning-start', { id: z.string() }),
    chunk('reasoning-delta', { id: z.string(), delta: z.string() }),
    chunk('reasoning-end', { id: z.string() }),
    chunk('tool-output-available', {
      toolCallId: z.string(),
      output: z.strictObject({ type: z.literal('search'), results: z.array(SearchResult) }),
    }),
    chunk('source-url', { sourceId: z.string(), url: z.string(), title: z.string().optional() }),
    chunk('error', { errorText: z.string() }),
    chunk('finish', {
      finishReason: z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']),
      messageMetadata: z.strictObject({
        threadId: z.string(),
        certainty: z
          .enum(CERTAINTIES)
          .optional()
          .describe('Whether the documentation answers the question: it does, it may, or it does not.'),
      }),
    }),
  ])
  .meta(chosen('What one `data:` line of an answer in the event stream holds, besides `[DONE]`.'));

export const Todo = z.strictObject({
  content: z.string(),
  status: z
    .string()
    .meta(chosen('How far it has come, as the agent says: `pending`, `in_progress`, `completed` …')),
  priority: z.string().meta(chosen('How much it matters, as the agent says: `high`, `medium`, `low` …')),
  id: z.string(),
});

export const AgentSession = z.strictObject({
  sessionId: z.string(),
  subdomain: z.string().describe('The domain of the project.'),
  branch: z.string().nullable().meta(chosen('Branch where changes were made; `null` before there is one.')),
  haulted: z.boolean().describe('Whether the session has been halted.'),
  haultReason: z.enum(HAULT_REASONS).nullable().meta(chosen('`null` while it is not halted.')),
  pullRequestLink: z.string().nullable().meta(chosen('`null` before there is one.')),
  messageToUser: z.string().nullable().meta(chosen('`null` before there is one.')),
  todos: z.array(Todo),
  createdAt: time,
});

export const AgentSessionList = z.strictObject({
  allSessions: z.array(AgentSession).meta(chosen('Newest first.')),
});

export const UpdateTrigger = z.strictObject({ statusId: z.string() });

export const Commit = z.strictObject({
  sha: z.string(),
  ref: z.string(),
  message: z.string(),
  filesChanged: z.strictObject({ added: paths, modified: paths, removed: paths }),
});

export const UpdateStatus = z.strictObject({
  _id: z.string(),
  projectId: z.string(),
  createdAt: time,
  endedAt: time.nullable().meta(chosen('`null` until it has ended.')),
  status: z.enum(['queued', 'in_progress', 'success', 'failure']),
  summary: z.string().nullable().meta(chosen('`null` until there is one.')),
  logs: z.array(z.string()),
  subdomain: z.string().describe('The domain of the project.'),
  screenshot: z.string().nullable().meta(chosen('The light one; `null` when none was taken.')),
  screenshotLight: z.string().nullable().meta(chosen('`null` when none was taken.')),
  screenshotDark: z.string().nullable().meta(chosen('`null` when none was taken.')),
  author: z.string().nullable().meta(chosen('Author of the commit; `null` when unknown.')),
  commit: Commit.nullable().meta(
    chosen('`null` for a folder that is in no git work tree, and until it is known.'),
  ),
  source: z
    .enum(['internal', 'github-app-installation', 'api', 'github', 'dashboard'])
    .nullable()
    .meta(chosen('`null` when unknown.')),
});

export const LatestUpdate = z.strictObject({
  update: UpdateStatus.nullable().meta(chosen('`null` before the first update.')),
});

const day = z.string().meta({ format: 'date' });
const scope = { version: z.string().nullable(), language: z.string().nullable() };
const countedText = {
  text: z.string().describe('Masked, in lower case, at most 200 characters.'),
  ...scope,
  count,
  lastDay: day,
};

export const Insights = z
  .strictObject({
    since: day,
    until: day,
    retentionDays: count,
    minimumCount: count.describe('How often a text must be counted before it is shown.'),
    versions: z.array(z.string()),
    languages: z.array(z.string()),
    totals: z
      .strictObject({
        questions: count,
        refused: count,
        uncertain: count,
        searches: count,
        searchesWithoutResult: count,
        helpful: count,
        notHelpful: count,
        follows: count,
      })
      .describe('Of all events, also of those that no list shows.'),
    missing: z
      .array(
        z.strictObject({
          ...countedText,
          kind: z.enum(['question', 'search']),
          reason: z.enum(['refused', 'no-result', 'not-helpful']),
        }),
      )
      .describe('What the documentation does not answer, most frequent first.'),
    questions: z.array(z.strictObject(countedText)),
    searches: z.array(z.strictObject(countedText)),
    pages: z.array(
      z.strictObject({
        path: z.string().describe('Site path with a leading slash.'),
        title: z.string().optional(),
        ...scope,
        follows: count,
        helpful: count,
        notHelpful: count,
      }),
    ),
    reports: z
      .array(
        z.strictObject({
          ...countedText,
          path: z.string().describe('Site path with a leading slash.'),
          title: z.string().optional(),
          kind: z.enum(PROBLEM_KINDS),
        }),
      )
      .describe('What agents reported as wrong.'),
  })
  .meta(chosen('What readers look for. Days are UTC.'));

export const AssistantInfo = z
  .object({
    hasModel: z
      .boolean()
      .describe('Whether a language model writes the answers; else they are passages of the pages.'),
  })
  .meta(chosen('What pages say of the assistant before the first question.'));

export const FollowedLink = z
  .object({
    path: z
      .string()
      .max(MAX_FOLLOWED_PATH_CHARACTERS)
      .describe('Path of the page on the site, as in a search result.'),
  })
  .meta(chosen('A link that a reader followed.'));

export const Feedback = z
  .object({
    domain: z.string().optional().describe('The domain of the path.'),
    messageId: z
      .string()
      .max(MAX_ID_CHARACTERS)
      .nullish()
      .describe('Id of the rated message; `null` for a page.'),
    page: z
      .string()
      .max(MAX_PAGE_CHARACTERS)
      .regex(/^https?:/)
      .meta({ format: 'uri' })
      .optional()
      .describe('Address of the rated page.'),
    rating: z.enum(['positive', 'negative']).nullish(),
    reasons: z.array(z.string().max(MAX_REASON_CHARACTERS)).max(MAX_REASONS).optional(),
    note: z.string().max(MAX_NOTE_CHARACTERS).optional(),
  })
  .meta(chosen('A rating, as the elements send it.'));

const Health = z.strictObject({ status: z.literal('ok') });

const Readiness = z.strictObject({
  ready: z.boolean(),
  status: z
    .enum(['starting', 'ok', 'degraded', 'stopping'])
    .describe('`degraded`: requests are answered, without what `store` and `inMemory` name.'),
  store: z.boolean().describe('Keys, threads and updates can be read.'),
  inMemory: z
    .array(z.enum(['keys', 'limits', 'threads']))
    .describe('Parts of the state that memory of the process replaces, because their store is unavailable.'),
  indexes: z
    .array(
      z.strictObject({
        phase: z.enum(['reading', 'embedding', 'ready', 'failed']),
        pages: z.strictObject({ done: count, total: count }),
        sections: count,
        vectors: z.strictObject({ done: count, total: count }),
        problems: count,
      }),
    )
    .describe('One for each project, without its name.'),
});

/** The shapes that the OpenAPI description names. */
export const COMPONENTS = {
  Error: ErrorBody,
  DocsFilter,
  Message,
  AssistantRequest,
  AnswerChunk,
  SearchRequest,
  SearchResult,
  Todo,
  AgentSession,
  AgentSessionList,
  UpdateTrigger,
  Commit,
  UpdateStatus,
  LatestUpdate,
  Insights,
  AssistantInfo,
  FollowedLink,
  Feedback,
  Health,
  Readiness,
};
