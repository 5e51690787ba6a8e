import { basename } from 'node:path';
import { build } from 'esbuild';
import { root } from '../source-files.ts';

/** Folder of the strings, from the root of the project. */
export const STRINGS = 'src/elements/strings';
/** Its modules, which pages load. */
const MODULES = ['early', 'english', 'translations'];

/**
 * Write the programs that pages load in the place of the modules of strings, so that no page loads the whole file of a language. They
 * are evaluated: each export becomes a module of its own, with its value and nothing else. What the functions of a table resolve to
 * become modules, which the table imports.
 *
 * @param ending of the addresses in them, and of their own: `.ts` among the sources, `.js` in the package
 * @returns the programs by their paths in the folder
 */
export async function writeStringModules(ending: '.ts' | '.js'): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: MODULES.map((name) => `${STRINGS}/${name}.ts`),
    bundle: true,
    format: 'esm',
    outdir: STRINGS,
    write: false,
  });
  const programs = new Map<string, string>();
  for (const { path, contents } of outputFiles) {
    const name = basename(path, '.js');
    // Not by its address: what has been imported is not read again after a change.
    const code = Buffer.from(contents).toString('base64');
    const values = (await import(`data:text/javascript;base64,${code}`)) as Record<string, object>;
    const keys = Object.keys(values);
    programs.set(
      name + ending,
      keys.map((key) => `export { ${key} } from './${name}/${key}${ending}';`).join('\n'),
    );
    for (const [key, value] of Object.entries(values)) {
      const entries: [string, unknown][] = Object.entries(value);
      if (entries.every(isLoader)) {
        const loaders = entries.map(([part]) => `'${part}': () => import('./${key}/${part}${ending}')`);
        programs.set(`${name}/${key}${ending}`, `export const ${key} = { ${loaders.join(', ')} };`);
        for (const [part, load] of entries)
          programs.set(`${name}/${key}/${part}${ending}`, writeConstants(await load()));
      } else programs.set(`${name}/${key}${ending}`, writeConstants({ [key]: value }));
    }
  }
  return programs;
}

function isLoader(entry: [string, unknown]): entry is [string, () => Promise<object>] {
  return typeof entry[1] === 'function';
}

function writeConstants(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}
