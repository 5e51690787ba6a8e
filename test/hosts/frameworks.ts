import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../package/source-files.ts';
import type { PolicyNeeds } from './page-policy.ts';

/** What pages of every framework differ in. */
interface FrameworkPages {
  /** Heading of its section in `demo/docs/v2/en/frameworks.md`. */
  readonly title: string;
  /** What it needs in a policy. */
  readonly policy: PolicyNeeds;
  /** Switch a page from light to dark, as is the custom there. */
  readonly darken: () => void;
}

/** A framework whose components the documentation has. */
export interface Framework extends FrameworkPages {
  /** Folder of the app in `frameworks/apps`. */
  readonly name: 'react' | 'preact' | 'solid' | 'vue' | 'svelte';
  /** Ending of its files, and language of its blocks of code. */
  readonly ending: 'tsx' | 'vue' | 'svelte';
}

const addDarkClass = () => document.documentElement.classList.add('dark');
const setDarkAttribute = () => document.documentElement.setAttribute('data-theme', 'dark');

export const FRAMEWORKS: readonly Framework[] = [
  { title: 'React', name: 'react', ending: 'tsx', policy: {}, darken: addDarkClass },
  { title: 'Preact', name: 'preact', ending: 'tsx', policy: {}, darken: setDarkAttribute },
  { title: 'Solid', name: 'solid', ending: 'tsx', policy: { trustedTypes: null }, darken: addDarkClass },
  { title: 'Vue', name: 'vue', ending: 'vue', policy: { trustedTypes: ['vue'] }, darken: addDarkClass },
  {
    title: 'Svelte',
    name: 'svelte',
    ending: 'svelte',
    policy: { trustedTypes: ['svelte-trusted-html'] },
    darken: setDarkAttribute,
  },
];

/** Folder of the frameworks, which are kept apart: `npm ci --prefix test/hosts/frameworks`. */
export const frameworksFolder = join(root, 'test/hosts/frameworks');
export const frameworkPackages = join(frameworksFolder, 'node_modules');

/** Why nothing with them can be tested; `false` where they are installed. */
export const withoutFrameworks = existsSync(join(frameworkPackages, '.bin/ng'))
  ? false
  : 'the frameworks are not installed (npm ci --prefix test/hosts/frameworks, 1 GB)';

/** A framework that builds and renders whole apps with a tool of its own. */
export interface AppFramework extends FrameworkPages {
  /** Folder of the app in `frameworks/apps`. */
  readonly page: string;
  /** Prerenders it. */
  readonly build: AppBuild;
  /** Folder of the built pages. */
  readonly output: string;
  /** Where the place holder goes. */
  readonly styles: string;
  /** Check of the types in its templates. */
  readonly check: readonly string[];
  /** File with one wrong value or name. */
  readonly wrong: { readonly file: string; readonly text: string };
  /** File that names the service to which the development server forwards. */
  readonly forwardsBy: string;
  /** Command that starts the development server. */
  readonly develop: (port: number) => readonly string[];
  readonly server: AppServer;
}

interface AppBuild {
  readonly command: readonly string[];
  /** Changes to the text of its files. */
  readonly changes?: readonly TextChange[];
}

export type TextChange = readonly [file: string, from: string, to: string];

/** An app that a server of its framework renders for each request. */
interface AppServer extends AppBuild {
  /** Command that starts it. */
  readonly start: (port: number) => readonly string[];
  /** Where the front page would be if it were prerendered. */
  readonly page: string;
  /** Whether it forwards to the service as the development server does. Default: the web server in front of it forwards. */
  readonly forwards?: boolean;
}

const WRONG_EVENT = `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';

@Component({
  selector: 'app-wrong',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: '<docs-search (docs-search-select)="take($event.detail.nowhere)"></docs-search>',
})
export class Wrong {
  protected take(value: unknown): void {
    console.log(value);
  }
}
`;
const WRONG_ASTRO = `<docs-search></docs-search>
<script>
  document.querySelector('docs-search')!.variant = 'nowhere';
</script>
`;

/** The packages are two folders above the app. */
const NEXT_ROOT: TextChange = [
  'next.config.ts',
  '} satisfies',
  '  turbopack: { root: `${import.meta.dirname}/../..` },\n} satisfies',
];

export const APP_FRAMEWORKS: readonly AppFramework[] = [
  {
    title: 'Next.js',
    page: 'next',
    policy: { trustedTypes: null },
    // As next-themes does.
    darken() {
      document.documentElement.setAttribute('data-theme', 'dark');
      document.documentElement.style.colorScheme = 'dark';
    },
    build: {
      command: ['next', 'build'],
      changes: [
        ['next.config.ts', '} satisfies', "  output: 'export',\n  trailingSlash: true,\n} satisfies"],
        NEXT_ROOT,
      ],
    },
    output: 'out',
    styles: 'app/docs-assistant.css',
    check: ['tsc', '--noEmit', '--pretty', 'false'],
    wrong: { file: 'app/wrong.tsx', text: 'export const wrong = <docs-assistant variant="nowhere" />;\n' },
    forwardsBy: 'next.config.ts',
    develop: (port) => ['next', 'dev', '--port', `${port}`],
    server: {
      command: ['next', 'build'],
      changes: [
        ['app/page.tsx', 'export default', "export const dynamic = 'force-dynamic';\n\nexport default"],
        NEXT_ROOT,
      ],
      start: (port) => ['next', 'start', '--port', `${port}`],
      page: '.next/server/app/index.html',
      forwards: true,
    },
  },
  {
    title: 'Nuxt',
    page: 'nuxt',
    policy: {
      trustedTypes: ['vue'],
      // Firefox takes this for the chunks that the pages prefetch.
      directives: { 'default-src': "'self'" },
    },
    // As @nuxtjs/color-mode does.
    darken: addDarkClass,
    build: { command: ['nuxt', 'generate'] },
    output: '.output/public',
    styles: 'app/assets/docs-assistant.css',
    check: ['nuxt', 'typecheck'],
    wrong: {
      file: 'app/components/wrong.vue',
      text: '<template>\n  <docs-assistant variant="nowhere" />\n</template>\n',
    },
    forwardsBy: 'nuxt.config.ts',
    develop: (port) => ['nuxt', 'dev', '--port', `${port}`],
    server: {
      command: ['nuxt', 'build'],
      start: () => [process.execPath, '.output/server/index.mjs'],
      page: '.output/public/index.html',
      forwards: true,
    },
  },
  {
    title: 'SvelteKit',
    page: 'sveltekit',
    policy: { trustedTypes: ['svelte-trusted-html'], directives: { 'style-src-attr': "'unsafe-inline'" } },
    // As mode-watcher does.
    darken() {
      document.documentElement.classList.add('dark');
      document.documentElement.style.colorScheme = 'dark';
    },
    build: { command: ['vite', 'build'] },
    output: 'build',
    styles: 'src/docs-assistant.css',
    check: ['svelte-check', '--output', 'machine'],
    wrong: { file: 'src/lib/wrong.svelte', text: '<docs-assistant variant="nowhere"></docs-assistant>\n' },
    forwardsBy: 'vite.config.ts',
    develop: (port) => ['vite', 'dev', '--port', `${port}`],
    server: {
      command: ['vite', 'build'],
      changes: [
        ['vite.config.ts', 'adapter-static', 'adapter-node'],
        ['src/routes/+layout.ts', 'prerender = true', 'prerender = false'],
      ],
      start: () => [process.execPath, 'build/index.js'],
      page: 'build/prerendered/index.html',
    },
  },
  {
    title: 'Astro',
    page: 'astro',
    policy: { trustedTypes: null },
    darken: setDarkAttribute,
    build: { command: ['astro', 'build'] },
    output: 'dist',
    styles: 'src/docs-assistant.css',
    check: ['astro', 'check'],
    wrong: { file: 'src/pages/wrong.astro', text: WRONG_ASTRO },
    forwardsBy: 'astro.config.mjs',
    develop: (port) => ['astro', 'dev', '--port', `${port}`],
    server: {
      command: ['astro', 'build'],
      changes: [
        ['astro.config.mjs', 'import', "import node from '@astrojs/node';\nimport"],
        [
          'astro.config.mjs',
          '  security',
          "  output: 'server',\n  adapter: node({ mode: 'standalone' }),\n  security",
        ],
      ],
      start: () => [process.execPath, 'dist/server/entry.mjs'],
      page: 'dist/client/index.html',
    },
  },
  {
    title: 'Angular',
    page: 'angular',
    policy: { trustedTypes: ['angular'] },
    // As the themes of Angular Material are switched.
    darken: () => void (document.body.style.colorScheme = 'dark'),
    build: { command: ['ng', 'build'] },
    output: 'dist/browser',
    styles: 'src/docs-assistant.css',
    check: ['ngc', '--noEmit', '-p', 'tsconfig.json'],
    wrong: { file: 'src/app/wrong.ts', text: WRONG_EVENT },
    forwardsBy: 'proxy.conf.json',
    develop: (port) => ['ng', 'serve', '--proxy-config', 'proxy.conf.json', '--port', `${port}`],
    server: {
      command: ['ng', 'build'],
      changes: [
        [
          'angular.json',
          '"outputMode": "static"',
          '"outputMode": "server", "ssr": { "entry": "src/server.ts" }',
        ],
        ['src/app/app.config.server.ts', 'RenderMode.Prerender', 'RenderMode.Server'],
      ],
      start: () => [process.execPath, 'dist/server/server.mjs'],
      page: 'dist/browser/index.html',
    },
  },
];

/**
 * Read the components of a framework out of the documentation, by their names: `Help`, and for some frameworks `HydratedHelp`
 * for pages that a server renders.
 */
export async function readExamples(
  { title, ending }: Framework,
  language: 'en' | 'de',
): Promise<Map<string, string>> {
  const blocks = (await readSection(title, language)).matchAll(
    new RegExp(`\`\`\`${ending}\\n(.*?)\`\`\``, 'gs'),
  );
  const examples = Array.from(blocks, ([, example]) => example!);
  // The section of Preact says so.
  if (title === 'Preact')
    for (const example of (await readExamples(FRAMEWORKS[0]!, language)).values())
      examples.push(example.replace("from 'react'", "from 'preact/hooks'"));
  return new Map(examples.map((example) => [/HydratedHelp/.exec(example)?.[0] ?? 'Help', example]));
}

/** Run arguments of a program of the frameworks' packages. */
export const frameworkProgram = (name: string): string => join(frameworkPackages, '.bin', name);

/** Read the files of a section about a framework, and the place holder that all of them share, by their paths. */
export async function readAppFiles({ title, styles }: AppFramework): Promise<ReadonlyMap<string, string>> {
  const shared = readFiles(await readPage('getting-started', 'en'));
  const files = readFiles(await readSection(title, 'en')).set(styles, shared.get('docs-assistant.css')!);
  // The section of SvelteKit says so.
  if (title === 'SvelteKit') {
    const svelte = FRAMEWORKS.find(({ name }) => name === 'svelte')!;
    const component = (await readExamples(svelte, 'en')).get('Help')!;
    const types = "$&\n  import type {} from 'docs-assistant/svelte';";
    files.set('src/lib/Help.svelte', component.replace(/^ *import 'docs-assistant';$/m, types));
  }
  return files;
}

/** Read the options with which the service is started for development, beside the folder and the domain. */
export async function readServeOptions({ title }: AppFramework): Promise<string[]> {
  // Where a section has no command of its own, that above the sections is meant.
  const text = (await readSection(title, 'en')) + (await readPage('frameworks', 'en'));
  const [, options] = /`npx docs-assistant serve \.\/docs --domain docs([^`]*)`/.exec(text)!;
  return options!.split(' ').filter(Boolean);
}

async function readSection(title: string, language: 'en' | 'de'): Promise<string> {
  const sections = (await readPage('frameworks', language)).split(/^## /m);
  return sections.find((section) => section.startsWith(`${title}\n`))!;
}

function readPage(page: string, language: 'en' | 'de'): Promise<string> {
  return readFile(join(root, `demo/docs/v2/${language}/${page}.md`), 'utf8');
}

function readFiles(text: string): Map<string, string> {
  const blocks = text.matchAll(/^```\w+ title="([^"]+)"\n(.*?)^```/gms);
  return new Map(Array.from(blocks, ([, path, content]) => [path!, content!]));
}
