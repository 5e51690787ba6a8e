import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommand, startCommand } from '../cli/command.ts';
import { readBlocks, STATIC_HOSTS } from '../support/static-hosts.ts';
import { packages } from './build-site.ts';
import { findFreePort } from './site-server.ts';

const PROGRAM = join(packages, 'afdocs/bin/afdocs.mjs');
/** Why no score is measured; `false`: it is. */
export const WITHOUT_AFDOCS =
  !existsSync(PROGRAM) && 'afdocs is not installed (npm ci --prefix test/hosts/generators)';
/** Pages from which on afdocs gives a score: it has 59 for whatever has fewer. */
const MIN_PAGES = 5;
const FEW_PAGES = 'single-page-sample';

/** What afdocs says about a site. */
export interface AgentScore {
  /** Of 100; `null`: too few pages. */
  score: number | null;
  /** Checks that fail, each with its message. */
  failed: string[];
}

interface Report {
  results: { id: string; status: string; message: string }[];
  scoring: { overall: number; cap?: { checkId: string } };
}

/** Measure how well a site serves agents. */
export async function measureAgentScore(url: string, pages: number): Promise<AgentScore> {
  // Every page is read, without the pauses that are polite to the servers of others.
  const options = ['--sampling', 'deterministic', '--request-delay', '0', '--max-concurrency', '8'];
  const output = ['--format', 'json', '--score', '--quiet', '--network-context', 'ci'];
  const child = spawn(process.execPath, [PROGRAM, 'check', ...options, ...output, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const report = JSON.parse(await text(child.stdout)) as Report;
  const { overall, cap } = report.scoring;
  const isSmall = pages < MIN_PAGES && cap?.checkId === FEW_PAGES;
  return {
    score: isSmall ? null : overall,
    failed: report.results
      .filter(({ status }) => status === 'fail' || status === 'error')
      .map(({ id, message }) => `${id}: ${message}`),
  };
}

/** A site as plain files of a static host that is set up as the documentation tells. */
export async function serveForAgents(
  built: string,
  base: string,
): Promise<AsyncDisposable & { url: string }> {
  const host =
    STATIC_HOSTS.find(({ name, skip }) => name === 'nginx' && skip === false) ??
    STATIC_HOSTS.find(({ name }) => name === 'Cloudflare')!;
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const site = join(folder, base);
  await cp(built, site, { recursive: true });
  const running = stack.use(await host.start(folder, await readBlocks('en', 'markdown', host.name)));
  const url = running.url + base.slice(1);
  const data = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  stack.defer(() => rm(data, { recursive: true, force: true }));
  const addresses = ['--out', join(site, 'docs-index'), '--html', site, '--site', url];
  const { code, stderr } = await runCommand([
    ...['build', site, ...addresses, '--no-model', '--no-elements', '--data', data],
  ]);
  assert.equal(code, 0, stderr);
  const stop = stack.move();
  return { url, [Symbol.asyncDispose]: () => stop.disposeAsync() };
}

/** A site whose pages `serve` has, too, behind its own address. */
export async function serveWithPages(
  built: string,
  base: string,
): Promise<AsyncDisposable & { url: string }> {
  await using stack = new AsyncDisposableStack();
  const data = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  stack.defer(() => rm(data, { recursive: true, force: true }));
  const port = await findFreePort();
  const site = `http://127.0.0.1:${port}`;
  const options = ['--pages', '--site', site, '--port', `${port}`, '--no-model', '--data', data];
  const service = stack.use(startCommand(['serve', built, ...options]));
  await Promise.all([service.url, service.told('"phase":"ready"')]);
  const stop = stack.move();
  return { url: site + base, [Symbol.asyncDispose]: () => stop.disposeAsync() };
}
