import { styleText } from 'node:util';
import { MAX_PAGE_SIZE, type SearchResult } from '../protocol/api.ts';
import { cleanLine } from './terminal-text.ts';
import { defineCommand, printResult } from './define-command.ts';
import {
  DOCUMENTATION_HELP,
  DOCUMENTATION_OPTIONS,
  openDocumentation,
  readQuestion,
} from './documentation.ts';
import { MODEL_ENVIRONMENT_HELP } from './model-options.ts';
import { readWholeNumber } from './read-option.ts';

const HELP = `Usage: docs-assistant search QUERY --dir DIR [options]
       docs-assistant search QUERY --endpoint URL --domain NAME [options]

Searches a documentation. The exit code is 1 when nothing is found.

Options:
${DOCUMENTATION_HELP}
  --page-size N          results, 1 to ${MAX_PAGE_SIZE} (default 10)
  --json                 print the results as JSON, as the API returns them
  --help                 this text

Environment:
  DOCS_ASSISTANT_KEY                                          API key for --endpoint; routes for pages need none
${MODEL_ENVIRONMENT_HELP}
`;

/** Characters of the text of a result that has no excerpt. */
const EXCERPT_CHARACTERS = 180;

/** `docs-assistant search QUERY` */
export const command = defineCommand({
  help: HELP,
  options: { ...DOCUMENTATION_OPTIONS, 'page-size': { type: 'string', default: '10' } },
  async run(values, positionals) {
    const query = readQuestion(positionals, 'query');
    const pageSize = readWholeNumber('--page-size', values['page-size'], MAX_PAGE_SIZE, 1);
    const { client, filter, close } = await openDocumentation(values);
    try {
      const results = await client.search({ query, pageSize, filter });
      printResult(values.json, results, results.map(describe).join('\n') || 'Nothing found.\n');
      return results.length > 0 ? 0 : 1;
    } finally {
      await close();
    }
  },
});

function describe({ content, path, metadata }: SearchResult): string {
  const { title = path, headings = [], href = path, excerpt } = metadata;
  const name = [title, ...headings.filter((heading) => heading !== title)].join(' › ');
  const text = excerpt?.text ?? content.slice(0, EXCERPT_CHARACTERS);
  const lines = [
    styleText('bold', cleanLine(name)),
    styleText('dim', cleanLine(href || '/')),
    cleanLine(text),
  ];
  return lines.map((line) => `${line.trim()}\n`).join('');
}
