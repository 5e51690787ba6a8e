/** A project whose index can be closed until it is searched again. */
export interface RestingProject {
  /** Close the index. Running searches are answered. */
  putAside(): void;
}

/** Most indexes that are open at the same time. */
export const DEFAULT_OPEN_PROJECTS = 100;

/** The projects of a service whose index is open. For one more than allowed, the least recently used one is put aside. */
export class OpenIndexes {
  readonly #most: number;
  /** In the order of their last use. */
  readonly #projects = new Set<RestingProject>();

  /** @param most at least 1 @throws TypeError */
  constructor(most: number) {
    if (!(most >= 1)) throw new TypeError('docs-assistant service: openProjects must be at least 1');
    this.#most = most;
  }

  /** Whether one more index can be open without another being closed. */
  get hasRoom(): boolean {
    return this.#projects.size < this.#most;
  }

  /** Note that the index of a project is open and in use. */
  use(project: RestingProject): void {
    this.#projects.delete(project);
    this.#projects.add(project);
    const [leastRecent] = this.#projects;
    if (this.#projects.size <= this.#most) return;
    this.#projects.delete(leastRecent!);
    leastRecent!.putAside();
  }

  /** Note that the index of a project is closed. */
  remove(project: RestingProject): void {
    this.#projects.delete(project);
  }
}
