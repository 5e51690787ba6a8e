import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Host } from './hosts.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const sites = join(here, 'sites');
const generators = join(here, 'generators');
const packages = join(generators, 'node_modules');

/** A site that its own generator has built. */
export interface Site extends AsyncDisposable {
  /** Folder of what was built. */
  built: string;
  /** Folder of what it was built of. */
  source: string;
}

/** @returns `false`, or why the tests with this generator are left out */
export function withoutHost({ generator, debianPackage }: Host): string | false {
  if (debianPackage !== undefined) {
    const { status } = spawnSync(generator, ['--version']);
    return status !== 0 && `${generator} is not installed (Debian: ${debianPackage})`;
  }
  return (
    !existsSync(join(packages, generator)) &&
    `${generator} is not installed (npm ci --prefix test/hosts/generators, 870 MB)`
  );
}

/** Builds a site in a folder of its own, in reach of the generators: their bundlers follow no link out of the project. */
export async function buildSite(host: Host): Promise<Site> {
  await mkdir(join(generators, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(generators, 'dist/site-'));
  const source = join(folder, 'source');
  const built = host.output === undefined ? join(folder, 'built') : join(source, host.output);
  await cp(join(sites, host.source), source, { recursive: true });
  if (host.sharesPages) await cp(join(sites, 'pages'), join(source, host.pages), { recursive: true });
  const [program = '', ...args] = host.command(built);
  const child = spawn(host.debianPackage === undefined ? join(packages, '.bin', program) : program, args, {
    cwd: source,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      NODE_ENV: 'production',
      NO_COLOR: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      DOCUSAURUS_NO_TELEMETRY: '1',
      ...host.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`${host.name} was not built (${code}): ${output}${errors}`);
  return {
    built,
    source,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, maxRetries: 5 }),
  };
}
