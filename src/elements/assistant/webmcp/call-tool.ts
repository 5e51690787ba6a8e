import { toFailure } from '../../../protocol/failures/failure.ts';
import { askQuestion } from './ask-question.ts';
import { readSitePage } from './read-page.ts';
import { searchDocs } from './search-docs.ts';
import { showSection } from './show-section.ts';
import { failureSentence, quoteInput, ToolRefusal, type PageToolCall, type ToolPanel } from './tool-call.ts';
import type { ArgumentSchema, ToolArguments, ToolDefinition } from './tool-definitions.ts';

/** Maximum length of what a tool gives back, in UTF-16 units. */
const MAX_TEXT_LENGTH = 20_000;

/** Each returns Markdown, and throws a {@link ToolRefusal} or what a source throws. */
const TOOLS: Readonly<
  Record<ToolDefinition['name'], (panel: ToolPanel, call: PageToolCall) => Promise<string>>
> = {
  search_docs: searchDocs,
  read_page: readSitePage,
  ask_docs: askQuestion,
  show_section: showSection,
};

/** Call a tool. @returns Markdown of at most 20,000 UTF-16 units, or a sentence about what went wrong */
export async function callTool(
  panel: ToolPanel,
  definition: ToolDefinition,
  input: unknown,
  signal: AbortSignal,
): Promise<string> {
  try {
    const call = { ...readArguments(input, definition), signal };
    return cut(await TOOLS[definition.name](panel, call));
  } catch (error) {
    return error instanceof ToolRefusal ? error.message : failureSentence(toFailure(error));
  }
}

function readArguments(input: unknown, { arguments: schemas, required }: ToolDefinition): ToolArguments {
  const values = Object(input ?? {}) as Readonly<Record<string, unknown>>;
  const names = Object.keys(schemas).join(', ');
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(schemas, name));
  if (unknown !== undefined)
    throw new ToolRefusal(
      `invalid-argument: There is no argument ${quoteInput(unknown)}. There are: ${names}.`,
    );
  if (required && values[required] === undefined)
    throw new ToolRefusal(`invalid-argument: ${required} is missing.`);
  for (const [name, schema] of Object.entries(schemas)) {
    const value = values[name];
    const isWrong = value !== undefined && complain(value, schema);
    if (isWrong) throw new ToolRefusal(`invalid-argument: ${name} must be ${isWrong}.`);
  }
  const { count } = schemas;
  return { ...(count?.type === 'integer' && { count: count.default }), ...values };
}

/** @returns what a value must be; `''` if it is that */
function complain(value: unknown, schema: ArgumentSchema): string {
  if (schema.type === 'integer') {
    const { minimum, maximum } = schema;
    const isFine = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    return isFine ? '' : `a whole number from ${minimum} to ${maximum}`;
  }
  const isFine = typeof value === 'string' && value.trim() !== '' && value.length <= schema.maxLength;
  return isFine ? '' : `a text of 1 to ${schema.maxLength} characters`;
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}\n\n[Cut here.]` : text;
}
