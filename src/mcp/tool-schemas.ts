import * as z from 'zod';
import {
  DEFAULT_SEARCH_PAGE_SIZE,
  MAX_PAGE_SIZE,
  MAX_PROBLEM_CHARACTERS,
  PROBLEM_KINDS,
} from '../protocol/api.ts';
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
export const pageSize = z
  .int()
  .min(1)
  .max(MAX_PAGE_SIZE)
  .optional()
  .describe(`Number of results, default ${DEFAULT_SEARCH_PAGE_SIZE}.`);
export const question = z.string().regex(/\S/).max(DEFAULT_REQUEST_LIMITS.messageCharacters);
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
      text: z.string().describe('Markdown of the section, cut if it is long.'),
    }),
  ),
});

export const PageOutput = z.object({
  title: z.string(),
  address: z.string(),
  url,
  version: z.string().optional(),
  language: z.string().optional(),
  markdown: z.string(),
  isCut: z.boolean().describe('Whether `markdown` is only the beginning: read the sections one by one.'),
  sections: z
    .array(z.object({ heading: z.string(), anchor: z.string() }))
    .describe('Sections of the page, in order.'),
});

export const AnswerOutput = z.object({
  answer: z.string().describe('Markdown. `[1]` is the first source.'),
  sources: z.array(z.object({ title: z.string(), address: z.string(), url })),
});
