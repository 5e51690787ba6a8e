import { styleText } from 'node:util';
import type { SearchResult } from '../protocol/api.ts';
import { cleanLine } from './terminal-text.ts';
import { defineCommand, printResult } from './define-command.ts';
import { DOCUMENTATION_OPTIONS, openDocumentation, readQuestion, SERVICE_KEY } from './documentation.ts';
import { EMBEDDINGS_VARIABLES, OPTIONS } from './options.ts';

/** Characters of the text of a result that has no excerpt. */
const EXCERPT_CHARACTERS = 180;

/** `docs-assistant search QUERY` */
export const command = defineCommand({
  usage: ['search QUERY --dir DIR [options]', 'search QUERY --endpoint URL --domain NAME [options]'],
  about: 'Searches a documentation. The exit code is 1 when nothing is found.',
  options: {
    ...DOCUMENTATION_OPTIONS,
    'page-size': OPTIONS['page-size'],
    json: { about: 'print the results as JSON, as the API returns them' },
  },
  variables: { ...SERVICE_KEY, ...EMBEDDINGS_VARIABLES },
  async run(values, positionals) {
    const query = readQuestion(positionals, 'query');
    const { client, filter, close } = await openDocumentation(values);
    try {
      const results = await client.search({ query, pageSize: values['page-size'], filter });
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
