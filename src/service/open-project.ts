import type { PlainParser } from './docs/plain-parser.ts';
import { pickReadingOptions } from './docs/reading-options.ts';
import type { OpenedModel } from './models/open-model.ts';
import { createProjectPages } from './pages/project-pages.ts';
import { watchGenerations } from './deploy/watch-generations.ts';
import type { ServedProject } from './http/route.ts';
import type { IndexProgress } from './index/index-progress.ts';
import {
  localFolderOf,
  mainScopeOptions,
  projectDataDir,
  siteUrlsOf,
  sourceOf,
  type ProjectOptions,
} from './project-options.ts';
import { GenerationSearch } from './search/generation-search.ts';
import type { Reranker } from './models/reranker.ts';
import type { IndexCache } from './search/index-cache.ts';
import type { SearchEngine } from './search/search-engine.ts';
import type { DocsSource } from './deploy/docs-source.ts';
import type { ServiceStore } from './storage/service-store.ts';
import type { UpdatedProject } from './deploy/start-updates.ts';

/** Parts that all projects of a service share. */
export interface SharedByProjects {
  store: ServiceStore;
  engine: SearchEngine;
  indexCache: IndexCache;
  embeddings: Promise<OpenedModel>;
  reranker: Promise<Reranker | null>;
  dataDir: string;
  onProgress: (domain: string, progress: IndexProgress) => void;
  onFailure: (error: unknown) => void;
  /** Loads the parser of Markdown at its first use. */
  loadParser: () => Promise<PlainParser>;
  answering: Omit<ServedProject['sources'], 'search' | 'sites' | 'loadParser'>;
}

/** A project in service, as the endpoints (`served`) and the updates (`kept`) see it. */
export interface OpenedProject {
  served: ServedProject;
  kept: UpdatedProject;
  close(): Promise<void>;
}

/** Open the search of a project. The generation of an earlier start goes into service as soon as it is read. */
export function openProject(
  project: ProjectOptions,
  docsSource: DocsSource,
  shared: SharedByProjects,
): OpenedProject {
  const { domain, projectId = domain, pageUrl, webhookSecret } = project;
  const { engine, embeddings, onFailure, loadParser } = shared;
  const { generations } = shared.store;
  const source = sourceOf(project);
  const main = mainScopeOptions(project);
  const search = new GenerationSearch(embeddings, {
    indexCache: shared.indexCache,
    reranker: shared.reranker,
    fallbackLanguages: main.languages,
  });
  const sites = siteUrlsOf(project);
  const folder = projectDataDir(shared.dataDir, domain);
  const pages = createProjectPages({ projectId, generations, folder, search, sites, main, loadParser });
  const following = watchGenerations({ projectId, generations, engine, search, onFailure });
  search.onProgress((progress) => shared.onProgress(domain, progress));
  return {
    served: {
      domain,
      projectId,
      organization: projectId,
      source,
      docsSource,
      search,
      pages,
      generation: () => following.current,
      ...(pageUrl !== undefined && { pageUrl }),
      ...(webhookSecret !== undefined && { webhookSecret }),
      sources: { search, sites, loadParser, ...shared.answering },
    },
    kept: {
      projectId,
      domain,
      docsSource,
      workDir: folder,
      engine,
      pageUrl,
      reading: pickReadingOptions(project),
      watchedFolder: project.watch ? localFolderOf(source) : null,
      opened: following.refresh(),
      embedder: embeddings.then(({ embedder }) => embedder),
      onProgress: (progress) => search.reportProgress(progress),
      async onDeployed() {
        await following.refresh();
        search.reportProgress({ phase: 'ready' });
      },
      onFailure: (error) => search.fail(error),
    },
    async close() {
      await following.close();
      await search.close();
    },
  };
}
