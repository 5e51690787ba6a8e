import type { Documentation, Page } from '../documentation.ts';

/** A place that the code is for: a page of HTML, a framework or a site generator. */
export interface Target {
  /** Its name in an address. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'html' | 'framework' | 'generator';
  readonly files: readonly TargetFile[];
  /** Address of the page that explains the rest. */
  readonly more: string;
}

/** A file as it is with no attribute set. */
export interface TargetFile {
  readonly title?: string;
  /** How attributes are written: a key of `ATTRIBUTE` in `assets/playground-code.js`. */
  readonly syntax: 'html' | 'vue' | 'jsx' | 'react' | 'solid' | 'svelte';
  readonly template: string;
}

const CODE_BLOCK = /^```(\w+) title="([^"]+)"\n(.*?)^```/gms;
const PLAIN_HTML = 'generators/plain-html';

const HTML = `<script type="module" src="/cdn/docs-assistant.js"></script>

<docs-search endpoint="/docs-api" domain="docs"></docs-search>
<docs-assistant endpoint="/docs-api" domain="docs"></docs-assistant>
`;

const JSX = `import 'docs-assistant';

export function Help() {
  return (
    <>
      <docs-search endpoint="/docs-api" domain="docs" />
      <docs-assistant endpoint="/docs-api" domain="docs" />
    </>
  );
}
`;

const VUE = `<script setup lang="ts">
import 'docs-assistant';
</script>

<template>
  <docs-search endpoint="/docs-api" domain="docs" />
  <docs-assistant endpoint="/docs-api" domain="docs" />
</template>
`;

const SVELTE = `<script lang="ts">
  import 'docs-assistant';
</script>

<docs-search endpoint="/docs-api" domain="docs"></docs-search>
<docs-assistant endpoint="/docs-api" domain="docs"></docs-assistant>
`;

/** Named as their pages. */
export const FRAMEWORKS: readonly (TargetFile & { readonly name: string })[] = [
  { name: 'React', syntax: 'react', template: JSX },
  { name: 'Preact', syntax: 'react', template: JSX },
  { name: 'Vue', syntax: 'vue', template: VUE },
  { name: 'Svelte', syntax: 'svelte', template: SVELTE },
  { name: 'Solid', syntax: 'solid', template: JSX },
];

/** Return the targets in the version and language of a page. The files of a generator are those of its page. */
export async function readTargets(documentation: Documentation, page: Page): Promise<readonly Target[]> {
  const pages = documentation.pages.filter(
    ({ version, language }) => version === page.version && language === page.language,
  );
  const addressOf = (slug: string): string => `/${(pages.find((other) => other.slug === slug) ?? page).path}`;
  const generators = pages.filter(({ slug }) => slug.startsWith('generators/') && slug !== PLAIN_HTML);
  return [
    {
      id: 'html',
      name: 'HTML',
      kind: 'html',
      files: [{ syntax: 'html', template: HTML }],
      more: addressOf(PLAIN_HTML),
    },
    ...FRAMEWORKS.map(({ name, ...file }): Target => {
      const id = name.toLowerCase();
      return { id, name, kind: 'framework', files: [file], more: `${addressOf('frameworks')}#${id}` };
    }),
    ...(await Promise.all(
      generators.map(async (generator): Promise<Target> => ({
        id: generator.slug.slice('generators/'.length),
        name: generator.title,
        kind: 'generator',
        files: readFiles(await documentation.read(generator)),
        more: `/${generator.path}`,
      })),
    )),
  ];
}

function readFiles(source: string): TargetFile[] {
  return [...source.matchAll(CODE_BLOCK)].map(([, language, title, template]) => ({
    title: title!,
    syntax: language === 'jsx' ? 'jsx' : 'html',
    template: template!,
  }));
}
