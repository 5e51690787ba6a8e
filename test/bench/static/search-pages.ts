import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Section } from '../../../src/engine/sections/section.ts';
import { serveSite, type BenchSite } from './bench-site.ts';
import { createMiniSearch } from './peer-indexes.ts';

/** A search box on a page of the site. */
export interface SearchPage {
  name: string;
  path: string;
  /** Expression for its text field, once it can be typed into. */
  field: string;
  /** Expression for a result with its link, once there is one. */
  result: string;
}

/** Our elements where no worker may run, as where the policy does not allow one. */
const NO_WORKER = `<meta http-equiv="content-security-policy" content="worker-src 'none'">`;
const OWN_BOX = `<script type="module" src="/cdn/search.js"></script><docs-search index="/docs-index/"></docs-search>`;
const PAGEFIND_BOX = `<link rel="stylesheet" href="/pagefind/pagefind-ui.css"><div id="search"></div><script src="/pagefind/pagefind-ui.js"></script>
<script>new PagefindUI({ element: '#search', showImages: false, showSubResults: true })</script>`;
const PEER_BOX = '<input><ul></ul>';

const OWN = {
  field: `document.querySelector('docs-search')?.querySelector('input') ?? document.querySelector('docs-search')?.shadowRoot?.querySelector('input')`,
  result: `document.querySelector('docs-search').shadowRoot.querySelector('[part~=result]')`,
};
const PEER = { field: `document.querySelector('input')`, result: `document.querySelector('li a')` };

/** The boxes that are measured; the first one is the floor. */
export const SEARCH_PAGES: readonly SearchPage[] = [
  { name: 'floor: input + innerHTML', path: '/floor.html', ...PEER },
  { name: 'docs-search', path: '/docs-search.html', ...OWN },
  { name: 'docs-search, no worker', path: '/docs-search-no-worker.html', ...OWN },
  {
    name: 'Pagefind default UI',
    path: '/pagefind.html',
    field: `document.querySelector('.pagefind-ui__search-input')`,
    result: `document.querySelector('.pagefind-ui__result-link')`,
  },
  { name: 'MiniSearch as in VitePress', path: '/minisearch.html', ...PEER },
];

/** Serve a page for each search box, over the same sections. The elements are those of `dist`. */
export async function serveSearchPages({
  indexFolder,
  pagefindFolder,
  sections,
}: {
  indexFolder: string;
  pagefindFolder: string;
  sections: readonly Section[];
}): Promise<BenchSite> {
  const script = async (name: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2023',
      external: ['/minisearch-index.js'],
      write: false,
    });
    return outputFiles[0]!.text;
  };
  const scriptBox = (name: string) => `${PEER_BOX}<script type="module" src="/${name}.js"></script>`;
  return serveSite(
    {
      '/cdn/': fileURLToPath(new URL('../../../dist/cdn', import.meta.url)),
      '/docs-index/': indexFolder,
      '/pagefind/': pagefindFolder,
    },
    {
      '/floor.html': html(scriptBox('floor-page')),
      '/floor-page.js': await script('floor-page'),
      '/docs-search.html': html(OWN_BOX),
      '/docs-search-no-worker.html': html(OWN_BOX, NO_WORKER),
      '/pagefind.html': html(PAGEFIND_BOX),
      '/minisearch.html': html(scriptBox('minisearch-page')),
      '/minisearch-page.js': await script('minisearch-page'),
      // A module with a string in it, as VitePress writes it.
      '/minisearch-index.js': `export default ${JSON.stringify(JSON.stringify(createMiniSearch(sections)))}`,
    },
  );
}

function html(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Search</title>${head}</head><body>${body}</body></html>`;
}
