import * as z from 'zod';
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import type { DocsOutline } from '../engine/pages/docs-pages.ts';
import type { McpDocumentation } from './documentation.ts';
import { nameOfServer, VERSION } from './server-card.ts';
import { bestPassages } from './best-passages.ts';
import { estimateTokens, lengthOfTokens } from './token-estimate.ts';
import { writePassages } from './page-passages.ts';
import { addPageResources } from './page-resources.ts';
import type { SearchResult, SearchRequest } from '../protocol/api.ts';
import {
  DEFAULT_QUESTION_TOKENS,
  maxTokensOfPage,
  maxTokensOfSearch,
  pageSize,
  query,
  scopeArguments,
  SearchOutput,
  address,
  PageOutput,
  AnswerOutput,
  problem,
  problemKind,
  ReportOutput,
  question,
  questionOfPage,
} from './tool-schemas.ts';
import { siteReference } from '../engine/sections/site-path.ts';
import { applyContent, createContent, endReply } from '../protocol/reply/reply-content.ts';
import { takeQuestions } from '../protocol/reply/clarifying-question.ts';
import { readReplySources } from '../protocol/reply/reply-links.ts';
import { RequestFailure } from '../protocol/failures/failure.ts';
import { RequestRefusal } from '../protocol/requests/request-refusal.ts';

/** Create the server of a documentation, for one request or one connection. */
export function createDocsServer(documentation: McpDocumentation, outline: DocsOutline): McpServer {
  const { domain, hasModel } = documentation;
  const title = outline.title === '' ? domain : outline.title;
  const server = new McpServer(
    { name: nameOfServer(domain), title, version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: writeInstructions(outline, documentation) },
  );
  addSearchTool(server, documentation, outline);
  addReadPageTool(server, documentation);
  if (hasModel) addAskTool(server, documentation, outline);
  addReportTool(server, documentation);
  addPageResources(server, documentation);
  return server;
}

/** Share of what is left of its budget that one text of a search may take. */
const SEARCH_SHARE = 0.5;

/** Add the tool that finds sections. */
function addSearchTool(
  server: McpServer,
  { client, siteUrl, onFailure }: McpDocumentation,
  outline: DocsOutline,
): void {
  server.registerTool(
    'search',
    {
      title: 'Search the documentation',
      description: `Finds sections of the documentation "${outline.title}" by their words and by their meaning, best first.`,
      inputSchema: z.object({
        query: query.describe('A question or words, in any language.'),
        ...scopeArguments(outline),
        pageSize,
        maxTokens: maxTokensOfSearch,
      }),
      outputSchema: SearchOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, pageSize, maxTokens, ...scope }, { mcpReq: { signal } }) =>
      resultOf(async () => {
        const results = await client.search({ query, pageSize, ...filterOf(scope) }, { signal });
        const found = results.map((result) => ({ ...result, ranges: result.metadata.ranges ?? [] }));
        const passages = bestPassages(found, { maxTokens, share: SEARCH_SHARE }, (result) =>
          estimateTokens(JSON.stringify(describe(result, siteUrl))),
        );
        return countedResult({
          results: passages.map(({ result, text, isCut }) => ({
            ...describe(result, siteUrl),
            text,
            ...(isCut && { isCut }),
          })),
          leftOut: results.length - passages.length,
        });
      }, onFailure),
  );
}

/** Describe a result without its text. */
function describe({ path, metadata }: SearchResult, siteUrl: string | null) {
  const { title = path, headings = [], href: address = path, version, language, translations } = metadata;
  return {
    title,
    headings,
    address,
    ...urlOf(address, siteUrl),
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
    ...(translations !== undefined && { translations }),
  };
}

/** Maximum length of a text of a page, in UTF-16 units: some 15,000 tokens. Sections of a longer page are read one by one. */
const MAX_PAGE_LENGTH = 60_000;

/** Add the tool that returns a page as Markdown, or the passages of it that answer a question. */
function addReadPageTool(server: McpServer, { pages, siteUrl, onFailure }: McpDocumentation): void {
  server.registerTool(
    'read_page',
    {
      title: 'Read a page of the documentation',
      description:
        'Returns a page, or a section with those below it, as Markdown. With a question, returns only the passages of the page that answer it, and the list of its sections: a fraction of the cost of a long page.',
      inputSchema: z.object({ address, question: questionOfPage, maxTokens: maxTokensOfPage }),
      outputSchema: PageOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ address, question, maxTokens }) =>
      resultOf(async () => {
        const page = await pages.read(address, question);
        if (page === null)
          return failedResult(
            'not-found: The documentation has no page at this address. Find it with "search".',
          );
        const { title, path, version, language, markdown, sections } = page;
        const reference = siteReference(path);
        const budget = maxTokens ?? (question === undefined ? Infinity : DEFAULT_QUESTION_TOKENS);
        const length = Math.min(MAX_PAGE_LENGTH, lengthOfTokens(markdown, budget));
        const isWhole = length >= markdown.length;
        const passages = question === undefined || isWhole ? null : writePassages(page, budget);
        return countedResult({
          title,
          address: reference,
          ...urlOf(reference, siteUrl),
          ...(version !== undefined && { version }),
          ...(language !== undefined && { language }),
          markdown: passages ?? markdown.slice(0, length),
          isCut: !isWhole,
          sections,
        });
      }, onFailure),
  );
}

/** Add the tool that answers questions. */
function addAskTool(
  server: McpServer,
  { client, siteUrl, onFailure }: McpDocumentation,
  outline: DocsOutline,
): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask the documentation',
      description: `Answers a question from the documentation "${outline.title}", by a language model that has searched it, and names the sources. The question is understood by itself: earlier ones are not known.`,
      inputSchema: z.object({ question, ...scopeArguments(outline) }),
      outputSchema: AnswerOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ question, ...scope }, { mcpReq: { signal } }) =>
      resultOf(async () => {
        const reply = createContent();
        const message = { id: crypto.randomUUID(), role: 'user', content: question } as const;
        const messages = [{ ...message, parts: [{ type: 'text', text: question }] }];
        const request = { fp: crypto.randomUUID(), messages, ...filterOf(scope) };
        for await (const events of client.answer(request, { signal }))
          for (const event of events) applyContent(reply, event);
        endReply(reply);
        if (reply.status !== 'done')
          return failedResult(reply.error?.message ?? 'The answer was cut off. Ask again, or search.');
        const sources = readReplySources(reply).map(({ title, path: address }) => ({
          title,
          address,
          ...urlOf(address, siteUrl),
        }));
        const answer = [reply.text, takeQuestions(reply)].filter(Boolean).join('\n\n');
        return countedResult({ answer, sources });
      }, onFailure),
  );
}

/** Add the tool that tells the maintainers what is wrong in a page, where somebody looks at such reports. */
function addReportTool(server: McpServer, { report, onFailure }: McpDocumentation): void {
  if (report === null) return;
  server.registerTool(
    'report_problem',
    {
      title: 'Report a problem of a page',
      description:
        'Tells the maintainers of the documentation what is wrong in one of its pages. Use it only for what you have found in the page itself.',
      inputSchema: z.object({ address, kind: problemKind, problem }),
      outputSchema: ReportOutput,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    (found) =>
      resultOf(async () => {
        await report(found);
        return structuredResult({ isRecorded: true });
      }, onFailure),
  );
}

/** Maximum number of characters of the titles in the instructions. */
const MAX_TITLES_LENGTH = 1_500;

/** Write the instructions of a server from the titles of its documentation. */
function writeInstructions(
  { title, pages, versions, languages, titles }: DocsOutline,
  { hasModel, siteUrl }: { hasModel: boolean; siteUrl: string | null },
): string {
  const scopes = [
    ...(versions.length > 0 ? [`versions ${versions.join(', ')}`] : []),
    ...(languages.length > 0 ? [`languages ${languages.join(', ')}`] : []),
  ];
  const where = siteUrl === null ? 'relative to the root of the site' : `relative to ${siteUrl}`;
  return [
    `The documentation "${oneLine(title)}"${siteUrl === null ? '' : ` (${siteUrl})`}: ${pages} pages${scopes.map((scope) => `, ${scope}`).join('')}.`,
    `Use "search" for whatever its pages may answer, then "read_page" for the section, or for the page with your question, before you rely on it.${hasModel ? ' "ask" returns a written answer with its sources.' : ''} Addresses in results and in links of pages are ${where}; "read_page" takes them as they are.`,
    ...(titles.length > 0 ? [`Its topmost pages: ${listTitles(titles)}`] : []),
  ].join('\n\n');
}

function listTitles(titles: readonly string[]): string {
  let list = '';
  for (const title of new Set(titles.map(oneLine))) {
    const longer = list === '' ? title : `${list}; ${title}`;
    if (longer.length > MAX_TITLES_LENGTH) return `${list}; …`;
    list = longer;
  }
  return `${list}.`;
}

function oneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}

/** Return the result of a tool, also as text, for clients that read no structured content. */
function structuredResult(value: Record<string, unknown>): CallToolResult {
  return { structuredContent: value, content: [{ type: 'text', text: JSON.stringify(value) }] };
}

/** Return the result of a tool, and what it costs the model that reads it. */
function countedResult(value: Record<string, unknown>): CallToolResult {
  return structuredResult({ ...value, tokens: estimateTokens(JSON.stringify(value)) });
}

/** Return a failure that the model reads. */
function failedResult(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Run a tool, and return a failure of the API as a result, so that the model can act on it. */
async function resultOf(
  run: () => Promise<CallToolResult>,
  onFailure: (error: unknown) => void,
): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RequestRefusal)
      return apiFailure(error.code, error.message, error.headers['retry-after']);
    if (error instanceof RequestFailure)
      return apiFailure(error.serverCode ?? error.code, error.message, error.retryAfter);
    onFailure(error);
    return failedResult('internal: Something went wrong.');
  }
}

function apiFailure(code: string, message: string, retryAfter: string | number | undefined): CallToolResult {
  const wait = retryAfter === undefined ? '' : ` Try again in ${retryAfter} seconds.`;
  return failedResult(`${code}: ${message}${wait}`);
}

/** Return the filter of a tool's arguments. */
function filterOf(given: { version?: string | undefined; language?: string | undefined }): {
  filter?: NonNullable<SearchRequest['filter']>;
} {
  const { version, language } = given;
  if (version === undefined && language === undefined) return {};
  return {
    filter: { ...(version !== undefined && { version }), ...(language !== undefined && { language }) },
  };
}

/** Return the whole address of a reference, where the site is known. */
function urlOf(reference: string, siteUrl: string | null): { url?: string } {
  return siteUrl !== null && URL.canParse(reference, siteUrl)
    ? { url: new URL(reference, siteUrl).href }
    : {};
}
