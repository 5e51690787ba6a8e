import type * as Ai from 'ai';
import type { Section } from '../../../engine/sections/section.ts';
import { MAX_QUERY_LENGTH } from '../../../engine/ranking/search-index.ts';
import { quoteSections } from './prompt.ts';

/** Name of the tool by which a model searches once more. */
export const SEARCH_TOOL = 'search';

/**
 * Create that tool.
 *
 * @param known number of sections that the model was given
 * @param search called for the first call only
 */
export function createSearchTool(
  { tool, jsonSchema }: Pick<typeof Ai, 'tool' | 'jsonSchema'>,
  known: number,
  search: (query: string, callId: string) => Promise<readonly Section[]>,
) {
  let hasSearched = false;
  return tool({
    description: 'Search the documentation for further sections. Possible once.',
    inputSchema: jsonSchema<{ query: string }>(
      {
        type: 'object',
        properties: { query: { type: 'string', description: 'A question or keywords.' } },
        required: ['query'],
      },
      { validate: readInput },
    ),
    async execute({ query }, { toolCallId }) {
      if (hasSearched) return 'No further search is possible. Answer from the sections that you have.';
      hasSearched = true;
      const sections = await search(query, toolCallId);
      return sections.length === 0
        ? 'Nothing further was found. Answer from the sections that you have.'
        : quoteSections(sections, known + 1);
    },
  });
}

function readInput(
  value: unknown,
): { success: true; value: { query: string } } | { success: false; error: Error } {
  const query: unknown = value !== null && typeof value === 'object' && 'query' in value ? value.query : null;
  if (typeof query !== 'string' || query.trim() === '') {
    return { success: false, error: new Error('query must be a text') };
  }
  return { success: true, value: { query: query.trim().slice(0, MAX_QUERY_LENGTH) } };
}
