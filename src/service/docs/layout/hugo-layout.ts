import { readLanguage } from '../../../engine/sections/scope-names.ts';
import type { FilePlace } from '../page-scope.ts';
import { readConfigFile, type ConfigFile } from './config-file.ts';
import type { SiteLayout } from './layout.ts';

const FORMATS = ['toml', 'yaml', 'yml', 'json'];
/** Fields by which a `config.yaml` is one of Hugo, and not of another program. */
const HUGO_FIELDS = ['baseurl', 'languages', 'module', 'theme', 'languagecode'];

type Fields = Record<string, unknown>;

/**
 * Read the layout of a project of Hugo: pages below `content`, or below a folder for each language (`contentDir`), of which the default
 * one is shown in no folder, or below those that are mounted there.
 */
export async function readHugoLayout(folder: string, files: readonly string[]): Promise<SiteLayout | null> {
  const config = await readConfig(folder, [
    'hugo',
    'config/_default/hugo',
    ...(files.some((file) => file.startsWith('content/')) ? ['config/_default/config', 'config'] : []),
  ]);
  if (config === null || !(config.isHugo || HUGO_FIELDS.some((field) => field in config.fields))) return null;
  const { fields } = config;
  const own =
    (await readConfig(folder, ['config/_default/languages']))?.fields ?? fieldsOf(fields['languages']);
  const permalinks =
    (await readConfig(folder, ['config/_default/permalinks']))?.fields ?? fieldsOf(fields['permalinks']);
  const patterns = { ...permalinks, ...fieldsOf(permalinks['page']) };
  const defaultLanguage = textOf(fields['defaultcontentlanguage'])?.toLowerCase() ?? 'en';
  const isInFolder = fields['defaultcontentlanguageinsubdir'] === true;
  const languages = Object.entries(own).map(([name, value]) => ({
    name,
    folder: folderOf(fieldsOf(value)['contentdir']),
  }));
  const isMultilingual = languages.length > 1;
  // The deepest folder first, because `content` may be that of one language and have those of the others.
  const folders = [
    ...languages.flatMap(({ name, folder: own }) =>
      own === undefined ? [] : { name, folder: own, target: '' },
    ),
    ...mountsOf(fields),
  ].toSorted((a, b) => b.folder.length - a.folder.length);
  return {
    ...(isMultilingual && { defaultLanguage }),
    placeOf(file): FilePlace | null {
      const found = folders.find((one) => file.startsWith(one.folder));
      if (found === undefined) return null;
      const path = found.target + file.slice(found.folder.length).toLowerCase().replace(/\s+/g, '-');
      const suffix = isMultilingual
        ? languages.find(({ name }) => new RegExp(`\\.${name}\\.[a-z]+$`).test(path))?.name
        : undefined;
      const bare = suffix === undefined ? path : path.replace(`.${suffix}.`, '.');
      const section = bare.split('/', 1)[0]!;
      const isUgly = fields['uglyurls'] === true || fieldsOf(fields['uglyurls'])[section] === true;
      const given = textOf(patterns[section]);
      const pattern = isUgly ? uglyPattern(bare, given) : given;
      const place: FilePlace = {
        path: isUgly ? bare.replace(/(?=\/_index\.[a-z]+$)/, '.html') : bare,
        generator: 'hugo',
        ...(/(?:^|\/)_index\.[a-z]+$/.test(bare) && { isFolderPage: true }),
        ...(/\/index\.[a-z]+$/.test(bare) && { isBundle: true }),
        ...(pattern !== undefined && (isUgly || bare.includes('/')) && { pattern }),
      };
      if (!isMultilingual) return place;
      const language = suffix ?? found.name ?? defaultLanguage;
      const isRoot = language === defaultLanguage && !isInFolder;
      return {
        ...place,
        ...(!isRoot && { path: `${language}/${place.path}`, languageFolder: language }),
        language: readLanguage(language) ?? language,
      };
    },
  };
}

/** Return the pattern of pages whose addresses are files (`uglyURLs`). */
function uglyPattern(path: string, given: string | undefined): string {
  const names = path.includes('/') ? ':sections/:slugorcontentbasename' : ':slugorcontentbasename';
  return `${(path.includes('/') && given?.replace(/\/+$/, '')) || names}.html`;
}

/** Return the folders of pages, with their place: those that are mounted, else `contentDir`. */
function mountsOf(fields: Fields): { name: string | undefined; folder: string; target: string }[] {
  const mounts = fieldsOf(fields['module'])['mounts'];
  const mounted = (Array.isArray(mounts) ? mounts : []).flatMap((mount) => {
    const { source, target, lang } = fieldsOf(mount);
    const folder = folderOf(source);
    const [, below] = /^content(?:\/(.*))?\/$/.exec(folderOf(target) ?? '') ?? [undefined, null];
    return folder === undefined || below === null
      ? []
      : { name: textOf(lang), folder, target: below === undefined ? '' : `${below}/` };
  });
  return mounted.length > 0
    ? mounted
    : [{ name: undefined, folder: folderOf(fields['contentdir']) ?? 'content/', target: '' }];
}

async function readConfig(
  folder: string,
  names: readonly string[],
): Promise<{ isHugo: boolean; fields: Fields } | null> {
  const file = await readConfigFile(
    folder,
    names.flatMap((name) => FORMATS.map((format) => `${name}.${format}`)),
  );
  return file && { isHugo: /(?:^|\/)hugo\.\w+$/.test(file.name), fields: await parseConfig(file) };
}

/** @returns no fields of a configuration that is none */
async function parseConfig({ name, text }: ConfigFile): Promise<Fields> {
  const { parseToml, parseYaml } = (await import('../plain-parser.ts')).createPlainParser();
  try {
    // JSON is YAML.
    return fieldsOf(name.endsWith('.toml') ? parseToml(text) : parseYaml(text));
  } catch {
    return {};
  }
}

/** Return the fields of an object in lower case, because Hugo compares them so. */
function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Return the path of a folder inside the project, with its slash. */
function folderOf(value: unknown): string | undefined {
  const name = textOf(value)?.replace(/^(?:\.?\/)+|\/+$/g, '');
  return name === undefined || name === '' ? undefined : `${name}/`;
}
