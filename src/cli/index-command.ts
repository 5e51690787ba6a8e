import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSearchEngine } from '../service/search/search-engine.ts';
import { projectDataDir } from '../service/service.ts';
import { createProgressReport } from './report-progress.ts';
import { DEFAULT_DATA_DIR, defaultDomain, readDirectory } from './settings.ts';

export const HELP = `Usage: docs-assistant index DIR [options]

Builds the search index of a folder, so that a later "serve DIR" is ready at once, and reports what was read.

Options:
  --domain NAME          domain identifier (default: the folder's name)
  --data DIR             folder for the index (default ${DEFAULT_DATA_DIR})
  --json                 print JSON
  --help                 this text

Environment:
  DOCS_EMBEDDINGS_URL, DOCS_EMBEDDINGS_NAME, DOCS_EMBEDDINGS_KEY   OpenAI-compatible embeddings
  DOCS_EMBEDDINGS_FOLDER                                      or the folder of a sentence-embedding model
`;

/** `docs-assistant index DIR` */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      domain: { type: 'string' },
      data: { type: 'string', default: DEFAULT_DATA_DIR },
      json: { type: 'boolean', default: false },
    },
  });
  const dir = readDirectory(positionals);
  const domain = values.domain ?? defaultDomain(dir);
  const engine = createSearchEngine({ dir, dataDir: projectDataDir(resolve(values.data), domain) });
  engine.onProgress(createProgressReport(domain));
  try {
    await engine.ready;
    const { pages, sections, vectors, model, problems } = engine.progress;
    const result = {
      domain,
      pages: pages.total,
      sections,
      vectors: vectors.done,
      model,
      problems,
      ...engine.scopes,
    };
    process.stdout.write(
      values.json
        ? `${JSON.stringify(result)}\n`
        : `${result.pages} pages, ${result.sections} sections, ${problems.length} problems\n`,
    );
    return 0;
  } finally {
    await engine.close();
  }
}
