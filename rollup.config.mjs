import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import MagicString from 'magic-string';
import { minifyHTMLLiterals } from 'minify-literals';
import esbuild, { minify } from 'rollup-plugin-esbuild';
import license from 'rollup-plugin-license';
import sbom from 'rollup-plugin-sbom';
import { STRINGS, writeStringModules } from './test/package/generate/string-modules.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const readJson = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const { dependencies, name: ownName, peerDependencies, version } = readJson('package.json');

/**
 * What the static index needs in the page. Bundled into the modules that import it, also in the modules of the package: who installs it
 * would get sixty packages more otherwise.
 */
const PAGE_PACKAGES = ['@orama/stemmers', 'stemmer'];

/** What is installed only where it is needed, and loaded when it is. */
const optionalPackages = new Set(Object.keys(peerDependencies));

const packageName = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];

/** What may stand in a file that a browser loads: the page's layers, and packages that are meant for pages. */
const BROWSER_SOURCES =
  /^src\/(?:(?:protocol|client|sources|state|markdown|engine|static-index|elements)\/.+|index|assistant|search|page-feedback|page-actions|admin)\.ts$/;
const BROWSER_PACKAGES = withDependencies([
  ...Object.keys(dependencies),
  ...PAGE_PACKAGES,
  'highlight.js',
  'temml',
]);

/** Add the packages that packages depend on. */
function withDependencies(names) {
  const { packages } = readJson('package-lock.json');
  const all = new Set(names);
  for (const name of all)
    for (const needed of Object.keys(packages[`node_modules/${name}`].dependencies ?? {})) all.add(needed);
  return all;
}

function isBrowserModule(id) {
  const path = relative(root, id).split(sep).join('/');
  const [, name] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return name === undefined ? BROWSER_SOURCES.test(path) : BROWSER_PACKAGES.has(name);
}

/** Fails the build when code of the service, or a package that page authors do not get, has reached the browser. */
const fence = {
  name: 'browser-fence',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      const strangers = (chunk.moduleIds ?? []).filter((id) => !id.startsWith('\0') && !isBrowserModule(id));
      if (strangers.length > 0) this.error(`${chunk.fileName} must not contain ${strangers.join(', ')}`);
      if (chunk.imports?.some((name) => !(name in bundle || name === `./${litHtml.file}`)))
        this.error(`${chunk.fileName} has outside imports`);
    }
  },
};

/** What the file of {@link litHtml} has, with the names that it is imported by. */
const LIT_HTML = { html: 'h', noChange: 'c', nothing: 'n', render: 'r', _$LH: 'l', icon: 'i' };
const listLitHtml = (write) => `export { ${Object.entries(LIT_HTML).map(write).join()} }`;

/** Remember as which file an entry is written, for the bundles after it. */
const remember = (shared) => ({
  name: 'remember-file',
  generateBundle(_, bundle) {
    shared.file = Object.values(bundle).find(({ isEntry }) => isEntry).fileName;
  },
});

/**
 * Take lit-html from one file in several bundles: it creates the policy for Trusted Types, and a page on which two bundles did so
 * would need `'allow-duplicates'`. What everything drawn with it needs is there, too.
 */
const litHtml = {
  name: 'lit-html',
  file: '',
  resolveId: {
    order: 'pre',
    async handler(source, importer) {
      if (source === litHtml.file) return { id: source, external: true, moduleSideEffects: false };
      if (!/\blit-html\b|\/icon\.ts$/.test(source)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return /\/(?:lit-html\/lit-html\.js|shared\/dom\/icon\.ts)$/.test(resolved?.id)
        ? '\0lit-html'
        : resolved;
    },
  },
  load: (id) =>
    id === '\0lit-html'
      ? `${listLitHtml(([name, short]) => `${short} as ${name}`)} from '${litHtml.file}';`
      : null,
};

/** The source of that file. */
const litHtmlEntry = {
  name: 'lit-html-entry',
  resolveId: (id) => (id === 'shared:lit-html' ? `\0${id}` : null),
  load: (id) =>
    id === '\0shared:lit-html'
      ? `import { html, noChange, nothing, render, _$LH } from 'lit-html';
         import { icon } from ${JSON.stringify(`${root}src/elements/shared/dom/icon.ts`)};
         ${listLitHtml(([name, short]) => `${name} as ${short}`)};`
      : null,
};

/**
 * The worker that reads a static index, and the pieces that it loads. It shares no file with the bundles of pages: what those have in
 * common is in their entries, which define elements.
 */
const indexWorker = {
  name: 'index-worker',
  file: '',
  load: (id) =>
    id.endsWith('/static-index/worker/worker-address.ts')
      ? `export const workerAddress = new URL('./${indexWorker.file}', import.meta.url).href;`
      : null,
};

const templates = {
  name: 'minify-templates',
  async transform(code, id) {
    if (id.includes('node_modules') || !/\b(?:html|svg|css)`/.test(code)) return null;
    return minifyHTMLLiterals(code, { fileName: id, html: { keepClosingSlash: true } });
  },
};

/** Lit's style sheets for browsers that can adopt some, which are all that can read these files. Ours are made by `css.ts`. */
const adoptedStyles = {
  name: 'adopted-styles',
  load(id) {
    if (!id.endsWith('@lit/reactive-element/css-tag.js')) return null;
    return `
      export function adoptStyles(root, styles) {
        root.adoptedStyleSheets = styles;
      }
      export function getCompatibleStyle(style) {
        return style;
      }
      // Passed on by Lit, used by nothing here.
      export const [css, supportsAdoptingStyleSheets, CSSResult, unsafeCSS] = [];`;
  },
};

/**
 * Lit without the hooks for polyfills of shadow trees, which no browser needs that can read these files, and without the list of
 * versions, which only its development build reads.
 */
const litWithoutHooks = {
  name: 'lit-without-hooks',
  transform(code, id) {
    if (!/\/(?:reactive-element\/reactive-element|lit-html\/lit-html)\.js$/.test(id)) return null;
    const hooks = /[,;]\w+\?\.\([^()]*\),\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/.exec(code);
    if (!hooks) return this.error(`${id} has no hooks any more`);
    const changed = new MagicString(code).remove(hooks.index, hooks.index + hooks[0].length);
    return { code: changed.toString(), map: changed.generateMap({ hires: true }) };
  },
};

/** Lit lists its parts as having effects; none has, and what needs `ReactiveElement` alone can wait for lit-html. */
const treeshake = { moduleSideEffects: (id) => !/\/node_modules\/(?:lit|lit-html|lit-element)\//.test(id) };

/** Licences that a bundled package may have: those that ask for nothing but their own text beside the bundle. */
const ALLOWED_LICENCES = '(MIT OR ISC OR BSD-2-Clause OR BSD-3-Clause OR 0BSD OR Apache-2.0)';

/**
 * List what a bundle contains beside it: the texts of the licences, and a bill of materials (CycloneDX). Fail on a package whose
 * licence is not allowed, or not given.
 */
export function listContents(folder, outputFolder) {
  return [
    license({
      thirdParty: {
        output: {
          file: `${folder}/third-party-licenses.txt`,
          // Sorted, because chunks are rendered in no certain order.
          template: (packages) =>
            packages
              .map((one) => one.text())
              .toSorted()
              .join('\n---\n\n'),
        },
        allow: { test: ALLOWED_LICENCES, failOnUnlicensed: true, failOnViolation: true },
      },
    }),
    sbom({
      outDir: relative(outputFolder, folder),
      outFilename: 'sbom',
      rootComponentType: 'library',
      saveTimestamp: false,
      includeWellKnown: false,
    }),
  ];
}

const stringModules = await writeStringModules('.ts');
const stringsFolder = join(root, STRINGS);
const nameStrings = (id) => relative(stringsFolder, id).split(sep).join('/');

/** The modules of strings as pages load them. They have no effects, so that a chunk has those that it uses. */
const strings = {
  name: 'strings',
  resolveId(source, importer = '') {
    const id = join(importer, '..', source);
    return stringModules.has(nameStrings(id)) ? id : null;
  },
  load(id) {
    const code = stringModules.get(nameStrings(id));
    return code === undefined ? null : { code, moduleSideEffects: false };
  },
};

const sourcePlugins = [
  strings,
  adoptedStyles,
  litWithoutHooks,
  // `worker` comes first in packages that have a variant for it: without DOM, and so without `innerHTML`.
  nodeResolve({ browser: true, exportConditions: ['worker', 'browser', 'production'] }),
  // The core of highlight.js is the only CommonJS module.
  commonjs({ include: '**/highlight.js/lib/core.js' }),
  esbuild({ target: 'es2023', tsconfig: 'src/tsconfig.browser.json', minifySyntax: true }),
];

const plugins = [
  ...sourcePlugins,
  templates,
  // Before terser, which gives each private member in a file a name of its own, not each in a class.
  minify({ target: 'es2023', charset: 'utf8', minify: false, minifyIdentifiers: true }),
  terser({
    ecma: 2020,
    module: true,
    compress: {
      passes: 3,
      // Statements compress better than expressions that commas join.
      sequences: false,
      join_vars: false,
      arrows: false,
      unsafe_arrows: true,
      pure_getters: true,
      keep_fargs: false,
      lhs_constants: false,
    },
    format: { comments: false, preamble: `/*! ${ownName} ${version} */` },
  }),
  fence,
];

function failOnWarning(warning) {
  // The bill of materials looks for other build tools, too, and says which are not there.
  if (warning.plugin === 'rollup-plugin-sbom' && /auto-registration of tool/.test(warning.message)) return;
  throw new Error(warning.message);
}

/**
 * Keep in one chunk what the panel of the chat imports, and no other shell or panel, and in another what the panel of the search does. What
 * is loaded late takes from there what it needs of them, as the preview of the search takes the Markdown renderer, and the tools of the page
 * the search: in a chunk of its own each would cost every first answer or every first result a request.
 */
function panelChunks(id, { getModuleInfo }) {
  const isImported = (path, by = new Set()) => {
    const importing = by.add(path);
    for (const next of getModuleInfo(path).importedIds) if (!importing.has(next)) isImported(next, importing);
    return importing.has(id);
  };
  const [shell, search, chat] = ['index', 'elements/search/panel/panel', 'elements/assistant/panel/panel'];
  const has = (name) => isImported(join(root, `src/${name}.ts`));
  if (has(shell)) return null;
  if (!has(chat)) return has(search) ? 'search-panel' : null;
  // One module exports all strings, so that both panels import those of both.
  return !has(search) || id.endsWith('/assistantPanel.ts') ? 'panel' : null;
}

/** Name a chunk after what is in it, so that a network panel and a stack can be read. */
function nameChunk({ facadeModuleId, isDynamicEntry, moduleIds, name }) {
  const main = facadeModuleId ?? moduleIds.findLast((id) => id.endsWith(`/${name}.ts`)) ?? moduleIds.at(-1);
  const path = relative(root, main).split(sep).join('/');
  const language = /\/languages\/(.+)\.js$/.exec(path)?.[1];
  if (language) return `language-${language}`;
  if (!path.startsWith('src/'))
    return packageName(/(?:.*\/)?node_modules\/(.*)/.exec(path)[1])
      .replace('@', '')
      .replace('/', '-');
  if (!isDynamicEntry) return `common-${name}`;
  const names = path.replace(/^src\/(?:elements\/)?|\.ts$/g, '').split('/');
  return names.filter((part, index) => part !== names[index - 1]).join('-');
}

/**
 * An ES module of the CDN and the pieces that it loads on first use, in files of their own. None names its source map: maps are 17 MB,
 * so that they are not in the package. The demo names them in the header `SourceMap`.
 */
function moduleBundle(name, source, more = [], output = {}) {
  return {
    input: { [name]: source },
    // The pieces import what they share with the entry from the entry itself: one request before the first use.
    preserveEntrySignatures: 'allow-extension',
    output: {
      dir: 'dist/cdn',
      format: 'es',
      freeze: false,
      generatedCode: { preset: 'es2015', symbols: false },
      sourcemap: 'hidden',
      entryFileNames: '[name].js',
      chunkFileNames: (chunk) => `${nameChunk(chunk)}-[hash:7].js`,
      paths: (id) => (id === litHtml.file ? `./${id}` : id),
      ...output,
    },
    plugins: [indexWorker, ...more, ...plugins],
    treeshake,
    onwarn: failOnWarning,
  };
}

/**
 * For systems that accept a classic script only: it loads the module beside it, with its own nonce. Its address is written out, because a
 * script of another host has none for `import()`. The classes become properties of the list in which a page may have left calls.
 */
const CLASSIC_SCRIPT = `/*! ${ownName} ${version} */
self.docsAssistant ??= [];
import(new URL('docs-assistant.js', document.currentScript.src)).then(
  (classes) => Object.assign(self.docsAssistant, classes),
  (error) => console.error('docs-assistant was not loaded. If this page was opened as a file, serve its folder over HTTP: most browsers load no module from a file.', error),
);
`;

/** Write files that no module imports. @param read returns them by name */
const assets = (name, read) => ({
  name,
  async generateBundle() {
    for (const [fileName, source] of await read()) this.emitFile({ type: 'asset', fileName, source });
  },
});

/** Remove what the compiler has written, and what is nothing without its program. @param pattern of the files */
const removed = (pattern) => ({
  name: 'remove-files-of-the-compiler',
  writeBundle: () => globSync(`dist/${pattern}`).forEach((file) => rmSync(file)),
});

const CLASSIC_FILE = 'docs-assistant.classic.js';
const classicScript = {
  ...assets('classic-script', () => [[CLASSIC_FILE, CLASSIC_SCRIPT]]),
  // For the list of what is public.
  api: { file: CLASSIC_FILE },
};

/** The package of ONNX Runtime comes without the text of its licence, which is that of ours. */
const RUNTIME_LICENCE = readFileSync(join(root, 'LICENSE'), 'utf8')
  .replace(/^/, 'ONNX Runtime (https://github.com/microsoft/onnxruntime)\n\n')
  .replace(/(?<=Copyright \(c\) ).*/, 'Microsoft Corporation');
const RUNTIME = 'ort-wasm-simd-threaded.wasm';

/** The WebAssembly that runs the embedding model, and its licence, beside the worker that loads it. */
const embeddingRuntime = assets('embedding-runtime', () => [
  [`service/${RUNTIME}`, readFileSync(new URL(import.meta.resolve(`onnxruntime-web/${RUNTIME}`)))],
  [`service/${RUNTIME}.license.txt`, RUNTIME_LICENCE],
]);

/** The components of the plugins that generators compile themselves. */
const pluginComponents = assets('plugin-components', () =>
  globSync('src/plugins/**/*.{astro,js,css}').map((path) => [
    relative('src/plugins', path),
    readFileSync(path),
  ]),
);

/** The same modules of strings in the package. */
const packagedStrings = assets('packaged-strings', async () =>
  [...(await writeStringModules('.js'))].map(([path, source]) => [`elements/strings/${path}`, source]),
);

/** What rollup says of packages that are sound all the same. */
const PACKAGE_WARNINGS = new Set([
  'CIRCULAR_DEPENDENCY',
  'INVALID_ANNOTATION',
  'THIS_IS_UNDEFINED',
  'UNUSED_EXTERNAL_IMPORT',
]);

/**
 * The program and the service, with the packages that they always need inside: `npx docs-assistant` works by itself, and page
 * authors install nothing of it. Not minified, so that a stack can be read.
 */
const nodeBundle = {
  input: {
    node: 'src/node.ts',
    service: 'src/service.ts',
    vite: 'src/vite.ts',
    astro: 'src/astro.ts',
    docusaurus: 'src/docusaurus.ts',
    'service/index-worker': 'src/service/index/index-worker.ts',
    'service/page-worker': 'src/service/index/page-worker.ts',
    'service/lone-page-worker': 'src/service/index/lone-page-worker.ts',
    'service/search-worker': 'src/service/search/search-worker.ts',
    'service/model-worker': 'src/service/models/model-worker.ts',
    'cli/docs-assistant': 'src/cli/docs-assistant.ts',
  },
  external: (id) => id.startsWith('node:') || optionalPackages.has(packageName(id)),
  output: {
    dir: 'dist',
    format: 'es',
    entryFileNames: '[name].js',
    // Beside the workers, which are started from there.
    chunkFileNames: 'service/[name].js',
  },
  plugins: [
    nodeResolve({ exportConditions: ['node', 'production'], preferBuiltins: true }),
    commonjs(),
    esbuild({ target: 'node22', tsconfig: 'src/tsconfig.node.json' }),
    embeddingRuntime,
    pluginComponents,
    packagedStrings,
    removed('elements/strings/*.{json,js.map}'),
    listContents('dist/service', 'dist'),
  ],
  onwarn(warning) {
    if (!PACKAGE_WARNINGS.has(warning.code)) failOnWarning(warning);
  },
};

/** Modules that import {@link PAGE_PACKAGES}, and nothing of ours, which would be there twice. */
const WITH_PACKAGES = ['engine/words/stem', 'engine/words/stemmers'];

/** The same modules in the package, with these packages inside, in the place of those that the compiler has written. */
const withPackagesBundle = {
  input: Object.fromEntries(WITH_PACKAGES.map((name) => [name, `src/${name}.ts`])),
  output: {
    dir: 'dist',
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'engine/words/stemmer-[name].js',
  },
  plugins: [
    ...sourcePlugins,
    ...WITH_PACKAGES.map((name) => removed(`${name}.js.map`)),
    listContents('dist/static-index', 'dist'),
  ],
  onwarn: failOnWarning,
};

/** Write a module of the package as one file, in the place of what the compiler has written. */
function packagedFile(name, format) {
  return {
    input: `src/${name}.ts`,
    output: { file: `dist/${name}.js`, format, inlineDynamicImports: true },
    plugins: [...plugins, removed(`${name}.js.map`)],
    treeshake,
    onwarn: failOnWarning,
  };
}

/** List what all files of the CDN contain together, and write no code: none of them contains every package. */
const cdnContents = {
  input: ['src/index.ts', 'src/page-feedback.ts', 'src/page-actions.ts', 'src/admin.ts'],
  output: { dir: 'dist/cdn', format: 'es' },
  plugins: [
    ...sourcePlugins,
    listContents('dist/cdn', 'dist/cdn'),
    {
      name: 'without-code',
      generateBundle: (_, bundle) =>
        Object.values(bundle).forEach(({ type, fileName }) => type === 'chunk' && delete bundle[fileName]),
    },
  ],
  treeshake,
  onwarn: failOnWarning,
};

/** For a file that others name, and that changes with its content. */
const hashedEntry = { entryFileNames: '[name]-[hash:7].js' };

export default [
  nodeBundle,
  withPackagesBundle,
  cdnContents,
  moduleBundle('lit-html', 'shared:lit-html', [litHtmlEntry, remember(litHtml)], hashedEntry),
  moduleBundle(
    'static-index-worker',
    'src/static-index/worker/index-worker.ts',
    [remember(indexWorker)],
    // No piece may import the entry: WebKit runs the script of a worker once more when a module imports it.
    { ...hashedEntry, manualChunks: { 'index-search': ['src/static-index/worker/serve-index.ts'] } },
  ),
  // Bundlers copy it as it is.
  packagedFile('static-index/worker/index-worker', 'es'),
  // `docs-assistant build --offline` copies it. The worker of a site may import it, as a classic script only.
  packagedFile('static-index/offline/offline-script', 'iife'),
  moduleBundle('docs-assistant', 'src/index.ts', [litHtml, classicScript], {
    manualChunks: panelChunks,
    onlyExplicitManualChunks: true,
  }),
  // For pages with one of the two: neither carries the other's shell. Lit in a file of its own would cost a first answer 0.5 kB.
  moduleBundle('assistant', 'src/assistant.ts'),
  moduleBundle('search', 'src/search.ts', [litHtml]),
  // For any page, also one without a chat.
  moduleBundle('page-feedback', 'src/page-feedback.ts', [litHtml]),
  moduleBundle('page-actions', 'src/page-actions.ts', [litHtml]),
  // For the people who maintain the documentation; no reader's page loads it.
  moduleBundle('admin', 'src/admin.ts', [litHtml]),
];
