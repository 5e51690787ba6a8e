/** A page of the documentation about a generator, and a tiny site that is built as it says. */
export interface Recipe {
  name: string;
  /** Page in `demo/docs/v2/en/generators`, and folder of the site in `sites/recipes`. */
  page: string;
  /** What must be installed: a package of `test/hosts/generators`, or a program of the system. */
  generator?: string;
  /** Package of Debian that the program comes with. */
  debianPackage?: string;
  /** Folder into which the pages go that several sites have. Default: the site has its own. */
  sharedPages?: string;
  /** Plugin of this package, and how it is used. */
  plugin?: SitePlugin;
  /** Whether its router follows the links of answers and results, without a page load. */
  hasRouter: boolean;
  /** Switch the page from light to dark, as its reader does. */
  darken: () => void;
}

/** A plugin of this package in a site. */
export interface SitePlugin {
  /** Folder of the pages' sources. */
  pages: string;
  /** Source of the front page, in that folder. */
  front: string;
  /** Command that starts the development server. */
  develop: (port: number) => readonly string[];
}

/** The sites without a switch follow the declaration of the page. */
const declareDark = () => document.documentElement.style.setProperty('color-scheme', 'dark');

/** The pages that are followed. Not the one about mdBook, which neither npm nor Debian has. */
export const RECIPES: readonly Recipe[] = [
  { name: 'Plain HTML', page: 'plain-html', hasRouter: false, darken: declareDark },
  {
    name: 'VitePress',
    page: 'vitepress',
    generator: 'vitepress',
    plugin: {
      pages: 'docs',
      front: 'index.md',
      develop: (port) => ['vitepress', 'dev', 'docs', '--port', `${port}`],
    },
    hasRouter: true,
    darken: () => document.querySelector<HTMLElement>('.VPSwitchAppearance')!.click(),
  },
  {
    name: 'Starlight',
    page: 'starlight',
    generator: '@astrojs/starlight',
    plugin: {
      pages: 'src/content/docs',
      front: 'index.md',
      develop: (port) => ['astro', 'dev', '--port', `${port}`],
    },
    sharedPages: 'src/content/docs',
    hasRouter: false,
    darken() {
      const select = document.querySelector<HTMLSelectElement>('starlight-theme-select select')!;
      select.value = 'dark';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
  },
  {
    name: 'Docusaurus',
    page: 'docusaurus',
    generator: '@docusaurus/core',
    plugin: {
      pages: 'docs',
      front: 'home.md',
      develop: (port) => ['docusaurus', 'start', '--no-open', '--port', `${port}`],
    },
    sharedPages: 'docs',
    hasRouter: true,
    darken: () => document.querySelector<HTMLElement>('.navbar button[class*=toggleButton]')!.click(),
  },
  {
    name: 'Material for MkDocs',
    page: 'mkdocs',
    generator: 'mkdocs',
    debianPackage: 'mkdocs-material',
    sharedPages: 'docs',
    hasRouter: true,
    darken: () => document.querySelector<HTMLElement>('label[for=__palette_2]')!.click(),
  },
  {
    name: 'Sphinx',
    page: 'sphinx',
    generator: 'sphinx-build',
    debianPackage: 'furo',
    hasRouter: false,
    // As its switch does, whose script Debian ships unbundled, so that it does not run.
    darken: () => void (document.body.dataset['theme'] = 'dark'),
  },
  {
    name: 'Hugo',
    page: 'hugo',
    generator: 'hugo',
    debianPackage: 'hugo',
    hasRouter: false,
    darken: declareDark,
  },
  {
    name: 'Eleventy',
    page: 'eleventy',
    generator: '@11ty/eleventy',
    sharedPages: '.',
    hasRouter: false,
    darken: declareDark,
  },
  {
    name: 'Jekyll',
    page: 'jekyll',
    generator: 'jekyll',
    debianPackage: 'jekyll',
    sharedPages: '.',
    hasRouter: false,
    darken: declareDark,
  },
  {
    name: 'Nextra',
    page: 'nextra',
    generator: 'nextra',
    sharedPages: 'content',
    hasRouter: true,
    // As its theme menu does in another tab.
    darken: () => void dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })),
  },
];
