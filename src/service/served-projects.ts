import { isDeepStrictEqual } from 'node:util';
import type { ServedProject } from './http/route.ts';
import { openProject, type OpenedProject, type SharedByProjects } from './open-project.ts';
import { projectDataDir, sourceOf, type ProjectOptions } from './project-options.ts';
import type { DocsSource } from './deploy/docs-source.ts';
import { openDocsSource } from './deploy/open-docs-source.ts';
import type { ProjectUpdates } from './deploy/start-updates.ts';

interface Running {
  options: ProjectOptions;
  project: OpenedProject;
  /** End the project. Running searches are answered. */
  stop(): Promise<void>;
}

/** The projects of a service while it runs: they may be added, changed and removed. */
export class ServedProjects {
  /** Changes in place. */
  readonly served: ServedProject[] = [];
  readonly #shared: SharedByProjects;
  readonly #updates: ProjectUpdates;
  readonly #running = new Map<string, Running>();
  #domains: ReadonlyMap<string, string> = new Map();

  constructor(shared: SharedByProjects, updates: ProjectUpdates) {
    this.#shared = shared;
    this.#updates = updates;
  }

  /**
   * Serve these projects: open the new and the changed ones, and end the others. A project whose options are the same is not
   * interrupted.
   *
   * @throws Error when a source is wrong: then nothing has changed
   */
  async set(projects: readonly ProjectOptions[]): Promise<void> {
    const sources = openSources(projects, this.#shared.dataDir);
    const given = new Map(projects.map((options) => [options.domain, options]));
    this.#domains = new Map(projects.map(({ domain, projectId = domain }) => [projectId, domain]));
    const ended = [...this.#running.values()].filter(
      ({ options }) => !isDeepStrictEqual(options, given.get(options.domain)),
    );
    for (const { options } of ended) this.#running.delete(options.domain);
    this.#list();
    // Before the changed ones are opened again, because both use the same folder.
    await Promise.all(ended.map(({ stop }) => stop()));
    for (const [at, options] of projects.entries()) {
      if (this.#running.has(options.domain)) continue;
      const project = openProject(options, sources[at]!, this.#shared);
      const endUpdates = this.#updates.add(project.kept);
      this.#running.set(options.domain, {
        options,
        project,
        async stop() {
          await endUpdates();
          await project.close();
        },
      });
    }
    this.#list();
  }

  /** Return the project with a domain. */
  find(domain: string): ServedProject | undefined {
    return this.served.find((project) => project.domain === domain);
  }

  /** Return the domain of a project that is served. */
  domainOf(projectId: string): string {
    return this.#domains.get(projectId) ?? projectId;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ project }) => project.close()));
  }

  #list(): void {
    this.served.splice(0, Infinity, ...Array.from(this.#running.values(), ({ project }) => project.served));
  }
}

/** Open the source of each project. @throws Error when one is wrong */
export function openSources(projects: readonly ProjectOptions[], dataDir: string): DocsSource[] {
  return projects.map((project) =>
    openDocsSource(sourceOf(project), projectDataDir(dataDir, project.domain)),
  );
}
