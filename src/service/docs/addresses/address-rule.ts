import { withoutFolderPage } from '../../../engine/sections/site-path.ts';
import type { PageScope } from '../page-scope.ts';

/** Input of a rule. */
export interface RuledFile {
  /** Path of the file without extension: `guides/intro`; `guides/index` for the page of a folder. */
  path: string;
  /** Folders of the path that are a version and a language, in their original spelling. */
  folders: { version?: string | undefined; language?: string | undefined };
  scope: PageScope;
}

/** Returns the address of a page, relative to the root of the documentation. */
export type AddressRule = (file: RuledFile) => string;

/** Maximum length of a rule, in UTF-16 units. */
const MAX_RULE_LENGTH = 500;
const ALIASES = new Map([
  ['.html', 'html'],
  ['/', 'slash'],
  ['trailing-slash', 'slash'],
]);
const SHAPES = ['path', 'html', 'slash', 'lowercase'];
const PLACEHOLDERS = ['path', 'dir', 'name', 'version', 'language'] as const;
const USAGE =
  'A rule is "path", "html" or "slash", with "lowercase" after a comma where needed, or a template of {path}, {dir}, {name}, {version} and {language}';

/**
 * Parse the rule by which a site derives addresses from file names: a shape (`path`, `html`, `slash`, `lowercase`, several with
 * commas between them) or a template such as `{version}/{path}.html`.
 *
 * @throws TypeError when it is neither
 */
export function readAddressRule(rule: string): AddressRule {
  const complain = (problem: string) =>
    new TypeError(
      `docs-assistant service: the page address rule "${rule.slice(0, 100)}" ${problem}. ${USAGE}`,
    );
  if (rule.length > MAX_RULE_LENGTH) throw complain(`is longer than ${MAX_RULE_LENGTH} characters`);
  if (rule.includes('{')) return readTemplate(rule, complain);
  const shapes = new Set(rule.split(',').map((name) => ALIASES.get(name.trim()) ?? name.trim()));
  const unknown = [...shapes].find((shape) => !SHAPES.includes(shape));
  if (unknown !== undefined) throw complain(unknown === '' ? 'is not complete' : `has no meaning`);
  const [ending = 'path', second] = [...shapes].filter((shape) => shape !== 'lowercase');
  if (second !== undefined) throw complain(`asks for both "${ending}" and "${second}"`);
  return ({ path }) => {
    const address = shapedAddress(path, ending);
    return shapes.has('lowercase') ? address.toLowerCase() : address;
  };
}

function shapedAddress(path: string, ending: string): string {
  const folder = withoutFolderPage(path);
  if (ending === 'path' || folder === '') return folder;
  // Both shapes give a folder's page the address of the folder, for which servers send `index.html`.
  return ending === 'slash' || folder !== path ? `${folder}/` : `${folder}.html`;
}

function readTemplate(rule: string, complain: (problem: string) => TypeError): AddressRule {
  const names = [...rule.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  if (unknown !== undefined) throw complain(`names {${unknown}}, which there is not`);
  const rest = rule.replace(/\{[^{}]*\}/g, '');
  // oxlint-disable-next-line no-control-regex -- not allowed in an address
  if (/[{}?#\\\u0000-\u001f\u007f]/.test(rest)) throw complain('has a character that no path can have');
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(rest)) throw complain('names a host: addresses are paths');
  if (!names.includes('path') && !names.includes('name')) {
    throw complain('gives all pages one address: it needs {path} or {name}');
  }
  return ({ path, folders, scope }) => {
    // `{path}` omits folders that have a placeholder of their own.
    const own = [
      names.includes('version') ? folders.version : undefined,
      names.includes('language') ? folders.language : undefined,
    ];
    const segments = path.split('/');
    for (const folder of own) {
      const at = folder === undefined ? -1 : segments.slice(0, -1).indexOf(folder);
      if (at !== -1) segments.splice(at, 1);
    }
    const values = {
      path: segments.join('/'),
      dir: segments.slice(0, -1).join('/'),
      name: segments.at(-1) ?? '',
      version: folders.version ?? scope.version ?? '',
      language: folders.language ?? scope.language ?? '',
    };
    const address = rule
      .replace(/\{([^{}]*)\}/g, (_, name: keyof typeof values) => values[name])
      .replace(/\/{2,}/g, '/')
      .replace(/^\//, '');
    return withoutFolderPage(path) !== path
      ? address.replace(/(^|\/)(?:index|readme)(?:\.html?)?\/?$/i, '$1')
      : address;
  };
}
