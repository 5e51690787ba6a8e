import type { Edition } from './index-site.ts';

/** A generator in one configuration, with what its site has. */
export interface Host {
  name: string;
  /** Its package from npm, or program of the system. */
  generator: string;
  /** Package of Debian that a program of the system comes with. */
  debianPackage?: string;
  /** Folder of the site, in `sites`. */
  source: string;
  /** Folder of the Markdown, in that of the site. */
  pages: string;
  /** Whether it has the pages that several sites have. */
  sharesPages: boolean;
  command: (built: string) => string[];
  environment?: Record<string, string>;
  /** Folder that it is built into, in its own, where the command takes no other. */
  output?: string;
  /** Path below which the site is served. */
  base: string;
  /** Whether its pages are linked without their `.html`, and served so. */
  hasCleanUrls?: boolean;
  /** Whether its router follows the links of answers and results, without a page load. */
  hasRouter: boolean;
  /** Whether its build also writes an index of Pagefind, in the folder where that is by default. */
  hasPagefind?: boolean;
  /** Title of every page by the path of its address. */
  titles: Record<string, string>;
  /** Version and language of a page. Default none. */
  editionOf?: (path: string) => Edition;
  /** Block of code whose language, and file name where the page has one, are read. */
  code: string;
  /** Ways to give the Markdown the addresses of the site. */
  rules: Rule[];
}

export interface Rule {
  /** Folder that is read, in that of the site. Default that of the Markdown. */
  folder?: string;
  options: (built: string) => string[];
  /** Which of the pages it has. Default all. */
  has?: (path: string) => boolean;
  /** Addresses that are others than those of the built pages. */
  paths?: Record<string, string>;
  /** Anchors that the generator makes otherwise than GitHub, whose rule is that of Markdown. */
  otherAnchors?: string[];
}

const CODE = ['export default {', '  temperature: 1280,', '', "  glaze: 'celadon',", '};', '```'].join('\n');
const SETTINGS = 'Settings in a file whose heading is nowhere but here';

const isTranslated = (path: string) => !/^de\/(?!$|guide\/settings\/)/.test(path);

/** Sites that have German pages below `de/`. */
const languageOf = (path: string): Edition => ({ language: path.startsWith('de/') ? 'de' : 'en' });

function withoutEndings(titles: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(titles).map(([path, title]) => [path.replace(/\.html$/, ''), title]),
  );
}

const VITEPRESS: Host = {
  name: 'VitePress',
  generator: 'vitepress',
  source: 'vitepress',
  pages: 'pages',
  sharesPages: false,
  command: (built) => ['vitepress', 'build', '--outDir', built],
  environment: { HOST_BASE: '/' },
  base: '/',
  hasRouter: true,
  titles: {
    '': 'Kiln Fires static sites',
    'guide/': 'The guide',
    'guide/Getting-Started.html': 'Getting started',
    'guide/settings.html': SETTINGS,
    'reference/': 'Reference',
    'reference/HTTP-API.html': 'HTTP interface',
    'de/': 'Zuhause beim Töpfer',
    'de/guide/settings.html': 'Einstellungen',
  },
  editionOf: languageOf,
  code: `\`\`\`js\n${CODE}`,
  rules: [{ options: () => ['--page-url', 'html'], otherAnchors: ['glaze--ash'] }],
};

const NEXTJS: Host = {
  name: 'Next.js',
  generator: 'next',
  source: 'nextjs',
  pages: 'app',
  sharesPages: false,
  command: () => ['next', 'build'],
  environment: { NEXT_TELEMETRY_DISABLED: '1' },
  output: 'out',
  base: '/handbook/',
  hasRouter: true,
  titles: {
    '': 'Home of the potter',
    'guide/': 'The guide',
    'guide/settings/': SETTINGS,
    'reference/http-api/': 'HTTP interface',
  },
  code: `\`\`\`js title="kiln.config.js"\n${CODE}`,
  rules: [],
};

/** Sites of six generators, most of them below a path of their host. */
export const HOSTS: readonly Host[] = [
  VITEPRESS,
  {
    ...VITEPRESS,
    name: 'VitePress below a path, without .html',
    environment: { HOST_BASE: '/guide/', HOST_CLEAN_URLS: '1' },
    base: '/guide/',
    hasCleanUrls: true,
    titles: withoutEndings(VITEPRESS.titles),
    rules: [
      { options: (built) => ['--built', built], otherAnchors: ['glaze--ash'] },
      {
        options: () => ['--page-url', 'path'],
        paths: { 'guide/': 'guide', 'reference/': 'reference', 'de/': 'de' },
        otherAnchors: ['glaze--ash'],
      },
    ],
  },
  {
    name: 'Starlight',
    generator: '@astrojs/starlight',
    source: 'starlight',
    pages: 'src/content/docs',
    sharesPages: true,
    command: (built) => ['astro', 'build', '--outDir', built],
    base: '/',
    hasRouter: false,
    hasPagefind: true,
    titles: {
      '': 'Home of the potter',
      'guide/': 'The guide',
      'guide/getting-started/': 'Getting started',
      'guide/settings/': SETTINGS,
      'guide/throwing-on-a-wheel/': 'Throwing wheels',
      'reference/': 'Reference',
      'reference/http-api/': 'HTTP interface',
      'de/': 'Zuhause beim Töpfer',
      'de/guide/settings/': 'Einstellungen',
    },
    editionOf: languageOf,
    code: `\`\`\`js title="kiln.config.js"\n${CODE}`,
    rules: [
      { options: (built) => ['--sitemap', `${built}/sitemap-index.xml`], has: isTranslated },
      {
        options: () => ['--page-url', 'slash,lowercase'],
        has: isTranslated,
        paths: { 'guide/throwing-on-a-wheel/': 'guide/throwing-on-a-wheel' },
      },
    ],
  },
  {
    name: 'Docusaurus',
    generator: '@docusaurus/core',
    source: 'docusaurus',
    pages: 'docs',
    sharesPages: true,
    command: (built) => ['docusaurus', 'build', '--out-dir', built],
    base: '/manual/',
    hasRouter: true,
    titles: {
      '': 'Home of the potter',
      'guide/': 'The guide',
      'guide/Getting-Started': 'Getting started',
      'guide/Throwing': 'Throwing on a wheel',
      'guide/kick-wheel': 'Wheels and flywheels',
      'guide/settings': SETTINGS,
      'reference/': 'Reference',
      'reference/HTTP-API': 'HTTP interface',
      '1.0/': 'Home of the potter',
      '1.0/guide/settings': 'Settings of old',
      'de/': 'Zuhause beim Töpfer',
      'de/guide/kick-wheel': 'Drehscheiben und Schwungräder',
    },
    editionOf: (path) => ({
      ...languageOf(path),
      version: /^(?:de\/)?1\.0\//.test(path) ? '1.0' : 'current',
    }),
    code: `\`\`\`js title="kiln.config.js"\n${CODE}`,
    rules: [
      {
        options: (built) => ['--sitemap', `${built}/sitemap.xml`],
        has: (path) => !/^(?:de|1\.0)\//.test(path),
      },
      {
        folder: '.',
        options: (built) => ['--sitemap', `${built}/sitemap.xml`, '--sitemap', `${built}/de/sitemap.xml`],
      },
      { folder: '.', options: (built) => ['--built', built] },
    ],
  },
  NEXTJS,
  {
    ...NEXTJS,
    name: 'Next.js without a slash in the end',
    environment: { ...NEXTJS.environment, HOST_CLEAN_URLS: '1' },
    hasCleanUrls: true,
    titles: {
      '': 'Home of the potter',
      guide: 'The guide',
      'guide/settings': SETTINGS,
      'reference/http-api': 'HTTP interface',
    },
  },
  {
    name: 'Material for MkDocs',
    generator: 'mkdocs',
    debianPackage: 'mkdocs-material',
    source: 'mkdocs',
    pages: 'pages',
    sharesPages: true,
    command: (built) => ['mkdocs', 'build', '--site-dir', built],
    base: '/',
    // With its instant loading.
    hasRouter: true,
    titles: {
      '': 'Home of the potter',
      'guide/': 'The guide',
      'guide/Getting-Started/': 'Getting started',
      'guide/Throwing/': 'Throwing on a wheel',
      'guide/settings/': SETTINGS,
      'reference/': 'Reference',
      'reference/HTTP-API/': 'HTTP interface',
    },
    code: `\`\`\`js title="kiln.config.js"\n${CODE}`,
    rules: [
      {
        options: () => ['--page-url', 'slash'],
        otherAnchors: ['errors-1', 'glaze--ash', 'next-steps-1'],
      },
      {
        options: (built) => ['--sitemap', `${built}/sitemap.xml`],
        otherAnchors: ['errors-1', 'glaze--ash', 'next-steps-1'],
      },
    ],
  },
  {
    name: 'Eleventy',
    generator: '@11ty/eleventy',
    source: 'eleventy',
    pages: 'pages',
    sharesPages: true,
    command: (built) => ['eleventy', `--output=${built}`],
    base: '/',
    hasRouter: false,
    titles: {
      '': 'Home of the potter',
      'guide/': 'The guide',
      'guide/Getting-Started/': 'Getting started',
      'guide/settings/': SETTINGS,
      'reference/': 'Reference',
      'reference/HTTP-API/': 'HTTP interface',
      'workshop/Throwing.html': 'Throwing wheels',
    },
    code: `\`\`\`js\n${CODE}`,
    rules: [
      {
        options: (built) => ['--built', built],
        otherAnchors: ['errors-1', 'glaze--ash', 'next-steps-1'],
      },
    ],
  },
];
