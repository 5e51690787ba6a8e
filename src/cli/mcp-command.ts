import { defineCommand } from './define-command.ts';
import { clientOf } from './documentation.ts';
import { openFolderService } from './folder-service.ts';
import { ANSWER_VARIABLES, MODEL, OPTIONS, READING } from './options.ts';
import { pick } from './read-option.ts';
import { readReading } from './reading-options.ts';
import { printStatus } from './report-progress.ts';
import { readDirectory } from './settings.ts';

/** `docs-assistant mcp DIR` */
export const command = defineCommand({
  usage: ['mcp DIR [options]'],
  about: `Gives an agent the documentation in a folder of Markdown, MDX or built HTML, by the Model Context
Protocol over the standard streams: the tools search and read_page, with a language model also ask,
and the pages as resources. The agent starts this command, and ends it by closing its input. Changes
of the folder are followed. "serve" offers the same over HTTP.`,
  options: {
    domain: {
      ...OPTIONS.domain,
      about: "domain identifier, the first part of the addresses of pages (default: the folder's name)",
    },
    data: { value: 'DIR', about: "folder for the index (default: one in the user's cache folder)" },
    ...pick(OPTIONS, ...MODEL, ...READING),
  },
  variables: ANSWER_VARIABLES,
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
      await serveMcpStdio(
        { domain: named, pages, client, hasModel, siteUrl: null, report: null, onFailure },
        onFailure,
      );
      return 0;
    } finally {
      await folder.close();
    }
  },
});
