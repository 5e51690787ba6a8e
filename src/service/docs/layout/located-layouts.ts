import { slug } from 'github-slugger';
import { readLanguage } from '../../../engine/sections/scope-names.ts';
import { isLanguage, type FilePlace } from '../page-scope.ts';
import { constantsOf, objectsAfter, objectsIn, readConfigFile, withoutComments } from './config-file.ts';
import type { SiteLayout } from './layout.ts';

/** Content of Starlight. */
const STARLIGHT_CONTENT = 'src/content/docs/';
const SCRIPTS = ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs'];
/** Folders in which a project of VitePress usually is. */
const VITEPRESS_FOLDERS = ['', 'docs/', 'doc/', 'website/'];
/** Name of a version, whose dots stay. */
const VERSION = /^v?\d+(?:\.\d+)+$/;
const MAX_REWRITES = 500;

/**
 * Read the layout of a project of VitePress: `srcDir`, `rewrites` and `locales`.
 *
 * @returns `null` where there is none
 */
export async function readVitePressLayout(
  folder: string,
  files: readonly string[],
): Promise<SiteLayout | null> {
  const config = await readConfigFile(
    folder,
    VITEPRESS_FOLDERS.flatMap((before) =>
      ['config', 'config/index'].flatMap((name) =>
        SCRIPTS.map((ending) => `${before}.vitepress/${name}.${ending}`),
      ),
    ),
  );
  if (config === null) return null;
  const text = withoutComments(config.text);
  const root = config.name.slice(0, config.name.indexOf('.vitepress/'));
  const named = /\bsrcDir\s*:\s*["'`](?:\.?\/)*([^"'`]*?)\/?["'`]/.exec(text)?.[1] ?? '';
  const content = `${root}${named === '' ? '' : `${named}/`}`;
  if (!files.some((file) => file.startsWith(content))) return null;
  const languageOf = readLocales(text, '');
  const rewrites = readRewrites(text);
  return {
    placeOf(file): FilePlace | null {
      if (!file.startsWith(content)) return null;
      const own = file.slice(content.length);
      const path = rewrites.reduce<string | null>((found, rewrite) => found ?? rewrite(own), null) ?? own;
      return { path, ...languageOf(path) };
    },
  };
}

/** Read the layout of a project of Starlight: `locales` and `defaultLocale`. */
export async function readStarlightLayout(
  folder: string,
  files: readonly string[],
): Promise<SiteLayout | null> {
  if (!files.some((file) => file.startsWith(STARLIGHT_CONTENT))) return null;
  const config = await readConfigFile(
    folder,
    SCRIPTS.map((ending) => `astro.config.${ending}`),
  );
  const text = withoutComments(config?.text ?? '');
  const languageOf = readLocales(text, /\bdefaultLocale\s*:\s*["'`]([^"'`]+)/.exec(text)?.[1] ?? '');
  return {
    placeOf(file): FilePlace | null {
      if (!file.startsWith(STARLIGHT_CONTENT)) return null;
      const segments = file.slice(STARLIGHT_CONTENT.length).split('/');
      const [, name = '', ending = ''] = /^(.*?)(\.[a-z]+)$/i.exec(segments.at(-1)!) ?? [];
      const shown = [...segments.slice(0, -1), name].map((segment) =>
        VERSION.test(segment) ? segment : slug(segment),
      );
      const path = `${shown.join('/')}${ending}`;
      return { path, generator: 'starlight', ...languageOf(path) };
    },
  };
}

/**
 * Read `locales`, of which each has a folder by its name, but `root`.
 *
 * @param main name of the default one, if it has a folder, too
 * @returns the language of a page by its path
 */
function readLocales(text: string, main: string): (path: string) => Pick<FilePlace, 'language'> {
  const languages = new Map<string, string>();
  const [locales = ''] = objectsAfter(text, /\blocales\s*:/);
  for (const [name, own] of objectsIn(locales)) {
    const lang = constantsOf(own).get('lang');
    const language = isLanguage(name) ? name : lang;
    if (language !== undefined) languages.set(name, readLanguage(language) ?? language);
  }
  const rootLanguage = languages.get('root') ?? languages.get(main);
  return (path) => {
    if (languages.size < 2) return {};
    const language = languages.get(path.split('/', 1)[0]!) ?? rootLanguage;
    return language === undefined ? {} : { language };
  };
}

/** Read `rewrites` of constants: `'packages/:pkg/src/:slug*': ':pkg/:slug*'`. @returns functions that give the new path of a file */
function readRewrites(text: string): ((file: string) => string | null)[] {
  const [object = ''] = objectsAfter(text, /\brewrites\s*:/);
  const written = [...object.matchAll(/(["'`])([^"'`\n]{1,300})\1\s*:\s*(["'`])([^"'`\n]{1,300})\3/g)];
  return written.slice(0, MAX_REWRITES).flatMap(([, , from = '', , to = '']) => {
    const segments = from.split('/').map((segment) => SEGMENT.exec(segment));
    const many = segments.findIndex((segment) => segment?.[3] !== undefined);
    // Two of these, and other expressions, are more than is needed to find most pages.
    if (segments.includes(null) || segments.findLastIndex((segment) => segment?.[3] !== undefined) !== many)
      return [];
    return (file) => {
      const values = matchSegments(file.split('/'), segments as RegExpExecArray[], many);
      return values && to.replace(/:(\w+)[*+]?/g, (_, name: string) => values.get(name) ?? '');
    };
  });
}

/** Part of a path with one placeholder at most: `:name`, `:name*`, `(.*)`, `pre-:name.md`. */
const SEGMENT = /^([^:()*+{}]*)(?:(?::(\w+))?([*+]|\(\.[*+]\))|:(\w+))?([^:()*+{}]*)$/;

/** @param many index of the segment that is any number of them; -1: none */
function matchSegments(
  parts: readonly string[],
  segments: readonly RegExpExecArray[],
  many: number,
): Map<string, string> | null {
  const more = parts.length - segments.length;
  if (many === -1 ? more !== 0 : more < -1) return null;
  const values = new Map<string, string>();
  const isMatch = segments.every(([, before = '', manyName, sign, name = manyName, after = ''], at) => {
    const from = many !== -1 && at > many ? at + more : at;
    const part = parts.slice(from, from + 1 + (at === many ? more : 0)).join('/');
    const hasPlaceholder = (sign ?? name) !== undefined;
    if (!hasPlaceholder) return part === before;
    if (part.length < before.length + after.length || !part.startsWith(before) || !part.endsWith(after))
      return false;
    const value = part.slice(before.length, part.length - after.length);
    if (name !== undefined) values.set(name, value);
    return value !== '' || (sign ?? '').includes('*');
  });
  return isMatch ? values : null;
}
