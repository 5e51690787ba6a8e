import { findSiteBase } from '../preview/site-base.ts';
import type { Handler } from '../node/request-listener.ts';
import { createBudgets, DEFAULT_SITE_LIMITS, DEFAULT_VISITOR_LIMITS } from '../proxy/budgets.ts';
import { createProxy } from '../proxy/create-proxy.ts';
import type { ProxyOptions } from '../proxy/options.ts';
import { lazy } from '../protocol/lazy.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import { localFolderOf, siteUrlsOf, sourceOf, type ProjectOptions } from '../service/project-options.ts';
import type { Service } from '../service/service.ts';
import { createLimitReport } from './limit-report.ts';
import { allowedOrigins, createPublicHandler, isLocalAgent, isLocalTrial } from './public-handler.ts';
import { createPublicCards } from './public-cards.ts';
import { createPublicMcp } from './public-mcp.ts';
import { createPublicPages, type PublicPagesOptions } from './public-pages.ts';
import type { PublicRouteOptions } from './public-route.ts';
import { printStatus } from './report-progress.ts';
import type { Settings } from './settings.ts';
import type { AllowedSite } from './site-options.ts';

/** Add a key to every project, for a proxy in the same process. */
export function withAssistantKey(
  { keys: shared = {}, projects, ...settings }: Settings,
  key: string,
): Settings {
  return {
    ...settings,
    projects: projects.map((project) => {
      const keys = project.keys ?? shared;
      return { ...project, keys: { ...keys, assistant: [keys.assistant ?? [], key].flat() } };
    }),
  };
}

/** Return the projects with the address of their pages, where the site is known and a project names none itself. */
export async function withSiteUrls<Given extends Settings>(
  settings: Given,
  { origins }: AllowedSite,
): Promise<Given> {
  if (origins.length === 0) return settings;
  const projects = settings.projects.map(async (project) => {
    if (project.siteUrl !== undefined) return project;
    const { base } = await readSiteOf(project);
    return { ...project, siteUrl: origins.map((origin) => origin + base) };
  });
  return { ...settings, projects: await Promise.all(projects) };
}

/** Return the options for a proxy that calls a service in the same process. */
export function callDirectly(
  service: Service,
  key: string,
): Pick<ProxyOptions, 'upstream' | 'fetch' | 'keys'> {
  return {
    // A placeholder that is never resolved.
    upstream: 'http://service.invalid',
    fetch: (input, init) => service.fetch(new Request(input, init)),
    keys: { assistant: key },
  };
}

/** Return the path of a project's pages on their host, if its folder shows it. */
export async function readSiteOf(project: ProjectOptions): Promise<{ domain: string; base: string }> {
  const folder = localFolderOf(sourceOf(project));
  return { domain: project.domain, base: folder === null ? '/' : await findSiteBase(folder) };
}

/**
 * Put a proxy in front of a service, in the same process, so that pages need no key.
 *
 * @returns the handler of the routes for pages, and what those for reading programs are made with
 */
export function openToPages(
  service: Service,
  settings: Settings,
  site: AllowedSite,
  key: string,
): { handler: Handler; reading: PublicPagesOptions } {
  const { projects, trustedProxies = 0 } = settings;
  const domains = projects.map(({ domain }) => domain);
  const createdProxy = createProxy({
    ...callDirectly(service, key),
    domains,
    origins: allowedOrigins(site),
    basePath: site.basePath,
    trustedProxies,
    siteLimits: site.limits,
    limitStore: service.limitStore,
    onLimitReached: createLimitReport(),
    onHookFailure: (hook) => printStatus(`${hook} failed`),
  });
  const bases = new Map(projects.map((project) => [project.domain, lazy(() => readSiteOf(project))]));
  const isTrial = site.origins.length === 0;
  const proxy: Handler = async (request, connection) =>
    isTrial && !isLocalTrial(request, connection)
      ? errorResponse('forbidden', 'Allow the site of this page with --site.')
      : createdProxy(request, connection);
  const { reading, ...programs } = openToPrograms(service, settings, site, proxy);
  const handler = createPublicHandler({
    site,
    proxy,
    ...programs,
    domains,
    baseOf: async (domain) => (await bases.get(domain)?.load())?.base ?? '/',
    rest: service.fetch,
  });
  return { handler, reading };
}

/** Answer agents and reading programs on the routes for pages. @param proxy answers searches and questions of agents */
function openToPrograms(
  service: Service,
  { projects, trustedProxies = 0, model }: Settings,
  site: AllowedSite,
  proxy: Handler,
): { mcp: Handler; pages: Handler; cards: Handler; reading: PublicPagesOptions } {
  const isTrial = site.origins.length === 0;
  const options: PublicRouteOptions = {
    proxy,
    basePath: site.basePath,
    origins: new Set(allowedOrigins(site)),
    isOpenTo: (request, connection) => !isTrial || isLocalAgent(request, connection),
    // The counters of the proxy: they have the same names, in the same store.
    budgets: createBudgets(service.limitStore, DEFAULT_VISITOR_LIMITS, {
      ...DEFAULT_SITE_LIMITS,
      ...site.limits,
    }),
    trustedProxies,
    domains: projects.map(({ domain }) => domain),
    onFailure: (error) => printStatus(error instanceof Error ? error.message : String(error)),
  };
  const projectOf = (domain: string) => projects.find((project) => project.domain === domain);
  const siteUrlOf = (domain: string): string | null => {
    const project = projectOf(domain);
    return (project && siteUrlsOf(project)[0]?.href) ?? null;
  };
  const reading = {
    ...options,
    pagesOf: service.pagesOf,
    siteUrlOf,
    publicUrl: site.publicUrl ?? site.origins[0] ?? null,
  };
  return {
    mcp: createPublicMcp({
      ...options,
      documentationOf(domain) {
        const pages = service.pagesOf(domain);
        if (projectOf(domain) === undefined || pages === null) return null;
        return {
          pages,
          hasModel: model != null,
          siteUrl: siteUrlOf(domain),
          report: service.reportsOf(domain),
        };
      },
    }),
    pages: createPublicPages(reading),
    cards: createPublicCards(reading),
    reading,
  };
}
