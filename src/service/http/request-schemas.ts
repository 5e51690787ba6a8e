import * as z from 'zod';
import { DEFAULT_RETRIEVAL_PAGE_SIZE, DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE } from '../../protocol/api.ts';
import {
  CONTEXT_TYPES,
  DEFAULT_REQUEST_LIMITS,
  MAX_CONTEXT_CHARACTERS,
  MAX_CONTEXT_ITEMS,
  MAX_FILTER_CHARACTERS,
  MAX_GROUPS,
  MAX_IDENTIFIER_CHARACTERS,
  MAX_PARTS,
  MAX_PATH_CHARACTERS,
  ROLES,
} from '../../protocol/requests/read-request.ts';

/** The shapes of questions and searches. */

/** Mark what the API's contract leaves open and this service has chosen. */
export function chosen(description: string) {
  return { description, 'x-implementation-choice': true };
}

const identifier = z.string().min(1).max(MAX_IDENTIFIER_CHARACTERS);
const pageSize = z.int().min(1).max(MAX_PAGE_SIZE).nullish();
const filterValue = z.string().max(MAX_FILTER_CHARACTERS).nullish();

export const DocsFilter = z
  .object({ version: filterValue, language: filterValue })
  .meta(
    chosen(
      'Restricts retrieval and search. Pages that belong to no version or language are found under every one.',
    ),
  );

/** The filter of a request: what only the hosted platform knows is taken and has no effect. */
const RequestFilter = DocsFilter.extend({
  tag: filterValue,
  groups: z.array(z.string().min(1).max(MAX_FILTER_CHARACTERS)).max(MAX_GROUPS).nullish(),
}).meta(
  chosen(
    'Restricts retrieval and search. Pages that belong to no version or language are found under every one. `tag` and `groups` are taken for the sake of other servers; this one has neither.',
  ),
);

const pagePath = z.string().min(1).max(MAX_PATH_CHARACTERS).nullish();

const QuestionContext = z
  .object({
    type: z.enum(CONTEXT_TYPES),
    value: z.string().min(1).max(MAX_CONTEXT_CHARACTERS),
    path: pagePath.describe('Page that it is from.'),
    elementId: identifier.nullish(),
  })
  .meta(chosen('A text or a block of code that the reader has selected.'));

/** Rules about several fields are JSON Schema only: the reader in `protocol` is what checks them. */
export const Message = z
  .object({
    id: identifier.nullish(),
    role: z.enum(ROLES).meta(chosen('Author of the message. The last message is the user’s.')),
    content: z.string().max(DEFAULT_REQUEST_LIMITS.messageCharacters).nullish(),
    parts: z
      .array(
        z
          .object({
            type: z.string(),
            text: z.unknown().optional().describe('Wanted as a string in a part of type `text`.'),
          })
          .meta({
            anyOf: [
              { properties: { type: { not: { const: 'text' } } } },
              { required: ['text'], properties: { text: { type: 'string' } } },
            ],
          }),
      )
      .max(MAX_PARTS)
      .nullish()
      .meta(chosen('Parts of type `text` are read, in place of `content`; others are left out.')),
  })
  .meta({ anyOf: [{ required: ['content'] }, { required: ['parts'] }] });

export const AssistantRequest = z.object({
  fp: identifier.describe('Browser fingerprint or any string that identifies the visitor.'),
  messages: z
    .array(Message)
    .min(1)
    .max(DEFAULT_REQUEST_LIMITS.messages)
    .meta(chosen('The conversation so far, oldest first.')),
  threadId: identifier.nullish().describe('The thread to continue. It belongs to the `fp` that started it.'),
  threadKey: identifier
    .nullish()
    .meta(chosen('Taken for the sake of other servers; this one gives none out.')),
  retrievalPageSize: pageSize.meta({
    ...chosen('Sections found that are shown and quoted; a language model reads more.'),
    default: DEFAULT_RETRIEVAL_PAGE_SIZE,
  }),
  filter: RequestFilter.nullish(),
  currentPath: pagePath.meta(chosen('Path of the page that the reader is on.')),
  context: z
    .array(QuestionContext)
    .max(MAX_CONTEXT_ITEMS)
    .nullish()
    .meta(chosen('What the question is about, besides its text.')),
});

export const SearchRequest = z.object({
  query: z.string().regex(/\S/).max(DEFAULT_REQUEST_LIMITS.queryCharacters).meta(chosen('The search text.')),
  pageSize: pageSize.meta({ ...chosen('Number of results wanted.'), default: DEFAULT_SEARCH_PAGE_SIZE }),
  scoreThreshold: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .meta(chosen('Taken for the sake of other servers; scores of this one compare within one answer only.')),
  filter: RequestFilter.nullish(),
});
