import type { MainScopeOptions } from '../engine/pages/main-scope.ts';
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
  /** Address of the repository, as for `git clone`: `https://…`, `ssh://…`, `git@host:path` or a folder. */
  repository: string;
  /** Deployment branch. Default the main branch of the repository. */
  branch?: string;
  /** Folder of the documentation inside the repository. Default all of it. */
  folder?: string;
}

/** The source of a documentation. */
export type ProjectSource = FolderSource | GitSource;

/** Options of one documentation. */
export interface ProjectOptions extends Omit<ReadingOptions, 'limits'> {
  /** Folder of Markdown, MDX and HTML files: short for `source: { folder }`. Either `dir` or `source` is required. */
  dir?: string;
  /** Folder or git repository of the documentation. */
  source?: ProjectSource;
  /** Identifier in the paths of assistant and search. Letters, digits and `. _ ~ : @ -`. */
  domain: string;
  /** Identifier in the paths of agent jobs and updates. Default the domain. */
  projectId?: string;
  /**
   * Keys of this project alone, in addition to those in the store. Default the keys of the service, if no other project lacks
   * keys.
   */
  keys?: Partial<ProjectKeys>;
  /**
   * Language in which pages are searched that have no translation into the language of the request. Default `defaultLanguage`, else
   * the main language of the site.
   */
  fallbackLanguage?: string | undefined;
  /**
   * Address of the deployed pages, or several: `https://docs.example.com/`, `https://example.com/docs/`. Links to it in an answer
   * of a language model are those of the site, and lead to known pages only. Default: unknown, like any other host.
   */
  siteUrl?: string | readonly string[];
  /** Page of the deployed documentation, for screenshots of updates. Default: no screenshots. */
  pageUrl?: string;
  /** Secret for the webhook calls of a git host. Default: webhook calls are refused. */
  webhookSecret?: string;
  /** Whether changes of the folder start updates. Default `false`. */
  watch?: boolean;
}

/** Return what decides which version and language programs get that ask for none. */
export function mainScopeOptions(project: ProjectOptions): MainScopeOptions {
  return { version: project.defaultVersion, languages: [project.fallbackLanguage, project.defaultLanguage] };
}

/** Return the source of a project. @throws TypeError when the project has none, or two */
export function sourceOf({ domain, dir, source }: ProjectOptions): ProjectSource {
  if (dir !== undefined && source === undefined) return { folder: dir };
  if (dir === undefined && source !== undefined) return source;
  throw new TypeError(`docs-assistant service: give either dir or source for ${domain}`);
}

/** Return the folder of a documentation on this machine; `null` for a repository, whose `folder` is inside it. */
export function localFolderOf(source: ProjectSource): string | null {
  return 'repository' in source ? null : source.folder;
}

/** Return the addresses of the deployed pages, which end with a slash. @throws TypeError for one that is no address of a site */
export function siteUrlsOf({ domain, siteUrl = [] }: ProjectOptions): URL[] {
  return [siteUrl].flat().map((address: string) => {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
      throw new TypeError(
        `docs-assistant service: siteUrl of ${domain} must be an address that begins with http: or https:, without a query`,
      );
    }
    if (!url.pathname.endsWith('/')) url.pathname += '/';
    return url;
  });
}

/** Return the folder of a project inside the data folder. */
export function projectDataDir(dataDir: string, domain: string): string {
  return join(dataDir, 'projects', domain);
}

/** @throws TypeError when there are no projects, or two have the same identifier */
export function checkProjects(projects: readonly ProjectOptions[]): void {
  if (projects.length === 0) throw new TypeError('docs-assistant service: name at least one project');
  for (const project of projects) {
    checkReadingOptions(project);
    siteUrlsOf(project);
  }
  const identifiers = projects.flatMap(({ domain, projectId = domain }) => [domain, projectId]);
  for (const identifier of identifiers) {
    if (!IDENTIFIER.test(identifier)) {
      throw new TypeError(`docs-assistant service: "${identifier}" is not valid in a path`);
    }
  }
  for (const field of ['domain', 'projectId'] as const) {
    const values = projects.map((project) => project[field] ?? project.domain);
    if (new Set(values).size < values.length) {
      throw new TypeError(`docs-assistant service: two projects have the same ${field}`);
    }
  }
}
