/**
 * The first index of a site by words, beside Pagefind: `npm run bench:index [-- --pages 100,500,1000,5000]`. Both read the same folders
 * of HTML, alternating: a first run, a second one with nothing changed, and one with one page changed. Prints processor seconds of
 * all processes, peak memory of the largest, files and bytes; read the ratios. Needs the program `time`.
 */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../service/docs-folder.ts';
import { writePackagePages } from './package-pages.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '100,500,1000' }, rounds: { type: 'string', default: '2' } },
});
const rounds = Number(values.rounds);

interface Cost {
  /** Processor seconds. */
  cpu: number;
  megabytes: number;
}

function measure(args: string[]): Cost {
  const { status, stderr } = spawnSync('time', ['-f', 'used %U %S %M', process.execPath, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(stderr || 'The program `time` is missing (Debian package time)');
  const [, user, system, kilobytes] = /^used (\S+) (\S+) (\S+)$/m.exec(stderr)!;
  return { cpu: Number(user) + Number(system), megabytes: Number(kilobytes) / 1024 };
}

async function sizeOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return `${files.length} files ${(bytes / 1e6).toFixed(2)} MB`;
}

function row(what: string, costs: readonly Cost[], first: readonly Cost[], size = ''): void {
  const cpu = costs.map((cost) => cost.cpu.toFixed(2)).join(' / ');
  const share = (100 * sum(costs)) / sum(first);
  const memory = Math.max(...costs.map(({ megabytes }) => megabytes)).toFixed(0);
  console.log(
    `  ${what.padEnd(32)} ${cpu.padEnd(16)} s CPU ${share.toFixed(0).padStart(6)} %  ${memory.padStart(5)} MB  ${size}`,
  );
}

const sum = (costs: readonly Cost[]) => costs.reduce((all, { cpu }) => all + cpu, 0);

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]!.toFixed(1)}`,
);
for (const count of values.pages.split(',').map(Number)) {
  await using work = await temporaryFolder();
  const docs = join(work.path, 'docs');
  const pages = await writePackagePages(here('../../node_modules'), docs, count);
  console.log(`${pages} pages, ${await sizeOf(docs)}`);
  const out = join(work.path, 'out');
  const theirs = join(work.path, 'pagefind');
  const ours = [
    'build',
    docs,
    '--out',
    out,
    '--no-model',
    '--no-elements',
    '--data',
    join(work.path, 'data'),
  ];
  const runs = {
    pagefind: () =>
      measure([here('node_modules/pagefind/lib/runner/bin.cjs'), '--site', docs, '--output-path', theirs]),
    ours: () => measure([here('../../dist/cli/docs-assistant.js'), ...ours]),
  };
  const costs: Record<'pagefind' | 'first' | 'second' | 'changed', Cost[]> = {
    pagefind: [],
    first: [],
    second: [],
    changed: [],
  };
  const page = join(docs, 'chapter-0', 'page-0.html');
  const text = await readFile(page, 'utf8');
  for (let round = 0; round < rounds; round++) {
    for (const folder of [out, theirs, join(work.path, 'data')])
      await rm(folder, { recursive: true, force: true });
    costs.pagefind.push(runs.pagefind());
    costs.first.push(runs.ours());
    costs.second.push(runs.ours());
    await writeFile(page, text.replace('</article>', '<p>A sentence that is new.</p></article>'));
    costs.changed.push(runs.ours());
    await writeFile(page, text);
  }
  row('Pagefind', costs.pagefind, costs.pagefind, await sizeOf(theirs));
  row('docs-assistant build --no-model', costs.first, costs.pagefind, await sizeOf(out));
  console.log('  of the first run:');
  row('again, nothing changed', costs.second, costs.first);
  row('again, one page changed', costs.changed, costs.first);
}
console.log(`load ${loadavg()[0]!.toFixed(1)}`);
