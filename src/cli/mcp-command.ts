import { defineCommand } from './define-command.ts';
import { clientOf } from './documentation.ts';
import { openFolderService } from './folder-service.ts';
import { LANGUAGE_MODEL_HELP } from './model-environment.ts';
import { MODEL_ENVIRONMENT_HELP, MODEL_HELP, MODEL_OPTIONS } from './model-options.ts';
import { READING_HELP, READING_OPTIONS, readReading } from './reading-options.ts';
import { printStatus } from './report-progress.ts';
import { readDirectory } from './settings.ts';

const HELP = `Usage: docs-assistant mcp DIR [options]

Gives an agent the documentation in a folder of Markdown, MDX or built HTML, by the Model Context Protocol over the standard streams:
the tools search and read_page, with a language model also ask, and the pages as resources. The agent starts this command, and ends
it by closing its input. Changes of the folder are followed. "serve" offers the same over HTTP.

Options:
  --domain NAME          domain identifier, the first part of the addresses of pages (default: the folder's name)
  --data DIR             folder for the index (default: one in the user's cache folder)
${MODEL_HELP}
${READING_HELP}
  --help                 this text

Environment:
${LANGUAGE_MODEL_HELP}
${MODEL_ENVIRONMENT_HELP}
`;

/** `docs-assistant mcp DIR` */
export const command = defineCommand({
  help: HELP,
  options: {
    ...MODEL_OPTIONS,
    ...READING_OPTIONS,
    domain: { type: 'string' },
    data: { type: 'string' },
  },
  async run(values, positionals) {
    const dir = readDirectory(positionals);
    const { domain, data } = values;
    const reading = readReading(values);
    const folder = await openFolderService({
      dir,
      ...(domain !== undefined && { domain }),
      data,
      values,
      reading,
      watch: true,
    });
    try {
      // An index of an earlier start is served until it is up to date.
      await clientOf(folder, 'admin').startUpdate();
      const { serveMcpStdio } = await import('../mcp/serve-mcp-stdio.ts');
      const client = clientOf(folder, 'assistant');
      const pages = folder.service.pagesOf(folder.domain)!;
      const { domain: named, hasModel } = folder;
      const onFailure = (error: unknown) =>
        printStatus(error instanceof Error ? error.message : String(error));
      await serveMcpStdio({ domain: named, pages, client, hasModel, siteUrl: null, onFailure }, onFailure);
      return 0;
    } finally {
      await folder.close();
    }
  },
});
