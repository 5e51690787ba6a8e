import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../package/source-files.ts';

/** A framework with a section in the documentation. */
export interface Framework {
  /** Heading of its section. */
  readonly title: string;
  readonly name: 'react' | 'preact' | 'solid' | 'vue' | 'svelte';
  /** Ending of its files, and language of its blocks of code. */
  readonly ending: 'tsx' | 'vue' | 'svelte';
}

export const FRAMEWORKS: readonly Framework[] = [
  { title: 'React', name: 'react', ending: 'tsx' },
  { title: 'Preact', name: 'preact', ending: 'tsx' },
  { title: 'Solid', name: 'solid', ending: 'tsx' },
  { title: 'Vue', name: 'vue', ending: 'vue' },
  { title: 'Svelte', name: 'svelte', ending: 'svelte' },
];

/** Folder of the frameworks, which are kept apart: `npm ci --prefix test/hosts/frameworks`. */
export const frameworksFolder = join(root, 'test/hosts/frameworks');
export const frameworkPackages = join(frameworksFolder, 'node_modules');

/** Why nothing with them can be tested; `false` where they are installed. */
export const withoutFrameworks = existsSync(join(frameworkPackages, '.bin/vite'))
  ? false
  : 'the frameworks are not installed (npm ci --prefix test/hosts/frameworks, 119 MB)';

/**
 * Read the components of a framework out of the documentation, by their names: `Help`, and for some frameworks `HydratedHelp`
 * for pages that a server renders.
 */
export async function readExamples(
  { title, ending }: Framework,
  language: 'en' | 'de',
): Promise<Map<string, string>> {
  const page = await readFile(join(root, `demo/docs/v2/${language}/frameworks.md`), 'utf8');
  const section = page.slice(page.indexOf(`\n## ${title}\n`)).split('\n## ')[1]!;
  const blocks = section.matchAll(new RegExp(`\`\`\`${ending}\\n(.*?)\`\`\``, 'gs'));
  return new Map(
    Array.from(blocks, ([, example]) => [/HydratedHelp/.exec(example!)?.[0] ?? 'Help', example!]),
  );
}

/** Run arguments of a program of the frameworks' packages. */
export const frameworkProgram = (name: string): string => join(frameworkPackages, '.bin', name);
