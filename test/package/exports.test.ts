import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { MODEL } from '../service/docs-folder.ts';
import { readImports, readJson, readSources, root, withoutComments } from './source-files.ts';

const manifest = readJson('package.json') as {
  exports: Record<string, string | { types: string; default?: string }>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  repository: { url: string };
  homepage: string;
  bugs: string;
};
/**
 * Unpacked. 14 MB are the runtime of the model for search by meaning, 0.8 MB the SDK of the Model Context Protocol; the worker of a
 * static index and its pieces are 0.5 MB, sources of other backends and the actions of a page another 0.5; what the chat reads and says
 * since callouts, footnotes and translated pages, in 13 languages and four entries, 0.4.
 */
const MAX_MEGABYTES = 30.7;
/** The code of `docs-assistant fake` with all its scenarios. */
const MAX_FAKE_KILOBYTES = 25;
const typed = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [{ name, ...target }],
);
const entries = typed.flatMap(({ default: program, ...rest }) =>
  program ? [{ ...rest, default: program }] : [],
);

test('every file in src is an entry, and every entry with a program has a file', () => {
  const files = globSync('*.ts', { cwd: join(root, 'src') }).map(
    (file) => `./dist/${basename(file, '.ts')}.js`,
  );
  assert.deepEqual(entries.map((entry) => entry.default).toSorted(), files.toSorted());
});

// Those of the elements, too: servers that render pages import them, and write no more than their tags.
for (const { name } of entries) {
  test(`docs-assistant${name.slice(1)} can be imported in Node`, async () => {
    const module = (await import(join('docs-assistant', name))) as object;
    assert.ok(Object.keys(module).length > 0);
  });
}

test('page authors get the packages that the page needs, and no others', () => {
  const allowed = ['@floating-ui/dom', 'eventsource-parser', 'lit'];
  assert.deepEqual(
    Object.keys(manifest.dependencies).filter((name) => !allowed.includes(name)),
    [],
  );
});

test('every export of a public entry has a doc comment', () => {
  const sources = new Map(readSources().map((source) => [source.path, source.text]));
  const bare = [...sources]
    .filter(([path]) => !path.includes('/'))
    .flatMap(([path, text]) =>
      [...withoutComments(text).matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g)].flatMap(
        ([, names, file]) =>
          names!
            .split(',')
            .map(
              (name) =>
                name
                  .trim()
                  .replace(/^type /, '')
                  .split(' as ')[0]!,
            )
            .filter(Boolean)
            .filter((name) => !hasComment(sources.get(file!) ?? '', name))
            .map((name) => `${path}: ${name} of ${file}`),
      ),
    );
  assert.deepEqual(bare, []);
});

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: root, pack: false, strict: true });
  // Packages below `test` are no part of this one.
  const own = messages.filter(({ args }) => !('filePath' in args && args.filePath.startsWith('./test/')));
  assert.deepEqual(
    own.map((message) => formatMessage(message, manifest as never)),
    [],
  );
});

test('the declarations compile where libraries are checked', async () => {
  // Within the package, so that the imports of the declarations are found.
  const project = join(root, 'node_modules/.cache/declarations.json');
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'ES2023',
    module: 'NodeNext',
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: ['node'],
  };
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true });
  await writeFile(
    project,
    JSON.stringify({ compilerOptions, files: entries.map(({ types }) => join(root, types)) }),
  );
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(tsc, ['-p', project, '--pretty', 'false'], { encoding: 'utf8' });
  assert.equal(stdout, '');
});

describe('the package that npm makes', () => {
  let folder: string;
  let files: string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
    const output = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [packed] = JSON.parse(output) as [{ files: { path: string }[] }];
    files = packed.files.map(({ path }) => path);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('holds the program, its description and nothing else', () => {
    const strangers = files.filter(
      (file) =>
        !/^(?:dist\/(?!cdn\/).+\.js\.map|dist\/.+\.(?:js|d\.ts)|demo\/recipes\/[\w-]+\.ts|dist\/(?:cdn|service|static-index)\/(?:third-party-licenses\.txt|sbom\.json)|dist\/cdn\/integrity\.json|dist\/starlight-(?:search|page-title)\.astro|dist\/docusaurus-theme\/page-actions\/.+\.module\.css|dist\/service\/ort-wasm-simd-threaded\.wasm(?:\.license\.txt)?|dist\/(?:custom-elements|config\.schema|editors\/[\w.-]+)\.json|package\.json|(?:README|CHANGELOG)\.md|LICENSE)$/.test(
          file,
        ),
    );
    assert.deepEqual(strangers, []);
  });

  test('holds no source map whose sources are missing, and no address of a map that it does not hold', () => {
    const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
    const maps = files.filter((file) => file.endsWith('.map'));
    const incomplete = maps.filter((file) => {
      const { sources, sourcesContent = [] } = JSON.parse(textOf(file)) as Record<string, (string | null)[]>;
      return sources!.some((_, index) => typeof sourcesContent[index] !== 'string');
    });
    const dead = files
      .filter((file) => /\.(?:js|d\.ts)$/.test(file))
      .filter((file) =>
        [...textOf(file).matchAll(/^\/\/# sourceMappingURL=(\S+)$/gm)].some(
          ([, name]) => !maps.includes(posix.join(posix.dirname(file), name!)),
        ),
      );
    assert.deepEqual({ incomplete, dead }, { incomplete: [], dead: [] });
  });

  test(`is at most ${MAX_MEGABYTES} MB`, () => {
    const bytes = files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
    assert.ok(bytes <= MAX_MEGABYTES * 1e6, `${bytes} bytes`);
  });

  test(`has at most ${MAX_FAKE_KILOBYTES} kB of scripted answers, because everybody installs them`, () => {
    const size = files
      .filter((file) => file.startsWith('dist/service/fake-command'))
      .reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
    assert.ok(size > 0 && size <= MAX_FAKE_KILOBYTES * 1000, `${size} bytes`);
  });

  test('holds what the README links to, or npm finds it in the repository', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
    const links = [...readme.matchAll(/\]\(([^)#\s]+)|(?:src|srcset|href)="([^"#]+)"/g)]
      .map(([, markdown, html]) => markdown ?? html!)
      .filter((link) => !/^[a-z]+:/.test(link));
    // npm resolves relative links of a README against the repository, where nothing is built.
    const wrong = links.filter((link) => link.startsWith('dist') || !existsSync(join(root, link)));
    const { repository, homepage, bugs } = manifest;
    const [, address] = /^git\+(https:\/\/github\.com\/[\w-]+\/[\w-]+)\.git$/.exec(repository.url) ?? [];
    assert.ok(links.length > 0);
    assert.deepEqual(wrong, []);
    assert.deepEqual({ homepage, bugs }, { homepage: `${address}#readme`, bugs: `${address}/issues` });
  });

  test('holds every file that package.json names', () => {
    const named = [
      ...typed.flatMap((entry) => [entry.types, entry.default ?? entry.types]),
      './dist/cli/docs-assistant.js',
    ];
    assert.deepEqual(
      named.filter((file) => !files.includes(file.slice(2))),
      [],
    );
  });

  test('holds nothing whose source is gone', () => {
    const sources = new Set(readSources().map(({ path }) => path.replace(/\.ts$/, '')));
    const orphans = files.filter((file) => {
      // Bundles have chunks of their own making, and strings are written of data.
      const [, module] =
        /^dist\/(?!cdn\/|types\/|docusaurus-theme\/|service\/[\w.-]+\.js$|elements\/strings\/\w+\/|engine\/words\/stemmer-\w+\.js$)(.+?)\.(?:js|d\.ts)(?:\.map)?$/.exec(
          file,
        ) ?? [];
      return module !== undefined && !sources.has(module);
    });
    assert.deepEqual(orphans, []);
  });

  test('imports nothing on its servers but Node itself and optional packages', () => {
    const optional = Object.keys(manifest.peerDependencies);
    const servers = files.filter((file) => /^dist\/(?:(?:service|cli)\/[\w-]+|service|node)\.js$/.test(file));
    const wrong = servers.flatMap((path) =>
      readImports({ path, text: readFileSync(join(root, path), 'utf8') })
        .filter(({ specifier }) => !/^(?:\.|node:)/.test(specifier) && !isBuiltin(specifier))
        .filter(({ specifier }) => !optional.includes(specifier))
        .map(({ specifier }) => `${path} → ${specifier}`),
    );
    assert.ok(servers.length > 10);
    assert.deepEqual(wrong, []);
  });

  for (const [title, native] of [
    ['without the native runtime', null],
    ['where the native runtime is broken', "throw new Error('no binary for this system')"],
  ] as const) {
    test(`finds by meaning ${title}, with nothing else installed`, async () => {
      const place = await mkdtemp(join(folder, 'place-'));
      const modules = join(place, 'node_modules');
      const copies = files.filter((file) =>
        /^dist\/(?:cli|service)\/|^dist\/[\w-]+\.js$|^package\.json$/.test(file),
      );
      for (const file of copies) await cp(join(root, file), join(modules, 'docs-assistant', file));
      if (native !== null) {
        await mkdir(join(modules, 'onnxruntime-node'));
        await writeFile(join(modules, 'onnxruntime-node/index.js'), native);
      }
      await mkdir(join(place, 'docs'));
      await writeFile(join(place, 'docs/ship.md'), '# Ships\n\nA vessel sails.');
      const program = join(modules, 'docs-assistant/dist/cli/docs-assistant.js');
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [program, 'index', 'docs', '--model', MODEL, '--json'],
        { cwd: place, encoding: 'utf8' },
      );
      const { model, vectors } = JSON.parse(stdout || '{}') as { model?: string; vectors?: number };
      assert.deepEqual({ model, vectors }, { model: 'all-MiniLM-L6-v2 (WebAssembly)', vectors: 1 }, stderr);
    });
  }

  test('has types that are found by every ESM resolver', () => {
    const archive = join(folder, globSync('*.tgz', { cwd: folder })[0]!);
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const entrypoints = [
      '--exclude-entrypoints',
      'custom-elements.json',
      'config.schema.json',
      'cdn/*',
      'editors/*',
    ];
    const { status, stdout } = spawnSync(
      process.execPath,
      [attw, archive, '--profile', 'esm-only', '--format', 'ascii', ...entrypoints],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout);
  });
});

function hasComment(text: string, name: string): boolean {
  const declaration = new RegExp(
    `\\*/\\nexport (?:declare |abstract |async )*(?:interface|class|function\\*?|const|let|type|enum) ${name}\\b`,
  );
  const reExport = new RegExp(`export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\}`);
  return declaration.test(text) || reExport.test(text);
}
