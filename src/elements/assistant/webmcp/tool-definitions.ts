/** What agents pass to the tools. */
export interface ToolArguments {
  readonly query?: string;
  readonly question?: string;
  readonly address?: string;
  readonly count?: number;
  readonly version?: string;
  readonly language?: string;
}

/** JSON Schema of an argument. */
export type ArgumentSchema =
  | { readonly type: 'string'; readonly description: string; readonly maxLength: number }
  | {
      readonly type: 'integer';
      readonly description: string;
      readonly minimum: number;
      readonly maximum: number;
      readonly default: number;
    };

/** What agents are told of a tool. Its code is loaded with the first call. */
export interface ToolDefinition {
  readonly name: 'search_docs' | 'read_page' | 'ask_docs' | 'show_section';
  readonly title: string;
  readonly description: string;
  /** Whether it leaves the page and the reader's conversation as they are. */
  readonly isReadOnly: boolean;
  readonly arguments: Readonly<Partial<Record<keyof ToolArguments, ArgumentSchema>>>;
  readonly required?: keyof ToolArguments;
}

/** Maximum length of arguments, in UTF-16 units: of queries and questions what a service takes. */
const MAX_QUERY_LENGTH = 1_000;
const MAX_QUESTION_LENGTH = 32_000;
const MAX_ADDRESS_LENGTH = 2_000;
const MAX_FILTER_LENGTH = 64;
/** Number of results. */
const DEFAULT_RESULTS = 5;
const MAX_RESULTS = 10;

const ADDRESS =
  'Address of a page, or of a section with `#` and its anchor, as in results and links of this site.';
const FILTER = {
  version: text('Version of the documentation. Default: that of the page.', MAX_FILTER_LENGTH),
  language: text('Language, as `de`. Default: that of the page.', MAX_FILTER_LENGTH),
};

const SEARCH_DOCS: ToolDefinition = {
  name: 'search_docs',
  title: 'Search the documentation',
  description:
    'Finds sections of this documentation, best first. Read one with read_page before you rely on it.',
  isReadOnly: true,
  arguments: {
    query: text('A question or words, in any language.', MAX_QUERY_LENGTH),
    count: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_RESULTS,
      default: DEFAULT_RESULTS,
      description: 'Number of results.',
    },
    ...FILTER,
  },
  required: 'query',
};
const OTHERS: readonly ToolDefinition[] = [
  {
    name: 'read_page',
    title: 'Read a page of the documentation',
    description: 'Returns a page of this site, or a section with those below it, as Markdown.',
    isReadOnly: true,
    arguments: { address: text(`${ADDRESS} Default: the page that is shown.`, MAX_ADDRESS_LENGTH) },
  },
  {
    name: 'ask_docs',
    title: 'Ask the documentation',
    description:
      'Asks a question in the chat of this page, where the reader sees it, and returns the answer with its sources.',
    // The question is part of the reader's conversation from then on.
    isReadOnly: false,
    arguments: { question: text('The question, in any language.', MAX_QUESTION_LENGTH), ...FILTER },
    required: 'question',
  },
  {
    name: 'show_section',
    title: 'Show the reader a section',
    description: 'Opens a page or a section of this site in this tab, and marks it for the reader.',
    isReadOnly: false,
    arguments: { address: text(ADDRESS, MAX_ADDRESS_LENGTH) },
    required: 'address',
  },
];

/** List the tools of a page. @param canSearch whether there is anything that finds sections */
export function listTools(canSearch: boolean): readonly ToolDefinition[] {
  return canSearch ? [SEARCH_DOCS, ...OTHERS] : OTHERS;
}

function text(description: string, maxLength: number): ArgumentSchema {
  return { type: 'string', description, maxLength };
}
