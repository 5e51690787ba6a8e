import type { DocsOutline, DocsPages, PageText } from '../../engine/pages/docs-pages.ts';
import type { MainScopeOptions } from '../../engine/pages/main-scope.ts';
import { pageMarkdown, sectionMarkdown } from '../../engine/pages/page-markdown.ts';
import { findPassages } from '../../engine/pages/page-passages.ts';
import type { Section } from '../../engine/sections/section.ts';
import { decodePath } from '../../engine/sections/site-path.ts';
import type { PlainParser } from '../docs/plain-parser.ts';
import { fetchGeneration } from '../deploy/local-generation.ts';
import { EngineUnavailable } from '../search/search-engine.ts';
import type { ProjectSearch } from '../search/project-search.ts';
import type { Generation, GenerationStore } from '../storage/service-store.ts';
import { PagesFile } from './pages-file.ts';
import { ReadingFiles } from './reading-files.ts';

export interface ProjectPagesOptions {
  projectId: string;
  generations: Pick<GenerationStore, 'current' | 'fetch'>;
  /** Local folder for the file of the index. */
  folder: string;
  search: Pick<ProjectSearch, 'searchable' | 'findPages'>;
  /** Addresses of the site's pages, which end with a slash. */
  sites: readonly URL[];
  /** The version and language that introduce the documentation. */
  main: MainScopeOptions;
  /** Load what writes Markdown, once for all files. */
  loadParser: () => Promise<Pick<PlainParser, 'stringify'>>;
}

/** Read the pages of a project in the file of its current index, whatever engine searches it. */
export function createProjectPages(options: ProjectPagesOptions): DocsPages {
  const { projectId, generations, folder, search, sites, main, loadParser } = options;
  let opened: { generation: Generation; file: Promise<string>; outline?: DocsOutline } | undefined;

  async function currentGeneration(): Promise<Generation> {
    await search.searchable.catch((error: unknown) => {
      throw new EngineUnavailable(error);
    });
    const generation = await generations.current(projectId);
    if (generation === null) throw new Error('There is no index');
    return generation;
  }

  /** Open the file for one reading, so that no project holds one open between readings. */
  async function open(): Promise<{ file: PagesFile; current: NonNullable<typeof opened> }> {
    const generation = await currentGeneration();
    if (opened?.generation.hash !== generation.hash)
      opened = { generation, file: fetchGeneration(generations, generation, folder) };
    const current = opened;
    try {
      return { file: new PagesFile(await current.file), current };
    } catch (error) {
      // Fetched again by the next reading.
      opened = undefined;
      throw new EngineUnavailable(error);
    }
  }

  return {
    async outline() {
      const { file, current } = await open();
      using pages = file;
      return (current.outline ??= pages.outline(main));
    },
    async list(wanted) {
      using pages = (await open()).file;
      return pages.list(wanted);
    },
    async file(name, root) {
      const { stringify } = await loadParser();
      using pages = (await open()).file;
      return new ReadingFiles(pages, { main, root, stringify, answersQuestions: true }).read(name);
    },
    tag: async () => (await currentGeneration()).hash,
    async read(address, question) {
      const { path, anchor } = readAddress(address, sites);
      const known = (await search.findPages([path])).get(path);
      if (known === undefined) return null;
      using pages = (await open()).file;
      const found = pages.sections(known);
      if (found === null) return null;
      const { page, sections } = found;
      return {
        ...page,
        markdown: (anchor === '' ? null : sectionMarkdown(sections, anchor)) ?? pageMarkdown(sections),
        ...describeSections(sections, question),
      };
    },
  };
}

/** Read an address of a page: of the site, of its host, or relative to the root of the pages. */
export function readAddress(address: string, sites: readonly URL[]): { path: string; anchor: string } {
  const [, before = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? [];
  const site = sites.find(({ href }) => before.startsWith(href));
  const path = site
    ? before.slice(site.href.length)
    : before.replace(/^https?:\/\/[^/]*/i, '').replace(/^\.\//, '');
  return { path: decodePath(path), anchor: decodePath(fragment) };
}

function describeSections(
  sections: readonly Section[],
  question: string | undefined,
): Pick<PageText, 'sections' | 'passages'> {
  return {
    sections: anchorsOf(sections),
    ...(question !== undefined && { passages: findPassages(sections, question) }),
  };
}

function anchorsOf(sections: readonly Section[]): PageText['sections'] {
  const named = sections.flatMap(({ headings, anchor }) =>
    anchor === undefined ? [] : [[anchor, headings.at(-1) ?? ''] as const],
  );
  return Array.from(new Map(named), ([anchor, heading]) => ({ heading, anchor }));
}
