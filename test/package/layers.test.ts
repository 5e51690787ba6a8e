import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posix } from 'node:path';
import { readImports, readJson, readSources, type SourceFile } from './source-files.ts';

/** Which layers a layer may import. What is not listed is not allowed. */
const DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  markdown: [],
  engine: ['protocol'],
  client: ['protocol'],
  sources: ['protocol', 'client'],
  state: ['protocol'],
  'static-index': ['protocol', 'engine', 'markdown'],
  elements: ['protocol', 'client', 'sources', 'state', 'markdown', 'static-index'],
  limits: ['protocol'],
  proxy: ['protocol', 'limits'],
  mcp: ['protocol', 'engine'],
  service: ['protocol', 'engine', 'limits', 'markdown', 'mcp'],
  node: [],
  'static-build': ['protocol', 'engine', 'service', 'static-index'],
  links: ['protocol', 'engine', 'service'],
  preview: ['engine', 'service', 'node'],
  fake: ['protocol', 'proxy'],
  conformance: ['protocol'],
  plugins: [],
  cli: [
    'protocol',
    'client',
    'engine',
    'limits',
    'mcp',
    'proxy',
    'service',
    'static-index',
    'static-build',
    'links',
    'node',
    'preview',
    'fake',
    'conformance',
  ],
};

/** Layers that run wherever there are `fetch` and `Request`: in pages, workers and on servers. */
const UNIVERSAL = new Set([
  'protocol',
  'markdown',
  'engine',
  'client',
  'sources',
  'state',
  'elements',
  'limits',
  'proxy',
  'static-index',
]);
const PAGE = new Set([
  'protocol',
  'markdown',
  'engine',
  'static-index',
  'client',
  'sources',
  'state',
  'elements',
]);

const sources = readSources();
const { dependencies, peerDependencies, peerDependenciesMeta, devDependencies } = readJson(
  'package.json',
) as Record<string, Record<string, unknown> | undefined>;

test('every folder of src is a layer of the table', () => {
  const layers = new Set(sources.map(({ layer }) => layer).filter((layer) => layer !== null));
  assert.deepEqual(
    [...layers].filter((layer) => !(layer in DIRECTIONS)),
    [],
  );
});

test('layers import each other only in the directions of the table', () => {
  const wrong = imports(sources.filter(({ layer }) => layer !== null)).filter(({ from, target }) => {
    if (target === null) return false;
    const [to] = target.split('/');
    return target.includes('/') && to !== from.layer && !DIRECTIONS[from.layer!]!.includes(to!);
  });
  assert.deepEqual(wrong.map(describe), []);
});

test('no layer imports a public entry', () => {
  const wrong = imports(sources.filter(({ layer }) => layer !== null)).filter(
    ({ target }) => target !== null && !target.includes('/'),
  );
  assert.deepEqual(wrong.map(describe), []);
});

test('layers have no index.ts', () => {
  assert.deepEqual(
    sources.map(({ path }) => path).filter((path) => path.endsWith('/index.ts')),
    [],
  );
});

test('src/node alone imports node:http', () => {
  const wrong = imports(sources).filter(
    ({ from, specifier }) => /^(?:node:)?(?:http|https|http2|net)$/.test(specifier) && from.layer !== 'node',
  );
  assert.deepEqual(wrong.map(describe), []);
});

test('what runs outside Node imports nothing of Node', () => {
  const wrong = imports(sources).filter(
    ({ from, specifier }) => specifier.startsWith('node:') && UNIVERSAL.has(from.layer ?? ''),
  );
  assert.deepEqual(wrong.map(describe), []);
});

/** What page authors may install beside this package, and do without. */
const PAGE_EXTRAS = new Set(['highlight.js', 'temml']);

/** Modules that are built with their packages inside, which page authors do not install. */
const WITH_PACKAGES = new Set(['engine/words/stem.ts', 'engine/words/stemmers.ts']);

test('a module that is built with its packages inside imports nothing else, whose state would be there twice', () => {
  const wrong = imports(sources).filter(
    ({ from, target }) => WITH_PACKAGES.has(from.path) && target !== null,
  );
  assert.deepEqual(wrong.map(describe), []);
});

test('what runs in the page imports no package but the dependencies, and optional ones in a single file', () => {
  const found = imports(sources).filter(
    ({ from, name, isType }) =>
      name !== null && PAGE.has(from.layer ?? '') && !isType && !WITH_PACKAGES.has(from.path),
  );
  const extras = found.filter(({ name }) => PAGE_EXTRAS.has(name!));
  assert.equal(new Set(extras.map(({ from }) => from.path)).size, PAGE_EXTRAS.size);
  const allowed = new Set([...Object.keys(dependencies ?? {}), ...PAGE_EXTRAS]);
  const wrong = found.filter(({ name }) => !allowed.has(name!));
  assert.deepEqual(wrong.map(describe), []);
});

test('what only servers import, and what is built into a module, is a devDependency: bundled, or else an optional peer', () => {
  const names = new Set(
    imports(sources)
      .filter(({ from, name, isType }) => name !== null && !PAGE.has(from.layer ?? '') && !isType)
      .map(({ name }) => name!)
      .filter((name) => !(name in (dependencies ?? {}))),
  );
  const isOptional = (name: string) =>
    (peerDependenciesMeta?.[name] as { optional?: boolean } | undefined)?.optional === true;
  assert.deepEqual(
    [...names].filter((name) => !(name in (devDependencies ?? {}))),
    [],
  );
  assert.deepEqual(
    Object.keys(peerDependencies ?? {}).filter((name) => !isOptional(name)),
    [],
  );
});

test('an optional peer is loaded where it is first needed, not with the module', () => {
  const wrong = imports(sources).filter(
    ({ name, isType, isDynamic }) =>
      name !== null && name in (peerDependencies ?? {}) && !isType && !isDynamic,
  );
  assert.deepEqual(wrong.map(describe), []);
});

test('relative imports inside src name the file with its ending', () => {
  const wrong = imports(sources).filter(
    ({ specifier }) => specifier.startsWith('.') && !/\.(?:ts|json)$/.test(specifier),
  );
  assert.deepEqual(wrong.map(describe), []);
});

interface ResolvedImport {
  readonly from: SourceFile;
  readonly specifier: string;
  readonly isType: boolean;
  readonly isDynamic: boolean;
  /** Path below src of what is imported; `null` for a package. */
  readonly target: string | null;
  /** Name of the package; `null` for a file and for Node's own modules. */
  readonly name: string | null;
}

function imports(files: readonly SourceFile[]): ResolvedImport[] {
  return files.flatMap((from) =>
    readImports(from).map((found) => {
      const { specifier } = found;
      const isRelative = specifier.startsWith('.');
      const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
      return {
        ...found,
        from,
        target: isRelative ? posix.join(posix.dirname(from.path), specifier) : null,
        name: isRelative || specifier.startsWith('node:') ? null : name!,
      };
    }),
  );
}

function describe({ from, specifier }: ResolvedImport): string {
  return `${from.path} → ${specifier}`;
}
