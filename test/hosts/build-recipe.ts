import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../package/source-files.ts';
import { createSiteFolder, packages, runGenerator, sites } from './build-site.ts';
import { installPackage } from './install-package.ts';
import type { Recipe } from './recipes.ts';
import { withPluginOptions } from './with-plugin-options.ts';

/** What a page of the documentation says about a generator. */
export interface Instructions {
  /** Text of the files to write, by their paths in the site. */
  readonly files: ReadonlyMap<string, string>;
  /** Command that builds the site; empty: none is needed. */
  readonly command: readonly string[];
  /** Folder of the built pages, in that of the site. */
  readonly output: string;
}

/** A site, built without the elements and with them. */
export interface BuiltRecipe extends AsyncDisposable {
  /** Folder of the pages as they were before. */
  readonly plain: string;
  /** Folder of the pages after the recipe. */
  readonly built: string;
}

/**
 * Build the site of a recipe as it is, and once more with the files of its page in the documentation. Where the page has a plugin,
 * with the option for `<docs-page-actions>`, too.
 */
export async function buildRecipe(recipe: Recipe): Promise<BuiltRecipe> {
  const { files, command, output } = await readInstructions(recipe.page);
  await installPackage(packages);
  await using stack = new AsyncDisposableStack();
  const folder = await createSiteFolder();
  stack.defer(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const build = async (name: string, written: ReadonlyMap<string, string>): Promise<string> => {
    const source = join(folder, name);
    await writeSite(recipe, source, written);
    if (command.length > 0) await runGenerator(recipe, command, source);
    return join(source, output);
  };
  const plain = await build('plain', new Map());
  const built = await build(
    'with-elements',
    recipe.plugin ? withPluginOptions(files, { pageActions: true }) : files,
  );
  if (command.length === 0) await repeatOnPages(built, 'index.html', ['reference/index.html']);
  const held = stack.move();
  return { plain, built, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Write the site of a recipe into a folder. @param written text of further files, by their paths in the site */
export async function writeSite(
  recipe: Recipe,
  folder: string,
  written: ReadonlyMap<string, string>,
): Promise<void> {
  if (recipe.sharedPages !== undefined)
    await cp(join(sites, 'pages'), join(folder, recipe.sharedPages), { recursive: true });
  await cp(join(sites, 'recipes', recipe.page), folder, { recursive: true });
  for (const [path, text] of written) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Read the blocks of code with file names, the command and the folder out of a page of the documentation. */
export async function readInstructions(name: string): Promise<Instructions> {
  const page = await readFile(join(root, `demo/docs/v2/en/generators/${name}.md`), 'utf8');
  const blocks = page.matchAll(/^```\w+ title="([^"]+)"\n(.*?)^```/gms);
  // `npx @scope/name` runs the program `name`.
  const [, command = ''] = /\b[Rr]un `(?:npx (?:@[^/]+\/)?)?([^`]+)`, then:/.exec(page) ?? [];
  const [, output] = /docs-assistant serve (\S+)/.exec(page)!;
  return {
    files: new Map([...blocks].map(([, path, text]) => [path!, text!])),
    command: command.split(' ').filter(Boolean),
    output: output!,
  };
}

/** Copy what is around the text of a page to other pages, as its author does who has no generator. */
async function repeatOnPages(folder: string, from: string, names: readonly string[]): Promise<void> {
  const main = /<main>.*<\/main>/s;
  const template = await readFile(join(folder, from), 'utf8');
  for (const name of names) {
    const [text] = main.exec(await readFile(join(folder, name), 'utf8'))!;
    await writeFile(
      join(folder, name),
      template.replace(main, () => text),
    );
  }
}
