import type * as Ai from 'ai';
import { ASK_TOOL, createAskTool } from './ask-tool.ts';
import { hasAsked } from './clarification.ts';
import type { FittedPrompt } from './prompt.ts';
import { createSearchTool, SEARCH_TOOL } from './search-tool.ts';

/** The search, the answer, and once more without tools for models that search again in its place. */
const MAX_STEPS = 3;

/** Create the tools of a model for one answer, and the settings of `streamText` around them. */
export function createTools(
  ai: Pick<typeof Ai, 'tool' | 'jsonSchema' | 'isStepCount'>,
  { sections, history }: FittedPrompt,
  search: Parameters<typeof createSearchTool>[2],
) {
  const tools: Ai.ToolSet = {
    [SEARCH_TOOL]: createSearchTool(ai, sections.length, search),
    [ASK_TOOL]: createAskTool(ai, hasAsked(history)),
  };
  return {
    tools,
    stopWhen: ai.isStepCount(MAX_STEPS),
    // Not before: some servers accept the results of tools only beside their definition.
    prepareStep: ({ stepNumber }: { stepNumber: number }) =>
      stepNumber === MAX_STEPS - 1 ? { activeTools: [] } : {},
  };
}
