import { styleText } from 'node:util';
import type { SearchExcerpt, SearchResult } from '../protocol/api.ts';
import { createExcerpts } from '../protocol/excerpt/create-excerpts.ts';
import { cleanLine } from './terminal-text.ts';
import { defineCommand, printResult } from './define-command.ts';
import { DOCUMENTATION_OPTIONS, openDocumentation, readQuestion, SERVICE_KEY } from './documentation.ts';
import { EMBEDDINGS_VARIABLES, OPTIONS } from './options.ts';

/** `docs-assistant search QUERY` */
export const command = defineCommand({
  usage: [
    'search QUERY --dir DIR [options]',
    'search QUERY --index PLACE [options]',
    'search QUERY --endpoint URL --domain NAME [options]',
  ],
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
      const excerpts = createExcerpts(results, query);
      const text = results.map((result) => describe(result, excerpts.get(result))).join('\n');
      printResult(values.json, results, text || 'Nothing found.\n');
      return results.length > 0 ? 0 : 1;
    } finally {
      await close();
    }
  },
});

function describe({ path, metadata }: SearchResult, created: SearchExcerpt | undefined): string {
  const { headings = [], href = path, excerpt = created } = metadata;
  const title = metadata.title?.trim() || path;
  const name = [title, ...headings.filter((heading) => heading.trim() !== '' && heading !== title)].join(
    ' › ',
  );
  const lines = [
    styleText('bold', cleanLine(name)),
    styleText('dim', cleanLine(href || '/')),
    cleanLine(excerpt?.text ?? ''),
  ];
  return lines.map((line) => `${line.trim()}\n`).join('');
}
