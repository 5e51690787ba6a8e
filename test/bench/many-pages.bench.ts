/**
 * The largest documentation within the limits: 50,000 small pages, indexed by words, without and with a sitemap of all their
 * addresses. Prints seconds, CPU seconds and memory of the command. `npm run bench:pages`, or with another number:
 * `npm run bench:pages -- 10000`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND } from '../cli/command.ts';
import { manyAddresses, writeManyPages } from '../support/many-pages.ts';

/** Prints what a process has used, at its end. */
const REPORT = `data:text/javascript,process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.error('used ' + JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024]));
})`;

const pages = Number(process.argv[2] ?? 50_000);
const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));

async function measure(what: string, ...options: string[]): Promise<void> {
  const data = await mkdtemp(join(folder, 'data-'));
  const args = [COMMAND, 'index', join(folder, 'docs'), '--no-model', '--data', data, ...options];
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT, ...args], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(stderr);
  const seconds = (performance.now() - begun) / 1000;
  const used = stderr.split('\n').findLast((line) => line.startsWith('used '))!;
  const [cpu, megabytes] = JSON.parse(used.slice('used '.length)) as [number, number];
  console.log(
    `${what.padEnd(20)} ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s CPU, ${megabytes.toFixed(0)} MB`,
  );
}

try {
  await writeManyPages(join(folder, 'docs'), pages);
  const entries = manyAddresses(pages).map((address) => `<url><loc>${address}</loc></url>`);
  await writeFile(join(folder, 'sitemap.xml'), `<urlset>${entries.join('')}</urlset>`);
  await measure(`${pages} pages`);
  await measure('with a sitemap', '--sitemap', join(folder, 'sitemap.xml'));
} finally {
  await rm(folder, { recursive: true });
}
