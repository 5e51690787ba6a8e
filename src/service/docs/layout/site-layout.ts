import type { FilePlace } from '../page-scope.ts';
import { readConfigFile } from './config-file.ts';
import { readDocusaurusLayout } from './docusaurus-layout.ts';
import { readHugoLayout } from './hugo-layout.ts';
import type { SiteLayout } from './layout.ts';
import { readStarlightLayout, readVitePressLayout } from './located-layouts.ts';
import { placeSuffixed } from './suffixed-files.ts';

/** Page of a folder of Hugo. */
const HUGO_INDEX = /(^|\/)_index(?=(?:\.[a-z-]+)?\.[a-z]+$)/i;

/**
 * Find the places of files on their site, where that is not the folder they are in: in the project of a generator, and for
 * languages in the names of files (`page.fr.md`).
 *
 * @param isAddressed whether the real addresses are known, from which the places of folders are learned
 * @returns the places by file; a file is missing that is where its name says
 */
export async function readSiteLayout(
  { folder, files }: { folder: string; files: readonly string[] },
  isAddressed: boolean,
): Promise<Map<string, FilePlace>> {
  const layout = isAddressed ? null : await recognizeLayout(folder, files);
  const places = new Map<string, FilePlace>();
  for (const file of files) {
    const place = layout?.placeOf(file);
    const path = (place?.path ?? file).replace(HUGO_INDEX, '$1index');
    if (place || path !== file) places.set(file, { ...place, path });
  }
  placeSuffixed(files, places, layout?.defaultLanguage);
  return places;
}

async function recognizeLayout(folder: string, files: readonly string[]): Promise<SiteLayout | null> {
  return (
    (await readDocusaurusLayout(folder, files)) ??
    (await readHugoLayout(folder, files)) ??
    (await readMkDocsLayout(folder, files)) ??
    (await readVitePressLayout(folder, files)) ??
    readStarlightLayout(folder, files)
  );
}

/** MkDocs shows its folder of pages at the root. Its configuration may have tags that only Python knows. */
async function readMkDocsLayout(folder: string, files: readonly string[]): Promise<SiteLayout | null> {
  const config = await readConfigFile(folder, ['mkdocs.yml', 'mkdocs.yaml']);
  if (config === null) return null;
  const named = /^docs_dir:[ \t]*["']?(?:\.\/)?([^\s"'#]+?)\/?["']?[ \t]*(?:#.*)?$/m.exec(config.text)?.[1];
  const content = below(`${named ?? 'docs'}/`, files);
  if (content === null) return null;
  const [main] = config.text
    .split(/^[ \t]*-?[ \t]*locale:/m)
    .slice(1)
    .filter((language) => /^[ \t]*default:[ \t]*true\b/m.test(language));
  return { ...content, defaultLanguage: main && /^[ \t]*["']?([\w-]+)/.exec(main)?.[1] };
}

/** Return the layout of a site that shows one folder at its root; `null` without files in it. */
function below(content: string, files: readonly string[]): SiteLayout | null {
  if (!files.some((file) => file.startsWith(content))) return null;
  return {
    placeOf: (file) => (file.startsWith(content) ? { path: file.slice(content.length) } : null),
  };
}
