import type { CallToolResult } from '@modelcontextprotocol/server';
import { RequestFailure } from '../protocol/failures/failure.ts';
import { RequestRefusal } from '../protocol/requests/request-refusal.ts';
import type { SearchRequest } from '../protocol/api.ts';

/** Return the result of a tool, also as text, for clients that read no structured content. */
export function structuredResult(value: Record<string, unknown>): CallToolResult {
  return { structuredContent: value, content: [{ type: 'text', text: JSON.stringify(value) }] };
}

/** Return a failure that the model reads. */
export function failedResult(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Run a tool, and return a failure of the API as a result, so that the model can act on it. */
export async function resultOf(
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
export function filterOf(given: { version?: string | undefined; language?: string | undefined }): {
  filter?: NonNullable<SearchRequest['filter']>;
} {
  const { version, language } = given;
  if (version === undefined && language === undefined) return {};
  return {
    filter: { ...(version !== undefined && { version }), ...(language !== undefined && { language }) },
  };
}

/** Return the whole address of a reference, where the site is known. */
export function urlOf(reference: string, siteUrl: string | null): { url?: string } {
  return siteUrl !== null && URL.canParse(reference, siteUrl)
    ? { url: new URL(reference, siteUrl).href }
    : {};
}
