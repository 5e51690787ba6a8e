import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** Path below `src`, with slashes. */
  readonly path: string;
  /** First folder of the path; `null` for a public entry. */
  readonly layer: string | null;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  /** `true` for `import type` and `export type`, which leave nothing in the program. */
  readonly isType: boolean;
  /** `true` for `import()`. */
  readonly isDynamic: boolean;
}

/** All modules in `src`. */
export function readSources(): SourceFile[] {
  return globSync('**/*.ts', { cwd: join(root, 'src') })
    .map((file) => file.split(sep).join('/'))
    .toSorted()
    .map((path) => ({
      path,
      layer: path.includes('/') ? path.slice(0, path.indexOf('/')) : null,
      text: readFileSync(join(root, 'src', path), 'utf8'),
    }));
}

export function readImports({ path, text }: Pick<SourceFile, 'path' | 'text'>): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const fixed = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ moduleRequest, entries })),
    ...staticExports.flatMap(({ entries }) =>
      entries.map((entry) => ({ moduleRequest: entry.moduleRequest, entries: [entry] })),
    ),
  ];
  return [
    ...fixed.flatMap(({ moduleRequest, entries }) =>
      moduleRequest === null
        ? []
        : [
            {
              specifier: moduleRequest.value,
              isType: entries.length > 0 && entries.every(({ isType }) => isType),
              isDynamic: false,
            },
          ],
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      // An address that is computed names no module of ours.
      /['"]/.test(text[start]!)
        ? [{ specifier: text.slice(start + 1, end - 1), isType: false, isDynamic: true }]
        : [],
    ),
  ];
}

/** Comments blanked out, so that what is found is code. Lines keep their numbers. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|(?<=^|[\s;{}(])\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  );
}

export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;
}
