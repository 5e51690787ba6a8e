import { join } from 'node:path';
import { IDENTIFIER } from '../protocol/endpoints.ts';
import type { ProjectKeys } from './keys/key-ring.ts';
import { checkReadingOptions, type ReadingOptions } from './docs/reading-options.ts';

/** A folder on this machine. */
export interface FolderSource {
  /** Folder of Markdown, MDX and HTML files. */
  folder: string;
}

/** A branch of a git repository. */
export interface GitSource {
  /** Address of the repository, as `git clone` takes it: `https://…`, `ssh://…`, `git@host:path` or a folder. */
  repository: string;
  /** Branch that is deployed. Default the one that the repository names as its main branch. */
  branch?: string;
  /** Folder of the documentation inside the repository. Default all of it. */
  folder?: string;
}

/** Where a documentation comes from. */
export type ProjectSource = FolderSource | GitSource;

/** One documentation that the service answers for. */
export interface ProjectOptions extends Omit<ReadingOptions, 'limits'> {
  /** Folder of Markdown, MDX and HTML files: short for `source: { folder }`. One of the two is needed. */
  dir?: string;
  /** Folder or git repository that the documentation comes from. */
  source?: ProjectSource;
  /** Identifier in the paths of assistant and search. Letters, digits and `. _ ~ : @ -`. */
  domain: string;
  /** Identifier in the paths of agent jobs and updates. Default the domain. */
  projectId?: string;
  /** Keys of this project alone, beside those that the store has for it. Default the keys of the service, where this is its only project without. */
  keys?: Partial<ProjectKeys>;
  /** Page of the deployed documentation that updates take screenshots of. Default: none are taken. */
  pageUrl?: string;
  /** Secret that a git host signs its webhook calls with. Default: webhook calls are refused. */
  webhookSecret?: string;
  /** Updates follow changes of the folder by themselves. Default `false`. */
  watch?: boolean;
}

/** Where the documentation of a project comes from. @throws TypeError when the project names no source, or two */
export function sourceOf({ domain, dir, source }: ProjectOptions): ProjectSource {
  if (dir !== undefined && source === undefined) return { folder: dir };
  if (dir === undefined && source !== undefined) return source;
  throw new TypeError(`docs-assistant service: give either dir or source for ${domain}`);
}

/** The folder of this machine that a documentation comes from; `null` for a repository, whose `folder` is inside it. */
export function localFolderOf(source: ProjectSource): string | null {
  return 'repository' in source ? null : source.folder;
}

/** Folder inside the data folder where the index of a project is. */
export function projectDataDir(dataDir: string, domain: string): string {
  return join(dataDir, 'projects', domain);
}

/** @throws TypeError when there are none, or they cannot be told apart */
export function checkProjects(projects: readonly ProjectOptions[]): void {
  if (projects.length === 0) throw new TypeError('docs-assistant service: name at least one project');
  for (const project of projects) checkReadingOptions(project);
  const identifiers = projects.flatMap(({ domain, projectId = domain }) => [domain, projectId]);
  for (const identifier of identifiers) {
    if (!IDENTIFIER.test(identifier)) {
      throw new TypeError(`docs-assistant service: "${identifier}" cannot stand in a path`);
    }
  }
  for (const field of ['domain', 'projectId'] as const) {
    const values = projects.map((project) => project[field] ?? project.domain);
    if (new Set(values).size < values.length) {
      throw new TypeError(`docs-assistant service: two projects have the same ${field}`);
    }
  }
}
