import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { CONTENT_SECURITY_POLICY } from '../../demo/content-security-policy.ts';
import { openBarePages } from '../support/bare-pages.ts';
import { readJson, root } from './source-files.ts';

const CDN = join(root, 'dist/cdn');
const files = globSync('*.js', { cwd: CDN }).toSorted();
const integrity = readJson('dist/cdn/integrity.json') as Record<string, string>;
const { version } = readJson('package.json') as { version: string };

interface Component {
  group?: string;
  name: string;
  version: string;
  licenses?: readonly unknown[];
}

const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);

function componentsOf(folder: string): Component[] {
  const bill = readJson(`dist/${folder}/sbom.json`) as { bomFormat: string; components: Component[] };
  assert.equal(bill.bomFormat, 'CycloneDX');
  return bill.components;
}

test('each file of the CDN begins with the name and version of the program', () => {
  for (const file of files) {
    const text = readFileSync(join(CDN, file), 'utf8');
    assert.equal(text.split('\n', 1)[0], `/*! docs-assistant ${version} */`, file);
  }
});

test('the list of integrity is true for each file of the CDN, and names no other', () => {
  const actual = files.map((file) => {
    const digest = createHash('sha384').update(readFileSync(join(CDN, file)));
    return [file, `sha384-${digest.digest('base64')}`];
  });
  assert.deepEqual(integrity, Object.fromEntries(actual));
});

test('the bill of materials of the CDN names the packages whose code is in its files', () => {
  const sources = globSync('*.js.map', { cwd: CDN }).flatMap(
    (map) => (JSON.parse(readFileSync(join(CDN, map), 'utf8')) as { sources: string[] }).sources,
  );
  const packages = sources.flatMap(
    (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
  );
  const known = new Set(componentsOf('cdn').map(nameOf));
  assert.ok(packages.length > 0);
  assert.deepEqual(
    packages.filter((name) => !known.has(name)),
    [],
  );
});

for (const folder of ['cdn', 'service']) {
  test(`the bill of materials in ${folder} names every package whose licence is beside it, each with its version and licence`, () => {
    const components = componentsOf(folder);
    const known = new Set(components.map((component) => `${nameOf(component)}@${component.version}`));
    const texts = readFileSync(join(root, 'dist', folder, 'third-party-licenses.txt'), 'utf8');
    const licensed = [...texts.matchAll(/^Name: (.+)\nVersion: (.+)$/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    );
    assert.ok(licensed.length > 0);
    assert.deepEqual(
      licensed.filter((name) => !known.has(name)),
      [],
    );
    assert.deepEqual(components.filter(({ licenses = [] }) => licenses.length === 0).map(nameOf), []);
  });
}

describe('a page that names the integrity of what it loads', () => {
  const other = integrity['admin.js']!;
  const panel = files.find(
    (file) => /^search-panel-[\w-]{7}\.js$/.test(file) && isLoadedBy('search.js', file),
  )!;
  const entry = (name: string, hash: string, type = ' type="module"') =>
    `<script${type} src="/cdn/${name}" integrity="${hash}"></script><docs-search endpoint="/docs-api" domain="docs"></docs-search>`;
  const mapOf = (changed: Record<string, string>) =>
    JSON.stringify({
      integrity: Object.fromEntries(
        Object.entries({ ...integrity, ...changed }).map(([name, hash]) => [`/cdn/${name}`, hash]),
      ),
    });
  const withMap = (map: string) =>
    `<script type="importmap">${map}</script>${entry('search.js', integrity['search.js']!)}`;
  const maps = { whole: mapOf({}), damaged: mapOf({ [panel]: other }) };
  const pages: Readonly<Record<string, string>> = {
    '/module': entry('search.js', integrity['search.js']!),
    '/classic': entry('docs-assistant.classic.js', integrity['docs-assistant.classic.js']!, ''),
    '/other': entry('search.js', other),
    '/map': withMap(maps.whole),
    '/damaged-map': withMap(maps.damaged),
  };
  // A policy allows an import map as any script inside the page: by its hash.
  const hashes = Object.values(maps).map(
    (map) => `'sha256-${createHash('sha256').update(map).digest('base64')}'`,
  );
  const policy = CONTENT_SECURITY_POLICY.replace(
    "script-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`,
  );
  let site: Awaited<ReturnType<typeof openBarePages>>;

  before(async () => {
    site = await openBarePages(pages, policy);
  });
  after(() => site.close());

  for (const path of ['/module', '/classic', '/map']) {
    it(`has a search that works: ${path}`, async () => {
      const { page, problems } = await site.open(path);
      await page.click('docs-search');
      await page.keyboard.type('proxy');
      await page.waitForFunction(
        () => document.querySelector('docs-search')!.shadowRoot!.querySelector('[role="option"]') !== null,
      );
      assert.deepEqual(problems, []);
    });
  }

  it('runs no file that is another one', async () => {
    const { page, problems } = await site.open('/other');
    assert.match(problems.join('\n'), /digest/);
    assert.equal(await page.evaluate(() => customElements.get('docs-search') === undefined), true);
  });

  it('runs no piece that is another one', async () => {
    const { page, problems } = await site.open('/damaged-map');
    await page.click('docs-search');
    while (!problems.some((problem) => /digest|integrity/i.test(problem))) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  });
});

/** Whether a file of the CDN names another one. */
function isLoadedBy(name: string, piece: string): boolean {
  return readFileSync(join(CDN, name), 'utf8').includes(piece);
}
