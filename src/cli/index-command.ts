import { isInformation } from '../engine/sections/docs-problem.ts';
import { pickReadingOptions } from '../service/docs/reading-options.ts';
import { deployGeneration } from '../service/deploy/deploy-generation.ts';
import { openModel, type OpenedModel } from '../service/models/open-model.ts';
import { projectDataDir, sourceOf, type ProjectOptions } from '../service/project-options.ts';
import { createEmbeddedEngine } from '../service/search/embedded-engine.ts';
import { GenerationSearch } from '../service/search/generation-search.ts';
import type { SearchEngine } from '../service/search/search-engine.ts';
import { openDocsSource } from '../service/deploy/open-docs-source.ts';
import { openServiceStore } from '../service/storage/open-store.ts';
import type { GenerationStore } from '../service/storage/service-store.ts';
import { defineCommand, printResult } from './define-command.ts';
import { prepareDataFolder } from './data-folder.ts';
import { chooseModel } from './model-options.ts';
import { DATA, EMBEDDINGS_VARIABLES, MODEL, OPTIONS, READING, VARIABLES } from './options.ts';
import { pick } from './read-option.ts';
import { createFetchReport, createProgressReport, printStatus } from './report-progress.ts';
import { requirePackages } from './required-packages.ts';
import { openSettingsEngine, readSettings } from './settings.ts';

/** `docs-assistant index DIR` */
export const command = defineCommand({
  usage: ['index DIR [options]', 'index --config FILE [options]'],
  about: `Builds the search index of a folder of Markdown, MDX or built HTML, or of the projects of a file, puts
it into service and reports problems. A running "serve" searches it at once, one that is started
later is ready at once.`,
  options: pick(OPTIONS, 'domain', 'project', ...DATA, 'engine', ...MODEL, ...READING, 'json'),
  variables: { ...EMBEDDINGS_VARIABLES, ...pick(VARIABLES, 'DATABASE_URL') },
  async run(values, positionals) {
    const settings = readSettings(values, positionals);
    // An index is built without what answers questions.
    const { model: _, redisUrl: __, metricsKey: ___, ...needed } = settings;
    requirePackages(needed);
    prepareDataFolder(settings.dataDir);
    const embeddings = openModel(
      chooseModel({ values, settings, onProgress: createFetchReport(), onNote: printStatus }),
    );
    const engine = await openSettingsEngine(settings);
    const store = await openServiceStore(settings, { onDamage: ({ message }) => printStatus(message) });
    try {
      for (const project of settings.projects) {
        const result = await index(project, {
          dataDir: settings.dataDir,
          generations: store.generations,
          engine,
          embeddings,
        });
        const { pages, sections, problems } = result;
        const count = problems.filter((problem) => !isInformation(problem)).length;
        printResult(values.json, result, `${pages} pages, ${sections} sections, ${count} problems\n`);
      }
      return 0;
    } finally {
      await engine?.close();
      await (await embeddings).embedder?.close();
      await store.close();
    }
  },
});

async function index(
  project: ProjectOptions,
  {
    dataDir,
    generations,
    engine: shared,
    embeddings,
  }: {
    dataDir: string;
    generations: GenerationStore;
    /** Default the embedded one. */
    engine: SearchEngine | undefined;
    embeddings: Promise<OpenedModel>;
  },
) {
  const { domain, projectId = domain } = project;
  const workDir = projectDataDir(dataDir, domain);
  const { signal } = new AbortController();
  const engine = shared ?? createEmbeddedEngine({ generations, folderOf: () => workDir });
  const search = new GenerationSearch(embeddings);
  search.onProgress(createProgressReport(domain));
  try {
    await using state = await openDocsSource(sourceOf(project), workDir).fetch(signal);
    const { generation } = await deployGeneration({
      projectId,
      generations,
      engine,
      dir: state.dir,
      workDir,
      commit: state.commit?.sha ?? null,
      ...pickReadingOptions(project),
      embedder: embeddings.then(({ embedder }) => embedder),
      onProgress: (progress) => search.reportProgress(progress),
      signal,
    });
    search.open(await engine.open(generation));
    const { pages, sections, vectors, model, problems } = search.progress;
    return { domain, pages: pages.total, sections, vectors: vectors.done, model, problems, ...search.scopes };
  } finally {
    await search.close();
  }
}
