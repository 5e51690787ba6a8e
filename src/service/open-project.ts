import { pickReadingOptions } from './docs/reading-options.ts';
import type { OpenedModel } from './embedding/open-model.ts';
import { followGenerations } from './generations/follow-generations.ts';
import type { ServedProject } from './http/route.ts';
import type { IndexProgress } from './index/index-progress.ts';
import { localFolderOf, projectDataDir, sourceOf, type ProjectOptions } from './project-options.ts';
import { GenerationSearch } from './search/generation-search.ts';
import type { DocsSource } from './sources/docs-source.ts';
import type { ServiceStore } from './storage/service-store.ts';
import type { KeptProject } from './updates/start-updates.ts';

/** Parts that all projects of a service share. */
export interface SharedByProjects {
  store: ServiceStore;
  embeddings: Promise<OpenedModel>;
  dataDir: string;
  onProgress: (domain: string, progress: IndexProgress) => void;
  onFailure: (error: unknown) => void;
  answering: Omit<ServedProject['sources'], 'engine'>;
}

/** A project in service, as the endpoints (`served`) and the updates (`kept`) see it. */
export interface OpenedProject {
  served: ServedProject;
  kept: KeptProject;
  close(): Promise<void>;
}

/** Open the search of a project. The generation of an earlier start goes into service as soon as it is read. */
export function openProject(
  project: ProjectOptions,
  docsSource: DocsSource,
  { store, embeddings, dataDir, onProgress, onFailure, answering }: SharedByProjects,
): OpenedProject {
  const { domain, projectId = domain, pageUrl, webhookSecret } = project;
  const source = sourceOf(project);
  const engine = new GenerationSearch(embeddings);
  const folder = projectDataDir(dataDir, domain);
  const { generations } = store;
  const following = followGenerations({ projectId, generations, folder, search: engine, onFailure });
  engine.onProgress((progress) => onProgress(domain, progress));
  return {
    served: {
      domain,
      projectId,
      organization: projectId,
      source,
      docsSource,
      engine,
      generation: () => following.current,
      ...(pageUrl !== undefined && { pageUrl }),
      ...(webhookSecret !== undefined && { webhookSecret }),
      sources: { engine, ...answering },
    },
    kept: {
      projectId,
      domain,
      docsSource,
      workDir: folder,
      pageUrl,
      reading: pickReadingOptions(project),
      watchedFolder: project.watch ? localFolderOf(source) : null,
      opened: following.refresh(),
      embedder: embeddings.then(({ embedder }) => embedder),
      onProgress: (progress) => engine.reportProgress(progress),
      async onDeployed() {
        await following.refresh();
        engine.reportProgress({ phase: 'ready' });
      },
      onFailure: (error) => engine.fail(error),
    },
    async close() {
      await following.close();
      await engine.close();
    },
  };
}
