import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Host } from './hosts.ts';
import { toolEnvironment } from './tool-environment.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
export const sites = join(here, 'sites');
const generators = join(here, 'generators');
/** Packages of the generators. */
export const packages = join(generators, 'node_modules');

/** A site that its own generator has built. */
export interface Site extends AsyncDisposable {
  /** Folder of what was built. */
  built: string;
  /** Folder of what it was built of. */
  source: string;
}

/** @returns `false`, or why the tests with this generator are left out */
export function withoutHost({ generator, debianPackage }: Partial<Host>): string | false {
  if (generator === undefined) return false;
  if (debianPackage !== undefined) {
    const { error } = spawnSync(generator, ['--version']);
    return error !== undefined && `${generator} is not installed (Debian: ${debianPackage})`;
  }
  return (
    !existsSync(join(packages, generator)) &&
    `${generator} is not installed (npm ci --prefix test/hosts/generators, 1.3 GB)`
  );
}

/** Builds a site in a folder of its own, in reach of the generators: their bundlers follow no link out of the project. */
export async function buildSite(host: Host): Promise<Site> {
  const folder = await createSiteFolder();
  const source = join(folder, 'source');
  const built = host.output === undefined ? join(folder, 'built') : join(source, host.output);
  await cp(join(sites, host.source), source, { recursive: true });
  if (host.sharesPages) await cp(join(sites, 'pages'), join(source, host.pages), { recursive: true });
  await runGenerator(host, host.command(built), source);
  return {
    built,
    source,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, maxRetries: 5 }),
  };
}

/** Create a folder in reach of the generators. */
export async function createSiteFolder(): Promise<string> {
  await mkdir(join(generators, 'dist'), { recursive: true });
  return mkdtemp(join(generators, 'dist/site-'));
}

/** Run a generator in the folder of a site. @throws Error with its output when it fails */
export async function runGenerator(
  { name, debianPackage, environment }: Pick<Host, 'name' | 'debianPackage' | 'environment'>,
  [program = '', ...args]: readonly string[],
  cwd: string,
): Promise<void> {
  const child = spawn(debianPackage === undefined ? join(packages, '.bin', program) : program, args, {
    cwd,
    env: { ...toolEnvironment, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`${name} was not built (${code}): ${output}${errors}`);
}
