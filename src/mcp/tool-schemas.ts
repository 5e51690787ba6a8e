import * as z from 'zod';
import { MAX_PAGE_SIZE, MAX_PROBLEM_CHARACTERS, PROBLEM_KINDS } from '../protocol/api.ts';
import { DEFAULT_REQUEST_LIMITS, MAX_FILTER_CHARACTERS } from '../protocol/requests/read-request.ts';
import type { DocsOutline } from '../engine/pages/docs-pages.ts';

/** Maximum length of an address of a page, in UTF-16 units. */
const MAX_ADDRESS_LENGTH = 2_000;

/** Return the arguments that choose a version and a language of a documentation. */
export function scopeArguments({ versions, languages }: Pick<DocsOutline, 'versions' | 'languages'>) {
  const argument = (name: string, values: readonly string[]) =>
    z
      .string()
      .max(MAX_FILTER_CHARACTERS)
      .optional()
      .describe(`Only this ${name}${values.length > 0 ? `: ${values.join(', ')}` : ''}. Default: all.`);
  return { version: argument('version', versions), language: argument('language', languages) };
}

export const query = z.string().regex(/\S/).max(DEFAULT_REQUEST_LIMITS.queryCharacters);
/** Results of one search, where the program says nothing: what answers is among them, or another query is better. */
const DEFAULT_PASSAGES = 5;
/** Tokens of one search, where the program says nothing. */
const DEFAULT_SEARCH_TOKENS = 800;
const MIN_TOKENS = 100;
const MAX_TOKENS = 20_000;
export const pageSize = z
  .int()
  .min(1)
  .max(MAX_PAGE_SIZE)
  .default(DEFAULT_PASSAGES)
  .describe(`At most so many of the best sections. Default: ${DEFAULT_PASSAGES}.`);
const maxTokens = z.int().min(MIN_TOKENS).max(MAX_TOKENS);
export const maxTokensOfSearch = maxTokens
  .default(DEFAULT_SEARCH_TOKENS)
  .describe(
    `Budget of the answer, estimated: longer texts are cut around the words of the query. Default: ${DEFAULT_SEARCH_TOKENS}.`,
  );
/** Tokens of the passages of a page that answer a question, where the program says nothing. */
export const DEFAULT_QUESTION_TOKENS = 1_500;
export const maxTokensOfPage = maxTokens
  .optional()
  .describe(
    `Budget of the text, estimated. Default: ${DEFAULT_QUESTION_TOKENS} with a question, else the whole page, up to 60,000 characters.`,
  );
export const question = z.string().regex(/\S/).max(DEFAULT_REQUEST_LIMITS.messageCharacters);
export const questionOfPage = question
  .optional()
  .describe(
    'What you want to know from the page: of a longer one only the passages that answer it are returned.',
  );
export const address = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .describe('Address of a page, or of a section with `#` and its anchor, as in results and links.');

export const problemKind = z
  .enum(PROBLEM_KINDS)
  .describe(
    'Wrong, no longer true, left out, hard to understand, or a link, an example or a picture that fails.',
  );
export const problem = z
  .string()
  .regex(/\S/)
  .max(MAX_PROBLEM_CHARACTERS)
  .describe('What is wrong, in one or two sentences about the page. Nothing about a person, no secrets.');
export const ReportOutput = z.object({ isRecorded: z.literal(true) });

/** What an answer costs. */
const tokens = z.int().describe('Tokens of this answer, estimated.');
/** Whole address of a page, where the site is known. */
const url = z.string().optional();

export const SearchOutput = z.object({
  results: z.array(
    z.object({
      title: z.string().describe('Title of the page.'),
      headings: z.array(z.string()).describe('Headings above and including the section.'),
      address: z.string().describe('Address of the section, for read_page.'),
      url,
      version: z.string().optional(),
      language: z.string().optional(),
      translations: z.array(z.string()).optional().describe('Other languages in which the page is, too.'),
      text: z.string().describe('Markdown of the section.'),
      isCut: z.literal(true).optional().describe('`text` is a part: `read_page` has the rest.'),
    }),
  ),
  leftOut: z.int().describe('Sections that were found beyond `maxTokens`.'),
  tokens,
});

export const PageOutput = z.object({
  title: z.string(),
  address: z.string(),
  url,
  version: z.string().optional(),
  language: z.string().optional(),
  markdown: z.string(),
  isCut: z
    .boolean()
    .describe(
      'Whether `markdown` is only the beginning, or the passages for the question: read other sections one by one.',
    ),
  sections: z
    .array(z.object({ heading: z.string(), anchor: z.string() }))
    .describe('Sections of the page, in order.'),
  tokens,
});

export const AnswerOutput = z.object({
  answer: z.string().describe('Markdown. `[1]` is the first source.'),
  sources: z.array(z.object({ title: z.string(), address: z.string(), url })),
  tokens,
});
