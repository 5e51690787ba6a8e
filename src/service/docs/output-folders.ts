import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Configurations of generators, with the folder that each writes its site into. */
const OUTPUTS: readonly [config: RegExp, folder: string][] = [
  [/^docusaurus\.config\.[cm]?[jt]s$/, 'build'],
  [/^hugo\.(?:toml|ya?ml|json)$/, 'public'],
  [/^(?:mkdocs\.ya?ml|zensical\.toml)$/, 'site'],
  [/^astro\.config\.[cm]?[jt]s$/, 'dist'],
  [/^next\.config\.[cm]?[jt]s$/, 'out'],
  [/^rspress\.config\.[cm]?[jt]s$/, 'doc_build'],
  [/^book\.toml$/, 'book'],
  [/^antora-playbook\.ya?ml$/, 'build'],
];

/**
 * Return the folders that hold the built site of a project beside its sources, by the names in its folder. Its pages are those of the
 * sources once more, at addresses that the site does not have.
 */
export function outputFolders(folder: string, names: readonly string[]): Set<string> {
  return new Set(
    OUTPUTS.flatMap(([config, output]) =>
      names.includes(output) && names.some((name) => config.test(name)) && isBuilt(join(folder, output))
        ? output
        : [],
    ),
  );
}

function isBuilt(output: string): boolean {
  return ['index.html', '404.html', 'site'].some((name) => existsSync(join(output, name)));
}
