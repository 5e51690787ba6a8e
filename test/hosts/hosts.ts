/** A generator in one configuration, with what its site has. */
export interface Host {
  name: string;
  /** Its package. */
  generator: string;
  /** Folder of the site, in `sites`. */
  source: string;
  /** Folder of the Markdown, in that of the site. */
  pages: string;
  /** Whether it has the pages that several sites have. */
  sharesPages: boolean;
  command: (built: string) => string[];
  environment?: Record<string, string>;
  /** Path below which the site is served. */
  base: string;
  /** Whether its router follows any link of the page, without a load. */
  hasRouter: boolean;
  /** Title of every page by the path of its address. */
  titles: Record<string, string>;
  /** Block of code whose language, and file name where the page has one, are read. */
  code: string;
  /** Ways to give the Markdown the addresses of the site. */
  rules: Rule[];
}

export interface Rule {
  options: (built: string) => string[];
  /** Addresses that are others than those of the built pages. */
  paths?: Record<string, string>;
  /** Anchors that the generator makes otherwise than GitHub, whose rule is that of Markdown. */
  otherAnchors?: string[];
}

const CODE = ['export default {', '  temperature: 1280,', '', "  glaze: 'celadon',", '};', '```'].join('\n');
const SETTINGS = 'Settings in a file whose heading is nowhere but here';

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
  },
  code: `\`\`\`js\n${CODE}`,
  rules: [{ options: () => ['--page-url', 'html'], otherAnchors: ['glaze--ash'] }],
};

/** Sites of four generators, two of them below a path of their host. */
export const HOSTS: readonly Host[] = [
  VITEPRESS,
  {
    ...VITEPRESS,
    name: 'VitePress below a path',
    environment: { HOST_BASE: '/guide/' },
    base: '/guide/',
    rules: [{ options: (built) => ['--built', built], otherAnchors: ['glaze--ash'] }],
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
    titles: {
      '': 'Home of the potter',
      'guide/': 'The guide',
      'guide/getting-started/': 'Getting started',
      'guide/settings/': SETTINGS,
      'guide/throwing-on-a-wheel/': 'Throwing wheels',
      'reference/': 'Reference',
      'reference/http-api/': 'HTTP interface',
    },
    code: `\`\`\`js title="kiln.config.js"\n${CODE}`,
    rules: [
      { options: (built) => ['--sitemap', `${built}/sitemap-index.xml`] },
      {
        options: () => ['--page-url', 'slash,lowercase'],
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
    // It follows the links of its own components alone.
    hasRouter: false,
    titles: {
      '': 'Home of the potter',
      'guide/': 'The guide',
      'guide/Getting-Started': 'Getting started',
      'guide/Throwing': 'Throwing on a wheel',
      'guide/kick-wheel': 'Wheels and flywheels',
      'guide/settings': SETTINGS,
      'reference/': 'Reference',
      'reference/HTTP-API': 'HTTP interface',
    },
    code: `\`\`\`js title="kiln.config.js"\n${CODE}`,
    rules: [{ options: (built) => ['--sitemap', `${built}/sitemap.xml`] }],
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
